// What a player is asked at the table, and the choices, by what they act on, with what each would change.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { choicesAt, hasLit, named, nameOf, type Say, type TableClient, type TableState } from "./table-client";
import type { View } from "./table-types";

const MOST_CHANGES = 5; // of a choice that are told
const FEW = 2; // groups of choices whose cards are shown with their text at once
const WAIT = 400; // milliseconds until the page says that an agent thinks

export function isThinking({ room, view }: TableState): boolean {
  return Boolean(view && !view.is_over && room?.seats[view.mover]?.who === "agent");
}

export function heading(state: TableState, say: Say): string {
  const { view } = state;
  if (!view || view.is_over) return say("game_over");
  if (state.handOver) return nameOf(state, view.mover);
  if (view.choices.length) return state.room!.you!.seats.length > 1 ? nameOf(state, view.mover) : say("your_turn");
  return say("turn_of", { name: nameOf(state, view.mover) });
}

/** Return the question to the one who decides, who is not named before it. Others read it too, so that nobody is "you" in it. */
function asked(state: TableState, view: View): string {
  const name = `${view.players[view.mover]}: `;
  return capital(named(state, view.question.startsWith(name) ? view.question.slice(name.length) : view.question, false));
}

/** Return whether the one person of this page has won or lost, in a game in which not all do alike. */
function outcome({ room }: TableState, { is_over, returns }: View, say: Say): string {
  const own = room?.you?.seats ?? [];
  const [best, worst] = [Math.max(...returns), Math.min(...returns)];
  if (!is_over || own.length !== 1 || best === worst) return "";
  return say(returns[own[0]!] === best ? "you_won" : "you_lost");
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

interface ChoiceGroup {
  name: string; // of the card or the place; empty for the rest
  does: string[];
  choices: number[];
}

/**
 * Return choices by what they act on, a card, or else the first place that they name: cards in the hand first, as they lie there, but
 * before them those with which more can be done than with others.
 */
function grouped(view: View, shown: number[]): ChoiceGroup[] {
  const names = new Map(view.areas.flatMap((area) => area.pieces.map((piece) => [piece.place, piece.name])));
  const hand = view.areas.flatMap((area) => (area.role === "own" && !area.board ? area.pieces.map((piece) => piece.place) : []));
  const order = new Map(hand.map((place, at) => [place, at]));
  const at = (number: number) => {
    const { card, places } = view.choices[number]!;
    return Math.min(hand.length, ...places.map((place) => (card ? (order.get(place) ?? hand.length) : hand.length)));
  };
  const groups = new Map<string, ChoiceGroup>();
  for (const number of [...shown].sort((one, other) => at(one) - at(other))) {
    const choice = view.choices[number]!;
    const name = choice.card || names.get(choice.places[0] ?? "") || "";
    if (!groups.has(name)) groups.set(name, { name, does: view.cards[name] ?? [], choices: [] });
    groups.get(name)!.choices.push(number);
  }
  const rank = ({ choices }: ChoiceGroup) => (at(choices[0]!) === hand.length ? 2 : choices.length > 1 ? 0 : 1);
  return [...groups.values()].sort((one, other) => rank(one) - rank(other));
}

interface ChoicesProperties {
  client: TableClient;
  state: TableState;
  view: View;
  say: Say;
  onHint(places: string[]): void;
}

export function Choices({ client, state, view, say, onHint }: ChoicesProperties) {
  const list = useRef<HTMLDivElement>(null);
  const isFirst = view.turn <= 1 && state.decided !== view.game;
  const shown = choicesAt(view, state.selected);
  const groups = useMemo(() => grouped(view, shown), [view, state.selected]);
  const isLate = useLate(isThinking(state));
  const title = view.lines.filter((line) => line.role === "title").map((line) => named(state, line.text)).join(" · ");
  const mover = nameOf(state, view.mover);
  const signs = view.areas.flatMap((area) => area.pieces).flatMap((piece) => (state.selected.includes(piece.place) && piece.meaning ? [piece.meaning] : []));

  // Other choices are shown from the first on. Whatever else is rendered leaves the list alone: one that scrolled meanwhile would take
  // the choice away from under the pointer.
  useLayoutEffect(() => {
    if (!list.current || !view.choices.length) return;
    for (const scrolled of [list.current, list.current.closest(".decision")!]) scrolled.scrollTop = 0;
  }, [view.game, view.move, state.selected]);

  function step(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const by = steps[event.key];
    if (!by) return;
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>("button.choice") ?? [])];
    buttons[buttons.indexOf(event.target as HTMLElement) + by]?.focus();
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <section class="choice-list" aria-label={say("choices")}>
      {title && <p class="phase">{title}</p>}
      {view.goal && (isFirst || view.is_over) && <p class="how">{say("goal", { goal: view.goal })}</p>}
      <div role="status">
        <p class="question" tabIndex={-1}>
          {[asked(state, view), outcome(state, view, say)].filter(Boolean).join(" ") || (isLate ? say("thinks", { name: mover }) : isThinking(state) ? "" : say("wait", { name: mover }))}
        </p>
        <CardText lines={view.is_over ? [] : view.about} />
      </div>
      {hasLit(view) && !state.selected.length && isFirst && (
        <p class="how">{say(matchMedia("(hover: none)").matches ? "how_touch" : "how")}</p>
      )}
      {signs.map((meaning) => (
        <p key={meaning} class="how">
          {meaning}
        </p>
      ))}
      {state.selected.length > 0 && (
        <button type="button" class="quiet" onClick={() => client.clearSelection()}>
          {say("all_choices", { count: view.choices.length })}
        </button>
      )}
      <div class={state.selected.length ? "choice-groups whole" : "choice-groups"} ref={list} onKeyDown={step}>
        {groups.map((group) => (
          <ChoiceGroupView key={`${view.move} ${groups.length > FEW} ${group.name}`} {...{ client, state, view, say, group, onHint }} hasFew={groups.length <= FEW} />
        ))}
      </div>
    </section>
  );
}

