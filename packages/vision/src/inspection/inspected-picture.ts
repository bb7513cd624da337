import { ghostsAmong } from '../evidence/find-ghost.ts';
import type { CardFinding, PictureFinding, QualityFinding } from '@countersign/findings';
import { findCard } from '../card/find-card.ts';
import { orientCard } from '../card/orient-card.ts';
import { sideOf } from './document-class.ts';
import { alignFace, type AlignedFace } from '../faces/describe-face.ts';
import { hashFace } from '../evidence/face-hash.ts';
import { cutFaceChip } from '../faces/face-chip.ts';
import { faceFindings } from './face-findings.ts';
import { findFaces, isSure, type Face } from '../faces/find-faces.ts';
import { collectSigns } from './collect-signs.ts';
import { attempt, type InspectionRun, timed } from './inspection-run.ts';
import { comparableFaces, measureQuality, type PictureSubject } from '../quality/measure-quality.ts';
import { isGhostSized } from './portrait-size.ts';
import type { MrzReading } from '../mrz/reading.ts';
import { zoneOutlineOf } from '../mrz/zone-place.ts';
import { openImage, type OpenedImage } from '../picture/open-image.ts';
import { TookTooLong } from '../picture/took-too-long.ts';
import type { Picture } from './picture-findings.ts';
import { subjectOf, thingOf } from './picture-subject.ts';
import { type MachineText, readMachineText, readBetterZone } from './read-machine-text.ts';
import { hasPortrait, type Seen } from './seen-picture.ts';

/** The parts of a picture on which the reading of its print depends. */
export interface ReadPicture {
  picture: Picture;
  subject: PictureSubject;
  faces: Face[];
  card: CardFinding | null;
  /** Whether the widest face on the document is too small to be its portrait. */
  showsGhostOnly: boolean;
  /** Its quality is measured last. */
  finding: PictureFinding;
}

/** A picture with its pixels whose zone and codes have been read; everything else remains to be measured. */
export interface Unmeasured {
  read: ReadPicture;
  seen: Seen;
  text: MachineText;
}

/**
 * The data kept for a picture. The pixels of all but one picture are released, so that memory does not grow with the number of pictures.
 */
export interface InspectedPicture extends ReadPicture {
  sha256: string;
  /** The widest face, aligned for the descriptor network. */
  aligned: AlignedFace | null;
  /** Hash of its appearance, 16 hex digits; empty without a face. */
  faceHash: string;
}

const nothingSeen = {
  refusal: null,
  width: 0,
  height: 0,
  quality: [],
  faces: [],
  card: null,
  side: null,
  perceptualHash: null,
} satisfies Omit<PictureFinding, 'mediaId' | 'context'>;

/** The finding for a picture that was not inspected. */
export const unseen = ({
  mediaId,
  context,
}: Pick<PictureFinding, 'mediaId' | 'context'>): PictureFinding => ({
  mediaId,
  context,
  ...nothingSeen,
});

/**
 * Opens a picture and finds faces, outline and the zone beside a portrait. Codes and other zones follow in {@link readSeen}.
 * @param options.hasOthers other sides follow: the zone of a card is on its back (ICAO 9303-5), so its front waits for them
 * @returns the finding directly if there is nothing more to examine
 */
export async function seePicture(
  run: InspectionRun,
  picture: Picture,
  { hasOthers }: { hasOthers: boolean },
): Promise<Seen | PictureFinding> {
  const { context } = picture;
  if (run.outOfTime()) {
    run.notComputed.add('time.limit');
    return unseen(picture);
  }
  const image = await timed(run, 'open', () => openInTime(run, picture));
  if (image === null) return unseen(picture);
  if (image.refusal !== null) return { ...unseen(picture), refusal: image.refusal };
  const subject = subjectOf(context);
  const faces = subject === 'other' ? [] : await findFacesOf(run, image, { subject, context });
  const card = await findDocument(run, image, { subject, context, faces });
  const isZoneElsewhere = hasOthers && zoneOutlineOf(card)?.format === 'ID1';
  const seen: Seen = { picture, image, subject, faces, card, mrz: null, isZoneElsewhere };
  // Beside a portrait, a zone is more likely than a code.
  const mrz = hasPortrait(seen) && !isZoneElsewhere ? await readBetterZone(run, seen) : null;
  const [portrait] = faces ?? [];
  if (subject === 'document' && portrait && isSure(portrait) && !isGhostSized(portrait, { card, mrz }))
    run.hasPortrait = true;
  return { ...seen, mrz };
}

/** @returns `null` if the decoder exceeded its time limit, which is not a finding */
async function openInTime(
  run: InspectionRun,
  { bytes }: Picture,
): Promise<Awaited<ReturnType<typeof openImage>> | null> {
  try {
    return await openImage(bytes, run);
  } catch (error) {
    if (!(error instanceof TookTooLong)) throw error;
    run.notComputed.add('time.limit');
    return null;
  }
}

