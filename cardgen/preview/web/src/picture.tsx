import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Picture as Source, pictureAddress } from "./api";
import { watchNear } from "./near";
import { getState, useSelected } from "./store";

const RESOLUTIONS = [50, 75, 100, 150, 200, 300, 400, 600, 900, 1200];
const MOST_WAIT = 60_000; // ms between two requests for a picture that could not be had, at most
const SAFE = 3; // mm between the cut and what must not be cut off, as most print shops ask for

/** Return the least resolution of a list at which a picture is sharp: a short list, so that pictures are used again. */
export function sharpEnough(pixelsPerMm: number, resolutions: number[]): number {
  const needed = pixelsPerMm * 25.4 * Math.min(window.devicePixelRatio || 1, 3);
  return resolutions.find((dpi) => dpi >= needed * 0.95) ?? resolutions[resolutions.length - 1]!;
}

/** Returns the address of a picture of a deck at a number of screen pixels per mm. */
type Find = (deck: string, key: string, pixelsPerMm: number) => string;
let find: Find = (deck, key, pixelsPerMm) =>
  pictureAddress(deck, getState().options, key, sharpEnough(pixelsPerMm, RESOLUTIONS));

/** Take pictures from elsewhere than the server. */
export function takePicturesFrom(other: Find): void {
  find = other;
}

/** Tell whether an element has come near the window; it stays so. */
function useNear(isKnown: boolean): [{ current: HTMLDivElement | null }, boolean] {
  const element = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(isKnown);
  useEffect(() => (isNear || !element.current ? undefined : watchNear(element.current, (isSo) => isSo && setNear(true))), [isNear]);
  return [element, isNear];
}

interface Properties {
  picture: Source;
  zoom: number; // screen pixels per mm
  label: string;
  outline?: string; // data of a path in fractions of the trim
  corner?: number; // mm
  isMirrored?: boolean;
  isPage?: boolean; // without bleed and safe area, as paper and pieces on a table
  deck?: string | undefined; // that the picture is of, if not that of the page
  isNear?: boolean; // the window; otherwise it finds out
}

/**
 * A picture at a scale. While another one is loaded in its place, the one before stays, so that an edit never shows an
 * empty box.
 */
export function PictureBox({ picture, zoom, label, outline = "", corner = 0, isMirrored, isPage, deck, isNear: isKnown = false }: Properties) {
  const own = useSelected((state) => state.deck);
  const looking = useSelected((state) => state.looking);
  const isConnected = useSelected((state) => state.isConnected);
  const [element, isNear] = useNear(isKnown);
  const [shown, setShown] = useState("");
  const wanted = find(deck ?? own, picture.key, zoom);

  // Before the page is painted, which the browser does at leisure.
  useLayoutEffect(() => {
    if (!isNear || shown === wanted) return;
    let isObsolete = false;
    let [timer, wait] = [0, 1000];
    function load(): void {
      const image = new Image();
      image.src = wanted;
      const settle = () => !isObsolete && setShown(wanted);
      const again = () => isObsolete || (timer = window.setTimeout(load, wait)); // the process that draws may have ended
      image.decode().then(settle, again);
      wait = Math.min(2 * wait, MOST_WAIT);
    }
    load();
    return () => {
      isObsolete = true;
      window.clearTimeout(timer);
    };
  }, [wanted, isNear, isConnected]);

  const showsBleed = looking.showsBleed && !isPage;
  const { bleed } = picture;
  const around = showsBleed ? bleed : 0;
  const px = (mm: number) => `${mm * zoom}px`;
  const clip = outline && !showsBleed ? `url(#${outlineId(outline, Boolean(isMirrored))})` : "";
  const radius = showsBleed ? 0 : corner;
  return (
    <div
      ref={element}
      class="picture"
      style={{
        width: px(picture.width + 2 * around),
        height: px(picture.height + 2 * around),
        borderRadius: px(radius),
        clipPath: clip,
      }}
    >
      {outline && !showsBleed && <OutlineClip outline={outline} isMirrored={Boolean(isMirrored)} />}
      {shown && (
        <img
          src={shown}
          alt={label}
          draggable={false}
          data-key={picture.key}
          style={{
            left: px(around - bleed),
            top: px(around - bleed),
            width: px(picture.width + 2 * bleed),
            height: px(picture.height + 2 * bleed),
          }}
        />
      )}
      {!isPage && (showsBleed || looking.showsSafe) && (
        <Lines picture={picture} around={around} outline={outline} corner={corner} isMirrored={Boolean(isMirrored)} />
      )}
    </div>
  );
}

function Lines(properties: {
  picture: Source;
  around: number;
  outline: string;
  corner: number;
  isMirrored: boolean;
}) {
  const { picture, around, outline, corner, isMirrored } = properties;
  const looking = useSelected((state) => state.looking);
  const { width, height } = picture;
  const box = `${-around} ${-around} ${width + 2 * around} ${height + 2 * around}`;
  const mirror = isMirrored ? `translate(${width} 0) scale(${-width} ${height})` : `scale(${width} ${height})`;
  return (
    <svg class="lines" viewBox={box} aria-hidden="true">
      {looking.showsBleed &&
        (outline ? (
          <path class="cut" d={outline} transform={mirror} />
        ) : (
          <rect class="cut" x={0} y={0} width={width} height={height} rx={corner} />
        ))}
      {looking.showsSafe && !outline && width > 2 * SAFE && height > 2 * SAFE && (
        <rect class="safe" x={SAFE} y={SAFE} width={width - 2 * SAFE} height={height - 2 * SAFE} />
      )}
    </svg>
  );
}

function outlineId(outline: string, isMirrored: boolean): string {
  let sum = isMirrored ? 7 : 3;
  for (let at = 0; at < outline.length; at++) sum = (sum * 31 + outline.charCodeAt(at)) | 0;
  return `outline-${sum >>> 0}`;
}

function OutlineClip({ outline, isMirrored }: { outline: string; isMirrored: boolean }) {
  return (
    <svg class="hidden" aria-hidden="true">
      <clipPath id={outlineId(outline, isMirrored)} clipPathUnits="objectBoundingBox">
        <path d={outline} transform={isMirrored ? "translate(1 0) scale(-1 1)" : undefined} />
      </clipPath>
    </svg>
  );
}
