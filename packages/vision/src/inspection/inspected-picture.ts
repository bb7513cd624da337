import { pictureEvidence } from '../evidence/collect-evidence.ts';
import { ghostsAmong } from '../evidence/find-ghost.ts';
import { ghostDiffers } from '../evidence/ghost-differs.ts';
import { searchCodes, type CodeSearch } from '../barcode/read-barcodes.ts';
import type { BarcodeReading } from '../barcode/barcode-reading.ts';
import type { CardFinding, PictureFinding, QualityFinding } from '@countersign/findings';
import { findCard } from '../card/find-card.ts';
import { orientCard } from '../card/orient-card.ts';
import { sideOf } from './document-class.ts';
import { alignFace, type AlignedFace } from '../faces/describe-face.ts';
import { hashFace } from '../evidence/face-hash.ts';
import { cutFaceChip } from '../faces/face-chip.ts';
import { faceFindings } from './face-findings.ts';
import { findFaces, isSure, type Face } from '../faces/find-faces.ts';
import { attempt, type InspectionRun, timed, timeOf } from './inspection-run.ts';
import { comparableFaces, measureQuality, type PictureSubject } from '../quality/measure-quality.ts';
import { isGhostSized } from './portrait-size.ts';
import type { MrzReading } from '../mrz/reading.ts';
import { zoneOutlineOf } from '../mrz/zone-place.ts';
import { scorePresentation } from '../faces/score-presentation.ts';
import { openImage, type OpenedImage } from '../picture/open-image.ts';
import { TookTooLong } from '../picture/took-too-long.ts';
import type { Picture } from './picture-findings.ts';

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

/** What a picture of an upload context shows; close-ups of codes and papers carry no face to compare. */
export function subjectOf(context: string): PictureSubject {
  const side = context.replace(/-pre$/, '');
  if (side === 'face' || side === 'face-reference' || side === 'document-and-face') return 'selfie';
  if (isCloseUp(side) || side === 'address-front') return 'other';
  return /^(generic-)?document-/.test(side) ? 'document' : 'other';
}

const isCloseUp = (context: string) => /-(qrcode|barcode)(-pre)?$/.test(context);

/** The context without what distinguishes captures of one thing. */
export const thingOf = (context: string): string =>
  context.replace(/-(pre|qrcode|barcode|with-signature)(?=-|$)/g, '');

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
 * @returns the finding at once where there is nothing more to look at
 */
export async function seePicture(run: InspectionRun, picture: Picture): Promise<Seen | PictureFinding> {
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
  const seen: Seen = { picture, image, subject, faces, card, mrz: null };
  // Beside a portrait a zone is likelier than a code.
  const mrz = hasPortrait(seen) ? await readZone(run, seen) : null;
  const [portrait] = faces ?? [];
  if (subject === 'document' && portrait && isSure(portrait) && !isGhostSized(portrait, { card, mrz }))
    run.hasPortrait = true;
  return { ...seen, mrz };
}

