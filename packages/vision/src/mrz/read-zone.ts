/**
 * Order and limits of the attempts on one grey picture. An attempt is one group of strips in one orientation: as it is, or transposed for
 * zones that run up or down the picture. Whether a zone is upside down is decided by the network, cell by cell, without another crop.
 *
 * State is the best candidate so far. The first one whose check digits all agree ends the search; otherwise all attempts are made, at
 * most three groups and three completions in each of two orientations. Reading a group costs about 40 ms, searching for bands about 10
 * ms, so the time is bounded by the limits, not by the picture.
 */

import { bestWindow, choosePlacement } from './candidates.ts';
import type { Candidate } from './candidates.ts';
import { completions } from './completion.ts';
import { finishReading } from './decode.ts';
import { groupStrips } from './groups.ts';
import type { StripGroup } from './groups.ts';
import { normaliseInk } from './ink.ts';
import type { InkPlane } from './ink.ts';
import { fitGrids } from './pitch-grid.ts';
import { planeOf, pyramidOf, shrink, transpose } from './plane.ts';
import type { Pyramid } from './plane.ts';
import type { MrzReading } from './reading.ts';
import { rectifiedSize, rectify, straightened } from './rectify.ts';
import type { RectifiedZone } from './rectify.ts';
import { rankByRhythm } from './rhythm.ts';
import { findStrips } from './strips.ts';
import { trackLines } from './text-lines.ts';
import type { TextLine } from './text-lines.ts';
import { allAgree } from './validity.ts';
import { shippedParameters } from './weights-loading.ts';
import { mapQuad } from '../picture/points.ts';
import type { Plane, Point, Quad, Raster } from '../picture/raster.ts';
import { cornersInZone } from './zone-corners.ts';
import { mayBeZone, mayRunAlong } from './zone-place.ts';
import type { ZoneOutline } from './zone-place.ts';

/** Longest side in pixels of the picture in which bands are searched. */
const workingSide = 800;

/** At most this many groups are tried in one orientation. */
const mostGroups = 3;

/** After this many groups without certain characters, no others are tried, because a zone ranks first or second. */
const mostDoubtful = 2;

/**
 * A group with a lower common rhythm, 0–1, is tried only if it is the first of its orientation. In 91 drawn pictures with a zone, the group
 * that was read had at least 0.27, and ranked first if it had less than 0.34.
 */
const secondRhythm = 0.3;

/** Maximum number of completed groups in one orientation; pages of evenly spaced type look like zones at first. */
const mostCompletions = 3;

/** Minimum values for a zone: mean confidence of sampled cells, clarity of the grid, final score. */
const limits = { confidence: 0.45, clarity: 0.06, score: -0.55 } as const;

interface Source {
  pyramid: Pyramid;
  scale: number;
  transposed: boolean;
  /** In pixels of the grey picture. */
  outline: ZoneOutline | null;
}

interface TracedZone {
  zone: RectifiedZone;
  ink: InkPlane;
  lines: TextLine[];
}

function traceZone(group: StripGroup, source: Source, pitch: number): TracedZone {
  const zone = rectify(group, source);
  const ink = normaliseInk(zone.plane, { rows: zone.rows, pitch });
  return { zone, ink, lines: trackLines(ink, zone.rows, pitch) };
}

/** Slope, in pixels from the middle to the end of a line, above which the zone is rectified again. */
const crookedSlope = 2;

/** Rectifies a zone, and rectifies it again along the lines found if the slopes of the strips were wrong. */
function traceTwice(group: StripGroup, source: Source, pitch: number): TracedZone {
  const first = traceZone(group, source, pitch);
  if (first.lines.every((line) => Math.abs(line.slope) < crookedSlope)) return first;
  const { width } = first.ink;
  const [left, right] = [rectifiedSize.margin, width - rectifiedSize.margin];
  const courses = first.lines.map((line) => ({
    from: [left, line.base + line.slope * ((2 * left) / width - 1)] as const,
    to: [right, line.base + line.slope * ((2 * right) / width - 1)] as const,
  }));
  // Slopes of strips are least-squares fits over strokes and may be off by a few degrees; those of lines found in the cut-out are accurate.
  const second = traceZone(straightened(group, first.zone, courses), source, pitch);
  const worst = (traced: TracedZone): number => Math.max(...traced.lines.map((line) => Math.abs(line.slope)));
  return worst(second) < worst(first) ? second : first;
}

/** A candidate and its position, in pixels of the grey picture. */
interface PlacedCandidate extends Candidate {
  corners: Quad;
}

/** Result of reading one group: the best candidate, and the network's confidence in the grid. */
interface GroupReading {
  candidate: PlacedCandidate | null;
  confidence: number;
  /** Columns in the rectified zone, and distance between its first two lines in pitches of the fitted grid. */
  fit: { columns: number; spacing: number };
}

const unreadable: GroupReading = { candidate: null, confidence: 0, fit: { columns: 0, spacing: 0 } };

