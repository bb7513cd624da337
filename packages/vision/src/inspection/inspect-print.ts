import type { PrintedReading } from '../printed/printed-reading.ts';
import { readPrinted } from '../printed/read-printed.ts';
import type { FieldReadings } from '../document/document-fields.ts';
import { likelyKind } from './document-class.ts';
import { attempt, type InspectionRun, timed, timeOf } from './inspection-run.ts';
import type { InspectedPicture } from './inspected-picture.ts';
import { openImage } from '../picture/open-image.ts';
import type { PrintedFinding } from '@countersign/findings';

/** A zone whose weakest character is read less surely wants a second source. */
const sureZone = 0.5;
/** Pictures whose print is read at most. */
const mostPictures = 3;

/**
 * Reads the print of the document where that adds something: fields no other source gave, fields in doubt, and whether the side with the
 * portrait belongs to the side with the zone. Pictures are opened again for it.
 */
export async function inspectPrint(
  run: InspectionRun,
  inspected: readonly InspectedPicture[],
): Promise<PrintedFinding | null> {
  const chosen = picturesToRead(run, inspected);
  if (chosen.length === 0) return null;
  const readings: PrintedFinding[] = [];
  for (const one of chosen) {
    const reading = await timed(run, 'printed', () => readOne(run, one));
    if (reading === null) continue;
    one.finding.side ??= reading.side;
    readings.push({ ...reading, mediaId: one.picture.mediaId });
  }
  return mergePrint(readings);
}

function picturesToRead(
  { ask, parts, mrz, barcode }: InspectionRun,
  inspected: readonly InspectedPicture[],
): InspectedPicture[] {
  if (ask.printed === 'off' || parts.openText === null) return [];
  const documents = inspected.filter(({ subject }) => subject === 'document');
  const withPortrait = documents.filter(({ faces }) => faces.length > 0);
  const sure =
    (mrz?.status === 'clean' && mrz.confidence >= sureZone) || (barcode !== null && barcode.fields !== null);
  // In doubt all sides are read, those with a portrait first.
  if (!sure) return [...new Set([...withPortrait, ...documents])].slice(0, mostPictures);
  const read = [mrz?.mediaId, barcode?.mediaId];
  const apart = withPortrait.filter(({ picture }) => !read.includes(picture.mediaId));
  return (ask.printed === 'always' ? withPortrait : apart).slice(0, 1);
}

async function readOne(
  run: InspectionRun,
  { picture, card, faces }: InspectedPicture,
): Promise<PrintedReading | null> {
  const { openText } = run.parts;
  if (openText === null) return null;
  if (run.outOfTime()) {
    run.notComputed.add('time.limit');
    return null;
  }
  return attempt(run, 'text.reader', async () => {
    const image = await openImage(picture.bytes, run);
    if (image.refusal !== null) return null;
    const kind = likelyKind({ mrz: run.mrz, barcode: run.barcode });
    const hints = { kind, today: run.today };
    return readPrinted(await openText(), { image, card, faces, hints, outOfTime: timeOf(run, 'printed') });
  });
}

/** The sides' print as one: of a field read twice the surer reading; the rest from the side that gave most. */
function mergePrint(readings: readonly PrintedFinding[]): PrintedFinding | null {
  const [main, ...others] = readings.toSorted(
    (a, b) => Object.keys(b.fields).length - Object.keys(a.fields).length,
  );
  if (!main) return null;
  const fields: FieldReadings = { ...main.fields };
  for (const { fields: further } of others) {
    for (const [name, reading] of Object.entries(further) as [
      keyof FieldReadings,
      FieldReadings['number'],
    ][]) {
      if (reading && reading.confidence > (fields[name]?.confidence ?? 0)) fields[name] = reading;
    }
  }
  const classes = readings.flatMap(({ documentClass }) => documentClass ?? []);
  const [documentClass = null] = classes.toSorted((a, b) => b.confidence - a.confidence);
  return { ...main, fields, documentClass };
}
