/**
 * Recognises a name that is printed in Cyrillic, Greek or Armenian capitals. The text engine has only Latin letters and returns the ones
 * that these capitals resemble, `CEPOBA` for `СЕРОВА`: each letter that it may have seen has a few spellings in a zone, and the name is the
 * claimed one if some sequence of such letters looks like the reading and spells the claim.
 *
 * Invariant: a whole printed value is explained or none of it, so that a Latin name beside the other script is still compared.
 * @see docs/decisions/0224-compare-names-in-other-scripts-by-the-latin-letters-they-resemble.md
 */
import { lettersOf } from '../printed/values/confusables.ts';

/** A letter: the Latin letters that the engine returns for it, and its spellings in zones (ICAO 9303-3, section 6, and national ones). */
type Letter = readonly [looks: string, spellings: string];

const cyrillic: readonly Letter[] = [
  ['A', 'A'], ['B E G', 'B'], ['B', 'V W'], ['T F I L', 'G H'], ['A D J', 'D'], ['E', 'E IE YE IO'], ['X K', 'ZH Z J'], ['B S', 'Z'],
  ['N M U H W', 'I Y J'], ['I', 'I YI'], ['J', 'J Y'], ['K', 'K C'], ['N A J', 'L'], ['M', 'M'], ['H', 'N'], ['O', 'O'], ['N H M I', 'P'],
  ['P', 'R'], ['C', 'S'], ['T', 'T'], ['Y', 'U OU Y'], ['O D Q', 'F'], ['X', 'KH H'], ['U L LL', 'TS C'], ['H U Y', 'CH C'],
  ['W M UI LU', 'SH S'], ['W', 'SHCH SHT'], ['BI H', 'Y'], ['B', 'IE'], ['S D B', 'E'], ['IO HO KO', 'IU YU JU U'], ['R A', 'IA YA JA A'],
]; // prettier-ignore

const greek: readonly Letter[] = [
  ['A', 'A'], ['B', 'V B'], ['T F I L', 'G N'], ['A D', 'D'], ['E', 'E'], ['Z', 'Z'], ['H', 'I E'], ['O D Q', 'TH'], ['I', 'I'], ['K', 'K C'],
  ['A N', 'L'], ['M', 'M'], ['N', 'N'], ['E Z S', 'X KS'], ['O', 'O'], ['N M H I TI', 'P'], ['P', 'R'], ['Z E S', 'S'], ['T', 'T'],
  ['Y', 'Y U V F I'], ['O D Q', 'F PH'], ['X', 'CH KH H'], ['W Y', 'PS'], ['O Q', 'O'],
]; // prettier-ignore

/** Only the letters whose looks were seen in readings of drawn print, and those that are the same as Latin ones. */
const armenian: readonly Letter[] = [
  ['U', 'A'], ['L U', 'N'], ['U', 'S'], ['L', 'L'], ['E', 'E YE'], ['O', 'O'], ['S', 'T'], ['C P', 'R'],
]; // prettier-ignore

const scripts = [cyrillic, greek, armenian].map((letters) =>
  letters.flatMap(([looks, spellings]) =>
    looks.split(' ').flatMap((look) => spellings.split(' ').map((spelling) => [look, spelling] as const)),
  ),
);

/** Shorter names resemble too many others. */
const shortest = 4;
/** Letters of a name for each error that is tolerated. */
const lettersPerError = 6;

const bareLetters = (text: string): string =>
  lettersOf(text.normalize('NFD').toUpperCase()).replaceAll(/[^A-Z]/g, '');

/**
 * Whether a reading of print, in Latin letters, is the claimed name in another script.
 * @param claimed name in the letters of a zone
 */
export function isInOtherScript(claimed: string, read: string): boolean {
  const [name, seen] = [bareLetters(claimed), bareLetters(read)];
  if (name.length < shortest || seen.length < shortest) return false;
  const most = Math.floor(Math.min(name.length, seen.length) / lettersPerError);
  return scripts.some((pairs) => errorsBetween(seen, name, pairs) <= most);
}

/** The smallest number of letters that no letter of the script explains, an edit distance over pairs of looks and spellings. */
function errorsBetween(seen: string, name: string, pairs: readonly (readonly [string, string])[]): number {
  const columns = name.length + 1;
  const errors = new Uint16Array((seen.length + 1) * columns);
  for (let at = seen.length; at >= 0; at -= 1) {
    for (let to = name.length; to >= 0; to -= 1) {
      if (at === seen.length || to === name.length) {
        errors[at * columns + to] = seen.length - at + name.length - to;
        continue;
      }
      const after = (looks: number, spelt: number): number =>
        errors[(at + looks) * columns + to + spelt] ?? 0;
      let least = 1 + Math.min(after(1, 1), after(1, 0), after(0, 1));
      for (const [look, spelling] of pairs)
        if (seen.startsWith(look, at) && name.startsWith(spelling, to))
          least = Math.min(least, after(look.length, spelling.length));
      errors[at * columns + to] = least;
    }
  }
  return errors[0] ?? 0;
}
