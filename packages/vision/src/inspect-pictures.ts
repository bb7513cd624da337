import { compareFaces } from './compare-faces.ts';
import { describeFace } from './describe-face.ts';
import type { FaceModels } from './face-models.ts';
import { findFaces, type Face } from './find-faces.ts';
import { comparableFaces, measureQuality, turnOf, type PictureSubject } from './measure-quality.ts';
import type { MrzReading } from './mrz/reading.ts';
import { openImage, type OpenedImage } from './open-image.ts';
import type {
  FaceComparison,
  FaceFinding,
  MrzFinding,
  Picture,
  PictureFinding,
  PictureFindings,
  PortraitFinding,
} from './picture-findings.ts';
import { coarseShape, shapeDifference } from './picture-likeness.ts';

/** What an inspection works with. */
export interface InspectionParts {
  models: FaceModels;
  /** Reads the machine-readable zone of one picture; `null` when it sees none. */
  readMrz: (
    image: OpenedImage,
    options: { portraitRoll?: number; today: string },
  ) => Promise<MrzReading | null> | MrzReading | null;
  /** Told of every part that failed; the findings only say that it was not computed. */
  onFailure?: (part: string, error: unknown) => void;
}

/** Faces narrower than this, in pixels of the original, are never compared. */
export const smallestComparedFace = 60;
/** Below these widths the score is marked weak or the face small. */
const strongFace = 80;
const goodSelfie = 160;
/** Sharpness of the face below which a score is marked weak. */
const blurred = 10;
const turnedFrom = 20;
const eyesClosedBelow = 0.15;
const cutFrom = 0.02;
/** Share of differing bits up to which two pictures count as the same one. */
const samePicture = 0.02;

/** A picture on its way through the inspection. */
interface Inspected {
  picture: Picture;
  subject: PictureSubject;
  image: OpenedImage;
  faces: Face[];
  finding: PictureFinding;
}

/** The part that failed and what it leaves out. */
interface Run {
  parts: InspectionParts;
  notComputed: Set<string>;
  timings: Record<string, number>;
}

/**
 * Looks at all pictures of one attempt: opens each once, finds and measures, compares selfie and portrait, reads the
 * machine-readable zone. A part that fails is named in `notComputed` and never yields a value.
 * @param today `YYYY-MM-DD`, for the centuries of two-digit years
 */
export async function inspectPictures(
  parts: InspectionParts,
  { pictures, today }: { pictures: readonly Picture[]; today: string },
): Promise<PictureFindings> {
  const run: Run = { parts, notComputed: new Set(), timings: {} };
  const inspected: Inspected[] = [];
  const findings: PictureFinding[] = [];
  for (const picture of pictures) {
    const result = await inspectPicture(run, picture);
    if ('image' in result) inspected.push(result);
    findings.push('image' in result ? result.finding : result);
  }
  await attempt(run, 'img.duplicate', () => markDuplicates(inspected));
  const portrait = findPortrait(inspected);
  const compared = await compareWithPortrait(run, findSelfie(inspected), portrait);
  return {
    pictures: findings,
    mrz: await readZone(run, inspected, today),
    portrait: portrait === null ? null : portraitFinding(portrait),
    ...compared,
    notComputed: [...run.notComputed],
    models: Object.values(parts.models.ids),
    timings: run.timings,
  };
}

/** What a picture of an upload context shows; close-ups of codes and papers carry no face to compare. */
function subjectOf(context: string): PictureSubject {
  const side = context.replace(/-pre$/, '');
  if (side === 'face' || side === 'face-reference' || side === 'document-and-face') return 'selfie';
  if (/-(qrcode|barcode)$/.test(side) || side === 'address-front') return 'other';
  return /^(generic-)?document-/.test(side) ? 'document' : 'other';
}

