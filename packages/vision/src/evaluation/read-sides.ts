import type { BarcodeReading } from '../barcode/barcode-reading.ts';
import { readBarcodes } from '../barcode/read-barcodes.ts';
import type { Card } from '../card/card.ts';
import { findCard } from '../card/find-card.ts';
import type { FaceModels } from '../faces/face-models.ts';
import { findFaces, type Face } from '../faces/find-faces.ts';
import { likelyKind, sideOf } from '../inspection/document-class.ts';
import { readMrz } from '../mrz/read-mrz.ts';
import type { MrzReading } from '../mrz/reading.ts';
import { openImage, type OpenedImage, type Refusal } from '../picture/open-image.ts';
import type { PrintedReading } from '../printed/printed-reading.ts';
import { readPrinted } from '../printed/read-printed.ts';
import type { TextEngine } from '../printed/text-engine.ts';
import { measureQuality } from '../quality/measure-quality.ts';
import type { QualityFinding } from '../quality/quality-finding.ts';
import { timeStage, type Timings } from './evaluation-run.ts';

/** A code with its text, returned only with `--raw`. */
export type SeenBarcode = BarcodeReading & { text?: string | null };

/** What one side of a document showed. */
export interface SeenSide {
  image: OpenedImage | Refusal;
  faces: Face[];
  card: Card | null;
  mrz: MrzReading | null;
  barcodes: SeenBarcode[];
  printed: PrintedReading | null;
  quality: QualityFinding[];
}

/** What a reading works with. */
export interface SideReader {
  models: FaceModels;
  /** Parts that are run: `mrz`, `barcode`, `face`, `printed`, `quality`. */
  parts: readonly string[];
  today: string;
  raw: boolean;
  /** Opens the engine of the printed zone at the first call. */
  openText: () => Promise<TextEngine>;
}

/** Looks at one side with the parts selected. */
export async function seeSide(
  { models, parts, today, raw, openText }: SideReader,
  bytes: Uint8Array,
  timings: Timings,
): Promise<SeenSide> {
  const image = await timeStage(timings, 'open', () => openImage(bytes));
  const unseen = { image, faces: [], card: null, mrz: null, barcodes: [], printed: null, quality: [] };
  if (image.refusal !== null) return unseen;
  const stage = async <T>(part: string, otherwise: T, work: () => Promise<T>): Promise<T> =>
    parts.includes(part) ? timeStage(timings, part, work) : otherwise;
  const faces = await stage<Face[]>('face', [], () => findFaces(models, image, { subject: 'document' }));
  const wantsOutline = ['barcode', 'printed', 'quality'].some((part) => parts.includes(part));
  const card = wantsOutline ? await timeStage(timings, 'card', () => findCard(image, { faces })) : null;
  const [portrait] = faces;
  const hints = { today, ...(portrait ? { portraitRoll: portrait.roll } : {}) };
  const mrz = await stage<MrzReading | null>('mrz', null, () => readMrz(image, hints));
  const barcodes = await stage<SeenBarcode[]>('barcode', [], async () => {
    const { readings } = await readBarcodes(image, { card, raw });
    return readings;
  });
  const kind = likelyKind({ mrz, barcode: barcodes[0] ?? null });
  const printed = await stage<PrintedReading | null>('printed', null, async () =>
    readPrinted(await openText(), { image, card, faces, hints: { kind, today } }),
  );
  const quality = await stage<QualityFinding[]>('quality', [], () =>
    measureQuality(image, 'document', { faces, card, zone: mrz?.corners ?? null }),
  );
  return { image, faces, card, mrz, barcodes, printed, quality };
}

/** Which side of the document it is, `null` when unknown. */
export function shownSide({ faces, card, mrz, barcodes, printed }: SeenSide): 'front' | 'back' | null {
  const [portrait] = faces;
  const side = sideOf({ mrz, barcode: barcodes[0] ?? null, printed }, { portrait, card });
  return side ?? (portrait ? 'front' : null);
}