/** A side of a document with a face on it. */
export const hasPortrait = ({ subject, faces }: Pick<Seen, 'subject' | 'faces'>): boolean =>
  subject === 'document' && (faces?.length ?? 0) > 0;

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
export async function inspectSeen(run: InspectionRun, seen: Seen): Promise<InspectedPicture> {
  const { picture, image, subject, faces, card: outlined } = seen;
  const { mediaId, context } = picture;
  const read = await readMachineText(run, seen);
  const card = outlined && read.mrz ? orientCard(outlined, zoneHints(read.mrz)) : outlined;
  const quality = await measure(run, { ...seen, card }, read);
  await collect(run, { ...seen, card });
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

/** A picture that was opened, and what was found on it first. */
export interface Seen {
  picture: Picture;
  image: OpenedImage;
  subject: PictureSubject;
  /** `null` when the search failed. */
  faces: Face[] | null;
  card: CardFinding | null;
  /** The zone of a side with a portrait; other sides are searched for one after their codes. */
  mrz: MrzReading | null;
}

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

interface MachineText {
  mrz: MrzReading | null;
  barcode: BarcodeReading | null;
  /** A code was seen, or expected, and not read. */
  unread: boolean;
}

/**
 * Zone and bar codes. On sides without a portrait the codes that show themselves are read first: one that is read spares the search for a
 * zone. Once a zone is clean, codes that do not show themselves would add nothing.
 */
async function readMachineText(run: InspectionRun, seen: Seen): Promise<MachineText> {
  const closeUp = isCloseUp(seen.picture.context);
  if (seen.subject !== 'document' && !closeUp) return { mrz: null, barcode: null, unread: false };
  if (seen.mrz?.status === 'clean') return { mrz: seen.mrz, barcode: null, unread: false };
  const codes = codesOf(run, seen, closeUp);
  const stacked = await codes.read('readStacked');
  // A sealed code gives none of what is printed beside it: only one that was read spares the zone.
  if (stacked.barcode?.fields) return { ...stacked, mrz: seen.mrz };
  const mrz = closeUp || hasPortrait(seen) ? seen.mrz : await readZone(run, seen);
  if (!closeUp && run.mrz?.status === 'clean') return { ...stacked, mrz };
  return { ...(await codes.read('readOthers')), mrz };
}

const statusRank = { clean: 0, repaired: 1, inconsistent: 2 };

/** Reads one more document picture unless an earlier one was clean, and keeps the better reading. */
async function readZone(
  run: InspectionRun,
  { picture, image, faces, card }: Seen,
): Promise<MrzReading | null> {
  if (run.mrz?.status === 'clean') return null;
  const [portrait] = faces ?? [];
  const hints = {
    today: run.today,
    outline: zoneOutlineOf(card),
    ...(portrait ? { portraitRoll: portrait.roll } : {}),
  };
  const reading = await timed(run, 'mrz', () =>
    attempt(run, 'mrz.reader', async () => run.parts.readMrz(image, hints)),
  );
  if (reading === null) return null;
  if (run.mrz === null || statusRank[reading.status] < statusRank[run.mrz.status]) {
    run.mrz = { ...reading, mediaId: picture.mediaId };
  }
  return reading;
}

/** Of the other formats no payload is a document's; a close-up may show any, and counts as read. */
const ofDocuments = ['PDF417', 'QRCode'] as const;

/** The codes of a picture, as far as they are read; none where those of another picture were. */
function codesOf(
  run: InspectionRun,
  { picture, image, card }: Seen,
  closeUp: boolean,
): { read(step: keyof CodeSearch): Promise<Omit<MachineText, 'mrz'>> } {
  const options = {
    card,
    ...(closeUp ? { expected: 'code-close-up' as const } : { formats: ofDocuments }),
    outOfTime: timeOf(run, { part: 'barcode', mediaId: picture.mediaId }),
  };
  let search: Promise<CodeSearch> | null = null;
  return {
    read: async (step) => {
      if (run.barcode?.fields) return { barcode: null, unread: false };
      const found = await timed(run, 'barcode', () =>
        attempt(run, 'barcode.reader', async () => (await (search ??= searchCodes(image, options)))[step]()),
      );
      const barcode = found?.readings.find(({ kind }) => kind !== 'other') ?? null;
      if (barcode && (run.barcode === null || barcode.fields !== null))
        run.barcode = { ...barcode, mediaId: picture.mediaId };
      const expected = closeUp || (found?.located.length ?? 0) > 0;
      return { barcode, unread: expected && (found?.readings.length ?? 0) === 0 };
    },
  };
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

/** Signs of copies; reference pictures are the client's own and not looked at. */
async function collect(run: InspectionRun, { picture, image, subject, faces, card }: Seen): Promise<void> {
  if (subject === 'other' || picture.context === 'face-reference') return;
  const found = await timed(run, 'evidence', () =>
    attempt(run, 'evidence', () =>
      pictureEvidence({
        mediaId: picture.mediaId,
        subject,
        image,
        faces: faces ?? [],
        card,
        ownCapture: run.inspection.ownCapture ?? false,
        holdsDocument: picture.context.startsWith('document-and-face'),
      }),
    ),
  );
  run.evidence.push(...(found ?? []));
  const [face] = faces ?? [];
  if (face === undefined) return;
  if (subject === 'selfie') await addModelScore(run, { picture, image, face });
  else await addGhost(run, { picture, image, faces, card });
}

/** `doc.ghost_differs`. */
async function addGhost(
  run: InspectionRun,
  { picture, image, faces, card }: Pick<Seen, 'picture' | 'image' | 'faces' | 'card'>,
): Promise<void> {
  const found = await timed(run, 'evidence', () =>
    attempt(run, 'evidence', () => ghostDiffers(run.parts.models, { image, faces: faces ?? [], card })),
  );
  run.evidence.push(...(found ?? []).map((sign) => ({ ...sign, mediaId: picture.mediaId })));
}

/** `live.model`: the score of the operator's presentation-attack network, where there is one. */
async function addModelScore(
  run: InspectionRun,
  { picture, image, face }: { picture: Picture; image: OpenedImage; face: Face },
): Promise<void> {
  const scored = await attempt(run, 'live.model', () => scorePresentation(run.parts.models, image, face));
  if (scored === null) return;
  const value = Math.round(scored.score * 10_000) / 10_000;
  run.presentationScored = true;
  run.evidence.push({
    code: 'live.model',
    strength: value,
    mediaId: picture.mediaId,
    region: 'face',
    value,
    sentence: `The operator’s model ${scored.model} gives ${value} for a presentation attack.`,
  });
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
