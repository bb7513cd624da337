import type { EdgePoints } from './edge-points.ts';
import { LineVotes } from './line-votes.ts';

/** A straight line across the picture, and where edges lie on it. */
export interface StraightLine {
  /** Unit normal; points on the line satisfy `nx · x + ny · y = offset`. */
  nx: number;
  ny: number;
  offset: number;
  /** Running count of positions with an edge; positions run along (−ny, nx), one per pixel. */
  support: Uint16Array;
  /** Coordinate of position 0 along (−ny, nx). */
  start: number;
  /** Whether it is a side of the picture itself, where no edge is visible. */
  border: boolean;
}

type Placed = Pick<StraightLine, 'nx' | 'ny' | 'offset'>;

/** Maximum distance in pixels and angle in degrees of the points that belong to a line. */
const near = 1.8;
const alike = 14;
/** Minimum votes for a line, as a share of the picture's longest side. */
const fewestVotes = 0.05;
/** Positions adjacent to an edge point also count, because weak edges have gaps. */
const spread = 1;

/** Number of lines examined for each one that is kept. */
const looked = 2;

/**
 * Finds the lines with the longest continuous edges, longest first; points of one line do not count for later ones. Lines of print also
 * have many edge points, but in short pieces.
 */
export function findLines(
  points: EdgePoints,
  { width, height, most }: { width: number; height: number; most: number },
): StraightLine[] {
  const reach = Math.ceil(Math.hypot(width, height));
  const votes = new LineVotes(points, reach);
  const byAngle = sortByAngle(points);
  const used = new Uint8Array(points.count);
  const lines: StraightLine[] = [];
  for (let tries = 0; tries < most * looked; tries += 1) {
    const peak = votes.highest();
    if (peak.votes < fewestVotes * Math.max(width, height)) break;
    const first = membersOf(points, byAngle, lineAt(peak.angle, peak.offset));
    // The peak is accurate to one degree and 1.5 pixels; a least-squares fit of its points is far more precise.
    const line = fitLine(points, first) ?? lineAt(peak.angle, peak.offset);
    const members = membersOf(points, byAngle, line);
    // Both groups: points near the peak that are not on the fitted line would win again.
    for (const group of [first, members]) {
      for (const at of group) {
        if (used[at] === 1) continue;
        used[at] = 1;
        votes.withdraw(at);
      }
    }
    votes.clear(peak);
    lines.push({ ...line, ...supportOf(points, line, members, reach), border: false });
  }
  return lines
    .map((line) => ({ line, length: unbrokenLength(line) }))
    .toSorted((a, b) => b.length - a.length)
    .slice(0, most)
    .map(({ line }) => line);
}

/** Longest gap in an edge that counts as continuous, in pixels. */
const smallGap = 3;

/** Square root of the sum of the squared lengths of continuous stretches. */
function unbrokenLength({ support }: StraightLine): number {
  let sum = 0;
  let run = 0;
  let missing = 0;
  for (let at = 1; at < support.length; at += 1) {
    if (support[at]! > support[at - 1]!) {
      // Small gaps count as part of the run, except before its first point.
      run += 1 + (run > 0 ? missing : 0);
      missing = 0;
    } else {
      missing += 1;
      if (missing === smallGap + 1) {
        sum += run * run;
        run = 0;
      }
    }
  }
  return Math.sqrt(sum + run * run);
}

/** The four sides of the picture as lines without edge information. */
export function borderLines(width: number, height: number): StraightLine[] {
  const none = { support: new Uint16Array(1), start: 0, border: true };
  return [
    { nx: 1, ny: 0, offset: 0, ...none },
    { nx: 1, ny: 0, offset: width, ...none },
    { nx: 0, ny: 1, offset: 0, ...none },
    { nx: 0, ny: 1, offset: height, ...none },
  ];
}

/** Share of a stretch of a line that follows edges, 0–1; positions are along (−ny, nx). */
export function supportShare({ support, start }: StraightLine, from: number, to: number): number {
  const last = support.length - 1;
  const begin = Math.min(last, Math.max(0, Math.round(from - start)));
  const end = Math.min(last, Math.max(0, Math.round(to - start)));
  return end > begin ? (support[end]! - support[begin]!) / (end - begin) : 0;
}

function lineAt(degrees: number, offset: number): Placed {
  const angle = (degrees * Math.PI) / 180;
  return { nx: Math.cos(angle), ny: Math.sin(angle), offset };
}

/** Indices of points sorted by whole degrees of their direction, and the start of each degree. */
function sortByAngle({ count, angle }: EdgePoints): { order: Uint32Array; starts: Uint32Array } {
  const degreeOf = (at: number): number => Math.floor((angle[at]! * 180) / Math.PI) % 180;
  const starts = new Uint32Array(181);
  for (let at = 0; at < count; at += 1) starts[degreeOf(at) + 1]! += 1;
  for (let degree = 0; degree < 180; degree += 1) starts[degree + 1]! += starts[degree]!;
  const next = starts.slice();
  const order = new Uint32Array(count);
  for (let at = 0; at < count; at += 1) {
    const degree = degreeOf(at);
    order[next[degree]!] = at;
    next[degree]! += 1;
  }
  return { order, starts };
}

function membersOf(
  { x, y }: EdgePoints,
  { order, starts }: ReturnType<typeof sortByAngle>,
  { nx, ny, offset }: Placed,
): number[] {
  const middle = Math.round((Math.atan2(ny, nx) * 180) / Math.PI);
  const members: number[] = [];
  for (let turn = middle - alike; turn <= middle + alike; turn += 1) {
    const degree = ((turn % 180) + 180) % 180;
    const end = starts[degree + 1]!;
    for (let index = starts[degree]!; index < end; index += 1) {
      const at = order[index]!;
      if (Math.abs(nx * x[at]! + ny * y[at]! - offset) <= near) members.push(at);
    }
  }
  return members;
}

/** The least-squares line; `null` for too few points. */
function fitLine({ x, y, weight }: EdgePoints, members: readonly number[]): Placed | null {
  if (members.length < 8) return null;
  let sum = 0;
  let sumX = 0;
  let sumY = 0;
  for (const at of members) {
    sum += weight[at]!;
    sumX += weight[at]! * x[at]!;
    sumY += weight[at]! * y[at]!;
  }
  const [meanX, meanY] = [sumX / sum, sumY / sum];
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (const at of members) {
    const dx = x[at]! - meanX;
    const dy = y[at]! - meanY;
    xx += weight[at]! * dx * dx;
    xy += weight[at]! * dx * dy;
    yy += weight[at]! * dy * dy;
  }
  // The main axis of the points: minimises the perpendicular distances, whatever the direction of the line.
  const direction = 0.5 * Math.atan2(2 * xy, xx - yy);
  const [nx, ny] = [-Math.sin(direction), Math.cos(direction)];
  return { nx, ny, offset: nx * meanX + ny * meanY };
}

function supportOf(
  { x, y }: EdgePoints,
  { nx, ny }: Placed,
  members: readonly number[],
  reach: number,
): Pick<StraightLine, 'support' | 'start'> {
  const hit = new Uint8Array(2 * reach + 2);
  for (const at of members) {
    const position = Math.round(nx * y[at]! - ny * x[at]!) + reach;
    // Not `fill`: a call is slower for three values. Writes outside the array are ignored.
    for (let place = position - spread; place <= position + spread; place += 1) hit[place] = 1;
  }
  const support = new Uint16Array(hit.length + 1);
  for (let at = 0; at < hit.length; at += 1) support[at + 1] = support[at]! + hit[at]!;
  return { support, start: -reach };
}
