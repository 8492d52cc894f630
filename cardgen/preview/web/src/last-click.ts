// Where a card was double-clicked in the overview, whose first click has opened the large card already.

type Hear = (x: number, y: number) => void;

let last = { face: "", x: 0, y: 0, isDouble: false };
let hear: Hear | null = null;

/** Remember where a card was clicked, as fractions of its face, unless it was by the keyboard. */
export function rememberClick(face: string, event: MouseEvent): void {
  const box = (event.target as Element).closest("[data-face]")?.querySelector(".picture")?.getBoundingClientRect();
  if (!box || !event.detail) return;
  last = { face, x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height, isDouble: event.detail > 1 };
  if (last.isDouble) return hear?.(last.x, last.y);
  const follow = (second: MouseEvent) => {
    if (second.detail < 2 || last.face !== face) return;
    last.isDouble = true;
    hear?.(last.x, last.y);
  };
  addEventListener("mousedown", follow, { capture: true, once: true }); // however long the large card has taken to appear
}

/** Call a function if a card was, or is about to be, double-clicked; until the returned function is called. */
export function onDoubleClick(face: string, call: Hear): () => void {
  hear = call;
  if (last.face === face && last.isDouble) call(last.x, last.y);
  return () => {
    hear = null;
    last = { ...last, face: "" };
  };
}
