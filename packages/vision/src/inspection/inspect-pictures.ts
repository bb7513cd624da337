import { readChallenge } from '../challenge/read-challenge.ts';
import { compareChosen, type Described, describeAhead } from './compare-chosen.ts';
import { classifyDocument } from './document-class.ts';
import {
  type InspectedPicture,
  measureRead,
  type ReadPicture,
  readSeen,
  seePicture,
  unseen,
  type Unmeasured,
} from './inspected-picture.ts';
import { subjectOf, thingOf } from './picture-subject.ts';
import { hasPortrait, type Seen } from './seen-picture.ts';
import { beginPrint, inspectPrint, type InspectedPrint } from './inspect-print.ts';
import {
  attempt,
  type InspectionRequest,
  type InspectionParts,
  type InspectionRun,
  timed,
  timedFor,
} from './inspection-run.ts';
import { type TimeLimit, unlimited } from './time-limit.ts';
import type { InspectedFindings, Picture } from './picture-findings.ts';
import type { LivenessFinding, PictureFinding, QualityFinding } from '@countersign/findings';

/** What to inspect. */
export interface InspectionInput {
  /** All pictures of one attempt, in upload order. */
  pictures: readonly Picture[];
  /** `YYYY-MM-DD`, for the centuries of two-digit years. */
  today: string;
  inspection?: InspectionRequest;
  limit?: TimeLimit;
  /**
   * The pictures are looked at by themselves: instead of `time.limit`, the picture that used up the time is named by its code. Where
   * the machine was too busy for that, `time.limit` stays.
   */
  final?: boolean;
  /** How many times as long as usual it may take by the clock, from 1, the default. */
  patience?: number;
}

/**
 * Looks at all pictures of one attempt, one after the other: opens each once, finds and measures, reads zone and codes; reads print,
 * beside what print does not go by, and compares the faces. A part that fails is named in `notComputed` and never yields a value.
 * @see docs/decisions/0203-print-is-read-while-the-rest-is-looked-at.md
 */
export async function inspectPictures(
  parts: InspectionParts,
  { pictures, today, inspection = {}, limit = unlimited, final = false, patience = 1 }: InspectionInput,
): Promise<InspectedFindings> {
  const run = beginRun(parts, { today, inspection, limit, final, patience });
  const { inspected, findings, reading } = await lookAtEach(run, pictures);
  const described: Described = reading === null ? new Map() : await describeAhead(run, inspected);
  const { printed, ...agreed } = await (reading ?? inspectPrint(run, inspected));
  const compared = await compareChosen(run, inspected, described);
  const liveness = await examineLiveness(run, {
    pictures,
    inspected,
    compared: compared.selfie,
    isUsed: limit.isUsed,
  });
  addSigns(run, inspected);
  nameSlow(run, { findings, isUsed: limit.isUsed() });
  const { mrz, barcode, evidence, notComputed, cutShort, timings } = run;
  return {
    pictures: findings,
    mrz,
    barcode,
    printed,
    ...agreed,
    documentClass: classifyDocument({ mrz, barcode, printed }),
    ...compared,
    evidence,
    liveness,
    notComputed: [...notComputed],
    cutShort: [...cutShort],
    models: [...Object.values(parts.models.ids), ...(printed ? [printed.engine] : [])],
    timings,
  };
}

/**
 * Looks at each picture. A side with the portrait and without a zone waits for the other sides, one at a time: a zone that is read there
 * spares the search for its codes. Print is read, by another process or thread, from when only selfies are left: beside it the documents
 * are measured and the selfies looked at. Not in a look that finds out which picture is slow: what the process uses is then of one picture.
 * @returns all in upload order, and the reading of print where it has begun
 */
async function lookAtEach(
  run: InspectionRun,
  pictures: readonly Picture[],
): Promise<{
  inspected: InspectedPicture[];
  findings: PictureFinding[];
  reading: Promise<InspectedPrint> | null;
}> {
  const done: InspectedPicture[] = [];
  const findings: PictureFinding[] = [];
  const readable: ReadPicture[] = [];
  const unmeasured: { index: number; one: Unmeasured }[] = [];
  let waiting: { index: number; seen: Seen } | null = null;
  let reading: Promise<InspectedPrint> | null = null;
  const read = async (index: number, seen: Seen): Promise<void> => {
    const one = await timedFor(run, seen.picture.mediaId, () => readSeen(run, seen));
    readable[index] = one.read;
    findings[index] = one.read.finding;
    unmeasured.push({ index, one });
  };
  /** What was read is measured before another picture is opened, so that no more pixels are kept. */
  const measure = async (left: readonly Picture[]): Promise<void> => {
    if (!run.final && areSelfies(left)) reading ??= startPrint(run, Object.values(readable));
    for (const { index, one } of unmeasured.splice(0))
      done[index] = await timedFor(run, one.read.picture.mediaId, () => measureRead(run, one));
  };
  for (const [index, picture] of pictures.entries()) {
    await measure(pictures.slice(index));
    const others = pictures.slice(index + 1).filter(({ context }) => subjectOf(context) === 'document');
    const hasOthers = others.length > 0;
    const seen = await timedFor(run, picture.mediaId, () => seePicture(run, picture, { hasOthers }));
    if (!('image' in seen)) findings[index] = seen;
    else if (waiting === null && hasOthers && lacksZone(run, seen)) waiting = { index, seen };
    else await read(index, seen);
    if (waiting !== null && !hasOthers) {
      if (!run.final && areSelfies(pictures.slice(index + 1))) await beginPrint(run, waiting.seen);
      await read(waiting.index, waiting.seen);
      waiting = null;
    }
  }
  await measure([]);
  return { inspected: Object.values(done), findings, reading };
}

