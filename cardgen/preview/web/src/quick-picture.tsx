// A card as the browser draws it: each box a picture of its own, which moves with the pointer.
import { useMemo } from "preact/hooks";
import type { Arrangement, Change } from "./arranging";

interface Properties {
  found: Arrangement;
  zoom: number; // screen pixels per mm
  shift(path: string): Change;
}

export function QuickPicture({ found, zoom, shift }: Properties) {
  const { bleed, width, height, scale } = found;
  const px = (mm: number) => `${mm * zoom}px`;
  const style = { left: px(-bleed), top: px(-bleed), width: px(width * scale + 2 * bleed), height: px(height * scale + 2 * bleed) };
  return (
    <div class="quick-picture" data-quick>
      {found.boxes
        .filter((box) => box.svg)
        .map((box) => {
          const { left, top } = shift(box.path);
          return <BoxPicture key={box.path} svg={box.svg} style={{ ...style, transform: left || top ? `translate(${px(left * scale)}, ${px(top * scale)})` : "" }} />;
        })}
    </div>
  );
}

function BoxPicture({ svg, style }: { svg: string; style: Record<string, string> }) {
  const source = useMemo(() => `data:image/svg+xml,${encodeURIComponent(svg)}`, [svg]);
  return <img src={source} alt="" draggable={false} style={style} />;
}
