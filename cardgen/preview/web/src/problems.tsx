import { LEVELS, levelOf, type Place, type Problem, type Spot } from "./api";
import { openPlace } from "./editing";
import { isolated } from "./isolated";
import { PictureBox } from "./picture";
import { go, update, useStore } from "./store";

const SPOT_WIDTH = 300; // pixels of the picture of a spot, at most
const SPOT_HEIGHT = 240;
const AROUND = 7; // mm around a spot
const NARROWEST = 30; // mm that its picture shows

/** The list of everything that is wrong with the deck. */
export function Problems() {
  const { snapshot } = useStore();
  const problems = snapshot?.problems ?? [];
  const missing = snapshot?.missing ?? [];
  return (
    <aside class="problems" aria-label="Problems">
      <header>
        <h2>{problems.length ? "Problems" : "No problems"}</h2>
        <button type="button" class="quiet" aria-label="Close the problems" onClick={() => update({ problemsAreOpen: false })}>
          ✕
        </button>
      </header>
      {snapshot && snapshot.state !== "good" && snapshot.faces.length > 0 && <p class="note">{staleWords(snapshot.state)}</p>}
      {missing.length > 0 && (
        <p class="note">
          {missing.length === 1 ? "1 picture is" : `${missing.length} pictures are`} missing. Drop {missing.length === 1 ? "it" : "them all together"} anywhere on this page.
        </p>
      )}
      {!problems.length && <p class="note">Nothing is wrong with this deck.</p>}
      <ol>
        {LEVELS.flatMap((level) => problems.filter((problem) => levelOf(problem) === level)).map((problem, number) => (
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
    <li class={`problem ${levelOf(problem)}`} {...leads}>
      <p class="where">
        <span class="code">{problem.code}</span>
        {place && <PlaceLink place={place} />}
      </p>
      <p class="message">{problem.message}</p>
      {problem.spot && <SpotPicture spot={problem.spot} />}
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

/** The part of a card around a spot, with a line around the spot; a click shows the whole card. */
function SpotPicture({ spot }: { spot: Spot }) {
  const { snapshot } = useStore();
  const face = snapshot?.faces.find((one) => one.id === spot.face);
  const side = spot.is_back ? face?.back : face?.face;
  if (!face || !side) return null;
  const [left, top, width, height] = spot.box;
  const across = Math.min(side.width, Math.max(width + 2 * AROUND, NARROWEST));
  const down = Math.min(side.height, height + 2 * AROUND);
  const zoom = Math.min(SPOT_WIDTH / across, SPOT_HEIGHT / down);
  const from = (middle: number, seen: number, whole: number) => Math.min(Math.max(middle - seen / 2, 0), whole - seen);
  const x = from(left + width / 2, across, side.width);
  const y = from(top + height / 2, down, side.height);
  const px = (mm: number) => `${mm * zoom}px`;
  return (
    <button
      type="button"
      class="problem-spot"
      aria-label={`Show ${isolated(face.name)}${spot.is_back ? ", back" : ""}`}
      title={face.name}
      style={{ width: px(across), height: px(down) }}
      onClick={(event) => {
        event.stopPropagation();
        go("cards", face.id);
      }}
    >
      <div style={{ left: px(-x), top: px(-y) }}>
        <PictureBox picture={side} zoom={zoom} label="" isPage />
        <i style={{ left: px(left), top: px(top), width: px(width), height: px(height) }} />
      </div>
    </button>
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
