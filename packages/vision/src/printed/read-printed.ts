/**
 * Reads print as a second source. The document is rectified and read as a whole, in one direction after another until the text makes
 * sense. Labels and templates then locate the fields, and all fields are read again, cut out onto one sheet at a different size and in
 * the document's language; names that may contain any diacritics are read with the network for all Latin letters. Two readings that
 * agree are worth more than either alone; if they differ, a third decides for one of them, or both are worth little.
 *
 * Invariants: a value is returned only if its field's pattern accepts it, together with the number of repairs; below a confidence of
 * 0.6 it confirms nothing; print never overrides a zone or a code. Positions are in pixels of the upright original, although everything
 * is computed on the rectified print.
 * Cost: 0.4 to 0.8 s of processor time, nearly all of it in the engine, and more if several directions are tried; the caller's limit is
 * checked before every reading.
 * @see docs/decisions/0013-printed-text-confirms-the-mrz-or-bar-code-and-never-overrides.md
 */

import type { FieldName, FieldReading, FieldReadings } from '@countersign/findings';
import type { PrintClass } from './classify-print.ts';
import type { DocumentPlane } from './document-plane.ts';
import { fieldsOfLabels, type FoundField, type LocatedField } from './labelled-fields.ts';
import { placesOf } from './placed-fields.ts';
import { plainLetters } from './plain-text.ts';
import { rowOfNumber } from './numbered-rows.ts';
import type { PrintedReading } from './printed-reading.ts';
import { lookAlikesOf } from './look-alike-glyphs.ts';
import { type PageInput, type PrintedHints, readUpright, type Upright } from './read-upright.ts';
import { confirmedBy, isSettled, readAgain, readOnce } from './second-reading.ts';
import type { Box } from '../picture/raster.ts';
import type { TextEngine, TextLanguage, TextWord } from './text-engine.ts';
import { wholePrintOf } from './whole-print.ts';
import type { TextRun } from './text-lines.ts';
import { keyLettersOn, valuesWithoutLabels } from './unlabelled-values.ts';
import type { DateOrder } from './values/read-date.ts';
import { readName } from './values/read-name.ts';
import type { ValueContext } from './values/read-value.ts';

/** A picture of a document. */
export interface PrintedInput extends PageInput {
  /** Selects what is read a second time; by default every located field. */
  planAgain?: (page: PageText) => SecondLook;
}

/** The text of a page, rectified and upright; boxes are in pixels of the rectified print. */
export interface PageText {
  /** Words of the first reading, excluding the zone. */
  words: readonly TextWord[];
  /** The same words as runs, from top to bottom. */
  runs: readonly TextRun[];
  /** Fields located by labels or the template, after the first reading. */
  located: readonly LocatedField[];
  /** Words that belong to labels and titles. */
  labelWords: ReadonlySet<TextWord>;
}

/** What is read a second time. */
export interface SecondLook {
  /** Located fields confirmed by a source other than print, which counts as a second reading. */
  confirmed: ReadonlySet<FieldName>;
  /** Located fields that are not needed. */
  skipped: ReadonlySet<FieldName>;
  /** Further areas to read, in addition to located fields. */
  regions: readonly Box[];
  /** Whether the words of the second reading are searched for claimed values. */
  searched: boolean;
}

/** Everything that was read on one page. */
export interface ReadPage extends PageText {
  /** Located fields after both readings. */
  fields: readonly FoundField[];
  /** Words of the second reading. */
  wordsAgain: readonly TextWord[];
  /** `null` if neither a field nor a title was recognised. */
  reading: PrintedReading | null;
  /** True if no other side of the document would add anything. */
  suffices: boolean;
}

const spanishStates = new Set(
  'ARG BOL CHL COL CRI CUB DOM ECU ESP GTM HND MEX NIC PAN PER PRY SLV URY VEN'.split(' '),
);
const portugueseStates = new Set(['BRA', 'PRT']);
/**
 * Reads the print on a document: first everything, then again the fields located by labels and template. Returns only values accepted
 * by the pattern of their field. A value below 0.6 was read badly or in two different ways, and confirms nothing.
 * @returns `null` if nothing in the picture could be read
 * @throws Error if the engine fails; the message contains nothing that was read
 */
export async function readPrinted(engine: TextEngine, input: PrintedInput): Promise<PrintedReading | null> {
  return (await readPage(engine, input))?.reading ?? null;
}

