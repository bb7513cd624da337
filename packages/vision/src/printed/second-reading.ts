import type { Box, Raster } from '../picture/raster.ts';
import { plainLetters, plainText } from './plain-text.ts';
import type { FoundField, LocatedField } from './labelled-fields.ts';
import { readRows, wordy } from './labelled-fields.ts';
import { readSheet } from './read-sheet.ts';
import type { TextEngine, TextLanguage, TextWord } from './text-engine.ts';
import { runsOf } from './text-lines.ts';
import type { ValueContext } from './values/read-value.ts';

/** Scale of the second reading; it differs from the first, so that the same mistakes are not repeated. */
const secondScale = 1;
/** Scale of the third reading, of fields that the first two left open. */
const thirdScale = 1.5;
/** Scale of the fourth reading, of names that two of three readings agree on or that only one reading is sure of. */
const fourthScale = 1.25;
/** Scale of the fifth reading, of names that only one reading was sure of and the fourth confirmed. */
const fifthScale = 0.9;
/** Share of the doubt of one reading that remains if two readings agree. */
const agreeing = 0.25;
/** Words of text with a lower confidence may be scraps of a pattern; readings with a lower confidence do not contradict a sure one. */
const doubtful = 0.5;
/** Readings with at least this confidence are sure. */
const sure = 0.85;
/** Maximum confidence of a single reading, of one contradicted by another, of two of three that agree, and of readings that agree. */
const most = { alone: 0.8, contradicted: 0.45, majority: 0.9, agreed: 0.97 };
/** Confidence that a name needs for a fourth reading, and confidence if three of four readings agree on it. */
const names = { least: 0.85, settled: 0.95 };

/**
 * Reads the fields again, cut out and arranged below each other on one sheet, in the language of the document, and combines both
 * readings. If they agree, the value is sure; if not, a third reading decides for one of them, or the value remains doubtful.
 * @returns the fields, and all words of the second reading in pixels of the print
 * @throws Error if the engine fails
 */
export async function readAgain(
  engine: TextEngine,
  {
    print,
    fields,
    regions = [],
    labelWords,
    language,
    context,
    settle = (field) => field,
    outOfTime = () => false,
  }: {
    print: Raster;
    fields: readonly LocatedField[];
    /** Further areas to read. */
    regions?: readonly Box[];
    /** Folded words of the document's labels, which may appear at the edge of a cut-out. */
    labelWords: ReadonlySet<string>;
    language: TextLanguage;
    context: ValueContext;
    /** Decides what a reading leaves open by means other than reading again. */
    settle?: (field: FoundField) => FoundField;
    /** True if no further reading may start. */
    outOfTime?: () => boolean;
  },
): Promise<{ fields: FoundField[]; words: TextWord[] }> {
  const valueOf = (place: LocatedField, words: readonly TextWord[] = []): Reread | null => {
    const own = words.filter(({ text }) => !labelWords.has(plainLetters(text)));
    const value = valueAmongScraps(place, own, context) ?? valueIn(place, own, context);
    return value && settle(value);
  };
  const readAt: ReadAt = async (scale, places) => {
    if (places.length === 0 || outOfTime()) return new Map();
    const boxes = places.map(({ box }) => box);
    const sheet = await readSheet(engine, { print, boxes, language, scale });
    return new Map(
      places.flatMap((place, at) => {
        const value = valueOf(place, sheet[at]);
        return value === null ? [] : [[place, value]];
      }),
    );
  };
  const boxes = [...fields.map(({ box }) => box), ...regions];
  const words = await readSheet(engine, { print, boxes, language, scale: secondScale });
  const pairs = fields.map((place, at) => ({
    place,
    first: place.value === null ? null : place,
    second: valueOf(place, words[at]),
  }));
  return { fields: await decideAll(pairs, { language, readAt }), words: words.flat() };
}

/** Reads places at the given scale; reads nothing if there is no time left. */
type ReadAt = (scale: number, places: readonly LocatedField[]) => Promise<Map<LocatedField, Reread>>;

/**
 * Decides the fields by two readings, a third of open fields and of names with diacritics, and a fourth of names that are only likely.
 * If the engine is sure of only one reading of a name and doubts all others, a fourth and a fifth reading must repeat it.
 */
