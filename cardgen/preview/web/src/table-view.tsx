import "./play.css";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { PictureBox } from "./picture";
import { isThere, type Shown, Table } from "./playing-table";
import { Choices, heading, isThinking } from "./table-choices";
import { named, nameOf, playersOf, type Say, sayer, type TableClient, type TableState } from "./table-client";
import type { Pieces } from "./table-pieces";
import type { View } from "./table-types";

const HOVERED = 300; // pixels of the larger side of the card under the pointer

interface Properties {
  client: TableClient;
  decks: string[]; // by the numbers that pieces give
  pieces: (Pieces | null)[];
  zoom: number;
  actions?: ComponentChildren; // further buttons of the head of the decision
  recordAddress: string; // empty if it cannot be saved now
  hasBegun: boolean; // whether the game has taken the place of a form on this page, with what had the focus there
}

/** A game as a seat sees it: the table, what is to be decided, and what has happened. */
export function TableView({ client, decks, pieces, zoom, actions, recordAddress, hasBegun }: Properties) {
  const state = client.use();
  const { view } = state;
  const [hinted, setHinted] = useState<string[]>([]);
  const [hovered, setHovered] = useState<Shown | null>(null);
  const [opened, setOpened] = useState<Shown | null>(null);
  const focus = useKeptFocus(hasBegun, [view?.game, view?.move, view?.choices.length, state.selected]);
  useEffect(() => setHinted([]), [view]);
  if (!view) return null;
  const say = sayer(state);
  const isBusy = state.isWaiting || isThinking(state);
  return (
    <div
      class="play-view"
      {...focus}
      data-busy={isBusy ? "" : undefined}
      data-move={view.move}
      onKeyDown={(event) => {
        if (event.key === "Escape") client.clearSelection();
      }}
    >
      <aside class="decision" aria-label={say("decision")}>
        <header>
          <h2 aria-live={view.choices.length > 0 ? "polite" : "off"}>{heading(state, say)}</h2>
          {!view.is_over && (
            <button type="button" class="quiet" disabled={!state.room?.can_undo} onClick={() => client.undo()} title={say("undo_hint")}>
              {say("undo")}
            </button>
          )}
          {actions}
        </header>
        <Notices client={client} state={state} say={say} />
        {state.handOver ? <HandOver client={client} state={state} say={say} /> : <Choices {...{ client, state, view, say }} onHint={setHinted} />}
        {!state.handOver && <Log {...{ client, state, say, recordAddress }} />}
      </aside>
      <section class="table-side" aria-label={say("table")}>
        {view.areas.length > 0 ? (
          <Table {...{ client, state, view, decks, pieces, zoom, hinted }} onHover={setHovered} onOpen={setOpened} />
        ) : (
          <Lines view={view} />
        )}
        {pieces.some((one) => !one || one.is_complete === false) && (
          <p class="drawing" role="status">
            {say("loading")}
          </p>
        )}
        {hovered && isThere(view, hovered) && <Hovered shown={hovered} />}
      </section>
      {opened && <CardDialog shown={opened} say={say} onClose={() => setOpened(null)} />}
    </div>
  );
}

/** Give the focus to the first choice, or at the end to the next game, when what had it is gone, and to the question until there is one. */
function useKeptFocus(hadFocusBefore: boolean, inputs: unknown[]) {
  const view = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(hadFocusBefore);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (!hadFocus.current || (focused && focused !== document.body && !focused.matches(".question"))) return;
    const [choice, question] = ["button.choice, .decision header .strong", "[role=status] > .question"].map((one) => view.current?.querySelector<HTMLElement>(one));
    if (choice) choice.focus();
    else question?.focus({ preventScroll: true }); // nothing moves under the pointer while others play
  }, inputs);
  return { ref: view, onFocusIn: () => void (hadFocus.current = true), onFocusOut: (event: FocusEvent) => void (hadFocus.current = !event.relatedTarget) };
}

/** The table in words, where there are no pieces to show. */
export function Lines({ view }: { view: View }) {
  return (
    <pre class="in-words" tabIndex={0}>
      {view.lines.map((line, number) => (
        <span key={number} class={line.role || undefined}>
          {`${line.text}\n`}
        </span>
      ))}
    </pre>
  );
}

/** What was refused, what is proposed, and what happened at the table. */
function Notices({ client, state, say }: { client: TableClient; state: TableState; say: Say }) {
  const { refusal, problems, notice, room } = state;
  const proposal = room?.proposal;
  return (
    <>
      {refusal && (
        <p class="failure" role="alert">
          {say(`refused_${refusal}`)} {problems.slice(0, 3).join(" ")}
          <button type="button" class="quiet" onClick={() => client.dismiss()}>
            {say("close")}
          </button>
        </p>
      )}
      {notice && (
        <p class="note" role="status">
          {notice}
        </p>
      )}
      {state.status === "away" && (
        <p class="failure" role="alert">
          {say("away")}
        </p>
      )}
      {proposal?.asks_you && (
        <div class="proposal" role="alertdialog" aria-label={say(`asks_${proposal.what}`, { name: proposal.by, move: proposal.move })}>
          <p>{say(`asks_${proposal.what}`, { name: proposal.by, move: proposal.move })}</p>
          <button type="button" class="strong" onClick={() => client.say("answer", { yes: true })}>
            {say("agree")}
          </button>
          <button type="button" class="chip" onClick={() => client.say("answer", { yes: false })}>
            {say("decline")}
          </button>
        </div>
      )}
      {proposal?.is_yours && proposal.waits_for.length > 0 && <p class="note">{say("you_asked", { names: proposal.waits_for.join(", ") })}</p>}
      {room?.is_edited && room.phase === "playing" && room.you && (
        <div class="proposal">
          <p>{say("edited")}</p>
          {room.can_apply && (
            <button type="button" class="chip" onClick={() => client.say("apply")}>
              {say("edited_now")}
            </button>
          )}
        </div>
      )}
    </>
  );
}

