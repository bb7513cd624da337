/**
 * The first reading of a page: the document is rectified and read as a whole in one direction after another until the text makes sense.
 * Reading in the likeliest direction can start before all the inputs are known ({@link beginPage}).
 */
import type { CardFinding, DocumentKind } from '@countersign/findings';
import type { Face } from '../faces/find-faces.ts';
import type { OpenedImage } from '../picture/open-image.ts';
import type { Quad } from '../picture/raster.ts';
import { classifyPrint, type PrintClass } from './classify-print.ts';
import { layFlat, liesOf, type DocumentPlane, type Lie } from './document-plane.ts';
import type { LabelRule } from './labels.ts';
import { readSmallLabels } from './small-labels.ts';
import type { TextEngine, TextLanguage, TextWord } from './text-engine.ts';
import { partedAtLabels, partedAtNumbers, partedAtStrokes, runsOf, type TextRun } from './text-lines.ts';

/** Facts about a document known before its print is read. */
export interface PrintedHints {
  kind?: DocumentKind | null;
  /** Possible languages of its print, the likeliest first. */
  languages?: readonly TextLanguage[];
  /** `YYYY-MM-DD`. */
  today: string;
}

/** Input of the first reading of a page. */
export interface PageInput {
  image: OpenedImage;
  /** Outline of the document; if `null`, the whole picture is read. */
  card: CardFinding | null;
  /** Faces in the picture, widest first; a portrait shows the orientation of the document. */
  faces: readonly Face[];
  hints: PrintedHints;
  /** Corners of the machine-readable zone in this picture, which is excluded from the text. */
  zoneCorners?: Quad | null;
  /** True if no further reading may start; checked before each one. */
  outOfTime?: () => boolean;
  /** A reading of this page that was already started; it is used if it was started with the same inputs. */
  begun?: BegunPage | null;
}

/** A first reading of a page that is in progress. */
export interface BegunPage {
  plane: DocumentPlane;
  words: Promise<TextWord[]>;
  /** The inputs it was started with, as text. */
  basis: string;
}

/** A page read in one direction, with the labels found on it. */
export interface Upright {
  plane: DocumentPlane;
  runs: TextRun[];
  print: PrintClass;
  letters: number;
}

const languageOfKind: Readonly<Partial<Record<DocumentKind, TextLanguage>>> = {
  'mx-ine': 'spa',
  'co-cedula-yellow': 'spa',
  'co-cedula-digital': 'spa',
  'br-cnh': 'por',
};
/** Words with a higher confidence count as read. */
const sureWord = 0.6;
/** Number of letters in reliably read words that, together with a label or title, show that a document was the right way up. */
const readableLetters = 40;

/** Inputs of the first reading of a page, for one orientation of the document. */
interface PageBasis {
  lie: Lie;
  faces: readonly Face[];
  zoneCorners: Quad | null;
  language: TextLanguage;
}

const basisText = ({ lie, faces, zoneCorners, language }: PageBasis): string =>
  JSON.stringify([lie.corners, lie.format, faces.map(({ box }) => box), zoneCorners, language]);

const firstLanguage = ({ languages, kind }: PrintedHints): TextLanguage =>
  languages?.[0] ?? (kind ? languageOfKind[kind] : undefined) ?? 'eng';

/**
 * Rectifies the document in its likeliest orientation and passes it to the engine.
 * @returns as soon as the engine has it; later failures reject `words`
 */
export async function beginPage(engine: TextEngine, input: PageInput): Promise<BegunPage | null> {
  const { image, card, faces, zoneCorners = null, hints } = input;
  const [lie] = liesOf(image, card, faces);
  if (lie === undefined) return null;
  const language = firstLanguage(hints);
  const plane = await layFlat(image, lie, { faces, zoneCorners });
  const words = readWhole(engine, plane, language);
  words.catch(() => {});
  return { plane, words, basis: basisText({ lie, faces, zoneCorners, language }) };
}

