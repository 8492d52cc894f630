import "./try.css";
import { useEffect, useState } from "preact/hooks";
import { ask, type Face } from "./api";
import { CardAtCursor } from "./card-at-cursor";
import { Fact } from "./fact";
import type { Offer } from "./games";
import { levelName } from "./levels";
import { PictureBox } from "./picture";
import { ProblemItem } from "./problems";
import { Statistics } from "./statistics";
import { go, useStore } from "./store";
import { type CardUse, type Finding, type Interval, type Report, type Trial, useTrial } from "./trial";

const FAIR: [number, number] = [0.45, 0.55]; // as in cardgen/play/simulate/verdicts.py
const THUMBNAIL = 34; // pixels of the width of a card beside a finding

let lastChosen = { opponent: "", level: "greedy" };

/** The deck in numbers: what quick games say of it, and what is in it. */
export function Try() {
  const { deck, options } = useStore();
  const [chosen, setChosen] = useState(lastChosen);
  const offer = useOffer(deck);
  const opponent = offer?.opponents?.includes(chosen.opponent) ? chosen.opponent : "";
  const trial = useTrial(deck, options, opponent, chosen.level);
  const choose = (part: Partial<typeof chosen>) => setChosen((lastChosen = { ...chosen, ...part }));
  return (
    <div class="try-view">
      <section class="verdict" aria-labelledby="verdict">
        <header>
          <h2 id="verdict">Quick games</h2>
          {offer?.is_playable && <Choosing offer={offer} opponent={opponent} level={chosen.level} choose={choose} />}
        </header>
        <State trial={trial} />
        {trial.report && trial.report.games > 0 && <Verdict report={trial.report} isOld={!trial.games || trial.state === "faulty" || trial.state === "lost"} />}
      </section>
      <div class="beside">
        <CardAtCursor />
        {trial.stats && <Statistics kinds={trial.stats.kinds} />}
      </div>
    </div>
  );
}

function useOffer(deck: string): Offer | null {
  const [offer, setOffer] = useState<Offer | null>(null);
  const { isConnected } = useStore();
  useEffect(() => setOffer(null), [deck]);
  useEffect(() => {
    let isObsolete = false;
    ask<Offer>(deck, "offer").then(
      (found) => !isObsolete && setOffer(found),
      () => undefined,
    );
    return () => {
      isObsolete = true;
    };
  }, [deck, isConnected]);
  return offer;
}