/** The screen goes to another person, who alone may see what comes. */
function HandOver({ client, state, say }: { client: TableClient; state: TableState; say: Say }) {
  const button = useRef<HTMLButtonElement>(null);
  const name = nameOf(state, state.view!.mover);
  useLayoutEffect(() => button.current?.focus(), [name]);
  return (
    <div class="hand-over">
      <p>{say("hand_over", { name })}</p>
      <button ref={button} type="button" class="strong" onClick={() => client.say("show")}>
        {say("hand_show", { name })}
      </button>
    </div>
  );
}

function Log({ client, state, say, recordAddress }: { client: TableClient; state: TableState; say: Say; recordAddress: string }) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [state.log, state.outlook]);
  const canGoBack = state.room?.phase === "playing" && state.room.you?.seats.length;
  return (
    <section class="log">
      <div class="log-head">
        <h3>{say("log")}</h3>
        {recordAddress && (
          <a href={recordAddress} download="game.playthrough">
            {say("record")}
          </a>
        )}
      </div>
      <div ref={list} class="events" tabIndex={0} role="log" aria-label={say("log")}>
        <ol>
          {state.log.map(([move, events, does]) => (
            <li key={move} class={move > state.seen ? "new" : undefined}>
              {events.map((event, at) =>
                at === 0 && does.length ? (
                  <details key={at}>
                    <summary>
                      <Sentence state={state} text={event} />
                    </summary>
                    {does.map((line, number) => (
                      <p key={number}>{line}</p>
                    ))}
                  </details>
                ) : (
                  <p key={at}>
                    <Sentence state={state} text={event} />
                  </p>
                ),
              )}
              {canGoBack && move < state.view!.move && (
                <button type="button" class="go-back" title={say("go_back")} aria-label={`${say("go_back")}: ${named(state, events[0] ?? "", false)}`} onClick={() => client.say("rewind", { move })}>
                  ↶
                </button>
              )}
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

/** A sentence of the log, in which players are named as the people who play, also the one who reads it: "Anna plays", "Elves (Anna) play". */
function Sentence({ state, text }: { state: TableState; text: string }) {
  const players = playersOf(state);
  const player = players.findIndex((name) => text.startsWith(name) && /^(: | )/.test(text.slice(name.length)));
  if (player < 0) return <>{named(state, text, false)}</>;
  const ruled = players[player]!;
  const person = nameOf(state, player, false);
  const isArmy = ruled !== person && !/ \d+$/.test(ruled); // the verb is in the number of its name: "Elves (Ana) draw"
  return (
    <>
      <b>{isArmy ? ruled : person}</b>
      {isArmy && ` (${person})`}
      {named(state, text.slice(ruled.length), false)}
    </>
  );
}

/** The card under the pointer, large, and what its signs mean. */
function Hovered({ shown }: { shown: Shown }) {
  return (
    <div class="looked-at" aria-hidden="true">
      <ShownPicture shown={shown} size={HOVERED} />
      {shown.meaning && <p>{shown.meaning}</p>}
    </div>
  );
}

function ShownPicture({ shown, size }: { shown: Shown; size: number }) {
  const { face } = shown;
  if (!face) return null;
  const picture = (shown.side === "back" && face.back) || face.face;
  const zoom = size / Math.max(picture.width, picture.height);
  return <PictureBox key={picture.key} picture={picture} zoom={zoom} label="" deck={shown.deck} outline={face.outline} corner={face.corner} isPage />;
}

/** A card with its words. */
function CardDialog({ shown, say, onClose }: { shown: Shown; say: Say; onClose(): void }) {
  return (
    <Dialog title={shown.name} say={say} onClose={onClose}>
      <div class="card-dialog">
        <ShownPicture shown={shown} size={Math.min(innerHeight * 0.6, innerWidth * 0.8, 520)} />
        <div>
          {shown.meaning ? <p>{shown.meaning}</p> : shown.note && <p class="question">{shown.note}</p>}
          {shown.side === "face" && shown.face?.text && shown.face.text !== shown.note && <p>{shown.face.text}</p>}
        </div>
      </div>
    </Dialog>
  );
}

/** A dialog with a title and a button that closes it. */
export function Dialog({ title, say, onClose, children }: { title: string; say: Say; onClose(): void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="small table-dialog" aria-label={title} onClose={onClose} onClick={(event) => event.target === dialog.current && dialog.current?.close()}>
      <div class="dialog-head">
        <h2>{title}</h2>
        <button type="button" class="quiet" aria-label={say("close")} onClick={() => dialog.current?.close()}>
          ✕
        </button>
      </div>
      {children}
    </dialog>
  );
}
