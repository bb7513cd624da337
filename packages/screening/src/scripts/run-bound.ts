import type { Word } from '../model/word.ts';
import { letterCodes } from '../readings/latin-skeleton.ts';
import { bitsOfLetters, letterFloors } from './letter-floor.ts';
import { longestWord, pathCost, type LetterFloors, type PathOptions } from './path-cost.ts';
import { alignByReadings, isReadByCharacters } from './runs.ts';
import { mostCostFor } from './script-model.ts';
import { foreignOf, type ForeignWord } from './script-word.ts';

/** The run under its model, the allowed alignment cost, and the minimum cost for some letters. */
interface Sound {
  readonly foreign: ForeignWord;
  readonly perLetter: number;
  readonly most: number;
  readonly floorsOf: (letters: number, count: number) => LetterFloors | null;
}

function soundOf(run: Word, least: number): Sound | null {
  const foreign = isReadByCharacters(run) ? null : foreignOf(run);
  if (!foreign) return null;
  const { knots } = foreign.model;
  const most = mostCostFor(knots, least);
  return { foreign, perLetter: knots.at(-1)?.cost ?? 0, most, floorsOf: letterFloors(foreign, most) };
}

/**
 * Checks whether adjacent Latin words may agree with an unspaced run with a similarity of at least `least`, at a fraction of the cost of
 * comparing them: for the many names that have a word for each of its parts (`coversRun`), nearly all of which agree far less as a whole.
 *
 * Invariant: true whenever `alignRun`, or comparing the run with the joined words, gives at least `least`. It therefore aligns all
 * letters once for either order of words, ignoring word boundaries, which never costs more.
 */
export class RunBound {
  readonly #run: Word;
  readonly #least: number;
  readonly #sound: Sound | null;

  constructor(run: Word, least: number) {
    this.#run = run;
    this.#least = least;
    this.#sound = soundOf(run, least);
  }

  /** @param apart whether the run is a given name next to its family name */
  mayReach(words: readonly string[], apart: boolean): boolean {
    // Words with the same meaning agree regardless of their spelling.
    if (this.#run.groups.length > 0) return true;
    if (this.#sound !== null && maySound(this.#sound, words)) return true;
    return alignByReadings(this.#run, words, apart) >= this.#least;
  }
}

function maySound({ foreign, perLetter, most, floorsOf }: Sound, words: readonly string[]): boolean {
  const orders = [words.join(''), (words.at(-1) ?? '') + words.slice(0, -1).join('')];
  if (orders.some((text) => foreign.tabled.includes(text))) return true;
  const letters = letterCodes(orders[0] as string);
  if (letters.length > longestWord) return false;
  // The same in either order; most words are rejected here.
  const floors = floorsOf(bitsOfLetters(letters), letters.length);
  if (floors === null) return false;
  const options: PathOptions = { perLetter, most, floors };
  return (
    pathCost(foreign, letters, options) >= 0 ||
    pathCost(foreign, letterCodes(orders[1] as string), options) >= 0
  );
}