async function inspectPicture(run: Run, picture: Picture): Promise<Inspected | PictureFinding> {
  const { mediaId, context } = picture;
  const unopened = { mediaId, context, width: 0, height: 0, quality: [], faces: [] };
  const opened = await timed(run, 'open', () => openImage(picture.bytes));
  if (opened.refusal !== null) return { ...unopened, refusal: opened.refusal };
  const subject = subjectOf(context);
  const faces =
    subject === 'other'
      ? []
      : await timed(run, 'faces', () =>
          attempt(run, 'face.detector', () =>
            findFaces(run.parts.models, opened, {
              subject: context.startsWith('document-back') ? 'back' : subject,
            }),
          ),
        );
  const quality = await timed(run, 'quality', () =>
    attempt(run, 'img.quality', () => measureQuality(opened, subject, faces ?? [])),
  );
  // A search that failed is not the same as a picture without a face.
  const measured = (quality ?? []).filter(({ code }) => faces !== null || code !== 'face.none');
  const { width, height } = opened;
  const finding: PictureFinding = {
    mediaId,
    context,
    refusal: null,
    width,
    height,
    quality: measured,
    faces: faceFindings(faces ?? [], { subject, context }),
  };
  return { picture, subject, image: opened, faces: faces ?? [], finding };
}

/** Faces as they are reported, with codes of what is unusual about them. */
export function faceFindings(
  faces: readonly Face[],
  { subject, context }: { subject: PictureSubject; context: string },
): FaceFinding[] {
  // Two faces are what a picture of a person holding a document shows.
  const alone = subject === 'selfie' && !context.startsWith('document-and-face');
  const comparable = alone ? comparableFaces(faces) : [];
  return faces.map((face) => ({
    box: roundBox(face.box),
    width: round(face.width, 1),
    confidence: round(face.confidence, 4),
    roll: round(face.roll, 1),
    yaw: round(face.yaw, 1),
    pitch: round(face.pitch, 1),
    flags: faceFlags(face, {
      small: subject === 'selfie' ? goodSelfie : strongFace,
      several: comparable.length > 1 && comparable.includes(face),
    }),
  }));
}

/** Codes of what is unusual about a face, by the default limits. */
function faceFlags(face: Face, { small, several }: { small: number; several: boolean }): string[] {
  const flags: [code: string, raised: boolean][] = [
    ['face.several', several],
    ['face.small', face.width < small],
    ['face.cut', face.cutShare > cutFrom],
    ['face.turned', turnOf(face) > turnedFrom],
    ['face.eyes', face.eyeOpening < eyesClosedBelow],
  ];
  return flags.filter(([, raised]) => raised).map(([code]) => code);
}

/** Different contexts should show different things; `x` and `x-pre` are two pictures of the same thing. */
async function markDuplicates(inspected: readonly Inspected[]): Promise<void> {
  const shapes = await Promise.all(inspected.map(({ image }) => coarseShape(image)));
  for (const [index, { picture, image, finding }] of inspected.entries()) {
    const same = inspected.some((other, at) => {
      if (at === index || baseContext(other.picture) === baseContext(picture)) return false;
      if (other.image.sha256 === image.sha256) return true;
      return shapeDifference(shapes[at] ?? new Uint8Array(), shapes[index] ?? new Uint8Array()) < samePicture;
    });
    if (same) finding.quality.push({ code: 'img.duplicate', value: 1, region: 'image' });
  }
}

function baseContext({ context }: Picture): string {
  return context.replace(/-(pre|qrcode|barcode|with-signature)(?=-|$)/g, '');
}

/** A face chosen for comparison, and the picture it is on. */
interface ChosenFace {
  source: Inspected;
  face: Face;
}

/** The widest face of the `face` pictures; of its first captures when there is none. */
function findSelfie(inspected: readonly Inspected[]): ChosenFace | null {
  return widestOf(inspected, ['face']) ?? widestOf(inspected, ['face-pre']);
}

