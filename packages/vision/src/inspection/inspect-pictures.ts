import { FilmLate, readChallenge } from '../challenge/read-challenge.ts';
import { compareChosen } from './compare-chosen.ts';
import { classifyDocument } from './document-class.ts';
import { inspectPicture, subjectOf, thingOf, unseen, type InspectedPicture } from './inspected-picture.ts';
import { inspectPrint, type InspectedPrint } from './inspect-print.ts';
import {
  attempt,
  type InspectionRequest,
  type InspectionParts,
  type InspectionRun,
  timed,
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
  /** There is no further inspection: instead of `time.limit`, the picture that is too slow to be read is named by its code. */
  final?: boolean;
}

/**
 * Looks at all pictures of one attempt, one after the other: opens each once, finds and measures, reads zone and codes; then reads
 * print, beside the selfies where they come last, and compares the faces. A part that fails is named in `notComputed` and never yields a value.
 */
export async function inspectPictures(
  parts: InspectionParts,
  { pictures, today, inspection = {}, limit = unlimited, final = false }: InspectionInput,
): Promise<InspectedFindings> {
  const run = beginRun(parts, { today, inspection, limit, final });
  const inspected: InspectedPicture[] = [];
  const findings: PictureFinding[] = [];
  const durations: number[] = [];
  let reading: Promise<InspectedPrint> | null = null;
  for (const [index, picture] of pictures.entries()) {
    // Selfies hold no document: their faces are found while another process, or thread, reads the print.
    if (pictures.slice(index).every(({ context }) => subjectOf(context) === 'selfie')) {
      reading ??= startPrint(run, inspected);
    }
    const started = performance.now();
    const result = await inspectPicture(run, picture);
    durations.push(performance.now() - started);
    if ('finding' in result) inspected.push(result);
    findings.push('finding' in result ? result.finding : result);
  }
  const { printed, ...agreed } = await (reading ?? inspectPrint(run, inspected));
  const compared = await compareChosen(run, inspected);
  const liveness = await examineLiveness(run, { pictures, inspected });
  addSigns(run, inspected);
  if (final && limit.isUsed() && run.notComputed.delete('time.limit')) nameSlowest(findings, durations);
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

function beginRun(
  parts: InspectionParts,
  { today, inspection, limit, final }: Required<Omit<InspectionInput, 'pictures'>>,
): InspectionRun {
  return {
    parts,
    inspection,
    today,
    outOfTime: limit.isOver,
    excused: limit.excused,
    final,
    mrz: null,
    barcode: null,
    evidence: [],
    presentationScored: false,
    notComputed: new Set(),
    cutShort: new Set(),
    timings: {},
  };
}

/** Print is read from here on; what fails is reported to whoever waits for it. */
function startPrint(run: InspectionRun, inspected: readonly InspectedPicture[]): Promise<InspectedPrint> {
  const reading = inspectPrint(run, [...inspected]);
  reading.catch(() => {});
  return reading;
}

/** The time was over: the picture that took most of it is too slow to be read, and those that had none left come with it. */
function nameSlowest(findings: PictureFinding[], durations: readonly number[]): void {
  const slowest = durations.indexOf(Math.max(...durations));
  for (const [index, finding] of findings.entries()) {
    const unreached = finding.refusal === null && finding.width === 0;
    if (index === slowest || unreached) findings[index] = { ...unseen(finding), refusal: 'img.too_slow' };
  }
}

async function examineLiveness(
  run: InspectionRun,
  { pictures, inspected }: { pictures: readonly Picture[]; inspected: readonly InspectedPicture[] },
): Promise<LivenessFinding> {
  const looked = inspected.some(({ picture }) => thingOf(picture.context) === 'face');
  const examined = run.presentationScored ? 'model' : looked ? 'passive' : 'none';
  const { challenge } = run.inspection;
  if (!challenge) return { examined, challenge: null };
  const selfie = pictures.findLast(({ context }) => context === 'face')?.bytes ?? null;
  const found = await timed(run, 'challenge', () =>
    attempt(run, 'challenge', () =>
      readChallenge(run.parts.models, { ...challenge, selfie, isOver: run.outOfTime }).catch(
        (error: unknown) => {
          if (!(error instanceof FilmLate)) throw error;
          run.notComputed.add('time.limit');
          return null;
        },
      ),
    ),
  );
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
