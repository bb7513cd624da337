import type { BarcodeReading } from '../barcode/barcode-reading.ts';
import { type CodeSearch, searchCodes } from '../barcode/read-barcodes.ts';
import type { MrzReading } from '../mrz/reading.ts';
import { zoneOutlineOf } from '../mrz/zone-place.ts';
import { attempt, type InspectionRun, timed, timeOf } from './inspection-run.ts';
import { isCloseUp } from './picture-subject.ts';
import { hasPortrait, type Seen } from './seen-picture.ts';

/** The zone and bar codes of one picture. */
export interface MachineText {
  mrz: MrzReading | null;
  barcode: BarcodeReading | null;
  /** Whether a code was seen or expected, but not read. */
  unread: boolean;
}

/**
 * Reads zone and bar codes. On sides without a portrait, visible codes are read first: reading one saves the search for a zone. Once a
 * zone is clean, codes that are not visible would add nothing.
 */
export async function readMachineText(run: InspectionRun, seen: Seen): Promise<MachineText> {
  const closeUp = isCloseUp(seen.picture.context);
  if (seen.subject !== 'document' && !closeUp) return { mrz: null, barcode: null, unread: false };
  if (seen.mrz?.status === 'clean') return { mrz: seen.mrz, barcode: null, unread: false };
  const codes = codesOf(run, seen, closeUp);
  const stacked = await codes.read('readStacked');
  // A sealed code contains none of the printed values: only a code with fields replaces the zone.
  if (stacked.barcode?.fields) return { ...stacked, mrz: seen.mrz };
  const mrz = closeUp || hasPortrait(seen) ? seen.mrz : await readBetterZone(run, seen);
  if (!closeUp && run.mrz?.status === 'clean') return { ...stacked, mrz };
  return { ...(await codes.read('readOthers')), mrz };
}

const statusRank = { clean: 0, repaired: 1, inconsistent: 2 };

/** Reads another document picture unless an earlier zone was clean, and keeps the better reading. */
export async function readBetterZone(
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

/** No document uses payloads of the other formats; a close-up may show any format, and counts as read. */
const ofDocuments = ['PDF417', 'QRCode'] as const;

/** The codes of a picture, as far as they can be read; none if those of another picture were read. */
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
