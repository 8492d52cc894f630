import { Component, createRef } from "preact";
import type { Face, Kind } from "./api";
import { getEditing, openPlace } from "./editing";
import { isolated } from "./isolated";
import { rememberClick } from "./last-click";
import { watchNear } from "./near";
import { PictureBox } from "./picture";
import { ChangedFilter, PrintedMark, printedWords } from "./printed";
import { getState, go, shownFaces, type State, update, useStore } from "./store";

const LARGEST = 460; // pixels of a side in the overview, so that a board leaves room for cards
const MOST_CHIPS = 8;
const PASSING = 60; // ms after which a card that comes near gets its picture: not while it is scrolled past

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
      <div class="groups" onClick={onClick}>
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
  const state = useStore();
  const { looking } = state;
  const current = looking.editorIsOpen ? getEditing().face : "";
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
          <FaceCard
            key={face.id}
            face={face}
            zoom={looking.zoom}
            showsBack={looking.showsBacks}
            showsBleed={looking.showsBleed}
            edit={state.changed.has(face.id) ? state.edit : 0}
            isCurrent={face.id === current}
            hint={looking.editorIsOpen ? "a double click shows it large, to arrange it" : ""}
            printed={printedWords(state, face.id)}
          />
        ))}
      </div>
    </section>
  );
}

interface CardProperties {
  face: Face;
  zoom: number;
  showsBack: boolean;
  showsBleed: boolean;
  edit: number; // the last edit that changed it
  isCurrent: boolean;
  hint: string; // what a click does not do
  printed: string; // how it differs from the last print
}

/**
 * A face in the overview, drawn again only if something of it is another: an edit of one card among thousands leaves the others
 * alone. Only while it is near the window it has its picture. It listens to nothing itself.
 */
class FaceCard extends Component<CardProperties, { isNear: boolean }> {
  override state = { isNear: false };
  private readonly element = createRef<HTMLButtonElement>();
  private timer = 0;
  private stop: () => void = () => undefined;

  override shouldComponentUpdate(next: CardProperties, state: { isNear: boolean }): boolean {
    return state.isNear !== this.state.isNear || (Object.keys(next) as (keyof CardProperties)[]).some((key) => next[key] !== this.props[key]);
  }

  override componentDidMount(): void {
    let isFirst = true;
    this.stop = watchNear(this.element.current!, (isNear) => {
      window.clearTimeout(this.timer);
      if (isFirst || !isNear) this.setState({ isNear });
      else this.timer = window.setTimeout(() => this.setState({ isNear }), PASSING);
      isFirst = false;
    });
    this.flash();
  }

  override componentDidUpdate({ edit }: CardProperties): void {
    if (edit !== this.props.edit) this.flash();
  }

  override componentWillUnmount(): void {
    window.clearTimeout(this.timer);
    this.stop();
  }

  /** Show for a moment that an edit has changed it. */
  private flash(): void {
    if (!this.props.edit || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    this.element.current?.animate([{ boxShadow: "0 0 0 3px var(--accent)" }, { boxShadow: "0 0 0 3px transparent" }], { duration: 1200, easing: "ease-out" });
  }

  override render() {
    const { face, zoom: wanted, showsBack, showsBleed, isCurrent, hint, printed } = this.props;
    const picture = (showsBack && face.back) || face.face;
    const zoom = Math.min(wanted, LARGEST / Math.max(picture.width, picture.height));
    const around = showsBleed ? 2 * picture.bleed : 0;
    const copies = `${face.copies} ${face.copies === 1 ? "copy" : "copies"}`;
    const words = [isolated(face.name), copies, face.is_stale && "stale", printed && `since the last print ${printed}`].filter(Boolean).join(", ");
    return (
      <button
        ref={this.element}
        type="button"
        class={`face${face.is_stale ? " stale" : ""}${isCurrent ? " current" : ""}`}
        aria-current={isCurrent || undefined}
        data-face={face.id}
        title={[isolated(face.name), placeWords(face), hint].filter(Boolean).join(" – ")}
        aria-label={words}
      >
        {this.state.isNear ? (
          <PictureBox
            picture={picture}
            zoom={zoom}
            label="" // the button has the name
            outline={face.outline}
            corner={face.corner}
            isMirrored={picture === face.back}
            isNear
          />
        ) : (
          <div class="picture" style={{ width: `${(picture.width + around) * zoom}px`, height: `${(picture.height + around) * zoom}px` }} />
        )}
        <span class="caption" style={{ maxWidth: `${Math.max(picture.width * zoom, 120)}px` }}>
          <bdi class="name">{face.name}</bdi>
          <PrintedMark words={printed} />
          {face.copies !== 1 && <span class="copies">×{face.copies}</span>}
        </span>
      </button>
    );
  }
}

/** Do what a click on a card means: beside the editor, it shows the line, and a double click or Enter the card. */
function onClick(event: MouseEvent): void {
  const id = (event.target as Element).closest<HTMLElement>("[data-face]")?.dataset.face;
  const { snapshot, looking } = getState();
  const face = id && snapshot?.faces.find((one) => one.id === id);
  if (!face) return;
  if (!looking.showsBacks || !face.back) rememberClick(face.id, event);
  if (event.detail === 1 && looking.editorIsOpen && face.place) void openPlace(face.place);
  else go("cards", face.id);
}

export function placeWords(face: Face): string {
  if (!face.place) return "";
  const { file, line, sheet, cell } = face.place;
  return sheet ? `${file}[${sheet}]${cell ? `!${cell}` : ""}` : [file, line].filter(Boolean).join(":");
}
