import { planAgain } from '../agreement/agreement-of.ts';
import type { Claim } from '../agreement/claims.ts';
import type { BarcodeReading } from '../barcode/barcode-reading.ts';
import { readBarcodes } from '../barcode/read-barcodes.ts';
import type { CardFinding, QualityFinding } from '@countersign/findings';
import { findCard } from '../card/find-card.ts';
import type { FaceModels } from '../faces/face-models.ts';
import { findFaces, type Face } from '../faces/find-faces.ts';
import { likelyKind, sideOf } from '../inspection/document-class.ts';
import { readMrz } from '../mrz/read-mrz.ts';
import { zoneOutlineOf } from '../mrz/zone-place.ts';
import type { MrzReading } from '../mrz/reading.ts';
import { openImage, type OpenedImage, type Refusal } from '../picture/open-image.ts';
import type { PrintedReading } from '../printed/printed-reading.ts';
import { readPage, type ReadPage } from '../printed/read-printed.ts';
import type { TextEngine } from '../printed/text-engine.ts';
import { measureQuality } from '../quality/measure-quality.ts';
import { timeStage, type Timings } from './evaluation-run.ts';

/** A code with its text, which is returned only with `--raw`. */
export type SeenBarcode = BarcodeReading & { text?: string | null };

/** The readings of one side of a document. */
export interface SeenSide {
  image: OpenedImage | Refusal;
  faces: Face[];
  card: CardFinding | null;
  mrz: MrzReading | null;
  barcodes: SeenBarcode[];
  /** `null` until it is read, and if there is none. */
  page: ReadPage | null;
  printed: PrintedReading | null;
  quality: QualityFinding[];
}

/** The resources for reading sides. */
export interface SideReader {
  models: FaceModels;
  /** Parts to run: `mrz`, `barcode`, `face`, `printed`, `quality`. */
  parts: readonly string[];
  today: string;
  raw: boolean;
  /** Opens the text engine on first use. */
  openText: () => Promise<TextEngine>;
}

/** Runs the selected parts on one side; print is read afterwards, when the zones and codes of all sides are known. */
export async function seeSide(
  { models, parts, today, raw }: SideReader,
  bytes: Uint8Array,
  timings: Timings,
): Promise<SeenSide> {
  const image = await timeStage(timings, 'open', () => openImage(bytes));
  const unseen = {
    image,
    faces: [],
    card: null,
    mrz: null,
    barcodes: [],
    page: null,
    printed: null,
    quality: [],
  };
  if (image.refusal !== null) return unseen;
  const stage = async <T>(part: string, otherwise: T, work: () => Promise<T>): Promise<T> =>
    parts.includes(part) ? timeStage(timings, part, work) : otherwise;
  const faces = await stage<Face[]>('face', [], () => findFaces(models, image, { subject: 'document' }));
  const needsOutline = ['barcode', 'printed', 'quality'].some((part) => parts.includes(part));
  const card = needsOutline ? await timeStage(timings, 'card', () => findCard(image, { faces })) : null;
  const [portrait] = faces;
  const hints = { today, outline: zoneOutlineOf(card), ...(portrait ? { portraitRoll: portrait.roll } : {}) };
  const mrz = await stage<MrzReading | null>('mrz', null, () => readMrz(image, hints));
  const barcodes = await stage<SeenBarcode[]>('barcode', [], async () => {
    const { readings } = await readBarcodes(image, { card, raw });
    return readings;
  });
  const quality = await stage<QualityFinding[]>('quality', [], () =>
    measureQuality(image, 'document', { faces, card, zone: mrz?.corners ?? null }),
  );
  return { image, faces, card, mrz, barcodes, page: null, printed: null, quality };
}

/** Reads the print of one side, searching for the values claimed by the document's zone and bar code. */
export async function readSidePrint(
  { parts, today, openText }: SideReader,
  side: SeenSide,
  { claims, timings }: { claims: readonly Claim[]; timings: Timings },
): Promise<SeenSide> {
  const { image, card, faces, mrz, barcodes } = side;
  if (image.refusal !== null || !parts.includes('printed')) return side;
  const kind = likelyKind({ mrz, barcode: barcodes[0] ?? null });
  const page = await timeStage(timings, 'printed', async () =>
    readPage(await openText(), {
      image,
      card,
      faces,
      zoneCorners: mrz?.corners ?? null,
      hints: { kind, today },
      planAgain: planAgain(claims, today),
    }),
  );
  return { ...side, page, printed: page?.reading ?? null };
}

/** The side of the document; `null` if unknown. */
export function shownSide({ faces, card, mrz, barcodes, printed }: SeenSide): 'front' | 'back' | null {
  const [portrait] = faces;
  const side = sideOf({ mrz, barcode: barcodes[0] ?? null, printed }, { portrait, card });
  return side ?? (portrait ? 'front' : null);
}
