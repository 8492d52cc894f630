import type { Matrix } from "./api";

const GREY: Matrix = [
  [0.2126, 0.7152, 0.0722],
  [0.2126, 0.7152, 0.0722],
  [0.2126, 0.7152, 0.0722],
];

/** The ways of seeing colours, as filters that the style sheet names; computed in linear light, as for print. */
export function Filters({ visions }: { visions: Record<string, Matrix> }) {
  return (
    <svg class="hidden" aria-hidden="true">
      {Object.entries({ grey: GREY, ...visions }).map(([name, rows]) => (
        <filter key={name} id={`vision-${name}`} color-interpolation-filters="linearRGB">
          <feColorMatrix values={`${rows.map((row) => `${row.join(" ")} 0 0`).join(" ")} 0 0 0 1 0`} />
        </filter>
      ))}
    </svg>
  );
}