/** Like {@link readPrinted}, but also returns the whole text. */
export async function readPage(engine: TextEngine, input: PrintedInput): Promise<ReadPage | null> {
  const read = await readUpright(engine, input);
  if (read === null) return null;
  const { plane, print } = read;
  const dates = { today: input.hints.today, dateOrder: dateOrderOf(print, read.runs) };
  const labelled = [...fieldsOfLabels(print.labels, read.runs, dates), ...placesOf(plane, print)];
  const context = { ...dates, keyLetters: keyLettersOn(labelled, print.template) };
  const evident = valuesWithoutLabels(print.template, read.runs, { located: labelled, context });
  const named = bestOf([...labelled, ...evident]);
  const unnamed = rowOfNumber(print.template, print.labels, { located: named, runs: read.runs });
  const words = read.runs.flatMap((run) => run.words);
  // If the same side has a zone, the zone contains the number.
  const lookAlikes = input.zoneCorners
    ? (field: FoundField) => field
    : lookAlikesOf(plane.print, words, context);
  const labelWords = new Set(print.labels.flatMap(({ run, from, to }) => run.words.slice(from, to)));
  const { whole, doubted } = wholePrintOf(plane.print, words, labelWords);
  const settle: Settle = (field) => doubted(lookAlikes(field));
  const located = (unnamed === null ? named : [...named, unnamed]).map((field) =>
    field.value === null ? field : whole(settle(field)),
  );
  const page: PageText = { words, runs: read.runs, located, labelWords };
  const again = await lookAgain(engine, input, { page, read, context, settle });
  const reading = readingOf(again.fields, { engine, plane, print });
  return { ...page, ...again, reading, suffices: reading !== null && suffices(reading, print) };
}

type Settle = ReturnType<typeof lookAlikesOf>;

/** True if a front provided every field for which sides of its type are read, each with a confidence that needs no further reading. */
function suffices({ fields }: PrintedReading, { template }: PrintClass): boolean {
  const wanted = template?.suffices ?? [];
  return (
    wanted.length > 0 &&
    wanted.every((name) => isSettled(fields[name]?.confidence ?? 0, { isName: name.endsWith('Name') }))
  );
}

/** The second reading, of all located fields except the settled ones, and of further areas. */
async function lookAgain(
  engine: TextEngine,
  { hints, outOfTime, planAgain }: PrintedInput,
  { page, read, context, settle }: { page: PageText; read: Upright; context: ValueContext; settle: Settle },
): Promise<{ fields: FoundField[]; wordsAgain: TextWord[] }> {
  const { confirmed, skipped, regions, searched } = planAgain?.(page) ?? wholeSecondLook;
  const sure = confirmedBy(page.located.filter(({ field }) => confirmed.has(field)));
  const once = readOnce(page.located.filter(({ field }) => skipped.has(field) && !confirmed.has(field)));
  const twice = page.located.filter(({ field }) => !confirmed.has(field) && !skipped.has(field));
  if (twice.length + regions.length === 0 || (outOfTime?.() ?? false))
    return { fields: [...sure, ...once, ...readOnce(twice)], wordsAgain: [] };
  const look = {
    print: read.plane.print,
    labelWords: wordsOfLabels(read.print),
    context,
    settle,
    ...(outOfTime ? { outOfTime } : {}),
  };
  const language = languageOf(read.print, hints);
  const ofNames = engine.hasLatin && language.isGuess ? 'latin' : language.name;
  const isApart = ({ kind }: LocatedField): boolean => ofLatin.has(kind) && ofNames !== language.name;
  const [names, others] = [twice.filter(isApart), twice.filter((field) => !isApart(field))];
  const nothing = { fields: [], words: [] };
  // A name claimed by zone or code is searched for in the words of both networks.
  const places = searched ? [...regions, ...names.map(({ box }) => box)] : regions;
  const first =
    others.length + places.length === 0
      ? nothing
      : await readAgain(engine, { ...look, fields: others, regions: places, language: language.name });
  const second =
    names.length === 0 ? nothing : await readAgain(engine, { ...look, fields: names, language: ofNames });
  return {
    fields: [...sure, ...once, ...first.fields, ...second.fields],
    wordsAgain: [...first.words, ...second.words],
  };
}

/** Kinds that the network for all Latin letters reads best: names, for their diacritics, and numbers that mix letters and digits. */
const ofLatin: ReadonlySet<LocatedField['kind']> = new Set(['name', 'licence-number']);

const wholeSecondLook: SecondLook = {
  confirmed: new Set(),
  skipped: new Set(),
  regions: [],
  searched: false,
};

