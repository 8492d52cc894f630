// The stock looks in outline.

/** A card in outline: where a look puts the title, the picture and the text. */
export function LookPicture({ look }: { look: string }) {
  const [width, height] = look === "landscape" ? [48, 34] : look === "tarot" ? [20, 34] : [25, 34];
  const line = (y: number, share = 0.7) => <rect x={width * 0.15} y={y} width={width * share} height="1.6" fill="currentColor" stroke="none" />;
  const art = { classic: [6, 13], "full-art": [2, 30], landscape: [8, 14], playing: [10, 14], tarot: [3, 23] }[look];
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} fill="none" stroke="currentColor">
      <rect x="0.5" y="0.5" width={width - 1} height={height - 1} rx="2" />
      {art && <rect x={look === "full-art" ? 2 : width * 0.15} y={art[0]} width={look === "full-art" ? width - 4 : width * 0.7} height={art[1]} fill="currentColor" fill-opacity="0.28" stroke="none" />}
      {look === "playing" ? <path d="M3 4h3M3 6.500h3M19 28h3M19 30.500h3" /> : line(look === "tarot" ? 29 : 3, 0.5)}
      {look !== "playing" && look !== "tarot" && [23, 26, 29].map((y) => line(y))}
      {look === "text" && [9, 12, 15, 18].map((y) => line(y))}
    </svg>
  );
}