async function decideAll(
  pairs: readonly (Pair & { place: LocatedField })[],
  { language, readAt }: { language: TextLanguage; readAt: ReadAt },
): Promise<FoundField[]> {
  const isMarked = (pair: Pair): boolean => language === 'latin' && hasMarks(pair);
  const open = pairs.filter((pair) => isOpen(pair) || isMarked(pair)).map(({ place }) => place);
  const third = await readAt(thirdScale, open);
  const decided = pairs.flatMap((pair) => {
    const last = third.get(pair.place) ?? null;
    const field = isMarked(pair) ? decideMarked(pair, last) : decide(pair, last);
    if (field === null) return [];
    const only = field.confidence > most.contradicted ? null : onlySureName([pair.first, pair.second, last]);
    return [{ place: pair.place, field: only ?? field, isOnly: only !== null }];
  });
  const unsettled = decided.filter(({ field, isOnly }) => isOnly || isUnsettledName(field));
  const fourth = await readAt(fourthScale, placesOf(unsettled));
  const repeated = unsettled.filter(
    ({ place, field, isOnly }) => isOnly && repeats(field, fourth.get(place), sure),
  );
  const fifth = await readAt(fifthScale, placesOf(repeated));
  return decided.map(({ place, field, isOnly }) =>
    isOnly ? settled(field, fifth.get(place), sure) : settled(field, fourth.get(place)),
  );
}

const placesOf = (fields: readonly { place: LocatedField }[]): LocatedField[] =>
  fields.map(({ place }) => place);

/**
 * From contradictory readings of a name, the one that the engine is sure of if it doubts all others, with the confidence of a contradicted
 * reading. `null` if there is none.
 */
function onlySureName(readings: readonly (FoundField | null)[]): FoundField | null {
  const [one, ...more] = readings.filter((reading) => reading !== null && reading.confidence >= doubtful);
  const isOnly = one?.kind === 'name' && one.confidence >= sure && more.length === 0;
  return isOnly ? limited(one, most.contradicted) : null;
}

/** A value from a further reading. */
interface Reread extends FoundField {
  /** Present if scraps were read around it, for example from a pattern: words without letters or of low confidence. */
  amongScraps?: true;
}

function valueIn(
  { field, kind }: LocatedField,
  words: readonly TextWord[],
  context: ValueContext,
): FoundField | null {
  const rows = runsOf(words).map(({ words: row }) => row);
  const value = rows.length === 0 ? null : readRows(kind, rows, context);
  return value && { ...value, field };
}

/** The value of the first reading if this reading repeats it among scraps. Not for names, because a scrap could be part of one. */
function valueAmongScraps(
  place: LocatedField,
  words: readonly TextWord[],
  context: ValueContext,
): Reread | null {
  if (place.value === null || (place.kind !== 'text' && place.kind !== 'place')) return null;
  const known = plainLetters(place.value.value);
  const kept = words.filter((word) => !isScrap(word) || isPartOf(known, word));
  const value = kept.length < words.length ? valueIn(place, kept, context) : null;
  // Takes the spelling of the first reading, because scraps leave dots and strokes behind.
  return value && isSameValue(value.value, place.value)
    ? { ...value, value: place.value, text: place.text, amongScraps: true }
    : null;
}

const isScrap = ({ text, confidence }: TextWord): boolean =>
  confidence < doubtful || plainLetters(text).replaceAll(/\d/g, '').length < 2;

/** Whether a word is part of the known value; a single character of low confidence never counts. */
function isPartOf(known: string, { text, confidence }: TextWord): boolean {
  const letters = plainLetters(text);
  return letters.length > (confidence < doubtful ? 1 : 0) && known.includes(letters);
}

interface Pair {
  first: FoundField | null;
  second: Reread | null;
}

/** Whether two readings leave a value open: only one of them found a value, or they found two and neither is reliable. */
function isOpen({ first, second }: Pair): boolean {
  if (first === null || second === null) return first !== second;
  return (weigh(first, second)?.confidence ?? 0) <= most.contradicted;
}

/** Combines two readings with a third if they left the value open; the third decides for the one it repeats. */
function decide({ first, second }: Pair, third: Reread | null): FoundField | null {
  if (third === null) return weigh(first, second);
  const repeated = [first, second].filter((one) => one !== null && isSameValue(one.value, third.value));
  const [one = null] = repeated;
  if (one !== null && repeated.length === 1) {
    const other = one === first ? second : first;
    return limited(weigh(one, third) ?? one, other && losesWord(one, other) ? most.alone : most.majority);
  }
  return first === null || second === null ? weigh(first ?? second, third) : weigh(first, second);
}

/**
 * Decides a name with diacritics. The first reading uses the English data, which has none, so it agrees if all other letters match.
 * Diacritics are kept if both later readings have them; where the two differ, the plain letter is used, as in a zone.
 */
function decideMarked({ first, second }: Pair, third: Reread | null): FoundField | null {
  if (second === null || third === null || !isSameValue(second.value, third.value))
    return decide({ first, second }, third);
  const name = withSharedMarks(second.value.value, third.value.value);
  const marked = { ...second, value: { ...second.value, value: name } };
  const isRepeated =
    first !== null && (isSameValue(first.value, second.value) || isSameButMarks(first.value, marked.value));
  return isRepeated
    ? { ...marked, confidence: worthOfBoth(marked, third) }
    : decide({ first, second: marked }, third);
}

/** Whether the readings make a name likely but not certain. */
const isUnsettledName = ({ kind, confidence }: FoundField): boolean =>
  kind === 'name' && confidence >= names.least && confidence < names.settled;