function readingOf(
  fields: readonly FoundField[],
  { engine, plane, print }: { engine: TextEngine; plane: DocumentPlane; print: PrintClass },
): PrintedReading | null {
  const { template, documentClass } = print;
  const readings = readingsOf(fields, { plane, print });
  if (Object.keys(readings).length === 0 && documentClass === null) return null;
  return {
    fields: readings,
    documentClass,
    side: template?.side ?? null,
    template: template?.id ?? 'labels',
    engine: engine.name,
  };
}

function wordsOfLabels({ labels }: PrintClass): Set<string> {
  const words = labels.flatMap(({ run, from, to }) => run.words.slice(from, to));
  return new Set(words.map(({ text }) => plainLetters(text)).filter((letters) => letters.length >= 3));
}

/** For fields named by several labels, keeps the reading with the highest confidence. */
function bestOf(fields: readonly LocatedField[]): LocatedField[] {
  const best = new Map<FieldName, LocatedField>();
  for (const field of fields) {
    const known = best.get(field.field);
    if (!known || sureness(field) > sureness(known)) best.set(field.field, field);
  }
  // "Name" alone may be the whole name, the surname, or the remains of a misread "given names".
  const [surname, given] = [best.get('lastName'), best.get('firstName')];
  if (surname && given && String(surname.box) === String(given.box)) best.delete('lastName');
  return [...best.values()];
}

function sureness(field: LocatedField): number {
  if (field.value !== null) return field.confidence;
  // A stray digit mistaken for a field's number has nothing beside it.
  return field.hasWords ? -1 : -2;
}

/** The order of dates of the template or the state. A date that is valid in only one order determines it for the whole document. */
function dateOrderOf({ template, documentClass }: PrintClass, runs: readonly TextRun[]): DateOrder {
  if (template) return template.dateOrder;
  const text = runs.map(({ words }) => words.map((word) => word.text).join(' ')).join('\n');
  const parts = [...text.matchAll(/(?<!\d)(\d{2})[-./ ](\d{2})[-./ ]\d{4}(?!\d)/g)];
  // A number above 12 cannot be a month.
  const dayFirst = parts.some(([, first]) => Number(first) > 12);
  const monthFirst = parts.some(([, , second]) => Number(second) > 12);
  if (dayFirst !== monthFirst) return dayFirst ? 'dmy' : 'mdy';
  const state = documentClass?.issuingState ?? null;
  if (state === null) return null;
  return state === 'USA' ? 'mdy' : 'dmy';
}

/** The language of the second reading. `isGuess` means that the document may be in another language. */
function languageOf(
  { template, documentClass }: PrintClass,
  hints: PrintedHints,
): { name: TextLanguage; isGuess: boolean } {
  const known = (name: TextLanguage) => ({ name, isGuess: false });
  if (template && template.state !== 'UTO' && template.language !== 'eng') return known(template.language);
  const state = documentClass?.issuingState ?? '';
  if (portugueseStates.has(state)) return known('por');
  if (spanishStates.has(state)) return known('spa');
  // The Spanish data reads print in other languages as well as the English data does, but makes different mistakes.
  const name = hints.languages?.[1] ?? (hints.languages?.[0] === 'spa' ? 'eng' : 'spa');
  return { name, isGuess: true };
}

function readingsOf(
  fields: readonly FoundField[],
  { plane, print }: { plane: DocumentPlane; print: PrintClass },
): FieldReadings {
  const readings: FieldReadings = {};
  for (const found of fields) {
    const reading: FieldReading = {
      value: found.value.value,
      text: found.text,
      confidence: Math.round(found.confidence * 1000) / 1000,
      box: plane.toImage(found.box),
    };
    const rules = [...print.labels.map((label) => label.rule), ...(print.template?.labels ?? [])];
    const rule = rules.find(({ field, kind }) => field === found.field && kind === found.kind);
    if (rule?.surnamesFirst) Object.assign(readings, partedName(reading));
    else readings[found.field] = reading;
    if (rule?.also && !readings[rule.also]) readings[rule.also] = reading;
  }
  return readings;
}

/** Splits the lines of a name, surnames first: given names begin in the third line, or in the second if there are only two. */
function partedName(reading: FieldReading): FieldReadings {
  const lines = reading.text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length < 2) return {};
  const surnames = lines.length === 2 ? 1 : 2;
  const part = (text: string): FieldReading | null => {
    const name = readName(text.replaceAll('\n', ' '));
    return name && { ...reading, text, value: name.value };
  };
  const lastName = part(lines.slice(0, surnames).join('\n'));
  const firstName = part(lines.slice(surnames).join('\n'));
  return { ...(lastName && { lastName }), ...(firstName && { firstName }) };
}
