// Moving about with the keyboard, for the preview and for the gallery.
import { step } from "./face";
import { getState, go, shownFaces, update } from "./store";

export interface Key {
  keys: string[]; // as `KeyboardEvent.key` names them
  shown: string;
  words: string;
  act(): void;
}

/** Do what a key says: one of a list, or moving between faces and out of what is open. */
export function handleKey(event: KeyboardEvent, keys: Key[]): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as HTMLElement;
  if (target.isContentEditable) return;
  if (target.matches("input:not([type=range]), textarea, select")) {
    if (event.key === "Escape") {
      event.preventDefault(); // the browser would empty the field without telling
      if (target.id === "search") update({ search: "" });
      target.blur();
    }
    return;
  }
  const { selected, dialog } = getState();
  if (dialog) return;
  if (selected && (event.key === "ArrowRight" || event.key === "ArrowLeft")) {
    if (target.matches("[type=range]")) return;
    event.preventDefault();
    step(event.key === "ArrowRight" ? 1 : -1);
    return;
  }
  if (!selected && event.key.startsWith("Arrow") && !target.matches("[type=range], button:not(.face)")) {
    if (moveFocus(event.key)) event.preventDefault();
    return;
  }
  const key = keys.find((one) => one.keys.includes(event.key.length === 1 ? event.key.toLowerCase() : event.key));
  if (key) {
    event.preventDefault();
    key.act();
  }
}

/** Move from face to face, by what is nearest in the direction of the arrow. */
function moveFocus(arrow: string): boolean {
  const { tab } = getState();
  if (tab !== "cards" || !shownFaces(getState()).length) return false;
  const all = [...document.querySelectorAll<HTMLElement>(".face")];
  const here = document.activeElement as HTMLElement | null;
  if (!here?.matches(".face")) {
    all[0]?.focus();
    return true;
  }
  const at = all.indexOf(here);
  let next: HTMLElement | undefined;
  if (arrow === "ArrowRight") next = all[at + 1];
  else if (arrow === "ArrowLeft") next = all[at - 1];
  else {
    const box = here.getBoundingClientRect();
    const middle = box.left + box.width / 2;
    const isDown = arrow === "ArrowDown";
    const far = (other: HTMLElement) => {
      const place = other.getBoundingClientRect();
      const away = isDown ? place.top - box.bottom : box.top - place.bottom;
      return away < -4 ? Infinity : away * 10 + Math.abs(place.left + place.width / 2 - middle);
    };
    const near = all.map((other) => [far(other), other] as const).sort((one, other) => one[0] - other[0])[0];
    next = near && Number.isFinite(near[0]) ? near[1] : undefined;
  }
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
  return true;
}

/** Go to the search, at once if it is shown, so that the letters typed next are written into it. */
export function search(): void {
  const focus = () => document.getElementById("search")?.focus();
  go("cards");
  focus();
  requestAnimationFrame(focus);
}