const areSelfies = (pictures: readonly Picture[]): boolean =>
  pictures.every(({ context }) => subjectOf(context) === 'selfie');

const lacksZone = (run: InspectionRun, seen: Seen): boolean =>
  hasPortrait(seen) && run.mrz?.status !== 'clean';

function beginRun(
  parts: InspectionParts,
  { today, inspection, limit, final, patience }: Required<Omit<InspectionInput, 'pictures'>>,
): InspectionRun {
  return {
    parts,
    inspection,
    today,
    outOfTime: limit.isOver,
    used: limit.used,
    final,
    patience,
    spent: new Map(),
    unfinished: new Set(),
    slow: new Set(),
    mrz: null,
    barcode: null,
    kept: null,
    begun: null,
    hasPortrait: false,
    evidence: [],
    presentationScored: false,
    notComputed: new Set(),
    cutShort: new Set(),
    timings: {},
  };
}

/** Print is read from here on; what fails is reported to whoever waits for it. */
function startPrint(run: InspectionRun, inspected: readonly ReadPicture[]): Promise<InspectedPrint> {
  const reading = inspectPrint(run, inspected);
  reading.catch(() => {});
  return reading;
}

/**
 * In the last look, where the time was used up: the picture that took most of it is too slow to be read, those of which something was
 * left out and those that had none left come with it. Where a part of one picture used up the time of that part, that picture. Where
 * time ran out without having been used, nothing is named: the machine gave too little of it.
 */
function nameSlow(
  { final, notComputed, spent, unfinished, slow }: InspectionRun,
  { findings, isUsed }: { findings: PictureFinding[]; isUsed: boolean },
): void {
  const isOver = notComputed.has('time.limit');
  if (!final || (isOver && !isUsed)) return;
  notComputed.delete('time.limit');
  const most = Math.max(...spent.values());
  for (const [index, finding] of findings.entries()) {
    const { mediaId, refusal, width } = finding;
    const isUnreached = refusal === null && width === 0;
    const comesWithIt = isUnreached || unfinished.has(mediaId) || spent.get(mediaId) === most;
    if (slow.has(mediaId) || (isOver && comesWithIt))
      findings[index] = { ...unseen(finding), refusal: 'img.too_slow' };
  }
}

async function examineLiveness(
  run: InspectionRun,
  {
    pictures,
    inspected,
    compared,
    isUsed,
  }: {
    pictures: readonly Picture[];
    inspected: readonly InspectedPicture[];
    /** The selfie that the document was compared with. */
    compared: string | undefined;
    isUsed: () => boolean;
  },
): Promise<LivenessFinding> {
  const looked = inspected.some(({ picture }) => thingOf(picture.context) === 'face');
  const examined = run.presentationScored ? 'model' : looked ? 'passive' : 'none';
  const { challenge } = run.inspection;
  if (!challenge) return { examined, challenge: null };
  const chosen = pictures.find(({ mediaId }) => mediaId === compared);
  const selfie = (chosen ?? pictures.findLast(({ context }) => context === 'face'))?.bytes ?? null;
  const found = await timed(run, 'challenge', () =>
    attempt(run, 'challenge', () =>
      readChallenge(run.parts.models, {
        ...challenge,
        selfie,
        isOver: run.outOfTime,
        patience: run.patience,
      }),
    ),
  );
  // No picture can be named for a film that takes too long.
  if (found === null && isUsed()) run.notComputed.add('challenge');
  return { examined, challenge: found };
}

/** Signs that the end-user can do something about, as codes of their picture. */
const signCodes: Readonly<Record<string, QualityFinding['code']>> = {
  'doc.same_file': 'img.duplicate',
  'doc.recaptured': 'doc.copy',
  'doc.printed_copy': 'doc.copy',
  'doc.grey_copy': 'doc.copy',
};

/** Repeats signs among the codes of their picture, the strongest of each. */
function addSigns({ evidence }: InspectionRun, inspected: readonly InspectedPicture[]): void {
  for (const { picture, finding } of inspected) {
    const own = evidence.filter(({ mediaId }) => mediaId === picture.mediaId);
    for (const code of new Set(Object.values(signCodes))) {
      const strengths = own.filter((sign) => signCodes[sign.code] === code).map(({ strength }) => strength);
      if (strengths.length > 0) {
        finding.quality.push({ code, value: Math.max(...strengths), region: 'image' });
      }
    }
  }
}
