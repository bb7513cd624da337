import type { Box, Raster } from '../picture/raster.ts';
import { plainLetters, plainText } from './plain-text.ts';
import type { FoundField, LocatedField } from './labelled-fields.ts';
import { readRows, wordy } from './labelled-fields.ts';
import { readSheet } from './read-sheet.ts';
import type { TextEngine, TextLanguage, TextWord } from './text-engine.ts';
import { runsOf } from './text-lines.ts';
import type { ValueContext } from './values/read-value.ts';

/** The second look is at another size, so that it does not repeat the mistakes of the first. */
const secondScale = 1;
/** The third, of what the first two left open, at another again. */
const thirdScale = 1.5;
/** The fourth, of names that two readings of three give, or that one alone is sure of. */
const fourthScale = 1.25;
/** The fifth, of names that one reading was sure of and the fourth repeats. */
const fifthScale = 0.9;
/** What two readings that agree leave of the doubt of one. */
const agreeing = 0.25;
/** Words of text that the engine doubts more may be scraps of a pattern; readings that it doubts more contradict no sure one. */
const doubtful = 0.5;
/** Readings that the engine doubts no more are sure. */
const sure = 0.85;
/** What one reading alone may be worth, one that another contradicts, and two of three that agree. */
const most = { alone: 0.8, contradicted: 0.45, majority: 0.9, agreed: 0.97 };
/** Names are worth so much where three of four readings give them, and are read a fourth time only if they are worth as much before. */
const names = { least: 0.85, settled: 0.95 };

/**
 * Reads the fields again, cut out and set below each other on one sheet, in the language of the document, and weighs both
 * readings: where they agree the value is sure; where they do not, a third reading decides for one of them, or neither is.
 * @returns the fields, and all words of the second reading in pixels of the print
 * @throws Error when the engine fails
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
    /** Further places to read. */
    regions?: readonly Box[];
    /** Words of the document's labels, folded: they may be at the edge of a cut. */
    labelWords: ReadonlySet<string>;
    language: TextLanguage;
    context: ValueContext;
    /** Settles what a reading leaves open by other means than reading again. */
    settle?: (field: FoundField) => FoundField;
    /** True when no further reading may start. */
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

/** Reads places at another size; out of time it reads nothing. */
type ReadAt = (scale: number, places: readonly LocatedField[]) => Promise<Map<LocatedField, Reread>>;

/**
 * The fields by two readings, a third of what they leave open and of marks, and a fourth of names that are only likely. Where the engine
 * is sure of one reading of a name and doubts all others, a fourth and a fifth have to repeat it.
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
 * Of readings that contradict each other the name of which the engine is sure, where it doubts all others; worth no more than before.
 * `null` where there is none.
 */
function onlySureName(readings: readonly (FoundField | null)[]): FoundField | null {
  const [one, ...more] = readings.filter((reading) => reading !== null && reading.confidence >= doubtful);
  const isOnly = one?.kind === 'name' && one.confidence >= sure && more.length === 0;
  return isOnly ? limited(one, most.contradicted) : null;
}

