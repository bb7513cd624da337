/**
 * Searches for quadrangles that look like a card among up to 60 straight lines (56 detected ones, and the picture's own four sides).
 *
 * For every pair of opposite sides, the best seven lines across are kept, and every two of them complete a quadrangle. Everything needed
 * about two lines (where they intersect, how far their edges continue) is in the square tables of `crossLines`, so a quadrangle costs
 * only a few look-ups before its score is computed.
 *
 * Invariants: a score never exceeds the score of the edges, because plausibility and the factor for borders are at most 1; so a
 * quadrangle whose edges alone are no better than the worst one kept is dropped before its corners are computed, without loss. Kept
 * corners are convex and clockwise. A side on the picture's border has no visible edges, and is valued like the weakest visible side.
 * Cost: at most 1,770 pairs with 21 quadrangles each; about 5 ms.
 */

import type { Point, Quad } from '../picture/raster.ts';
import { areaOf, nearestFormat, poseOf } from './card-pose.ts';
import { completeCutCard } from './cut-cards.ts';
import { crossLines, type Crossings } from './line-crossings.ts';
import { supportShare, type StraightLine } from './straight-lines.ts';

/** Four lines that may be the sides of a card. Positions are in pixels of the raster. */
export interface QuadCandidate {
  corners: Quad;
  /** Share of each side inside the picture that follows edges, 0–1, in the order of the corners; `null` for the picture's own sides. */
  sides: readonly (number | null)[];
  /** How well edges follow the four sides and end at the corners, 0–1. */
  edges: number;
  /** How much the candidate resembles a card; 0 to about 1, higher is better. */
  score: number;
}

interface Frame {
  width: number;
  height: number;
}

/** Limits for opposite sides: maximum difference in direction, in degrees, and minimum distance, as a share of the longest side. */
const opposite = { angle: 32, apart: 0.12 };
/** Minimum share of the picture that a card covers. */
const smallest = 0.03;
/** Sides with less of their length on edges are rejected. */
const leastSide = 0.12;
/** Number of cross sides kept for each pair of opposite sides. */
const mostCrossing = 7;
/** Value of a side on the picture's own border while the others are unknown. */
const borderSupport = 0.35;
/** Value of a side on the border relative to the weakest visible side, once the others are known. */
const borderTrust = 0.85;
/** How far an edge is assumed to continue beyond a corner outside the picture. */
const unseenCorner = 0.4;
/** Factor for a card that touches the picture's border, which is less certain than one inside. */
const touching = 0.85;
/** Rounded corners, as a share of the side. */
const rounding = 0.05;

/** A side between two others. */
interface Side {
  line: number;
  /** Share that follows edges; `null` on a border. */
  share: number | null;
  /** `share` minus the edges that continue beyond the corners. */
  value: number;
}

/** The quadrangles enclosed by four of the lines that most resemble a card, best first. */
export function searchQuads(lines: readonly StraightLine[], frame: Frame, most: number): QuadCandidate[] {
  const crossings = crossLines(lines, frame);
  const best: QuadCandidate[] = [];
  for (const [left, right] of oppositePairs(lines, frame)) {
    const across = sidesAcross(lines, crossings, left, right);
    for (let at = 0; at < across.length; at += 1) {
      for (let next = at + 1; next < across.length; next += 1) {
        // Increases as the list fills, so that later quadrangles are dropped sooner.
        const worst = best.length === most ? (best.at(-1)?.score ?? 0) : 0;
        const found = quadOf({ lines, crossings, frame }, [left, across[at]!, right, across[next]!], worst);
        if (found === null || best.some((known) => isSame(known, found))) continue;
        best.push(found);
        best.sort((a, b) => b.score - a.score);
        best.length = Math.min(best.length, most);
      }
    }
  }
  return best;
}

/** The best sides between two lines, best first. */
function sidesAcross(
  lines: readonly StraightLine[],
  crossings: Crossings,
  left: number,
  right: number,
): Side[] {
  const across: Side[] = [];
  for (let line = 0; line < lines.length; line += 1) {
    const side = sideBetween(lines, crossings, line, left, right);
    if (side !== null) across.push(side);
  }
  return across.sort((a, b) => b.value - a.value).slice(0, mostCrossing);
}

function oppositePairs(lines: readonly StraightLine[], { width, height }: Frame): [number, number][] {
  const cosine = Math.cos((opposite.angle * Math.PI) / 180);
  const apart = opposite.apart * Math.max(width, height);
  const away = ({ nx, ny, offset }: StraightLine): number => (nx * width + ny * height) / 2 - offset;
  return lines.flatMap((a, at) =>
    lines.slice(at + 1).flatMap((b, index): [number, number][] => {
      const dot = a.nx * b.nx + a.ny * b.ny;
      // Distances from the middle of the picture; the sign of the product shows whether the normals point the same way.
      const near = Math.abs(away(a) - Math.sign(dot) * away(b)) < apart;
      return Math.abs(dot) < cosine || near || (a.border && b.border) ? [] : [[at, at + 1 + index]];
    }),
  );
}

