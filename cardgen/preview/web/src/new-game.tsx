import { useState } from "preact/hooks";
import { begin, type Offer, usePlaying, type Wanted } from "./games";
import { levelName } from "./levels";
import { useStore } from "./store";

let lastWanted: Partial<Wanted> = {};

/** The choices before a game. */
export function NewGame({ offer }: { offer: Offer }) {
  const { about, deck } = useStore();
  const { isWaiting, invitation } = usePlaying();
  const counts = offer.player_counts ?? [2];
  const others = (offer.opponents ?? []).filter((name) => name !== deck);
  const [wanted, setWanted] = useState<Wanted>({
    opponent: others[0] ?? deck,
    players: counts[0] ?? 0,
    people: 1,
    level: "greedy",
    seed: Math.floor(Math.random() * 10_000),
    first: 0,
    difficulty: "",
    ...lastWanted,
    shares_deck: Boolean(offer.shares_deck),
  });
  const change = (part: Partial<Wanted>) => {
    lastWanted = { ...lastWanted, ...part };
    setWanted({ ...wanted, ...part });
  };
  const title = (name: string) => about?.decks.find((one) => one.id === name)?.title ?? name;
  const players = offer.shares_deck ? wanted.players : 2;
  return (
    <form
      class="new-game"
      onSubmit={(event) => {
        event.preventDefault();
        void begin({ ...wanted, players: offer.shares_deck ? wanted.players : 0 });
      }}
    >
      <h2>New game</h2>
      {!offer.shares_deck && (
        <label class="field">
          <span>Against</span>
          <select value={wanted.opponent} onChange={(event) => change({ opponent: event.currentTarget.value })}>
            {[...others, deck].map((name) => (
              <option key={name} value={name}>
                {name === deck ? `${title(name)} (the same deck)` : title(name)}
              </option>
            ))}
          </select>
        </label>
      )}
      {offer.shares_deck && counts.length > 1 && (
        <label class="field">
          <span>Players</span>
          <select value={wanted.players} onChange={(event) => change({ players: Number(event.currentTarget.value), people: 1 })}>
            {counts.map((count) => (
              <option key={count} value={count}>
                {count}
              </option>
            ))}
          </select>
        </label>
      )}
      <label class="field">
        <span>Who plays</span>
        <select value={wanted.people} onChange={(event) => change({ people: Number(event.currentTarget.value) })}>
          {Array.from({ length: players }, (_, at) => at + 1).map((people) => (
            <option key={people} value={people}>
              {whoPlays(people, players)}
            </option>
          ))}
        </select>
      </label>
      {wanted.people < players && (
        <label class="field">
          <span>Level of the agent</span>
          <select value={wanted.level} onChange={(event) => change({ level: event.currentTarget.value })}>
            {(offer.levels ?? []).map((level) => (
              <option key={level} value={level}>
                {levelName(level)}
              </option>
            ))}
          </select>
        </label>
      )}
      {(offer.difficulties ?? []).length > 0 && (
        <label class="field">
          <span>Difficulty</span>
          <select value={wanted.difficulty} onChange={(event) => change({ difficulty: event.currentTarget.value })}>
            <option value="">As the rules say</option>
            {offer.difficulties!.map((level) => (
              <option key={level} value={level}>
                {level}
              </option>
            ))}
          </select>
        </label>
      )}
      {players > 1 && (
        <label class="field">
          <span>Who begins</span>
          <select value={wanted.first} onChange={(event) => change({ first: Number(event.currentTarget.value) })}>
            {Array.from({ length: players }, (_, player) => (
              <option key={player} value={player}>
                {player === 0 ? "The first player" : player === 1 ? "The second player" : `Player ${player + 1}`}
              </option>
            ))}
          </select>
        </label>
      )}
      <label class="field">
        <span>Seed of the shuffles</span>
        <input
          type="number"
          min={0}
          max={999_999_999}
          step={1}
          value={wanted.seed}
          onInput={(event) => setWanted({ ...wanted, seed: Math.floor(Number(event.currentTarget.value)) || 0 })}
        />
      </label>
      <div class="buttons">
        <button type="submit" class="strong" disabled={isWaiting}>
          Begin
        </button>
        <button
          type="button"
          class="chip"
          disabled={isWaiting}
          title="Others join by a link, each on their own device"
          onClick={() => void begin({ ...wanted, people: 0, players: offer.shares_deck ? wanted.players : 0 })}
        >
          Open a table for others
        </button>
      </div>
      {invitation && (
        <p class="note" role="status">
          The table is open:{" "}
          <a href={invitation} target="_blank" rel="noreferrer">
            {invitation}
          </a>
          . Whoever opens this link can take a seat. Other devices reach it if the preview was started with --host.
        </p>
      )}
    </form>
  );
}

function whoPlays(people: number, players: number): string {
  if (people === players) return people === 1 ? "You alone" : `${people === 2 ? "Two people" : `${people} people`} at this screen`;
  const agents = players - people;
  return `${people === 1 ? "You" : `${people} people`} and ${agents === 1 ? "an agent" : `${agents} agents`}`;
}
