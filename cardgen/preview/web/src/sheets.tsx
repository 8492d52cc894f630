import { useLayoutEffect, useRef } from "preact/hooks";
import type { Picture, Sheet } from "./api";
import { PictureBox } from "./picture";
import { useWidth } from "./room";
import { useStore } from "./store";

/** The sheets as they will be printed: recto and verso side by side. */
export function Sheets() {
  const { snapshot } = useStore();
  const sheets = snapshot!.sheets;
  if (!sheets.length) return <p class="empty">There are no sheets until the deck can be drawn.</p>;
  return (
    <ol class="sheets">
      {sheets.map((sheet) => (
        <SheetItem key={sheet.id} sheet={sheet} />
      ))}
    </ol>
  );
}

function SheetItem({ sheet }: { sheet: Sheet }) {
  const { changed, edit } = useStore();
  const element = useRef<HTMLLIElement>(null);
  const isChanged = changed.has(`sheet ${sheet.id}`);
  useLayoutEffect(() => {
    if (isChanged && !matchMedia("(prefers-reduced-motion: reduce)").matches)
      element.current?.animate([{ background: "var(--raised)" }, { background: "transparent" }], 1200);
  }, [isChanged, edit]);
  const isPrinted = !sheet.id.startsWith("front-");
  return (
    <li ref={element} class={`sheet${sheet.is_stale ? " stale" : ""}`}>
      <h2>
        <bdi>{sheet.title}</bdi>
        <small>{facts(sheet, isPrinted)}</small>
      </h2>
      <div class="sides">
        <Side picture={sheet.recto} label={isPrinted ? "Recto" : "Not printed"} title={sheet.title} page={sheet.pages[0]} />
        {isPrinted &&
          (sheet.verso ? (
            <Side picture={sheet.verso} label="Verso" title={sheet.title} page={sheet.pages[1]} />
          ) : (
            <Blank like={sheet.recto} />
          ))}
      </div>
    </li>
  );
}

function facts(sheet: Sheet, isPrinted: boolean): string {
  if (!isPrinted) return "not printed";
  const pieces = sheet.pieces ? `${sheet.pieces} ${sheet.pieces === 1 ? "piece" : "pieces"}` : "";
  return [pieces, sheet.printed_on && `on ${sheet.printed_on}`].filter(Boolean).join(", ");
}

function Side({ picture, label, title, page }: { picture: Picture; label: string; title: string; page?: number }) {
  const zoom = useSheetZoom(picture);
  return (
    <figure>
      <PictureBox picture={picture} zoom={zoom} label={`${title}, ${label.toLowerCase()}`} isPage />
      <figcaption>
        {label}
        {page ? `, page ${page}` : ""}
      </figcaption>
    </figure>
  );
}

function Blank({ like }: { like: Picture }) {
  const zoom = useSheetZoom(like);
  return (
    <figure>
      <div class="blank" style={{ width: `${like.width * zoom}px`, height: `${like.height * zoom}px` }}>
        blank
      </div>
      <figcaption>Verso</figcaption>
    </figure>
  );
}

/** Return the screen pixels per mm for pages: a page takes the chosen share of the room. */
export function useSheetZoom(picture: Picture): number {
  const { looking } = useStore();
  return Math.max(0.3, (useWidth() * looking.sheetZoom) / Math.max(picture.width, 210));
}
