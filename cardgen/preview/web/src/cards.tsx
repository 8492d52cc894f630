import { Component } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Face, Kind } from "./api";
import { getEditing, openPlace } from "./editing";
import { isolated } from "./isolated";
import { rememberClick } from "./last-click";
import { PictureBox } from "./picture";
import { ChangedFilter, PrintedBadge, usePrintedWords } from "./printed";
import { go, shownFaces, type State, update, useSelected, useStore } from "./store";

const LARGEST = 460; // pixels of a side in the overview, so that a board leaves room for cards
const MOST_CHIPS = 8;

export function Cards() {
  const state = useStore();
  const snapshot = state.snapshot!;
  const faces = shownFaces(state);
  const kinds = snapshot.kinds.filter((kind) => kind.designs > 0);
  const shown = kinds.filter((kind) => faces.some((face) => face.kind === kind.name));
  return (
    <>
      <div class="filter">
        <label class="search">
          <span class="hidden">Search names and texts</span>
          <input
            id="search"
            type="search"
            placeholder="Search names and texts"
            value={state.search}
            onInput={(event) => update({ search: event.currentTarget.value })}
          />
        </label>
        <KindChoice kinds={kinds} />
        <ChangedFilter />
        {(state.search || state.kind || state.showsChanged) && (
          <span class="found" role="status">
            {faces.length} of {snapshot.faces.length}
          </span>
        )}
      </div>
      <div class="groups">
        {shown.map((kind) => (
          <Group key={kind.name} kind={kind} faces={faces.filter((face) => face.kind === kind.name)} />
        ))}
      </div>
      {!faces.length && <p class="empty">{emptyWords(state)}</p>}
    </>
  );
}

function emptyWords({ snapshot, search, showsChanged }: State): string {
  if (snapshot!.faces.length) {
    return showsChanged && !search ? "Every card is as it was printed." : "No card has these words.";
  }
  return snapshot!.state === "broken" ? "The deck cannot be drawn yet. The problems say why." : "The deck has no cards.";
}

/** A choice of one kind: side by side, or from a list if there are many. */
function KindChoice({ kinds }: { kinds: Kind[] }) {
  const { kind } = useStore();
  if (kinds.length > MOST_CHIPS) {
    return (
      <select aria-label="Kinds" value={kind} onChange={(event) => update({ kind: event.currentTarget.value })}>
        <option value="">All kinds</option>
        {kinds.map((one) => (
          <option key={one.name} value={one.name}>
            {one.title}
          </option>
        ))}
      </select>
    );
  }
  return (
    <div class="chips" role="group" aria-label="Kinds">
      <Chip name="" title="All" />
      {kinds.map((one) => (
        <Chip key={one.name} name={one.name} title={one.title} />
      ))}
    </div>
  );
}

function Chip({ name, title }: { name: string; title: string }) {
  const { kind } = useStore();
  return (
    <button type="button" class="chip" aria-pressed={kind === name} onClick={() => update({ kind: name })}>
      {title}
    </button>
  );
}

function Group({ kind, faces }: { kind: Kind; faces: Face[] }) {
  const copies = faces.reduce((sum, face) => sum + face.copies, 0);
  const designs = faces.length === 1 ? "" : `${faces.length} designs, `;
  return (
    <section class={`group${kind.designs === 1 ? " single" : ""}`} aria-label={kind.title}>
      <h2>
        <bdi>{kind.title}</bdi>
        <small>
          {designs}
          {copies} {copies === 1 ? "piece" : "pieces"}
        </small>
      </h2>
      <div class="faces">
        {faces.map((face) => (
          <FaceCard key={face.id} face={face} />
        ))}
      </div>
    </section>
  );
}

/** A face in the overview, drawn again only if it is another one: an edit of one card among a thousand leaves the others alone. */
class FaceCard extends Component<{ face: Face }> {
  override shouldComponentUpdate(next: { face: Face }): boolean {
    return next.face !== this.props.face;
  }

  override render() {
    return <FaceButton face={this.props.face} />;
  }
}

function FaceButton({ face }: { face: Face }) {
  const looking = useSelected((state) => state.looking);
  const edit = useSelected((state) => (state.changed.has(face.id) ? state.edit : 0));
  const isCurrent = useSelected((state) => state.looking.editorIsOpen && getEditing().face === face.id);
  const picture = (looking.showsBacks && face.back) || face.face;
  const zoom = Math.min(looking.zoom, LARGEST / Math.max(picture.width, picture.height));
  const element = useRef<HTMLButtonElement>(null);

  useLayoutEffect(() => {
    if (!edit || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    element.current?.animate(
      [{ boxShadow: "0 0 0 3px var(--accent)" }, { boxShadow: "0 0 0 3px transparent" }],
      { duration: 1200, easing: "ease-out" },
    );
  }, [edit]);

  const copies = `${face.copies} ${face.copies === 1 ? "copy" : "copies"}`;
  const since = usePrintedWords(face.id);
  const words = [isolated(face.name), copies, face.is_stale && "stale", since && `since the last print ${since}`].filter(Boolean).join(", ");
  return (
    <button
      ref={element}
      type="button"
      class={`face${face.is_stale ? " stale" : ""}${isCurrent ? " current" : ""}`}
      aria-current={isCurrent || undefined}
      data-face={face.id}
      title={[isolated(face.name), placeWords(face)].filter(Boolean).join(" – ")}
      aria-label={words}
      onClick={(event) => {
        // Beside the editor, a click shows the line, and a double click or Enter the card.
        const isPointed = event.detail > 0 && looking.editorIsOpen && face.place;
        if (picture === face.face) rememberClick(face.id, event);
        if (isPointed && event.detail === 1) void openPlace(face.place!);
        else go("cards", face.id);
      }}
    >
      <PictureBox
        picture={picture}
        zoom={zoom}
        label="" // the button has the name
        outline={face.outline}
        corner={face.corner}
        isMirrored={picture === face.back}
      />
      <span class="caption" style={{ maxWidth: `${Math.max(picture.width * zoom, 120)}px` }}>
        <bdi class="name">{face.name}</bdi>
        <PrintedBadge id={face.id} />
        {face.copies !== 1 && <span class="copies">×{face.copies}</span>}
      </span>
    </button>
  );
}

export function placeWords(face: Face): string {
  if (!face.place) return "";
  const { file, line, sheet, cell } = face.place;
  return sheet ? `${file}[${sheet}]${cell ? `!${cell}` : ""}` : [file, line].filter(Boolean).join(":");
}
