import { compareFaces } from './compare-faces.ts';
import { describeChip, type FaceDescriptor } from './describe-face.ts';
import { cutFaceChip } from './face-chip.ts';
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

/** What is kept of a picture; its pixels are let go, so that memory does not grow with the number of pictures. */
interface Inspected {
  picture: Picture;
  subject: PictureSubject;
  sha256: string;
  /** Its coarse shape; empty when it was not computed. */
  shape: Uint8Array;
  faces: Face[];
  /** The widest face, cut out and aligned. */
  chip: Float32Array | null;
  finding: PictureFinding;
}

/** One inspection under way. */
interface Run {
  parts: InspectionParts;
  today: string;
  outOfTime: () => boolean;
  /** The best reading so far. */
  mrz: MrzFinding | null;
  notComputed: Set<string>;
  timings: Record<string, number>;
}

/**
 * Looks at all pictures of one attempt, one after the other: opens each once, finds and measures, reads the
 * machine-readable zone; then compares selfie and portrait. A part that fails is named in `notComputed` and never
 * yields a value.
 * @param input.today `YYYY-MM-DD`, for the centuries of two-digit years
 * @param input.outOfTime true when no further picture may be started; what is left is then not computed (`time.limit`)
 */
export async function inspectPictures(
  parts: InspectionParts,
  input: { pictures: readonly Picture[]; today: string; outOfTime?: () => boolean },
): Promise<PictureFindings> {
  const { pictures, today, outOfTime = () => false } = input;
  const run: Run = { parts, today, outOfTime, mrz: null, notComputed: new Set(), timings: {} };
  const inspected: Inspected[] = [];
  const findings: PictureFinding[] = [];
  for (const picture of pictures) {
    const result = await inspectPicture(run, picture);
    if ('finding' in result) inspected.push(result);
    findings.push('finding' in result ? result.finding : result);
  }
  markDuplicates(inspected);
  const portrait = findPortrait(inspected);
  const compared = await compareWithPortrait(run, findSelfie(inspected), portrait);
  return {
    pictures: findings,
    mrz: run.mrz,
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
  const unopened = { mediaId, context, refusal: null, width: 0, height: 0, quality: [], faces: [] };
  if (run.outOfTime()) {
    run.notComputed.add('time.limit');
    return unopened;
  }
  const image = await timed(run, 'open', () => openImage(picture.bytes));
  if (image.refusal !== null) return { ...unopened, refusal: image.refusal };
  const subject = subjectOf(context);
  const faces = subject === 'other' ? [] : await findFacesOf(run, image, { subject, context });
  const measured = await timed(run, 'quality', () =>
    attempt(run, 'img.quality', async () => ({
      quality: await measureQuality(image, subject, faces ?? []),
      shape: await coarseShape(image),
    })),
  );
  if (subject === 'document') await readZone(run, { image, mediaId, roll: faces?.[0]?.roll });
  return {
    picture,
    subject,
    sha256: image.sha256,
    shape: measured?.shape ?? new Uint8Array(),
    faces: faces ?? [],
    chip: await cutWidest(run, image, faces?.[0]),
    finding: {
      mediaId,
      context,
      refusal: null,
      width: image.width,
      height: image.height,
      // A search that failed is not the same as a picture without a face.
      quality: (measured?.quality ?? []).filter(({ code }) => faces !== null || code !== 'face.none'),
      faces: faceFindings(faces ?? [], { subject, context }),
    },
  };
}

function findFacesOf(
  run: Run,
  image: OpenedImage,
  { subject, context }: { subject: 'selfie' | 'document'; context: string },
): Promise<Face[] | null> {
  const search = {
    subject: context.startsWith('document-back') ? ('back' as const) : subject,
    outOfTime: run.outOfTime,
  };
  return timed(run, 'faces', () =>
    attempt(run, 'face.detector', async () => {
      const faces = await findFaces(run.parts.models, image, search);
      if (faces.length > 0 || !run.outOfTime()) return faces;
      run.notComputed.add('time.limit');
      return null;
    }),
  );
}

function cutWidest(run: Run, image: OpenedImage, face: Face | undefined): Promise<Float32Array | null> {
  if (face === undefined) return Promise.resolve(null);
  return timed(run, 'describe', () => attempt(run, 'face.model', () => cutFaceChip(image, face.mesh)));
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
function markDuplicates(inspected: readonly Inspected[]): void {
  for (const one of inspected) {
    const twin = inspected.some(
      (other) => baseContext(other.picture) !== baseContext(one.picture) && isSamePicture(one, other),
    );
    if (twin) one.finding.quality.push({ code: 'img.duplicate', value: 1, region: 'image' });
  }
}

function isSamePicture(a: Inspected, b: Inspected): boolean {
  if (a.sha256 === b.sha256) return true;
  return a.shape.length > 0 && b.shape.length > 0 && shapeDifference(a.shape, b.shape) < samePicture;
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
  const similarity = await timed(run, 'describe', () =>
    attempt(run, 'face.model', async () =>
      compareFaces(await describeChosen(run, selfie), await describeChosen(run, portrait)),
    ),
  );
  if (similarity === null) return { comparison: null, comparisonReason: 'sys.unavailable' };
  return { comparison: { ...similarity, weak: isWeak(selfie) || isWeak(portrait) }, comparisonReason: null };
}

function describeChosen({ parts }: Run, { source }: ChosenFace): Promise<FaceDescriptor> {
  if (source.chip === null) throw new Error('the face was not cut out');
  return describeChip(parts.models, source.chip);
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

/** Reads one more document picture unless an earlier one was clean, and keeps the better reading. */
async function readZone(
  run: Run,
  { image, mediaId, roll }: { image: OpenedImage; mediaId: string; roll: number | undefined },
): Promise<void> {
  if (run.mrz?.status === 'clean') return;
  const { today } = run;
  const reading = await timed(run, 'mrz', () =>
    attempt(run, 'mrz.reader', async () =>
      run.parts.readMrz(image, roll === undefined ? { today } : { portraitRoll: roll, today }),
    ),
  );
  if (reading === null) return;
  if (run.mrz === null || statusRank[reading.status] < statusRank[run.mrz.status]) {
    run.mrz = { ...reading, mediaId };
  }
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