/** What a card says. */
function CardText({ lines }: { lines: string[] }) {
  if (!lines.length) return null;
  return (
    <div class="card-text">
      {lines.map((line, number) => (
        <p key={number}>{line}</p>
      ))}
    </div>
  );
}

/** The choices about a card or a place, and what the card says. */
function ChoiceGroupView({ client, state, view, say, group, onHint, hasFew }: ChoicesProperties & { group: ChoiceGroup; hasFew: boolean }) {
  const [isOpen, setOpen] = useState(hasFew);
  const hasText = group.does.length > 0;
  const isOne = group.choices.length === 1;
  const about = hasText && (
    <button type="button" class="about" aria-expanded={isOpen} aria-label={say("card_text", { name: group.name })} onClick={() => setOpen(!isOpen)}>
      i
    </button>
  );
  const text = hasText && isOpen && <CardText lines={group.does} />;
  return (
    <div class="choice-group" role={group.name ? "group" : undefined} aria-label={group.name || undefined}>
      {!isOne && (hasText || (group.name && !hasFew)) && (
        <p class="choice-head">
          {capital(group.name)}
          {about}
        </p>
      )}
      {!isOne && text}
      <ol>
        {group.choices.map((number) => (
          <li key={number}>
            <div class="choice-row">
              <ChoiceButton {...{ client, state, view, say, onHint, number }} does={group.does} />
              {isOne && about}
            </div>
          </li>
        ))}
      </ol>
      {isOne && text}
    </div>
  );
}

/** A choice, and a second button where what it would change needs more than its two lines. */
function ChoiceButton({ client, state, view, say, onHint, number, does }: ChoicesProperties & { number: number; does: string[] }) {
  const lines = useRef<HTMLElement>(null);
  const [isLong, setLong] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const choice = view.choices[number]!;
  const told = foreseen(state, number, say);
  useLayoutEffect(() => {
    if (!isWhole && lines.current) setLong(lines.current.scrollHeight > lines.current.clientHeight + 1);
  });
  return (
    <>
      <button
        type="button"
        class={isWhole ? "choice whole" : "choice"}
        title={[...does, told].join("\n").trim() || undefined}
        onClick={() => client.take(number)}
        onPointerEnter={() => onHint(choice.places)}
        onPointerLeave={() => onHint([])}
        onFocus={() => onHint(choice.places)}
        onBlur={() => onHint([])}
      >
        <span>{named(state, choice.text)}</span>
        {view.areas.length > 0 && <small ref={lines}>{told}</small>}
      </button>
      {isLong && (
        // A screen reader reads all of the choice, and the keyboard opens it by its focus.
        <button type="button" class="more" tabIndex={-1} aria-hidden="true" onClick={() => setWhole(!isWhole)}>
          {isWhole ? "▴" : "▾"}
        </button>
      )}
    </>
  );
}

/** Return what a choice, unlike others, would change, in words; empty as long as it is not known. */
function foreseen(state: TableState, choice: number, say: Say): string {
  const outlook = state.outlook[choice];
  if (!outlook) return "";
  const told = outlook.changes.slice(0, MOST_CHANGES).map(([key, name, before, after]) => say(`change_${key}`, { name, before, after }));
  const more = outlook.changes.length - told.length;
  if (more > 0) told.push(say("change_more", { count: more }));
  if (outlook.is_open) told.push(say(told.length ? "change_open" : "change_open_alone"));
  return named(state, told.join(" · "));
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
