import type { FieldReadings, PictureFindings, PrintedFinding } from '@countersign/findings';
import { agreementOf, planAgain, type Compared } from '../agreement/agreement-of.ts';
import { claimsOf, type Claim } from '../agreement/claims.ts';
import type { Face } from '../faces/find-faces.ts';
import { readPage, type ReadPage } from '../printed/read-printed.ts';
import { beginPage, type PageInput } from '../printed/read-upright.ts';
import { likelyKind } from './document-class.ts';
import { findPortrait } from './find-portrait.ts';
import { attempt, type InspectionRun, timed, timedFor, timeOf } from './inspection-run.ts';
import type { ReadPicture } from './inspected-picture.ts';
import { openImage, type OpenedImage } from '../picture/open-image.ts';
import type { Picture } from './picture-findings.ts';
import { isGhostSized } from './portrait-size.ts';
import type { Seen } from './seen-picture.ts';
import { TookTooLong } from '../picture/took-too-long.ts';
import type { TextEngine } from '../printed/text-engine.ts';

/** A zone with a character below this confidence needs a second source. */
const sureZone = 0.5;
/** On a page less legible than this, a value may be present although it was not found. */
const legible = 0.5;
/** Maximum number of pictures whose print is read. */
const mostPictures = 3;

/** The result of reading print. */
export interface InspectedPrint extends Partial<Compared> {
  printed: PrintedFinding | null;
  portraitPrint?: NonNullable<PictureFindings['portraitPrint']>;
}

/**
 * Reads the print of the document and compares it with the claims of zone and bar code. All pictures except one are opened again for
 * this.
 * @see docs/decisions/0034-compare-printed-text-with-the-values-that-other-sources-lead-to-expect.md
 */
export async function inspectPrint(
  run: InspectionRun,
  inspected: readonly ReadPicture[],
): Promise<InspectedPrint> {
  const claims = claimsOf(run);
  const { first, others } = picturesToRead(run, inspected);
  const pages = await readAll(run, first, claims);
  let compared = compare(run, pages, claims);
  if (others.length > 0 && compared !== null && isLeftOpen(compared)) {
    pages.push(...(await readAll(run, others, claims)));
    compared = compare(run, pages, claims);
  }
  const printed = mergePrint(pages.flatMap(({ reading }) => reading ?? []));
  return { printed, ...compared, ...besidePortrait(run, { inspected, pages, claims, printed }) };
}

/** How many of the values on other pictures are printed beside the portrait. */
function besidePortrait(
  run: InspectionRun,
  {
    inspected,
    pages,
    claims,
    printed,
  }: {
    inspected: readonly ReadPicture[];
    pages: readonly SeenPage[];
    claims: readonly Claim[];
    printed: PrintedFinding | null;
  },
): Pick<InspectedPrint, 'portraitPrint'> {
  const mediaId = findPortrait(run, inspected)?.source.picture.mediaId;
  const page = pages.find((one) => one.mediaId === mediaId);
  if (!page || [run.mrz?.mediaId, run.barcode?.mediaId].includes(mediaId)) return {};
  const fieldsOf = (reading: PrintedFinding | null) => Object.keys(reading?.fields ?? {}).length;
  if (claims.length === 0)
    return { portraitPrint: { claimed: fieldsOf(printed), found: fieldsOf(page.reading) } };
  const states = Object.values(compare(run, [page], claims)?.agreement ?? {}).map(({ state }) => state);
  return {
    portraitPrint: {
      claimed: states.length,
      found: states.filter((state) => state === 'found').length,
    },
  };
}

/** A page with the finding of its picture; `null` if it shows no field. */
interface SeenPage {
  mediaId: string;
  page: ReadPage;
  reading: PrintedFinding | null;
}

/** @returns `null` without a page */
const compare = (
  { today }: InspectionRun,
  seen: readonly SeenPage[],
  claims: readonly Claim[],
): Compared | null =>
  seen.length === 0
    ? null
    : agreementOf(
        seen.map(({ page }) => page),
        claims,
        today,
      );

async function readAll(
  run: InspectionRun,
  pictures: readonly ReadPicture[],
  claims: readonly Claim[],
): Promise<SeenPage[]> {
  const seen: SeenPage[] = [];
  for (const one of pictures) {
    const { mediaId } = one.picture;
    const page = await timed(run, 'printed', () => timedFor(run, mediaId, () => readOne(run, one, claims)));
    if (page === null) continue;
    one.finding.side ??= page.reading?.side ?? null;
    seen.push({ mediaId, page, reading: page.reading && { ...page.reading, mediaId } });
    // Nothing to compare and nothing to add.
    if (claims.length === 0 && page.suffices && run.inspection.printed !== 'always') break;
  }
  return seen;
}

/**
 * Whether a legible page lacks the name or the date of birth, so that another side must have it: yellow Colombian cards print the date on
 * the back.
 */
