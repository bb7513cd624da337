import { foreignOf, type ForeignWord } from '../scripts/script-word.ts';
import { letterFloors } from '../scripts/letter-floor.ts';
import { pathCost } from '../scripts/path-cost.ts';
import { mostOfPart, spellsPart, type RunPart } from '../scripts/runs.ts';
import type { Cost } from '../scripts/script-model.ts';
import { isModelledAlone } from '../scripts/script-similarity.ts';
import { nativeSpeller } from '../readings/native-name.ts';
import type { Word } from '../model/word.ts';
import { mayBeCompound } from '../words/compound-forms.ts';
import { partProbeKeys } from '../words/word-keys.ts';
import type { Dictionary } from './dictionary.ts';
import { workOf } from './work-limit.ts';

/** Which tokens of a dictionary may spell a word of another script: by their letters, without a text or a word being made. */
interface Speller {
  /** False only for tokens that cost more than the most for each letter, and are no plain Latin word. */
  maySpell: (letters: Uint8Array) => boolean;
  /** Tokens that the tables give for the word: they agree whatever their letters cost. */
  tabled: ReadonlySet<number>;
}

function spellerOf(foreign: ForeignWord, perLetter: Cost, dictionary: Dictionary): Speller {
  const floorsOf = letterFloors(foreign, perLetter);
  const others = foreign.others.map((other) => spellerOf(other.foreign, perLetter, dictionary));
  return {
    maySpell: (letters) => {
      const floors = floorsOf(letters);
      if (floors !== null && pathCost(foreign, letters, { perLetter, floors }) >= 0) return true;
      return others.some(({ maySpell }) => maySpell(letters));
    },
    tabled: tokensAmong(foreign.tabled, dictionary),
  };
}

/** Those of some texts that are tokens. */
function tokensAmong(texts: Iterable<string>, dictionary: Dictionary): Set<number> {
  return new Set(Array.from(texts, (text) => dictionary.find(text)).filter((token) => token >= 0));
}

/**
 * A test that excludes most Latin tokens under the keys of a word of another script; null for words whose agreement does not rest
 * on the model of their script alone. An excluded token has neither `compareWords` nor `sharesRest` with the word, unless the two
 * share a group, for which words have a key of their own.
 */
export function excluderOf(word: Word, dictionary: Dictionary): ((token: number) => boolean) | null {
  const foreign = isModelledAlone(word) && word.compounds.length === 0 ? foreignOf(word) : null;
  if (!foreign) return null;
  const { maySpell, tabled } = spellerOf(foreign, foreign.model.knots.at(-1)?.cost ?? 0, dictionary);
  return (token) => {
    const letters = dictionary.lettersOf(token);
    if (letters === null || tabled.has(token)) return false;
    return !maySpell(letters) && !mayBeCompound(letters);
  };
}

/** Tokens that spell a part of an unspaced word, and what finding them cost. */
export interface PartTokens {
  readonly tokens: readonly number[];
  readonly work: number;
}

/** All tokens of the dictionary that spell a part of an unspaced word (`spellsPart`). */
export function tokensOfPart(part: RunPart, dictionary: Dictionary): PartTokens {
  const { text, script, foreign } = part;
  const speller = foreign ? spellerOf(foreign, mostOfPart(foreign), dictionary) : null;
  const native = nativeSpeller(text, script);
  const firsts = native?.firsts ?? 0;
  const tabled = tokensAmong(native?.tabled ?? [], dictionary);
  const seen = new Set<number>();
  const tokens: number[] = [];
  let work = 0;
  const skeletons = [...part.keys];
  for (const [at, key] of partProbeKeys(part).entries()) {
    const sounds = speller !== null && part.soundKeys.has(skeletons[at] ?? '') ? speller : null;
    dictionary.underKey(key, (token) => {
      work += workOf.tried;
      const isTabled = tabled.has(token) || sounds?.tabled.has(token) === true;
      // Nearly all end here, by one byte.
      if (!isTabled && sounds === null && (firsts & (1 << dictionary.firstLetterOf(token))) === 0) return;
      const letters = dictionary.lettersOf(token);
      if (
        letters !== null &&
        !isTabled &&
        native?.spells(letters) !== true &&
        sounds?.maySpell(letters) !== true
      )
        return;
      // Few come here, and a token may be under several keys.
      if (seen.has(token)) return;
      seen.add(token);
      if (spellsPart(part, dictionary.text(token))) tokens.push(token);
    });
  }
  return { tokens, work };
}
