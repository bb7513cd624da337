import type { Raster } from '../picture/raster.ts';
import { plainLetters, plainText } from './plain-text.ts';
import type { FoundField, LocatedField } from './labelled-fields.ts';
import { readRows, wordy } from './labelled-fields.ts';
import { readSheet } from './read-sheet.ts';
import type { TextEngine, TextLanguage } from './text-engine.ts';
import { runsOf } from './text-lines.ts';
import type { ValueContext } from './values/read-value.ts';

/** The second look is at another size, so that it does not repeat the mistakes of the first. */
const secondScale = 1;
/** What two readings that agree leave of the doubt of one. */
const agreeing = 0.25;
/** What one reading alone may be worth, and one that another contradicts. */
const most = { alone: 0.8, contradicted: 0.45, agreed: 0.97 };

/**
 * Reads the fields again, cut out and set below each other on one sheet, in the language of the document, and weighs both
 * readings: where they agree the value is sure, where they do not neither is.
 * @throws Error when the engine fails
 */
export async function readAgain(
  engine: TextEngine,
  {
    print,
    fields,
    labelWords,
    language,
    context,
  }: {
    print: Raster;
    fields: readonly LocatedField[];
    /** Words of the document's labels, folded: they may be at the edge of a cut. */
    labelWords: ReadonlySet<string>;
    language: TextLanguage;
    context: ValueContext;
  },
): Promise<FoundField[]> {
  const boxes = fields.map(({ box }) => box);
  const words = await readSheet(engine, { print, boxes, language, scale: secondScale });
  return fields.flatMap((first, at) => {
    const own = (words[at] ?? []).filter(({ text }) => !labelWords.has(plainLetters(text)));
    const rows = runsOf(own).map(({ words: row }) => row);
    const again = rows.length === 0 ? null : readRows(first.kind, rows, context);
    const weighed = weigh(first.value === null ? null : first, again && { ...again, field: first.field });
    return weighed === null ? [] : [weighed];
  });
}

/** What a single reading is worth. */
export function readOnce(fields: readonly LocatedField[]): FoundField[] {
  return fields.flatMap((field) => (field.value === null ? [] : (weigh(field, null) ?? [])));
}

/** The surer of two readings with what both together are worth; the second is taken where they are the same. */
export function weigh(first: FoundField | null, second: FoundField | null): FoundField | null {
  const only = first ?? second;
  if (only === null) return null;
  if (first === null || second === null) return limited(only, most.alone);
  if (plainLetters(first.value.value) === plainLetters(second.value.value)) {
    const surer = Math.max(first.confidence, second.confidence);
    const confidence =
      1 - (1 - surer) * agreeing - 0.02 * Math.min(first.value.repaired, second.value.repaired);
    // Lines that one reading ran together still part the names of the other.
    const text = linesOf(first) > linesOf(second) ? first.text : second.text;
    return { ...second, text, confidence: Math.min(most.agreed, confidence) };
  }
  // A check digit outweighs any estimate of the engine.
  if (first.value.confirmed !== second.value.confirmed) {
    return limited(first.value.confirmed ? first : second, most.agreed);
  }
  const shorter = wordy.has(first.kind) ? withinOther(first, second) : null;
  if (shorter) return limited(shorter, most.alone);
  return limited(first.confidence > second.confidence ? first : second, most.contradicted);
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

function limited(field: FoundField, limit: number): FoundField {
  const { confirmed } = field.value;
  return { ...field, confidence: Math.min(confirmed ? most.agreed : limit, field.confidence) };
}