function isLeftOpen({ agreement, legibility }: Compared): boolean {
  const fields = [agreement.lastName, agreement.firstName, agreement.birthDate];
  return legibility >= legible && fields.some((field) => field?.state === 'absent');
}

/** The pictures whose print is read first, and those read afterwards for whatever is still missing. */
function picturesToRead(
  run: InspectionRun,
  inspected: readonly ReadPicture[],
): { first: ReadPicture[]; others: ReadPicture[] } {
  const { inspection, parts, mrz, barcode } = run;
  const { printed = 'auto' } = inspection;
  if (printed === 'off' || parts.openText === null) return { first: [], others: [] };
  const documents = inspected.filter(({ subject }) => subject === 'document');
  const withPortrait = documents.filter(({ faces }) => faces.length > 0);
  const portrait = findPortrait(run, inspected)?.source ?? [];
  const all = [...new Set([portrait, withPortrait, documents].flat())].slice(0, mostPictures);
  const sure =
    (mrz?.status === 'clean' && mrz.confidence >= sureZone) || (barcode !== null && barcode.fields !== null);
  // If in doubt, all sides are read, those with a portrait first.
  if (!sure || printed === 'always') return { first: all, others: [] };
  if (printed === 'auto') return { first: all.slice(0, 1), others: all.slice(1) };
  const read = [mrz?.mediaId, barcode?.mediaId];
  return {
    first: withPortrait.filter(({ picture }) => !read.includes(picture.mediaId)).slice(0, 1),
    others: [],
  };
}

async function readOne(
  run: InspectionRun,
  { picture, card, faces }: ReadPicture,
  claims: readonly Claim[],
): Promise<ReadPage | null> {
  const { openText } = run.parts;
  if (openText === null) return null;
  const { mediaId } = picture;
  if (timeOf(run, { part: 'printed', mediaId })()) return null;
  return attempt(run, 'text.reader', async () => {
    const image = await openAgain(run, picture);
    if (image === null) return null;
    return readPage(hurried(run, { engine: await openText(), mediaId }), {
      ...pageInput(run, { picture, image, card, faces }),
      outOfTime: timeOf(run, { part: 'printed', mediaId }),
      begun: run.begun?.mediaId === mediaId ? run.begun.page : null,
      planAgain: planAgain(claims, run.today),
    });
  });
}

function pageInput(
  run: InspectionRun,
  { picture, image, card, faces }: Pick<Seen, 'picture' | 'image' | 'card'> & { faces: readonly Face[] },
): PageInput {
  const kind = likelyKind({ mrz: run.mrz, barcode: run.barcode });
  const zoneCorners = run.mrz?.mediaId === picture.mediaId ? run.mrz.corners : null;
  return { image, card, faces, zoneCorners, hints: { kind, today: run.today } };
}

/**
 * Starts reading the print of a side with the portrait while its own zone and codes, the only remaining search, are still being looked
 * for. If that search finds anything, which is rare after all other sides, reading starts again.
 */
export async function beginPrint(run: InspectionRun, seen: Seen): Promise<void> {
  const { inspection, parts } = run;
  const { printed = 'auto' } = inspection;
  const { picture, faces, card, mrz } = seen;
  const [portrait] = faces ?? [];
  if (parts.openText === null || (printed !== 'auto' && printed !== 'always')) return;
  if (portrait === undefined || isGhostSized(portrait, { card, mrz }) || run.outOfTime()) return;
  const { openText } = parts;
  await timed(run, 'printed', async () => {
    const engine = hurried(run, { engine: await openText(), mediaId: picture.mediaId });
    const page = await beginPage(engine, pageInput(run, { ...seen, faces: faces ?? [] }));
    run.begun = page && { mediaId: picture.mediaId, page };
    // A failure here occurs again, and is reported, when the print is read.
  }).catch(() => {});
}

/** Returns the kept pixels, or decodes the picture again. @returns `null` if decoding is refused */
async function openAgain(run: InspectionRun, { mediaId, bytes }: Picture): Promise<OpenedImage | null> {
  const { kept } = run;
  run.kept = null;
  if (kept?.mediaId === mediaId) return kept.image;
  const image = await openImage(bytes, run);
  return image.refusal === null ? image : null;
}

/** The engine limited to the time of this inspection; a picture that uses all of it is slow to read. */
function hurried(
  { final, patience, unfinished, slow }: InspectionRun,
  { engine, mediaId }: { engine: TextEngine; mediaId: string },
): TextEngine {
  return {
    ...engine,
    read: (raster, options) =>
      engine.read(raster, { ...options, times: final ? 2 : 1, patience }).catch((error: unknown) => {
        if (error instanceof TookTooLong) (error.byItself ? slow : unfinished).add(mediaId);
        throw error;
      }),
  };
}

/**
 * Merges the print of several sides: for a field read twice, the reading with more confidence; the rest from the side with the most
 * fields.
 */
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
