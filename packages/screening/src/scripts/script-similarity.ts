import type { Word } from '../words/word.ts';
import { letterCodes, latinSkeleton } from './latin-form.ts';
import { modelForm } from './model-form.ts';
import { modelOf } from './models.ts';
import { pathCost, unitsOf, type Units } from './path-cost.ts';
import { isRuledScript, isSpelledByRule, letterRules } from './rule-letters.ts';
import { enumerateSkeletons, similarityOfCost, type ScriptModel } from './script-model.ts';

type ForeignWord = { form: string; model: ScriptModel | null; units: Units; keys: readonly string[] };
type LatinWord = { letters: Uint8Array; keys: readonly string[] };

const foreignWords = new WeakMap<Word, ForeignWord>();
const latinWords = new WeakMap<Word, LatinWord>();

function latinOf(word: Word): LatinWord {
  let known = latinWords.get(word);
  if (!known) {
    known = { letters: letterCodes(word.text), keys: [latinSkeleton(word.text)] };
    latinWords.set(word, known);
  }
  return known;
}

function foreignOf(word: Word): ForeignWord {
  let known = foreignWords.get(word);
  if (!known) {
    const form = modelForm(word.text, word.script);
    const model = modelOf(word.script);
    known = {
      form,
      model,
      units: model ? unitsOf(model, form) : { single: [], double: [] },
      keys: model ? enumerateSkeletons(model, form) : [],
    };
    foreignWords.set(word, known);
  }
  return known;
}

/** Equality through one romanisation convention of the script. */
const ruleSimilarity = 9700;

function againstLatin(word: Word, latin: Word): number {
  const foreign = foreignOf(word);
  const { letters, keys } = latinOf(latin);
  if (!foreign.model || !keys.some((key) => foreign.keys.includes(key))) return 0;
  const length = foreign.form.length + letters.length;
  const limit = (foreign.model.knots.at(-1)?.cost ?? 0) * length + length - 1;
  const cost = pathCost(foreign.model, foreign.units, letters, { limit });
  const modelled = cost < 0 ? 0 : similarityOfCost(foreign.model.knots, cost, length);
  if (modelled >= ruleSimilarity || !isRuledScript(word.script)) return modelled;
  return isSpelledByRule(letterRules[word.script], foreign.form, latin.text) ? ruleSimilarity : modelled;
}

/**
 * How alike two words of different scripts are: 0 to 10,000, symmetric, the same everywhere. From 9,000 on the two are
 * spellings of one word beyond reasonable doubt; at 8,000 about one in a thousand strangers gets in; 0 = no relation,
 * also when a script has neither rules nor a model (Thai, Indic and others match only inside themselves).
 */
export function scriptSimilarity(a: Word, b: Word): number {
  if (a.script === b.script) return 0;
  if (a.script === 'latin') return againstLatin(b, a);
  if (b.script === 'latin') return againstLatin(a, b);
  return 0;
}

/**
 * Keys under which a word meets its spellings in other scripts: `scriptSimilarity(a, b) > 0` only when the two share a
 * key. One for a Latin word, up to 64 for others; none for scripts that match only inside themselves.
 */
export function scriptKeys(word: Word): string[] {
  return [...(word.script === 'latin' ? latinOf(word).keys : foreignOf(word).keys)];
}