/** Reads zone and codes, after which print can be read. The other measurements follow in {@link measureRead}. */
export async function readSeen(run: InspectionRun, before: Seen): Promise<Unmeasured> {
  const seen =
    before.isZoneElsewhere && hasPortrait(before)
      ? { ...before, mrz: await readBetterZone(run, before) }
      : before;
  const { picture, image, subject, faces, card: outlined } = seen;
  const { mediaId, context } = picture;
  const text = await readMachineText(run, seen);
  const card = outlined && text.mrz ? orientCard(outlined, zoneHints(text.mrz)) : outlined;
  if (run.parts.openText !== null && hasPortrait(seen)) run.kept ??= { mediaId, image };
  const [portrait] = faces ?? [];
  const side = subject === 'document' ? sideOf({ ...text, printed: null }, { portrait, card }) : null;
  const showsGhostOnly =
    portrait !== undefined && subject === 'document' && isGhostSized(portrait, { card, ...text });
  const finding = {
    mediaId,
    context,
    refusal: null,
    width: image.width,
    height: image.height,
    quality: wrongSide(context, side),
    faces: faceFindings(faces ?? [], { subject, context, limits: run.inspection.faceLimits }),
    card: card && roundCard(card),
    side,
    perceptualHash: image.perceptualHash,
  };
  const read = { picture, subject, faces: faces ?? [], card, showsGhostOnly, finding };
  return { read, seen: { ...seen, card }, text };
}

/** Runs all other parts on a picture. None of them affects the reading of print, which may be in progress. */
export async function measureRead(
  run: InspectionRun,
  { read, seen, text }: Unmeasured,
): Promise<InspectedPicture> {
  const { image, faces } = seen;
  read.finding.quality.unshift(...(await measure(run, seen, text)));
  await collectSigns(run, seen);
  return { ...read, sha256: image.sha256, ...(await cutWidest(run, image, faces?.[0])) };
}

/** Document sizes by the format of their zone. */
const cardFormats = { TD1: 'ID1', TD2: 'ID2', TD3: 'ID3', MRVA: 'ID3', MRVB: 'ID2', FRID: 'ID2' } as const;

const zoneHints = ({ corners, format }: MrzReading) => ({ zone: corners, format: cardFormats[format] });

function findFacesOf(
  run: InspectionRun,
  image: OpenedImage,
  { subject, context }: { subject: 'selfie' | 'document'; context: string },
): Promise<Face[] | null> {
  const search = {
    subject: context.startsWith('document-back') ? ('back' as const) : subject,
    isKnown: run.hasPortrait,
    outOfTime: run.outOfTime,
  };
  return timed(run, 'faces', () =>
    attempt(run, 'face.detector', () => findFaces(run.parts.models, image, search)),
  );
}

const findOutline = (run: InspectionRun, image: OpenedImage, faces: Face[] | null) =>
  timed(run, 'card', () => attempt(run, 'doc.outline', () => findCard(image, { faces: faces ?? [] })));

/** The outline of a document; for selfies, of the document whose portrait and ghost portrait appear instead of people. */
async function findDocument(
  run: InspectionRun,
  image: OpenedImage,
  { subject, context, faces }: Pick<Seen, 'subject' | 'faces'> & { context: string },
): Promise<CardFinding | null> {
  if (subject === 'document') return findOutline(run, image, faces);
  const [portrait, ...others] = faces ?? [];
  if (portrait === undefined || thingOf(context) !== 'face' || comparableFaces(faces ?? []).length < 2)
    return null;
  const card = await findOutline(run, image, faces);
  return card && ghostsAmong(others, portrait, card).length > 0 ? card : null;
}

async function measure(run: InspectionRun, seen: Seen, read: MachineText): Promise<QualityFinding[]> {
  const { image, subject, faces, card } = seen;
  const zone = read.mrz?.corners ?? null;
  const measured = await timed(run, 'quality', () =>
    attempt(run, 'img.quality', () => measureQuality(image, subject, { faces: faces ?? [], card, zone })),
  );
  const unread: QualityFinding = { code: 'doc.code_unread', value: 1, region: 'card' };
  return [
    // A failed search is not the same as a picture without a face.
    ...(measured ?? []).filter(({ code }) => faces !== null || code !== 'face.none'),
    ...(read.unread ? [unread] : []),
  ];
}

async function cutWidest(
  run: InspectionRun,
  image: OpenedImage,
  face: Face | undefined,
): Promise<Pick<InspectedPicture, 'aligned' | 'faceHash'>> {
  if (face === undefined) return { aligned: null, faceHash: '' };
  const aligned = await cutFace(run, image, face);
  // An operator's network may need a different shape of the face; the hash always uses the same one.
  const look = run.parts.models.descriptorSlot === null ? aligned?.[0] : await cutFaceChip(image, face.mesh);
  return { aligned, faceHash: look === undefined ? '' : hashFace(look) };
}

function cutFace(run: InspectionRun, image: OpenedImage, face: Face): Promise<AlignedFace | null> {
  return timed(run, 'describe', () =>
    attempt(run, 'face.model', () => alignFace(run.parts.models, image, face.mesh)),
  );
}

/** Reports a picture that shows a different side from the one its context names. */
function wrongSide(context: string, side: 'front' | 'back' | null): QualityFinding[] {
  const expected = context.includes('document-front')
    ? 'front'
    : context.includes('document-back')
      ? 'back'
      : null;
  return expected !== null && side !== null && expected !== side
    ? [{ code: 'doc.side', value: 1, region: 'image' }]
    : [];
}

const roundTo = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits;

function roundCard(card: CardFinding): CardFinding {
  const [a, b, c, d] = card.corners.map(([x, y]) => [roundTo(x, 1), roundTo(y, 1)] as const);
  return {
    ...card,
    corners: a && b && c && d ? [a, b, c, d] : card.corners,
    share: roundTo(card.share, 4),
    tilt: roundTo(card.tilt, 1),
    cut: roundTo(card.cut, 4),
    confidence: roundTo(card.confidence, 4),
  };
}