function sideBetween(
  lines: readonly StraightLine[],
  { position, after, before, inside, count }: Crossings,
  line: number,
  from: number,
  to: number,
): Side | null {
  const a = line * count + from;
  const b = line * count + to;
  const atA = position[a]!;
  const atB = position[b]!;
  if (Number.isNaN(atA) || Number.isNaN(atB)) return null;
  const own = lines[line]!;
  if (own.border) return { line, share: null, value: borderSupport };
  const low = Math.min(atA, atB);
  const high = Math.max(atA, atB);
  // Cards have rounded corners: the ends of a side are curved.
  const margin = rounding * (high - low);
  const lowest = inside[line * 2]!;
  const highest = inside[line * 2 + 1]!;
  const begin = Math.max(low + margin, lowest);
  const end = Math.min(high - margin, highest);
  if (end - begin < 8) return null;
  const share = supportShare(own, begin, end);
  if (share < leastSide) return null;
  const seen = (end - begin) / (high - low - 2 * margin);
  // An edge's end at a corner outside the picture is not visible, so such a corner counts little.
  const first = low > lowest ? Math.min(before[atA < atB ? a : b]!, share) : unseenCorner;
  const last = high < highest ? Math.min(after[atA < atB ? b : a]!, share) : unseenCorner;
  return { line, share, value: share * (0.4 + 0.6 * seen) - (first + last) / 4 };
}

function quadOf(
  { lines, crossings, frame }: { lines: readonly StraightLine[]; crossings: Crossings; frame: Frame },
  [left, top, right, bottom]: readonly [number, Side, number, Side],
  atLeast: number,
): QuadCandidate | null {
  const westSide = sideBetween(lines, crossings, left, top.line, bottom.line);
  const eastSide = westSide && sideBetween(lines, crossings, right, top.line, bottom.line);
  if (!westSide || !eastSide) return null;
  const around = [westSide, top, eastSide, bottom] as const;
  const edges = edgeScore(around);
  if (edges <= atLeast) return null;
  const pointAt = (a: number, b: number): Point => {
    const at = a * crossings.count + b;
    return [crossings.x[at]!, crossings.y[at]!];
  };
  const crossed: Quad = [
    pointAt(bottom.line, left),
    pointAt(top.line, left),
    pointAt(top.line, right),
    pointAt(bottom.line, right),
  ];
  // Which of the two pairs is called left and right is arbitrary.
  const clockwise = areaOf(crossed) > 0;
  const seen: Quad = clockwise ? crossed : [crossed[0], crossed[3], crossed[2], crossed[1]];
  if (!isConvex(seen) || areaOf(seen) < smallest * frame.width * frame.height) return null;
  const sides = (clockwise ? around : [around[3], around[2], around[1], around[0]]).map(({ share }) => share);
  // The expensive part, reached by few candidates: completing a cut card uses bisection.
  const corners = completed(seen, sides, frame);
  if (corners === null) return null;
  const score = edges * plausibility(corners, frame) * (sides.includes(null) ? touching : 1);
  return score <= atLeast ? null : { corners, sides, edges, score };
}

/** Extends a card beyond the border that cuts it off; two borders are accepted only around a known shape. */
function completed(seen: Quad, sides: readonly (number | null)[], frame: Frame): Quad | null {
  const borders = sides.flatMap((share, side) => (share === null ? [side] : []));
  const [border] = borders;
  if (border === undefined) return seen;
  const corners = borders.length > 2 ? null : completeCutCard(seen, border, frame);
  return borders.length === 2 && corners !== seen ? null : corners;
}

function edgeScore(sides: readonly Side[]): number {
  let weakest = Infinity;
  for (const { share, value } of sides) if (share !== null && value < weakest) weakest = value;
  const supposed = borderTrust * weakest;
  let sum = 0;
  let least = Infinity;
  for (const side of sides) {
    const value = side.share === null ? supposed : side.value;
    sum += value;
    if (value < least) least = value;
  }
  return (0.65 * sum) / 4 + 0.35 * least;
}

/** How plausible the corners are for a card in front of a camera, 0–1. */
function plausibility(corners: Quad, frame: Frame): number {
  const pose = poseOf(corners, frame);
  const { deviation } = nearestFormat(pose.ratio);
  const shape = 0.5 + 0.5 * Math.exp(-((deviation / 0.07) ** 2));
  const level = pose.tilt < 35 ? 1 : Math.max(0, 1 - (pose.tilt - 35) / 40);
  const size = Math.min(1, areaOf(corners) / (frame.width * frame.height * 0.4)) ** 0.2;
  return shape * level * size;
}

function isConvex(corners: Quad): boolean {
  for (let at = 0; at < 4; at += 1) {
    const here = corners[at]!;
    const next = corners[(at + 1) & 3]!;
    const after = corners[(at + 2) & 3]!;
    if ((next[0] - here[0]) * (after[1] - next[1]) <= (next[1] - here[1]) * (after[0] - next[0]))
      return false;
  }
  return true;
}

function isSame(a: QuadCandidate, b: QuadCandidate): boolean {
  return a.score === b.score && a.corners[0][0] === b.corners[0][0];
}