function Choosing(properties: {
  offer: Offer;
  opponent: string;
  level: string;
  choose(part: { opponent?: string; level?: string }): void;
}) {
  const { offer, opponent, level, choose } = properties;
  const { about, deck } = useStore();
  const title = (name: string) => about?.decks.find((one) => one.id === name)?.title ?? name;
  return (
    <div class="choosing">
      {!offer.shares_deck && (
        <label>
          <span>Against</span>
          <select value={opponent} onChange={(event) => choose({ opponent: event.currentTarget.value })}>
            <option value="">itself</option>
            {(offer.opponents ?? [])
              .filter((name) => name !== deck)
              .map((name) => (
                <option key={name} value={name}>
                  {title(name)}
                </option>
              ))}
          </select>
        </label>
      )}
      <label>
        <span>Level</span>
        <select value={level} onChange={(event) => choose({ level: event.currentTarget.value })}>
          {(offer.levels ?? []).map((name) => (
            <option key={name} value={name}>
              {levelName(name)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

function State({ trial }: { trial: Trial }) {
  const { games = 0, most = 0 } = trial;
  if (trial.state === "none") {
    return <p class="note">The game of this deck has no rules that cardgen could play, so there are only statistics.</p>;
  }
  if (trial.state === "faulty") {
    return (
      <div role="status">
        <p class="note">
          {trial.report ? "The deck has errors now; what follows is from before." : "The games begin when the deck has no errors."}
        </p>
        <ol>
          {trial.problems?.slice(0, 3).map((problem, number) => (
            <ProblemItem key={number} problem={problem} />
          ))}
        </ol>
      </div>
    );
  }
  if (trial.state === "lost") return <p class="failure">The process that plays ended. It is started again after the next edit.</p>;
  const words =
    trial.state === "done" ? `${games.toLocaleString()} games` : games ? `${games.toLocaleString()} games so far` : "The first games are being played";
  return (
    <div class="progress">
      <span class="games" data-state={trial.state}>
        {words}
      </span>
      {trial.state === "playing" && <progress max={most || 1} value={games} aria-label="Games played" />}
    </div>
  );
}

function Verdict({ report, isOld }: { report: Report; isOld: boolean }) {
  const { deck } = useStore();
  const level = report.levels[report.levels.length - 1]!;
  const own = report.setup.decks[0]!;
  const turns = report.setup.turn_words?.[1] ?? "turns";
  const pairing = level.pairings[0];
  const isMirror = pairing?.verdict === "mirror";
  const lineUps = level.line_ups ?? [];
  return (
    <div class={`result${isOld ? " old" : ""}`}>
      {pairing && !isMirror && (
        <Score title={`${own} wins against ${pairing.second}`} score={pairing.score} verdict={verdictWords(pairing.verdict, pairing.needed)} fair={FAIR} />
      )}
      {pairing && isMirror && <Score title="Who begins wins" score={level.seat} verdict="The deck plays against itself" fair={FAIR} />}
      {lineUps.map((one, number) =>
        one.team ? (
          <Score
            key={number}
            title={`The players win${one.variant ? `, ${one.variant.players} at the table` : ""}`}
            score={one.team}
            verdict={endingWords(one.endings)}
          />
        ) : (
          one.scores.map((score) => (
            <Score key={`${number} ${score.deck}`} title={`${score.deck} wins`} score={score.score} verdict={verdictWords(one.verdict, one.needed)} />
          ))
        ),
      )}
      <dl class="facts-of-games">
        {pairing && !isMirror && <Fact name="The player who begins wins" value={around(level.seat)} />}
        <Fact name={`${turns.charAt(0).toUpperCase()}${turns.slice(1)}, median and 95 %`} value={`${level.turns}, ${level.turns_95}`} />
        <Fact name="Decisions, median" value={String(level.decisions)} />
        <Fact name="Undecided" value={around(level.undecided)} />
      </dl>
      {report.findings.length > 0 && (
        <>
          <h3>Findings</h3>
          <ul class="findings">
            {report.findings.map((finding) => (
              <FindingItem key={`${finding.kind} ${finding.deck} ${finding.card}`} finding={finding} own={own} />
            ))}
          </ul>
        </>
      )}
      <Cards cards={level.cards.filter((card) => card.deck === own)} deck={deck} />
    </div>
  );
}

function verdictWords(verdict: string, needed: number | null): string {
  const words = verdict.charAt(0).toUpperCase() + verdict.slice(1);
  return needed ? `${words}; about ${needed.toLocaleString()} would settle it` : words;
}

function endingWords(endings: { words: string; games: number; is_win: boolean }[]): string {
  const most = endings.filter((one) => !one.is_win && one.games).sort((one, other) => other.games - one.games)[0];
  return most ? `Most lost games: ${most.words}` : "";
}

/** A share with its interval, on a scale from 0 to 100 %. */
function Score({ title, score, verdict, fair }: { title: string; score: Interval; verdict: string; fair?: [number, number] }) {
  const at = (share: number) => `${(100 * share).toFixed(1)}%`;
  return (
    <div class="score">
      <p class="score-title">{title}</p>
      <p class="share">
        {percent(score.estimate)}
        <small>{`${percent(score.low)} to ${percent(score.high)}`}</small>
      </p>
      <div class="scale" role="img" aria-label={`${percent(score.estimate)}, with 95 % certainty from ${percent(score.low)} to ${percent(score.high)}`}>
        {fair && <span class="fair" style={{ left: at(fair[0]), width: at(fair[1] - fair[0]) }} />}
        <span class="range" style={{ left: at(score.low), width: at(score.high - score.low) }} />
        <span class="estimate" style={{ left: at(score.estimate) }} />
      </div>
      <p class="verdict-words" role="status">
        {verdict}
      </p>
    </div>
  );
}

/** A finding; that about a card of this deck leads to it. */
function FindingItem({ finding, own }: { finding: Finding; own: string }) {
  const { snapshot } = useStore();
  const face = finding.deck === own ? snapshot?.faces.find((one) => one.id === finding.card) : undefined;
  return (
    <li class={finding.kind}>
      {face && (
        <button type="button" class="finding-card" aria-label={`Show ${face.name}`} title={face.name} onClick={() => go("cards", face.id)}>
          <Thumbnail face={face} />
        </button>
      )}
      <span>{finding.text}</span>
    </li>
  );
}

function Thumbnail({ face }: { face: Face }) {
  return <PictureBox picture={face.face} zoom={THUMBNAIL / face.face.width} label="" outline={face.outline} corner={face.corner} isPage />;
}

/** What games say of each card, the best first. */
function Cards({ cards, deck }: { cards: CardUse[]; deck: string }) {
  const { snapshot } = useStore();
  const known = new Set(snapshot?.faces.map((face) => face.id));
  const drawn = cards.filter((card) => card.drawn > 0).sort((one, other) => other.with_it.estimate - one.with_it.estimate);
  if (!drawn.length) return null;
  return (
    <>
      <h3>Cards</h3>
      <div class="scrolled" tabIndex={0} role="region" aria-label="Cards">
        <table class="uses" data-deck={deck}>
          <thead>
            <tr>
              <th scope="col">Card</th>
              <th scope="col">Drawn</th>
              <th scope="col">Never played</th>
              <th scope="col">Wins if drawn</th>
            </tr>
          </thead>
          <tbody>
            {drawn.map((card) => (
              <tr key={card.id}>
                <th scope="row">
                  {known.has(card.id) ? (
                    <button type="button" class="link" onClick={() => go("cards", card.id)}>
                      {card.name}
                    </button>
                  ) : (
                    card.name
                  )}
                </th>
                <td>{percent(card.drawn)}</td>
                <td>{percent(card.dead.estimate)}</td>
                <td>{around(card.with_it)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

function around(score: Interval): string {
  return `${percent(score.estimate)} (${Math.round(100 * score.low)}–${Math.round(100 * score.high)})`;
}
