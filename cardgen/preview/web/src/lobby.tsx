import { useEffect, useState } from "preact/hooks";
import { nameOf, playersOf, type Say, type TableClient, type TableState } from "./table-client";
import { usePieces } from "./table-pieces";
import { LEVELS, type Seat, type Setting } from "./table-types";

interface Properties {
  client: TableClient;
  state: TableState;
  say: Say;
}

/** The seats before a game, and how it is to be played. */
export function Lobby({ client, state, say }: Properties) {
  const room = state.room!;
  const more = room.shares_deck ? room.player_counts.find((count) => count > room.seats.length) : undefined;
  const language = room.languages.includes(state.language) ? state.language : "";
  usePieces(client.code, room.shares_deck ? [room.deck] : room.seats.map((seat) => seat.deck), language, 0); // so that they are drawn early
  return (
    <div class="lobby">
      {room.is_outdated && (
        <p class="failure" role="status">
          {say("outdated")}
        </p>
      )}
      {state.refusal && (
        <p class="failure" role="alert">
          {say(`refused_${state.refusal}`)} {state.problems.join(" ")}
        </p>
      )}
      <SeatList client={client} state={state} say={say} />
      {room.you && !room.you.seats.length && more && room.seats.every((seat) => seat.who === "person") && (
        <button type="button" class="strong" onClick={() => (client.say("arrange", { players: more }), client.say("sit", { seat: room.seats.length }))}>
          {say("take_more")}
        </button>
      )}
      {room.player_counts.length > 1 && room.shares_deck && (
        <label class="field">
          <span>{say("players")}</span>
          <select value={room.seats.length} onChange={(event) => client.say("arrange", { players: Number(event.currentTarget.value) })}>
            {room.player_counts.map((count) => (
              <option key={count} value={count}>
                {count}
              </option>
            ))}
          </select>
        </label>
      )}
      {room.difficulties.length > 0 && (
        <label class="field">
          <span>{say("difficulty")}</span>
          <select value={room.difficulty} onChange={(event) => client.say("arrange", { difficulty: event.currentTarget.value })}>
            <option value="">{say("difficulty_usual")}</option>
            {room.difficulties.map((level) => (
              <option key={level} value={level}>
                {level}
              </option>
            ))}
          </select>
        </label>
      )}
      {room.seats.length > 1 && (
        <label class="field">
          <span>{say("first")}</span>
          <select value={room.first} onChange={(event) => client.say("arrange", { first: Number(event.currentTarget.value) })}>
            {room.seats.map((seat, number) => (
              <option key={number} value={number}>
                {seat.name || say("seat", { number: number + 1 })}
              </option>
            ))}
          </select>
        </label>
      )}
      <Settings client={client} state={state} say={say} />
      <p class="note">
        {room.seats.some((seat) => seat.is_yours) ? "" : `${say("start_seat")} `}
        {room.seats.some((seat) => seat.who === "open") ? say("start_agents") : ""}
      </p>
      {room.you && (
        <button type="button" class={room.you.seats.length ? "strong" : "chip"} onClick={() => client.say("start")}>
          {say("start")}
        </button>
      )}
      <Share client={client} say={say} />
      {room.watching.length > 0 && <p class="note">{say("watching", { names: room.watching.join(", ") })}</p>}
    </div>
  );
}

/** The settings of the rules of the next game, for people who want others than the usual ones. */
function Settings({ client, state, say }: Properties) {
  const [settings, setSettings] = useState<Setting[]>([]);
  const { rules, you } = state.room!;
  useEffect(() => {
    let isObsolete = false;
    void fetch(`/api/rooms/${encodeURIComponent(client.code)}/settings?lang=${encodeURIComponent(state.language)}`)
      .then(async (answer) => (answer.ok ? ((await answer.json()) as Setting[]) : []))
      .then((found) => isObsolete || setSettings(found), () => undefined);
    return () => {
      isObsolete = true;
    };
  }, [client, state.language]);
  if (!settings.length) return null;
  const changed = Object.keys(rules).length;
  return (
    <details class="settings">
      <summary>{say(changed ? "settings_changed" : "settings", { count: changed })}</summary>
      {settings.map(({ name, values, numbers, usual, does }) => {
        const common = {
          disabled: !you,
          value: rules[name] ?? (numbers ? "" : usual),
          onChange: (event: { currentTarget: { value: string } }) => client.say("arrange", { rules: { [name]: event.currentTarget.value === usual ? "" : event.currentTarget.value } }),
        };
        return (
          <label key={name} class={name in rules ? "field changed" : "field"}>
            <span>
              <b>{name}</b> {does.split("`").map((part, at) => (at % 2 ? <i key={at}>{part}</i> : part))}
            </span>
            {numbers ? (
              <input {...common} type="number" min={numbers[0]} max={numbers[1]} placeholder={usual} />
            ) : (
              <select {...common}>
                {values.map((value) => (
                  <option key={value} value={value}>
                    {value === usual ? say("usual", { value }) : value}
                  </option>
                ))}
              </select>
            )}
          </label>
        );
      })}
    </details>
  );
}

