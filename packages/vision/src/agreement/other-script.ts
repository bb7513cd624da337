/**
 * Recognises a name that is printed in Cyrillic, Greek or Armenian capitals. The text engine has only Latin letters and returns the ones
 * that these capitals resemble, `CEPOBA` for `СЕРОВА`: each letter that it may have seen has a few spellings in a zone, and the name is the
 * claimed one if some sequence of such letters looks like the reading and spells the claim.
 *
 * Invariant: a whole printed value is explained or none of it, so that a Latin name beside the other script is still compared.
 * @see docs/decisions/0224-compare-names-in-other-scripts-by-the-latin-letters-they-resemble.md
 */
import { lettersOf } from '../printed/values/confusables.ts';

/**
 * A letter: the Latin letters that the engine returns for it, the commonest first, and its spellings in zones (ICAO 9303-3, section 6, and
 * national ones).
 */
type Letter = readonly [looks: string, spellings: string];

const cyrillic: readonly Letter[] = [
  ['A', 'A'], ['B E G', 'B'], ['B', 'V W'], ['T F I L', 'G H'], ['A D J', 'D'], ['E', 'E IE YE IO'], ['X K', 'ZH Z J'], ['B S', 'Z'],
  ['U N M H W', 'I Y J'], ['I', 'I YI'], ['J', 'J Y'], ['K', 'K C'], ['N A J', 'L'], ['M', 'M'], ['H', 'N'], ['O', 'O'], ['N H M I', 'P'],
  ['P', 'R'], ['C', 'S'], ['T', 'T'], ['Y', 'U OU Y'], ['O D Q', 'F'], ['X', 'KH H'], ['U L LL', 'TS C'], ['H U Y', 'CH C'],
  ['W M UI LU', 'SH S'], ['W', 'SHCH SHT'], ['BI H', 'Y'], ['B', 'IE'], ['S D B', 'E'], ['IO HO KO', 'IU YU JU U'], ['A R', 'IA YA JA A'],
]; // prettier-ignore

/** Spellings as in ISO 843 (ELOT 743), which Greek passports use; two letters that are spelled as one are last. */
const greek: readonly Letter[] = [
  ['A', 'A'], ['B', 'V B'], ['T F I L R', 'G N'], ['A D', 'D'], ['E', 'E'], ['Z', 'Z'], ['H', 'I E'], ['O D Q', 'TH'], ['I', 'I'],
  ['K', 'K C'], ['A N', 'L'], ['M', 'M'], ['N', 'N'], ['Z E S =', 'X KS'], ['O', 'O'], ['N NM M H I TI', 'P'], ['P', 'R'], ['Z E S X', 'S'],
  ['T', 'T'], ['Y', 'Y U V F I'], ['O D Q', 'F PH'], ['X', 'CH KH H'], ['W YW WY', 'PS'], ['Q O OQ N', 'O'], ['MN MM MH', 'B'],
]; // prettier-ignore

/** Spellings as in Armenian passports and ISO 9985; the two letters of one vowel are last. */
const armenian: readonly Letter[] = [
  ['U SU', 'A'], ['F E P NF FE R', 'B'], ['A S Q G 9', 'G K'], ['I T', 'D T'], ['G E T B', 'E YE'], ['Q Z A', 'Z'], ['E', 'E'], ['C', 'Y E'],
  ['FE A E', 'T'], ['G D S', 'ZH'], ['P H R F B', 'I'], ['L', 'L'], ['W T I', 'KH'], ['S O G', 'TS'], ['Y U 4 UU', 'K G'], ['E L Q C Z', 'H'],
  ['A Q', 'DZ'], ['L I A', 'GH'], ['X A S K', 'CH TCH J'], ['U', 'M'], ['3 Z S I', 'Y'], ['L', 'N'], ['T G S', 'SH'], ['N A', 'O VO'],
  ['Q I W', 'CH'], ['N A M', 'P B'], ['Q', 'J DJ'], ['M N', 'R RR'], ['U', 'S'], ['4 U A Y', 'V W'], ['S', 'T D'], ['R P C F', 'R'],
  ['S', 'TS C'], ['F R', 'V W'], ['P O', 'P'], ['E L Z R', 'K'], ['O', 'O'], ['D S', 'F'], ['NF AF NR', 'U OU'],
]; // prettier-ignore

/** A look of a letter and one of its spellings. */
type Pair = readonly [look: string, spelling: string];

/** The pairs of each script, with the given number of looks of each letter. */
const scriptsOf = (looksOfLetter: number): Pair[][] =>
  [cyrillic, greek, armenian].map((letters) =>
    letters.flatMap(([looks, spellings]) =>
      looks
        .split(' ')
        .slice(0, looksOfLetter)
        .flatMap((look) => spellings.split(' ').map((spelling): Pair => [look, spelling])),
    ),
  );

const scripts = scriptsOf(Infinity);
const scriptsByCommonestLook = scriptsOf(1);

/** Shorter names resemble too many others to be taken for the claimed one. */
const shortest = 4;
/** Shorter names are not compared at all; names between are compared by the commonest look of each letter. */
const shortestCompared = 2;
/** Letters of a name for each error that is tolerated. */
const lettersPerError = 6;

/** The characters of a reading that letters may look like: capitals, and digits and signs that resemble no Latin letter. */
const bareLooks = (text: string): string =>
  lettersOf(text.normalize('NFD').toUpperCase()).replaceAll(/[^A-Z349=]/g, '');
const bareLetters = (text: string): string => bareLooks(text).replaceAll(/[^A-Z]/g, '');

/**
 * Whether a reading of print, in Latin letters, is the claimed name in another script.
 * @param claimed name in the letters of a zone
 */
export function isInOtherScript(claimed: string, read: string): boolean {
  return (
    Math.min(bareLetters(claimed).length, bareLooks(read).length) >= shortest &&
    mayBeInOtherScript(claimed, read)
  );
}

/** Whether a reading may be the claimed name in another script: also true of names too short to say so. @param claimed as above */
export function mayBeInOtherScript(claimed: string, read: string): boolean {
  const [name, seen] = [bareLetters(claimed), bareLooks(read)];
  const letters = Math.min(name.length, seen.length);
  const most = Math.floor(letters / lettersPerError);
  const compared = letters < shortest ? scriptsByCommonestLook : scripts;
  return letters >= shortestCompared && compared.some((pairs) => errorsBetween(seen, name, pairs) <= most);
}

/** The smallest number of letters that no letter of the script explains, an edit distance over pairs of looks and spellings. */
function errorsBetween(seen: string, name: string, pairs: readonly Pair[]): number {
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
