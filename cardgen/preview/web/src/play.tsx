import "./play.css";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { act, choicesAt, clearSelection, enter, type GameView, leave, type Offer, recordAddress, take, undo, usePlaying } from "./games";
import { NewGame } from "./new-game";
import { PictureBox } from "./picture";
import { useStore } from "./store";
import { type Shown, Table } from "./playing-table";

const LOOKED_AT = 250; // pixels of the larger side of the card under the pointer, in the corner
const WAIT = 400; // milliseconds until the page says that an agent thinks

/** A game on the page: against an agent, or between people at this screen. */
export function Play() {
  const { deck, snapshot, options } = useStore();
  const { offer, view, failure } = usePlaying();
  useEffect(() => void enter(), [deck]);
  useEffect(() => void act("view"), [options.lang]);
  const problems = snapshot?.problems.length;
  useEffect(() => {
    if (offer && !offer.is_playable) void enter();
  }, [problems]);
  if (view) return <Game view={view} />;
  if (!offer) return <p class="empty">{failure || "Looking for the rules of the game"}</p>;
  return (
    <div class="play-start">
      {failure && (
        <p class="failure" role="alert">
          {failure}
        </p>
      )}
      {offer.is_playable ? <NewGame offer={offer} /> : <Unplayable offer={offer} />}
    </div>
  );
}

function Unplayable({ offer }: { offer: Offer }) {
  if (!offer.has_rules) {
    return <p class="empty">The game of this deck has no rules that cardgen could play. “Try it” counts what is in the deck.</p>;
  }
  return (
    <div class="empty">
      <p>The deck can be played when it has no errors.</p>
      {offer.problems.slice(0, 3).map((problem) => (
        <p key={problem}>{problem}</p>
      ))}
    </div>
  );
}

function Game({ view }: { view: GameView }) {
  const { failure, isOld, isWaiting } = usePlaying();
  const [hinted, setHinted] = useState<string[]>([]);
  const [looked, setLooked] = useState<Shown | null>(null);
  useEffect(() => setHinted([]), [view]);
  return (
    <div
      class="play-view"
      data-busy={isWaiting || view.is_thinking ? "" : undefined}
      onKeyDown={(event) => {
        if (event.key === "Escape") clearSelection();
      }}
    >
      <aside class="decision" aria-label="Decision">
        <header>
          <h2>{heading(view)}</h2>
          <button type="button" class="quiet" disabled={!view.can_undo} onClick={undo} title="Take back your last decision (U)">
            Undo
          </button>
          <button type="button" class="quiet" onClick={leave}>
            New game
          </button>
        </header>
        {failure && (
          <p class="failure" role="alert">
            {failure}
          </p>
        )}
        {isOld && <p class="note">The deck has been edited; this game goes on with the deck as it was.</p>}
        {view.hand_over ? <HandOver player={view.hand_over} /> : <Choices view={view} onHint={setHinted} />}
        {!view.hand_over && <Log view={view} />}
        {looked && <LookedAt shown={looked} />}
      </aside>
      <div class="table-side">
        {view.areas.length > 0 && (
          <p class="headline">
            {view.lines
              .filter((line) => line.role === "title")
              .map((line) => line.text)
              .join(" · ")}
          </p>
        )}
        {view.areas.length > 0 && <Table view={view} hinted={hinted} onLook={setLooked} />}
        {view.lines.length > 0 && (
          <details class="in-words" open={!view.areas.length}>
            <summary>The table in words</summary>
            <pre tabIndex={0}>
              {view.lines.map((line, number) => (
                <span key={number} class={line.role || undefined}>
                  {`${line.text}\n`}
                </span>
              ))}
            </pre>
          </details>
        )}
      </div>
    </div>
  );
}

function heading(view: GameView): string {
  if (view.is_over) return "The game is over";
  if (view.hand_over) return "Another player";
  return view.players[view.viewer] ?? "A game";
}

/** The screen goes to another person, who alone may see what comes. */
function HandOver({ player }: { player: string }) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => button.current?.focus(), [player]);
  return (
    <div class="hand-over">
      <p>{player} decides next. Give them the screen; nobody else should look.</p>
      <button ref={button} type="button" class="strong" onClick={() => void act("look")}>
        Show the table to {player}
      </button>
    </div>
  );
}

function Choices({ view, onHint }: { view: GameView; onHint(places: string[]): void }) {
  const { selected } = usePlaying();
  const list = useRef<HTMLOListElement>(null);
  const hadFocus = useRef(false);
  const shown = choicesAt(view, selected);
  const isThinking = useLate(view.is_thinking);

  // The focus stays in the list when its choices are others.
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (hadFocus.current && (!focused || focused === document.body)) list.current?.querySelector<HTMLElement>("button")?.focus();
  });

  function step(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const by = steps[event.key];
    if (!by) return;
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>("button") ?? [])];
    buttons[buttons.indexOf(event.target as HTMLElement) + by]?.focus();
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <section class="choice-list" aria-label="Choices">
      <p class="question" role="status">
        {isThinking ? "The agent is thinking" : view.question}
      </p>
      {selected.length > 0 && (
        <button type="button" class="quiet" onClick={clearSelection}>
          Show all {view.choices.length} choices
        </button>
      )}
      <ol ref={list} onKeyDown={step} onFocusIn={() => (hadFocus.current = true)} onFocusOut={(event) => (hadFocus.current = !event.relatedTarget)}>
        {shown.map((number) => {
          const choice = view.choices[number]!;
          return (
            <li key={`${view.move} ${number}`}>
              <button
                type="button"
                class="choice"
                onClick={() => take(number)}
                onPointerEnter={() => onHint(choice.places)}
                onPointerLeave={() => onHint([])}
                onFocus={() => onHint(choice.places)}
                onBlur={() => onHint([])}
              >
                {choice.text}
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** What has happened, in words; what is new since the last decision stands out. */
function Log({ view }: { view: GameView }) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [view]);
  const old = view.log.length - view.news.length;
  return (
    <section class="log" aria-label="What has happened">
      <h3>
        What has happened
        <a href={recordAddress(view)} download="game.playthrough" title="The game so far; cardgen play --replay continues it">
          Save the record
        </a>
      </h3>
      <div ref={list} class="events" tabIndex={0} role="log" aria-label="What has happened">
        <ol>
          {view.log.map((event, number) => (
            <li key={number} class={number >= old ? "new" : undefined}>
              {event}
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

/** The card under the pointer, large. */
function LookedAt({ shown }: { shown: Shown }) {
  const picture = (shown.side === "back" && shown.face.back) || shown.face.face;
  const zoom = LOOKED_AT / Math.max(picture.width, picture.height);
  return (
    <div class="looked-at" aria-hidden="true">
      <PictureBox key={picture.key} picture={picture} zoom={zoom} label="" deck={shown.deck} outline={shown.face.outline} corner={shown.face.corner} isPage />
    </div>
  );
}

/** Return whether something is so for a while. */
function useLate(is: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!is) return setLate(false);
    const timer = window.setTimeout(() => setLate(true), WAIT);
    return () => window.clearTimeout(timer);
  }, [is]);
  return isLate && is;
}
