import { type State, update, useSelected, useStore } from "./store";

const WORDS = { new: "new", changed: "changed", more: "more copies", fewer: "fewer copies" };

/** Return how a face or a document differs from the last print, in a word; empty if it does not. */
export function printedWords({ snapshot }: State, id: string): string {
  const change = snapshot?.printed?.changes[id];
  return change ? WORDS[change] : "";
}

/** A mark on what differs from the last print. */
export function PrintedBadge({ id }: { id: string }) {
  return <PrintedMark words={useSelected((state) => printedWords(state, id))} />;
}

export function PrintedMark({ words }: { words: string }) {
  return words ? (
    <span class="printed-badge" title={`Since the last print: ${words}`}>
      {words}
    </span>
  ) : null;
}

/** A switch that leaves only the faces that differ from the last print. */
export function ChangedFilter() {
  const { snapshot, showsChanged } = useStore();
  const changes = snapshot?.printed?.changes;
  if (!changes) return null;
  const count = snapshot.faces.filter((face) => changes[face.id]).length;
  if (!count && !showsChanged) return <span class="found">as printed</span>;
  return (
    <button type="button" class="chip" aria-pressed={showsChanged} onClick={() => update({ showsChanged: !showsChanged })}>
      Changed since printed <small>{count}</small>
    </button>
  );
}