/** The seats, with what this person may do about each. */
export function SeatList({ client, state, say, onlyFree }: Properties & { onlyFree?: boolean }) {
  const room = state.room!;
  const isPlaying = room.phase === "playing";
  const seats = room.seats.map((seat, number) => [seat, number] as const).filter(([seat]) => !onlyFree || seat.who !== "person");
  return (
    <ul class="seats" aria-label={say("seats")}>
      {seats.map(([seat, number]) => (
        <li key={number} data-seat={number}>
          <div class="seat-name">
            <b>{whoSits(state, seat, say)}</b>
            <span>{isPlaying || room.phase === "over" ? (playersOf(state)[number] ?? "") : say("seat", { number: number + 1 })}</span>
            {seat.who === "person" && !seat.is_here && <span class="away">{say("away_now")}</span>}
          </div>
          {!room.shares_deck && !isPlaying && (
            <select aria-label={say("deck")} disabled={!room.you} value={seat.deck} onChange={(event) => client.say("arrange", { seat: number, deck: event.currentTarget.value })}>
              {room.decks.map((deck) => (
                <option key={deck.id} value={deck.id}>
                  {deck.title}
                </option>
              ))}
            </select>
          )}
          {room.you && <SeatButtons {...{ client, state, say, seat, number, isPlaying }} />}
        </li>
      ))}
    </ul>
  );
}

function whoSits(state: TableState, seat: Seat, say: Say): string {
  if (seat.who === "open") return say("open_seat");
  if (seat.who === "agent") return `${say("agent")}: ${say(`level_${seat.level}`).replace(/^level_/, "")}`;
  return seat.is_yours && seat.name === state.room?.you?.name ? say("and_you", { name: seat.name }) : seat.name;
}

function SeatButtons({ client, state, say, seat, number, isPlaying }: Properties & { seat: Seat; number: number; isPlaying: boolean }) {
  const hasSeat = state.room!.you!.seats.length > 0;
  const mayFill = seat.is_yours || seat.who !== "person" || !seat.is_here;
  return (
    <div class="buttons">
      {seat.who !== "person" && (!isPlaying || !hasSeat) && (
        <button type="button" class={hasSeat ? "chip" : "strong"} onClick={() => client.say("sit", { seat: number })}>
          {say(seat.was_yours ? "take_back_seat" : "take_seat")}
        </button>
      )}
      {seat.is_yours && !isPlaying && (
        <button type="button" class="chip" onClick={() => client.say("stand", { seat: number })}>
          {say("stand")}
        </button>
      )}
      {mayFill && (!isPlaying || hasSeat) && (
        <select
          aria-label={`${say("put_agent")}, ${nameOf(state, number)}`}
          value={seat.who === "agent" ? seat.level : ""}
          onChange={(event) => event.currentTarget.value && client.say("fill", { seat: number, level: event.currentTarget.value })}
        >
          <option value="">{say("put_agent")}</option>
          {LEVELS.map((level) => (
            <option key={level} value={level}>
              {say(`level_${level}`)}
            </option>
          ))}
        </select>
      )}
      {seat.who === "agent" && !isPlaying && (
        <button type="button" class="chip" onClick={() => client.say("free", { seat: number })}>
          {say("free_seat")}
        </button>
      )}
    </div>
  );
}

/** The links of a room. */
export function Share({ client, say }: { client: TableClient; say: Say }) {
  return (
    <div class="share">
      <p>{say("share_text")}</p>
      <Link link={client.link} say={say} label={say("share")} />
      {client.ownLink && (
        <details>
          <summary>{say("share_own")}</summary>
          <Link link={client.ownLink} say={say} label={say("share_own")} />
        </details>
      )}
    </div>
  );
}

function Link({ link, say, label }: { link: string; say: Say; label: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <div class="link-row">
      <input readOnly value={link} aria-label={label} onFocus={(event) => event.currentTarget.select()} />
      <button
        type="button"
        class="chip"
        onClick={() => {
          void navigator.clipboard?.writeText(link).then(() => setCopied(true));
        }}
      >
        {say(isCopied ? "copied" : "copy")}
      </button>
    </div>
  );
}
