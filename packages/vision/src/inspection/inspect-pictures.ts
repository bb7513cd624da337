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

/** The input of an inspection. */
export interface InspectionInput {
  /** All pictures of one attempt, in upload order. */
  pictures: readonly Picture[];
  /** `YYYY-MM-DD`; determines the centuries of two-digit years. */
  today: string;
  inspection?: InspectionRequest;
  limit?: TimeLimit;
  /**
   * Whether the pictures are inspected individually: instead of `time.limit`, the picture that used up the time is named by its code. If
   * the machine was too busy for that, `time.limit` remains.
   */
  final?: boolean;
  /** Factor by which the wall-clock limit is extended, at least 1, the default. */
  patience?: number;
}

/**
 * Inspects all pictures of one attempt, one after the other: opens each once, finds and measures, and reads zone and codes. Meanwhile
 * reads the print, alongside the parts on which it does not depend, and finally compares the faces. A part that fails is named in
 * `notComputed` and never yields a value.
 * @see docs/decisions/0203-run-ocr-in-parallel-with-the-rest-of-an-inspection.md
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
 * Inspects each picture. A side with the portrait but without a zone waits for the other sides, one at a time: a zone read there saves
 * the search for codes. Another process or thread reads the print as soon as only selfies remain; meanwhile the documents are measured
 * and the selfies inspected. This is not done in an inspection that determines which picture is slow, because processor time then has to
 * be attributed to one picture.
 * @returns all pictures in upload order, and the reading of print if it has begun
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
  /** Pictures that were read are measured before another one is opened, so that only one set of pixels is kept. */
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

/** Starts reading print; failures are reported to the caller that awaits it. */
function startPrint(run: InspectionRun, inspected: readonly ReadPicture[]): Promise<InspectedPrint> {
  const reading = inspectPrint(run, inspected);
  reading.catch(() => {});
  return reading;
}

/**
 * Names slow pictures in a final inspection if the time was used up: the picture that took most of it, and any that were incomplete or
 * not reached. If a part of one picture used up the time of that part, names that picture. If time ran out without being used, names
 * nothing: the machine was too busy.
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
    /** The selfie with which the document was compared. */
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
  // If a film takes too long, no picture can be named.
  if (found === null && isUsed()) run.notComputed.add('challenge');
  return { examined, challenge: found };
}

/** Signs that the end user can correct, as codes of their picture. */
const signCodes: Readonly<Record<string, QualityFinding['code']>> = {
  'doc.same_file': 'img.duplicate',
  'doc.recaptured': 'doc.copy',
  'doc.printed_copy': 'doc.copy',
  'doc.grey_copy': 'doc.copy',
};

/** Copies signs to the codes of their pictures, the strongest of each kind. */
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