/** A value as read once more. */
interface Reread extends FoundField {
  /** Present where scraps were read round it, such as of a pattern: words of no letters, or that the engine doubts. */
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

/** The value of the first reading where this one repeats it between scraps; names are never found so, for a scrap may be one. */
function valueAmongScraps(
  place: LocatedField,
  words: readonly TextWord[],
  context: ValueContext,
): Reread | null {
  if (place.value === null || (place.kind !== 'text' && place.kind !== 'place')) return null;
  const known = plainLetters(place.value.value);
  const kept = words.filter((word) => !isScrap(word) || isPartOf(known, word));
  const value = kept.length < words.length ? valueIn(place, kept, context) : null;
  // As the first reading has it: scraps leave dots and strokes behind.
  return value && isSameValue(value.value, place.value)
    ? { ...value, value: place.value, text: place.text, amongScraps: true }
    : null;
}

const isScrap = ({ text, confidence }: TextWord): boolean =>
  confidence < doubtful || plainLetters(text).replaceAll(/\d/g, '').length < 2;

/** A single character that the engine doubts is part of nothing, whatever the value has. */
function isPartOf(known: string, { text, confidence }: TextWord): boolean {
  const letters = plainLetters(text);
  return letters.length > (confidence < doubtful ? 1 : 0) && known.includes(letters);
}

interface Pair {
  first: FoundField | null;
  second: Reread | null;
}

/** Whether two readings leave a value open: one of them gave none, or they gave two of which neither is worth anything. */
function isOpen({ first, second }: Pair): boolean {
  if (first === null || second === null) return first !== second;
  return (weigh(first, second)?.confidence ?? 0) <= most.contradicted;
}

/** What two readings are worth, and a third where they left the value open: it decides for the one that it repeats. */
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
 * A name with marks. The first reading is in English, whose data has none: it agrees where all other letters do. Marks that both later
 * readings give are taken; where they differ, the letter is without, as in a zone.
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

/** Whether readings make a name likely, and not sure. */
const isUnsettledName = ({ kind, confidence }: FoundField): boolean =>
  kind === 'name' && confidence >= names.least && confidence < names.settled;

/** Whether one more reading repeats a name letter by letter. @param least confidence from which it counts, 0–1 */
const repeats = (field: FoundField, again: Reread | undefined, least = 0): boolean =>
  again?.value.value === field.value.value && again.confidence >= least;

/** A name with what one more reading is worth that repeats it. */
const settled = (field: FoundField, again: Reread | undefined, least = 0): FoundField =>
  repeats(field, again, least) ? { ...field, confidence: Math.max(field.confidence, names.settled) } : field;

const markedLetter = /[^\P{L}A-Z]/u;

const hasMarks = ({ second }: Pair): boolean =>
  second !== null && second.kind === 'name' && markedLetter.test(second.value.value);

/** Two spellings of one name as one: letters that differ are without their marks. */
function withSharedMarks(one: string, other: string): string {
  const [letters, others] = [Array.from(one), Array.from(other)];
  if (letters.length !== others.length) return plainText(one);
  return letters.map((letter, at) => (letter === others[at] ? letter : plainText(letter))).join('');
}

/** Whether a reading without marks gives a name but for its marked letters, in place of each of which there may be two others. */
function isSameButMarks(plain: FoundField['value'], marked: FoundField['value']): boolean {
  const pattern = Array.from(marked.value, (letter) =>
    markedLetter.test(letter) ? '.{0,2}' : plainText(letter) || '[^A-Z]?',
  );
  return new RegExp(`^${pattern.join('')}$`, 'u').test(plain.value);
}

const isSameValue = (a: FoundField['value'], b: FoundField['value']): boolean =>
  plainLetters(a.value) === plainLetters(b.value);

/** Whether no further reading could make a field surer than it needs to be. @param isName names of people need more */
export const isSettled = (confidence: number, { isName }: { isName: boolean }): boolean =>
  confidence >= (isName ? names.settled : most.majority);

/** What a single reading is worth. */
export function readOnce(fields: readonly LocatedField[]): FoundField[] {
  return fields.flatMap((field) => (field.value === null ? [] : (weigh(field, null) ?? [])));
}

/** What readings are worth that another source than print gave too. */
export function confirmedBy(fields: readonly LocatedField[]): FoundField[] {
  return fields.flatMap((field) => (field.value === null ? [] : (weigh(field, field) ?? [])));
}

/** The surer of two readings with what both together are worth; the second is taken where they are the same. */
function weigh(first: FoundField | null, second: Reread | null): FoundField | null {
  const only = first ?? second;
  if (only === null) return null;
  if (first === null || second === null) return limited(only, most.alone);
  if (isSameValue(first.value, second.value)) {
    // Lines that one reading ran together still part the names of the other.
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

/** What two readings that agree are worth, 0 to 0.97. */
function worthOfBoth(first: FoundField, second: FoundField): number {
  const surer = Math.max(first.confidence, second.confidence);
  const repaired = Math.min(first.value.repaired, second.value.repaired);
  return Math.min(most.agreed, 1 - (1 - surer) * agreeing - 0.02 * repaired);
}

function linesOf({ text }: FoundField): number {
  return text.split('\n').length;
}

/** Of two readings of words, the one that the other repeats with a short word before or after it. */
function withinOther(first: FoundField, second: FoundField): FoundField | null {
  const [shorter, longer] =
    first.value.value.length < second.value.value.length ? [first, second] : [second, first];
  const inner = plainText(shorter.value.value);
  const outer = plainText(longer.value.value);
  const added = outer.length - inner.length;
  return added <= 3 && (outer.startsWith(`${inner} `) || outer.endsWith(` ${inner}`)) ? shorter : null;
}

/** Whether one reading has a word more of a name, and is sure of it: short words as "Ó" are lost, and scraps are no sure ones. */
const losesWord = (name: FoundField, other: FoundField): boolean =>
  name.kind === 'name' && other.confidence >= sure && withinOther(name, other) === name;

function limited(field: FoundField, limit: number): FoundField {
  const { confirmed } = field.value;
  return { ...field, confidence: Math.min(confirmed ? most.agreed : limit, field.confidence) };
}
