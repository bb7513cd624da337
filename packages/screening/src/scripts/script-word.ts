import { referenceTables } from '../tables/reference-tables.ts';
import type { Script } from '../model/prepared-name.ts';
import type { Word } from '../model/word.ts';
import { latinSkeleton, letterCodes } from '../readings/latin-skeleton.ts';
import { arabicSpellingsOf, withFinalAlef, withoutArticle } from './arabic-words.ts';
import { modelForm } from './model-form.ts';
import { modelOf } from './models.ts';
import { longestWord, unitsOf, type CutWord, type Units } from './path-cost.ts';
import type { Cost, ScriptModel } from './script-model.ts';
import { skeletonsOf } from './skeletons.ts';

/** A word of another script, prepared for comparison with the model of its script. */
export interface ForeignWord {
  form: string;
  model: ScriptModel;
  units: Units;
  keys: ReadonlySet<string>;
  /** Spellings of the whole word in the tables: Hangul surnames, Han readings, Arabic words. */
  tabled: readonly string[];
  /** The likeliest Latin spelling, for comparison with a third script. */
  spelling: string;
  /** Alternative readings, and by how much each reduces a similarity: an Arabic article omitted or written separately, a final *a*. */
  others: readonly OtherReading[];
}

/** A word in an alternative reading. */
export interface OtherReading {
  readonly foreign: ForeignWord;
  readonly loss: number;
}

export interface LatinWord {
  letters: Uint8Array;
  key: string;
}

const foreignWords = new WeakMap<Word, { foreign: ForeignWord | null }>();
const latinWords = new WeakMap<Word, { latin: LatinWord | null }>();

/** Letters and key of a Latin word; null for numbers, legal forms and words that are too long. */
export function latinOf(word: Word): LatinWord | null {
  let known = latinWords.get(word);
  if (!known) {
    known = { latin: readLatin(word.text) };
    latinWords.set(word, known);
  }
  return known.latin;
}

/** Whether a Latin text is a word with letters that is not too long to be aligned. */
export function isLatinWord(text: string): boolean {
  const first = text.charCodeAt(0);
  return text.length <= longestWord && first >= 97 && first <= 122;
}

/** The same for letters that are not a word of a name, such as a likely spelling. */
export function readLatin(text: string): LatinWord | null {
  if (!isLatinWord(text)) return null;
  return { letters: letterCodes(text), key: latinSkeleton(text) };
}

function likeliestSpelling(model: ScriptModel, units: Units): string {
  let best: { cost: Cost; latin: string }[] = [{ cost: 0, latin: '' }];
  for (let at = 0; at < units.single.length; at += 1) {
    const here = best[at];
    const next = [...best];
    // A unit of one character and one of two; an unknown character is skipped at the cost of a deletion.
    const steps = [units.single[at]?.usual ?? (['', model.deletion] as const), units.double[at]?.usual];
    for (const [taken, step] of steps.entries()) {
      if (!here || !step) continue;
      const cost = here.cost + step[1];
      const known = next[at + taken + 1];
      if (!known || cost < known.cost) next[at + taken + 1] = { cost, latin: here.latin + step[0] };
    }
    best = next;
  }
  return best[units.single.length]?.latin ?? '';
}

function tabledSpellings(text: string, script: Script): readonly string[] {
  if (script === 'arabic') return arabicSpellingsOf(text);
  const tables = script === 'hangul' || script === 'han' ? referenceTables() : null;
  if (!tables) return [];
  return (script === 'hangul' ? tables.hangulSurnames : tables.hanReadings).get(text) ?? [];
}

/** Divides a text of a script into the units of its model; null as for `foreignOf`. */
export function cutForeign({
  text,
  script,
}: Pick<Word, 'text' | 'script'>): (CutWord & { form: string }) | null {
  const model = text.length > longestWord ? null : modelOf(script);
  if (!model) return null;
  const form = modelForm(text, script);
  const units = unitsOf(model, form);
  if (form === '' || form.length > longestWord || units.single.every((unit) => unit === null)) return null;
  return { model, units, form };
}

/** Reads a text of a script with its model, without caching; null as for `foreignOf`. */
export function readForeign(word: Pick<Word, 'text' | 'script'>): ForeignWord | null {
  const cut = cutForeign(word);
  if (!cut) return null;
  const { model, units, form } = cut;
  const tabled = tabledSpellings(word.text, word.script);
  const others = othersOf(word);
  return {
    form,
    model,
    units,
    keys: new Set([
      ...skeletonsOf(model, form),
      ...tabled.map(latinSkeleton),
      ...others.flatMap(({ foreign }) => [...foreign.keys]),
    ]),
    tabled,
    spelling: likeliestSpelling(model, units).slice(0, longestWord),
    others,
  };
}

/** Reduction if only one of two words has an article. */
const articleLoss = 100;
/** Reduction for reading a final letter as *a*, which is rarer than *i*. */
const finalLoss = 400;

function othersOf({ text, script }: Pick<Word, 'text' | 'script'>): OtherReading[] {
  if (script !== 'arabic') return [];
  const readings = [
    { text: withoutArticle(text), loss: articleLoss },
    { text: withFinalAlef(text), loss: finalLoss },
  ];
  return readings.flatMap((reading) => {
    const foreign = reading.text === null ? null : readForeign({ text: reading.text, script });
    return foreign ? [{ foreign, loss: reading.loss }] : [];
  });
}

/** Reads a word of another script with its model; null if the script has no model or the model has none of the word's characters. */
export function foreignOf(word: Word): ForeignWord | null {
  let known = foreignWords.get(word);
  if (!known) {
    known = { foreign: readForeign(word) };
    foreignWords.set(word, known);
  }
  return known.foreign;
}
