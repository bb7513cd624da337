import { bestWindow, choosePlacement } from './candidates.ts';
import type { Candidate } from './candidates.ts';
import { finishReading } from './decode.ts';
import { groupStrips } from './groups.ts';
import type { StripGroup } from './groups.ts';
import { normaliseInk } from './ink.ts';
import type { InkPlane } from './ink.ts';
import { fitGrids } from './pitch-grid.ts';
import { planeOf, pyramidOf, shrink, transpose } from './plane.ts';
import type { Plane } from './plane.ts';
import type { MrzReading } from './reading.ts';
import { RECTIFIED, rectify, straightened } from './rectify.ts';
import type { RectifiedZone } from './rectify.ts';
import { findStrips } from './strips.ts';
import { trackLines } from './text-lines.ts';
import type { TextLine } from './text-lines.ts';
import { allAgree } from './validity.ts';
import { shippedParameters } from './weights-loading.ts';
import type { Raster } from '../raster.ts';

/** Longest side in pixels of the picture in which bands are searched. */
const WORKING_SIDE = 800;

/** At most this many groups are tried in one orientation. */
const MAX_GROUPS = 4;

/** Below these a candidate is no zone: mean confidence of sampled cells, clarity of the grid, final score. */
const LIMITS = { confidence: 0.45, clarity: 0.06, score: -0.55 } as const;

interface Source {
  pyramid: readonly Plane[];
  scale: number;
  transposed: boolean;
}

interface TracedZone {
  zone: RectifiedZone;
  ink: InkPlane;
  lines: TextLine[];
}

function traceZone(group: StripGroup, source: Source, pitch: number): TracedZone {
  const zone = rectify(group, source, 'square');
  const ink = normaliseInk(zone.plane, { rows: zone.rows, pitch });
  return { zone, ink, lines: trackLines(ink, zone.rows, pitch) };
}

/** Slope in pixels from the middle to the end of a line beyond which the zone is rectified once more. */
const CROOKED = 2;

/** Rectifies, and once more along the lines found when the strips' slopes were off. */
function traceTwice(group: StripGroup, source: Source, pitch: number): TracedZone {
  const first = traceZone(group, source, pitch);
  if (first.lines.every((line) => Math.abs(line.slope) < CROOKED)) return first;
  const { width } = first.ink;
  const [left, right] = [RECTIFIED.margin, width - RECTIFIED.margin];
  const courses = first.lines.map((line) => ({
    from: { x: left, y: line.base + line.slope * ((2 * left) / width - 1) },
    to: { x: right, y: line.base + line.slope * ((2 * right) / width - 1) },
  }));
  const second = traceZone(straightened(group, first.zone, courses), source, pitch);
  const worst = (traced: TracedZone): number => Math.max(...traced.lines.map((line) => Math.abs(line.slope)));
  return worst(second) < worst(first) ? second : first;
}

function readGroup(group: StripGroup, source: Source): Candidate | null {
  const parameters = shippedParameters();
  const three = group.strips.length === 3;
  const range = three ? { from: 26, to: 42 } : { from: 28, to: 62 };
  const traced = traceTwice(group, source, RECTIFIED.inner / (three ? 30 : 42));
  const { ink, lines } = source.transposed ? mirrored(traced) : traced;
  const grids = fitGrids(ink, lines, range);
  if ((grids[0]?.clarity ?? 0) < LIMITS.clarity) return null;
  const placement = choosePlacement(parameters, ink, { lines, grids });
  if (placement.confidence < LIMITS.confidence) return null;
  return bestWindow(parameters, ink, placement);
}

/** A transposed picture is a mirrored one: this undoes it. */
function mirrored({ zone, ink, lines }: TracedZone): TracedZone {
  for (let y = 0; y < ink.height; y++) ink.data.subarray(y * ink.width, (y + 1) * ink.width).reverse();
  return { zone, ink, lines: lines.map((line) => ({ ...line, slope: -line.slope })) };
}

/** Best candidate among the groups of one orientation; stops at the first whose digits all agree. */
function readOrientation(work: Plane, source: Source): Candidate | null {
  let best: Candidate | null = null;
  for (const group of groupStrips(findStrips(work)).slice(0, MAX_GROUPS)) {
    const candidate = readGroup(group, source);
    if (!candidate || candidate.score < LIMITS.score) continue;
    if (!best || candidate.score > best.score) best = candidate;
    if (allAgree(best.text.checks)) break;
  }
  return best;
}

/** What the reader is told besides the picture. */
export interface MrzHints {
  /** `YYYY-MM-DD`, for two-digit years. */
  today: string;
  /** Roll of the document's portrait in degrees, when one was found: tells which way up the document lies. */
  portraitRoll?: number;
}

/**
 * Reads the machine-readable zone in a grey picture, any of the four ways up.
 * @returns `null` when there is none that can be read
 */
export function readZone(grey: Raster, hints: MrzHints): MrzReading | null {
  const full = planeOf(grey);
  const work = shrink(full, WORKING_SIDE);
  const scale = full.width / work.width;
  const pyramid = pyramidOf(full, 3);
  const sidewaysFirst = Math.abs(Math.sin(((hints.portraitRoll ?? 0) * Math.PI) / 180)) > 0.7;
  let best: Candidate | null = null;
  for (const transposed of sidewaysFirst ? [true, false] : [false, true]) {
    const plane = transposed ? transpose(work) : work;
    const candidate = readOrientation(plane, { pyramid, scale, transposed });
    if (candidate && (!best || candidate.score > best.score)) best = candidate;
    if (best && allAgree(best.text.checks)) break;
  }
  return best && finishReading(best.text, best.lines, hints.today);
}