/** Whether a further reading repeats a name letter by letter. @param least minimum confidence of that reading, 0–1 */
const repeats = (field: FoundField, again: Reread | undefined, least = 0): boolean =>
  again?.value.value === field.value.value && again.confidence >= least;

/** Raises the confidence of a name if a further reading repeats it. */
const settled = (field: FoundField, again: Reread | undefined, least = 0): FoundField =>
  repeats(field, again, least) ? { ...field, confidence: Math.max(field.confidence, names.settled) } : field;

const markedLetter = /[^\P{L}A-Z]/u;

const hasMarks = ({ second }: Pair): boolean =>
  second !== null && second.kind === 'name' && markedLetter.test(second.value.value);

/** Merges two spellings of a name; letters that differ lose their diacritics. */
function withSharedMarks(one: string, other: string): string {
  const [letters, others] = [Array.from(one), Array.from(other)];
  if (letters.length !== others.length) return plainText(one);
  return letters.map((letter, at) => (letter === others[at] ? letter : plainText(letter))).join('');
}

/** Whether a reading without diacritics matches a name, allowing up to two other characters in place of each letter with a diacritic. */
function isSameButMarks(plain: FoundField['value'], marked: FoundField['value']): boolean {
  const pattern = Array.from(marked.value, (letter) =>
    markedLetter.test(letter) ? '.{0,2}' : plainText(letter) || '[^A-Z]?',
  );
  return new RegExp(`^${pattern.join('')}$`, 'u').test(plain.value);
}

const isSameValue = (a: FoundField['value'], b: FoundField['value']): boolean =>
  plainLetters(a.value) === plainLetters(b.value);

/** Whether a field is reliable enough that no further reading is needed. @param isName names of people need a higher confidence */
export const isSettled = (confidence: number, { isName }: { isName: boolean }): boolean =>
  confidence >= (isName ? names.settled : most.majority);

/** The fields with the confidence of a single reading. */
export function readOnce(fields: readonly LocatedField[]): FoundField[] {
  return fields.flatMap((field) => (field.value === null ? [] : (weigh(field, null) ?? [])));
}

/** The fields with the confidence of two readings that agree, because a source other than print confirms them. */
export function confirmedBy(fields: readonly LocatedField[]): FoundField[] {
  return fields.flatMap((field) => (field.value === null ? [] : (weigh(field, field) ?? [])));
}

/** The better of two readings, with the confidence of both combined; if they agree, the second is used. */
function weigh(first: FoundField | null, second: Reread | null): FoundField | null {
  const only = first ?? second;
  if (only === null) return null;
  if (first === null || second === null) return limited(only, most.alone);
  if (isSameValue(first.value, second.value)) {
    // If one reading joined lines, the lines of the other still separate the names.
    const text = linesOf(first) > linesOf(second) ? first.text : second.text;
    const { amongScraps, ...value } = second;
    return {
      ...value,
      text,
      confidence: Math.min(amongScraps ? most.majority : most.agreed, worthOfBoth(first, second)),
    };
  }
  // A check digit outweighs any estimate of the engine.
  if (first.value.confirmed !== second.value.confirmed) {
    return limited(first.value.confirmed ? first : second, most.agreed);
  }
  const shorter = wordy.has(first.kind) ? withinOther(first, second) : null;
  if (shorter) return limited(shorter, most.alone);
  return limited(first.confidence > second.confidence ? first : second, most.contradicted);
}

/** Confidence of two readings that agree, 0 to 0.97. */
function worthOfBoth(first: FoundField, second: FoundField): number {
  const surer = Math.max(first.confidence, second.confidence);
  const repaired = Math.min(first.value.repaired, second.value.repaired);
  return Math.min(most.agreed, 1 - (1 - surer) * agreeing - 0.02 * repaired);
}

function linesOf({ text }: FoundField): number {
  return text.split('\n').length;
}

/** Of two readings of words, the one that the other contains, with a short word added before or after it. */
function withinOther(first: FoundField, second: FoundField): FoundField | null {
  const [shorter, longer] =
    first.value.value.length < second.value.value.length ? [first, second] : [second, first];
  const inner = plainText(shorter.value.value);
  const outer = plainText(longer.value.value);
  const added = outer.length - inner.length;
  return added <= 3 && (outer.startsWith(`${inner} `) || outer.endsWith(` ${inner}`)) ? shorter : null;
}

/** Whether the other reading has an additional word of a name and is sure of it: short words like "Ó" get lost, and scraps are never sure. */
const losesWord = (name: FoundField, other: FoundField): boolean =>
  name.kind === 'name' && other.confidence >= sure && withinOther(name, other) === name;

function limited(field: FoundField, limit: number): FoundField {
  const { confirmed } = field.value;
  return { ...field, confidence: Math.min(confirmed ? most.agreed : limit, field.confidence) };
}