const readWhole = (engine: TextEngine, plane: DocumentPlane, language: TextLanguage): Promise<TextWord[]> =>
  engine.read(plane.print, { languages: [language], mode: 'sparse' });

/** Reads the document in one direction after another until the text makes sense. */
export async function readUpright(engine: TextEngine, input: PageInput): Promise<Upright | null> {
  const { image, card, faces, zoneCorners = null, hints, outOfTime, begun = null } = input;
  const language = firstLanguage(hints);
  let best: Upright | null = null;
  for (const lie of liesOf(image, card, faces)) {
    if (outOfTime?.()) break;
    const isBegun = begun?.basis === basisText({ lie, faces, zoneCorners, language });
    const plane = isBegun ? begun.plane : await layFlat(image, lie, { faces, zoneCorners });
    const words = isBegun ? begun.words : readWhole(engine, plane, language);
    let read = await readPlane(engine, { plane, words: await words, language });
    // A pattern of strong lines hides all print; with the pattern removed, the page may be legible.
    if (read.letters < readableLetters && best === null && !outOfTime?.()) {
      const bare = plane.withoutPattern();
      const found = await readWhole(engine, bare, language);
      const without = await readPlane(engine, { plane: bare, words: found, language });
      if (weightOf(without) > weightOf(read)) read = without;
    }
    // Weighted instead of counted: engines read many letters upside down too, but no labels.
    if (best === null || weightOf(read) > weightOf(best)) best = read;
    const { letters, print } = read;
    if (letters >= readableLetters && (print.labels.length > 0 || print.documentClass !== null)) break;
  }
  return best;
}

/** Reads a rectified document, and its small labels a second time. */
async function readPlane(
  engine: TextEngine,
  {
    plane,
    words: all,
    language,
  }: { plane: DocumentPlane; words: readonly TextWord[]; language: TextLanguage },
): Promise<Upright> {
  const once = all.filter(isText);
  const read = understood(plane, once);
  const known = knownLabels(read.print);
  const words = await readSmallLabels(engine, { print: plane.print, words: once, known, language });
  return words === once ? read : understood(plane, words);
}

/** Interprets the words of a page: runs, document type and labels. */
function understood(plane: DocumentPlane, words: readonly TextWord[]): Upright {
  const runs = runsOf(partedAtLabels(partedAtNumbers(partedAtStrokes(words)))).filter(
    (run) => !isZoneLine(run),
  );
  const print = classifyPrint(runs, plane.print.width / plane.print.height);
  return { plane, runs, print, letters: lettersOf(words) };
}

/**
 * Words of correctly read labels of a known document type. If two labels name the same field, neither counts, because one of them belongs
 * to another field.
 */
function knownLabels({ template, labels }: PrintClass): Set<TextWord> {
  const isOnly = ({ field }: LabelRule): boolean =>
    field === null || labels.filter(({ rule }) => rule.field === field).length === 1;
  const right = template === null ? [] : labels.filter(({ rule, errors }) => errors === 0 && isOnly(rule));
  return new Set(right.flatMap(({ run, from, to }) => run.words.slice(from, to)));
}

function isText({ text }: TextWord): boolean {
  return /[\p{L}\p{N}/]/u.test(text);
}

/** True for a line of a zone that was not found, or only in part. */
function isZoneLine({ words }: TextRun): boolean {
  return /<<|[A-Z0-9<]{5,}<[A-Z0-9<]{3,}/.test(words.map(({ text }) => text).join(''));
}

function lettersOf(words: readonly TextWord[]): number {
  return words
    .filter(({ text, confidence }) => confidence >= sureWord && /^[\p{L}\p{N}.,/:'’-]{3,}$/u.test(text))
    .reduce((sum, { text }) => sum + text.length, 0);
}

function weightOf({ letters, print }: Upright): number {
  return letters + 20 * print.labels.length + (print.documentClass === null ? 0 : 30);
}
