// Places of boxes: which one is under the pointer, and where a box that is moved comes to rest.
import type { Change, Place, ShownBox } from "./arranging";

export interface Guide {
  isVertical: boolean;
  at: number; // units of the face
}

export interface Snapped {
  change: Change;
  guides: Guide[];
}

/** The edges that a gesture moves. */
export type Edges = { left?: boolean; right?: boolean; top?: boolean; bottom?: boolean };

export const NO_CHANGE: Change = { left: 0, right: 0, top: 0, bottom: 0 };

/** Return the boxes under a point, the smallest first, and of equal ones the upper. */
export function boxesAt(boxes: ShownBox[], x: number, y: number): string[] {
  return boxes
    .flatMap((box, order) => box.places.map((place) => ({ path: box.path, place, order })))
    .filter(({ place: [left, top, width, height] }) => x >= left && x <= left + width && y >= top && y <= top + height)
    .sort((a, b) => a.place[2] * a.place[3] - b.place[2] * b.place[3] || b.order - a.order)
    .map(({ path }) => path)
    .filter((path, index, all) => all.indexOf(path) === index);
}

/** Return the boxes that lie in a rectangle as a whole. */
export function boxesIn(boxes: ShownBox[], [left, top, width, height]: Place): string[] {
  return boxes
    .filter((box) => !box.path.includes("."))
    .filter(({ places: [place] }) => {
      if (!place) return false;
      const [x, y, w, h] = place;
      return x >= left && y >= top && x + w <= left + width && y + h <= top + height;
    })
    .map(({ path }) => path);
}

/** Return the smallest rectangle around some places. */
export function around(places: Place[]): Place {
  const left = Math.min(...places.map(([x]) => x));
  const top = Math.min(...places.map(([, y]) => y));
  const right = Math.max(...places.map(([x, , width]) => x + width));
  const bottom = Math.max(...places.map(([, y, , height]) => y + height));
  return [left, top, right - left, bottom - top];
}

export function changed([left, top, width, height]: Place, change: Change): Place {
  return [left + change.left, top + change.top, width + change.right - change.left, height + change.bottom - change.top];
}

/** Return one change after another, or without it. */
export const combined = (one: Change, other: Change, sign: 1 | -1 = 1): Change => ({ left: one.left + sign * other.left, right: one.right + sign * other.right, top: one.top + sign * other.top, bottom: one.bottom + sign * other.bottom });

export function boxStyle([left, top, width, height]: Place, px: (units: number) => number) {
  return { left: `${px(left)}px`, top: `${px(top)}px`, width: `${px(Math.max(width, 0))}px`, height: `${px(Math.max(height, 0))}px` };
}

interface Surroundings {
  width: number; // of the card
  height: number;
  safe: number; // the safe area, in units
  others: Place[];
  reach: number; // how near an edge must be to snap
  grid: number;
}

/** Let a gesture come to rest: at an edge or the middle of the card, of the safe area or of another box, or else on the grid. */
export function snapped(place: Place, dx: number, dy: number, edges: Edges, near: Surroundings): Snapped {
  const isMove = !edges.left && !edges.right && !edges.top && !edges.bottom;
  const [left, top, width, height] = place;
  const horizontal = lines(near.width, near.safe, near.others.map(([x, , w]) => [x, w]));
  const vertical = lines(near.height, near.safe, near.others.map(([, y, , h]) => [y, h]));
  const x = rest(isMove ? [left, left + width / 2, left + width] : edges.left ? [left] : edges.right ? [left + width] : [], dx, horizontal, near);
  const y = rest(isMove ? [top, top + height / 2, top + height] : edges.top ? [top] : edges.bottom ? [top + height] : [], dy, vertical, near);
  const least = 0.5;
  const change = {
    left: isMove ? x.by : edges.left ? Math.min(x.by, width - least) : 0,
    right: isMove ? x.by : edges.right ? Math.max(x.by, least - width) : 0,
    top: isMove ? y.by : edges.top ? Math.min(y.by, height - least) : 0,
    bottom: isMove ? y.by : edges.bottom ? Math.max(y.by, least - height) : 0,
  };
  const guides = [...x.at.map((at) => ({ isVertical: true, at })), ...y.at.map((at) => ({ isVertical: false, at }))];
  return { change, guides };
}

function lines(size: number, safe: number, others: [number, number][]): number[] {
  const own = [0, size / 2, size, ...(size > 2 * safe ? [safe, size - safe] : [])];
  return [...own, ...others.flatMap(([start, length]) => [start, start + length / 2, start + length])];
}

function rest(points: number[], by: number, to: number[], { reach, grid }: Surroundings): { by: number; at: number[] } {
  if (!points.length) return { by: 0, at: [] };
  let best = { by: 0, distance: reach };
  for (const point of points) {
    for (const line of to) {
      const distance = Math.abs(point + by - line);
      if (distance < best.distance) best = { by: line - point, distance };
    }
  }
  if (best.distance < reach) {
    const at = to.filter((line) => points.some((point) => Math.abs(point + best.by - line) < 0.005));
    return { by: rounded(best.by), at: [...new Set(at)] };
  }
  const first = points[0]!;
  return { by: rounded(grid ? Math.round((first + by) / grid) * grid - first : by), at: [] };
}

export const rounded = (length: number): number => Math.round(length * 100) / 100;

/** Return how boxes move to be in line with each other, or with the card if it is one alone. */
export function aligned(places: Map<string, Place>, how: string, card: [number, number]): Record<string, Change> {
  const whole: Place = places.size > 1 ? around([...places.values()]) : [0, 0, ...card];
  const found: Record<string, Change> = {};
  for (const [path, [x, y, width, height]] of places) {
    const dx = { left: whole[0] - x, center: whole[0] + (whole[2] - width) / 2 - x, right: whole[0] + whole[2] - width - x }[how] ?? 0;
    const dy = { top: whole[1] - y, middle: whole[1] + (whole[3] - height) / 2 - y, bottom: whole[1] + whole[3] - height - y }[how] ?? 0;
    found[path] = moved(dx, dy);
  }
  return found;
}

/** Return how boxes move to have equal gaps between them, from the first to the last. */
export function distributed(places: Map<string, Place>, axis: 0 | 1): Record<string, Change> {
  const order = [...places].sort(([, a], [, b]) => a[axis] - b[axis]);
  const first = order[0]?.[1];
  const last = order[order.length - 1]?.[1];
  if (!first || !last || order.length < 3) return {};
  const room = last[axis] + last[axis + 2]! - first[axis] - order.reduce((sum, [, place]) => sum + place[axis + 2]!, 0);
  const gap = room / (order.length - 1);
  let at = first[axis];
  const found: Record<string, Change> = {};
  for (const [path, place] of order) {
    const by = at - place[axis];
    found[path] = axis ? moved(0, by) : moved(by, 0);
    at += place[axis + 2]! + gap;
  }
  return found;
}

export function moved(dx: number, dy: number): Change {
  const [x, y] = [rounded(dx), rounded(dy)];
  return { left: x, right: x, top: y, bottom: y };
}
