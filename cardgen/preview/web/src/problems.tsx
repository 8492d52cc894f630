import type { Place, Problem } from "./api";
import { openPlace } from "./editing";
import { update, useStore } from "./store";

/** The list of everything that is wrong with the deck. */
export function Problems() {
  const { snapshot } = useStore();
  const problems = snapshot?.problems ?? [];
  return (
    <aside class="problems" aria-label="Problems">
      <header>
        <h2>{problems.length ? "Problems" : "No problems"}</h2>
        <button type="button" class="quiet" aria-label="Close the problems" onClick={() => update({ problemsAreOpen: false })}>
          ✕
        </button>
      </header>
      {snapshot && snapshot.state !== "good" && snapshot.faces.length > 0 && <p class="note">{staleWords(snapshot.state)}</p>}
      {!problems.length && <p class="note">Nothing is wrong with this deck.</p>}
      <ol>
        {problems.map((problem, number) => (
          <ProblemItem key={number} problem={problem} />
        ))}
      </ol>
    </aside>
  );
}

function staleWords(state: string): string {
  return state === "broken"
    ? "What you see is from before the deck broke. It follows again as soon as the deck can be read."
    : "Cards without errors are current; the others are from before.";
}

/** A problem; a click anywhere on it does what its first place does. */
export function ProblemItem({ problem }: { problem: Problem }) {
  const { place } = problem;
  const leads = place ? { "data-leads": "", onClick: () => void openPlace(place) } : {};
  return (
    <li class={`problem ${problem.severity}`} {...leads}>
      <p class="where">
        <span class="code">{problem.code}</span>
        {place && <PlaceLink place={place} />}
      </p>
      <p class="message">{problem.message}</p>
      {problem.expected && <p class="expected">Expected {problem.expected}</p>}
      {problem.hints.map((hint) => (
        <p key={hint} class="hint">
          {capital(hint)}
        </p>
      ))}
      {problem.notes.map(([text, other]) => (
        <p key={text} class="note">
          {capital(text)}
          {other && (
            <>
              {" "}
              <PlaceLink place={other} />
            </>
          )}
        </p>
      ))}
    </li>
  );
}

/** A place in a file, which a click shows in the editor. */
export function PlaceLink({ place }: { place: Place }) {
  return (
    <button
      type="button"
      class="place"
      title="Show it in the editor"
      onClick={(event) => {
        event.stopPropagation();
        void openPlace(place);
      }}
    >
      <code>{placeText(place)}</code>
    </button>
  );
}

function placeText(place: Place): string {
  if (place.sheet) return `${place.file}[${place.sheet}]${place.cell ? `!${place.cell}` : ""}`;
  return [place.file, place.line, place.column].filter(Boolean).join(":");
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