function readGroup(group: StripGroup, source: Source): GroupReading {
  const parameters = shippedParameters();
  const three = group.strips.length === 3;
  const range = three ? { from: 26, to: 42 } : { from: 28, to: 62 };
  const traced = traceTwice(group, source, rectifiedSize.inner / (three ? 30 : 42));
  // From here on, characters are not mirrored, but may be upside down.
  const { ink, lines } = source.transposed ? mirrored(traced) : traced;
  const grids = fitGrids(ink, lines, range);
  if ((grids[0]?.clarity ?? 0) < limits.clarity) return unreadable;
  const placement = choosePlacement(parameters, ink, { lines, grids });
  // Without text, reading every cell and every window is not worth the cost.
  if (placement.confidence < limits.confidence) return unreadable;
  const columns = (placement.layout[0]?.borders.length ?? 2) - 1;
  const spacing = (((lines[1]?.base ?? 0) - (lines[0]?.base ?? 0)) * columns) / ink.width;
  const candidate = bestWindow(parameters, ink, placement);
  const toPicture = outOf(traced.zone, source);
  return {
    candidate: candidate && {
      ...candidate,
      corners: mapQuad(cornersInZone(candidate, placement, ink.width), toPicture),
    },
    confidence: placement.confidence,
    fit: { columns, spacing },
  };
}

/** Maps a point of the rectified zone to the grey picture; whole numbers are borders of pixels. */
function outOf(zone: RectifiedZone, source: Source): (point: Point) => Point {
  const toGrey = outOfWorking(source);
  return ([x, y]) => toGrey(zone.toWorking([(source.transposed ? zone.plane.width - x : x) - 0.5, y - 0.5]));
}

/** Maps a point of the working picture to the grey picture. */
function outOfWorking({ scale, transposed }: Source): (point: Point) => Point {
  return ([x, y]) => {
    const [across, down] = [(x + 0.5) * scale, (y + 0.5) * scale];
    return transposed ? [down, across] : [across, down];
  };
}

/** Undoes the mirroring caused by transposition. */
function mirrored({ zone, ink, lines }: TracedZone): TracedZone {
  for (let y = 0; y < ink.height; y += 1) ink.data.subarray(y * ink.width, (y + 1) * ink.width).reverse();
  return { zone, ink, lines: lines.map((line) => ({ ...line, slope: -line.slope })) };
}

/** A grid with this confidence contains characters of some kind, so that a missing line is searched for. */
const sureCharacters = 0.7;

/** Finds the best candidate among the groups of one orientation; stops at the first one whose check digits all agree. */
function readOrientation(work: Plane, source: Source): PlacedCandidate | null {
  let best: PlacedCandidate | null = null;
  const settled = (): boolean => best !== null && allAgree(best.text.checks);
  const attempt = (group: StripGroup): GroupReading => {
    const reading = readGroup(group, source);
    const score = reading.candidate?.score ?? -Infinity;
    if (score >= limits.score && score > (best?.score ?? -Infinity)) best = reading.candidate;
    return reading;
  };
  let [tried, doubtful] = [0, 0];
  const toGrey = outOfWorking(source);
  const groups = groupStrips(findStrips(work)).filter((group) => mayBeZone(group, source.outline, toGrey));
  for (const group of rankByRhythm(work, groups).slice(0, mostGroups)) {
    // A group without much rhythm is tried only as the first of its orientation.
    if (doubtful > 0 && group.rhythm < secondRhythm) continue;
    const { confidence, fit } = attempt(group);
    if (settled()) return best;
    // If there are no characters, there is nothing to complete.
    if (confidence < sureCharacters) {
      doubtful += 1;
      if (doubtful === mostDoubtful) break;
      continue;
    }
    for (const completed of completions(group, fit).slice(0, mostCompletions - tried)) {
      tried += 1;
      attempt(completed);
      if (settled()) return best;
    }
  }
  return best;
}

/** Input of the reader besides the picture. */
export interface MrzHints {
  /** `YYYY-MM-DD`, for two-digit years. */
  today: string;
  /** Roll of the document's portrait in degrees, if one was found: shows the document's orientation. */
  portraitRoll?: number;
  /**
   * The document's outline if it shows where a zone can be, in pixels of the upright original; no zone is searched for elsewhere on it.
   */
  outline?: ZoneOutline | null;
}

/**
 * Reads the machine-readable zone in a grey picture, in any of the four orientations. All corners, including those of an outline, are in
 * pixels of this picture.
 * @returns `null` if there is none that can be read
 */
export function readZone(grey: Raster, hints: MrzHints): MrzReading | null {
  const full = planeOf(grey);
  const work = shrink(full, workingSide);
  const scale = full.width / work.width;
  const pyramid = pyramidOf(full);
  const { outline = null } = hints;
  const sidewaysFirst = Math.abs(Math.sin(((hints.portraitRoll ?? 0) * Math.PI) / 180)) > 0.7;
  let best: PlacedCandidate | null = null;
  // The portrait's roll only determines the order; a reliable outline rules out one of the two.
  for (const transposed of sidewaysFirst ? [true, false] : [false, true]) {
    if (!mayRunAlong(transposed ? 'columns' : 'rows', outline)) continue;
    const plane = transposed ? transpose(work) : work;
    const candidate = readOrientation(plane, { pyramid, scale, transposed, outline });
    if (candidate && (!best || candidate.score > best.score)) best = candidate;
    if (best && allAgree(best.text.checks)) break;
  }
  return best && { ...finishReading(best.text, best.lines, hints.today), corners: best.corners };
}
