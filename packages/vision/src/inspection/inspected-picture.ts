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

/** What is kept of a picture; its pixels are let go but for those of one, so that memory does not grow with the number of pictures. */
export interface InspectedPicture {
  picture: Picture;
  subject: PictureSubject;
  sha256: string;
  faces: Face[];
  card: CardFinding | null;
  /** The widest face on the document is too small for its portrait. */
  showsGhostOnly: boolean;
  /** The widest face, aligned for the descriptor network. */
  aligned: AlignedFace | null;
  /** Hash of its look, 16 hex digits; empty without a face. */
  faceHash: string;
  finding: PictureFinding;
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

/** The finding for a picture that was not looked at. */
export const unseen = ({
  mediaId,
  context,
}: Pick<PictureFinding, 'mediaId' | 'context'>): PictureFinding => ({
  mediaId,
  context,
  ...nothingSeen,
});

/**
 * Opens a picture, finds faces, outline and the zone beside a portrait. The rest follows in {@link inspectSeen}.
 * @param options.hasOthers other sides follow: the zone of a card is on its back (ICAO 9303-5), so that its front waits for them
 * @returns the finding at once where there is nothing more to look at
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
  // Beside a portrait a zone is likelier than a code.
  const mrz = hasPortrait(seen) && !isZoneElsewhere ? await readBetterZone(run, seen) : null;
  const [portrait] = faces ?? [];
  if (subject === 'document' && portrait && isSure(portrait) && !isGhostSized(portrait, { card, mrz }))
    run.hasPortrait = true;
  return { ...seen, mrz };
}

/** @returns `null` when the decoder had no end in its time: that is no finding */
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

/** Runs every other part on a picture. */
export async function inspectSeen(run: InspectionRun, before: Seen): Promise<InspectedPicture> {
  const seen =
    before.isZoneElsewhere && hasPortrait(before)
      ? { ...before, mrz: await readBetterZone(run, before) }
      : before;
  const { picture, image, subject, faces, card: outlined } = seen;
  const { mediaId, context } = picture;
  const read = await readMachineText(run, seen);
  const card = outlined && read.mrz ? orientCard(outlined, zoneHints(read.mrz)) : outlined;
  const quality = await measure(run, { ...seen, card }, read);
  await collectSigns(run, { ...seen, card });
  if (run.parts.openText !== null && hasPortrait(seen)) run.kept ??= { mediaId, image };
  const [portrait] = faces ?? [];
  const side = subject === 'document' ? sideOf({ ...read, printed: null }, { portrait, card }) : null;
  return {
    picture,
    subject,
    sha256: image.sha256,
    faces: faces ?? [],
    card,
    showsGhostOnly:
      portrait !== undefined && subject === 'document' && isGhostSized(portrait, { card, ...read }),
    ...(await cutWidest(run, image, faces?.[0])),
    finding: {
      mediaId,
      context,
      refusal: null,
      width: image.width,
      height: image.height,
      quality: [...quality, ...wrongSide(context, side)],
      faces: faceFindings(faces ?? [], { subject, context, limits: run.inspection.faceLimits }),
      card: card && roundCard(card),
      side,
      perceptualHash: image.perceptualHash,
    },
  };
}

/** Sizes of documents by the format of their zone. */
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

/** The outline of a document; on selfies of the one whose portrait and ghost portrait are there instead of people. */
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
    // A search that failed is not the same as a picture without a face.
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
  // An operator's network may want the face in another shape; the hash is always taken of the same one.
  const look = run.parts.models.descriptorSlot === null ? aligned?.[0] : await cutFaceChip(image, face.mesh);
  return { aligned, faceHash: look === undefined ? '' : hashFace(look) };
}

function cutFace(run: InspectionRun, image: OpenedImage, face: Face): Promise<AlignedFace | null> {
  return timed(run, 'describe', () =>
    attempt(run, 'face.model', () => alignFace(run.parts.models, image, face.mesh)),
  );
}

/** The picture shows another side than its context names. */
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
