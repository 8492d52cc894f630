// All cards of a kind beside the one that is arranged: while a box is dragged there, it moves on those that are in view.
import { Component, createRef } from "preact";
import type { Face } from "./api";
import { boxStyle, changed, combined, NO_CHANGE } from "./arrange-geometry";
import { type Arrangement, type Change, fetchBoxes, isRefused } from "./arranging";
import { isolated } from "./isolated";
import { watchNear } from "./near";
import { PictureBox } from "./picture";
import { QuickPicture } from "./quick-picture";
import { showInstead } from "./store";

const [WIDTH, HEIGHT] = [84, 118]; // pixels of a card, at most

/** What the cards are drawn from while a box is dragged. */
export interface Basis {
  file: string;
  text: string;
  done: Record<string, Change>; // what the text has of the gesture already
}

export interface Gesturing {
  basis: Basis | null; // nothing while all cards are as they are printed
  changes: Record<string, Change>;
  isSizing: boolean;
}

let now: Gesturing = { basis: null, changes: {}, isSizing: false };
const cards = new Set<OtherCard>();
let asked: Promise<unknown> = Promise.resolve();

/** Let the cards in view follow a gesture on one of them. */
export function followGesture(change: Partial<Gesturing>): void {
  const { basis } = now;
  now = { ...now, ...change };
  for (const card of cards) card.follow(now.basis !== basis);
}

export function KindStrip({ faces, current }: { faces: Face[]; current: string }) {
  return (
    <div class="kind-strip" role="group" aria-label="All cards of the kind">
      {faces.map((face) => (
        <OtherCard key={face.id} face={face} isCurrent={face.id === current} />
      ))}
    </div>
  );
}

/** One card, with boxes of its own that are asked for when a gesture begins. It moves them without the strip being drawn again. */
class OtherCard extends Component<{ face: Face; isCurrent: boolean }, { boxes: Arrangement | null; of: Basis | null }> {
  override state: { boxes: Arrangement | null; of: Basis | null } = { boxes: null, of: null };
  private readonly element = createRef<HTMLButtonElement>();
  private stop: () => void = () => undefined;

  override componentDidMount(): void {
    this.stop = watchNear(this.element.current!, (isNear) => {
      if (isNear) cards.add(this);
      else cards.delete(this);
      if (isNear) this.follow(true);
    });
  }

  override componentWillUnmount(): void {
    this.stop();
    cards.delete(this);
  }

  /** Be drawn as the gesture says, and ask for what that is drawn from if it is new. */
  follow(isNew: boolean): void {
    const { basis } = now;
    if (isNew && !basis) this.setState({ boxes: null, of: null });
    else if (isNew && basis) asked = asked.then(() => (basis === now.basis && cards.has(this) ? this.ask(basis) : undefined)); // one at a time
    else if (this.state.boxes) this.forceUpdate();
  }

  private async ask(basis: Basis): Promise<void> {
    const answer = await fetchBoxes(this.props.face.id, basis.file, basis.text).catch(() => null);
    if (answer && !isRefused(answer) && answer.file === basis.file && now.basis) this.setState({ boxes: answer, of: basis });
  }

  override render() {
    const { face, isCurrent } = this.props;
    const { boxes, of } = this.state;
    const zoom = Math.min(WIDTH / face.face.width, HEIGHT / face.face.height);
    const shift = (path: string) => combined(now.changes[path] ?? NO_CHANGE, of?.done[path] ?? NO_CHANGE, -1);
    const px = (units: number) => units * (boxes?.scale ?? 1) * zoom;
    return (
      <button ref={this.element} type="button" aria-current={isCurrent || undefined} data-other={face.id} aria-label={isolated(face.name)} title={isolated(face.name)} onClick={() => showInstead(face.id)}>
        <PictureBox picture={face.face} zoom={zoom} label="" outline={face.outline} corner={face.corner} />
        {boxes && <QuickPicture found={boxes} zoom={zoom} shift={(path) => (now.isSizing ? NO_CHANGE : shift(path))} />}
        {boxes?.boxes.filter(({ path }) => now.changes[path]).map(({ path, places: [place] }) => place && <span key={path} class="outline hovered" style={boxStyle(changed(place, shift(path)), px)} />)}
      </button>
    );
  }
}