/** The widest face on a front, then on any other document picture. */
function findPortrait(inspected: readonly Inspected[]): ChosenFace | null {
  const documents = inspected.filter(({ subject }) => subject === 'document');
  const contexts = documents.map(({ picture }) => picture.context);
  const fronts = contexts.filter((context) => context.includes('document-front'));
  return widestOf(documents, fronts) ?? widestOf(documents, contexts);
}

function widestOf(inspected: readonly Inspected[], contexts: readonly string[]): ChosenFace | null {
  const candidates = inspected
    .filter(({ picture }) => contexts.includes(picture.context))
    .flatMap((source) => source.faces.slice(0, 1).map((face) => ({ source, face })));
  return candidates.toSorted((a, b) => b.face.width - a.face.width)[0] ?? null;
}

function portraitFinding({ source, face }: ChosenFace): PortraitFinding {
  return { mediaId: source.picture.mediaId, box: roundBox(face.box), width: round(face.width, 1) };
}

async function compareWithPortrait(
  run: Run,
  selfie: ChosenFace | null,
  portrait: ChosenFace | null,
): Promise<{ comparison: FaceComparison | null; comparisonReason: string | null }> {
  const reason = whyNotComparable(selfie, portrait);
  if (reason !== null || selfie === null || portrait === null) {
    return { comparison: null, comparisonReason: reason };
  }
  const { models } = run.parts;
  const similarity = await timed(run, 'describe', () =>
    attempt(run, 'face.model', async () =>
      compareFaces(
        await describeFace(models, selfie.source.image, selfie.face.mesh),
        await describeFace(models, portrait.source.image, portrait.face.mesh),
      ),
    ),
  );
  if (similarity === null) return { comparison: null, comparisonReason: 'sys.unavailable' };
  return { comparison: { ...similarity, weak: isWeak(selfie) || isWeak(portrait) }, comparisonReason: null };
}

function whyNotComparable(selfie: ChosenFace | null, portrait: ChosenFace | null): string | null {
  if (selfie === null) return 'face.none';
  if (portrait === null) return 'doc.portrait_none';
  if (selfie.face.width < smallestComparedFace) return 'face.small';
  return portrait.face.width < smallestComparedFace ? 'doc.portrait_small' : null;
}

function isWeak({ source, face }: ChosenFace): boolean {
  const region = source.subject === 'document' ? 'portrait' : 'face';
  const blur = source.finding.quality.find(
    (measured) => measured.code === 'img.blur' && measured.region === region,
  );
  return face.width < strongFace || (blur !== undefined && blur.value < blurred);
}

const statusRank = { clean: 0, repaired: 1, inconsistent: 2 };

/** The best reading of all document pictures; the first clean one ends the search. */
async function readZone(
  run: Run,
  inspected: readonly Inspected[],
  today: string,
): Promise<MrzFinding | null> {
  let best: MrzFinding | null = null;
  for (const { picture, image, faces } of inspected.filter(({ subject }) => subject === 'document')) {
    const [portrait] = faces;
    const options = portrait ? { portraitRoll: portrait.roll, today } : { today };
    const reading = await timed(run, 'mrz', () =>
      attempt(run, 'mrz.reader', async () => run.parts.readMrz(image, options)),
    );
    if (reading === null) continue;
    if (best === null || statusRank[reading.status] < statusRank[best.status]) {
      best = { ...reading, mediaId: picture.mediaId };
    }
    if (best.status === 'clean') break;
  }
  return best;
}

/** Runs a part; a failure is reported, named as not computed, and leaves `null`. */
async function attempt<T>(run: Run, part: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    run.notComputed.add(part);
    run.parts.onFailure?.(part, error);
    return null;
  }
}

async function timed<T>({ timings }: Run, stage: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  timings[stage] = round((timings[stage] ?? 0) + performance.now() - started, 1);
  return result;
}

function roundBox(box: Face['box']): Face['box'] {
  return [round(box[0], 1), round(box[1], 1), round(box[2], 1), round(box[3], 1)];
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
