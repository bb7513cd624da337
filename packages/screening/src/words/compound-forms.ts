import { compoundParts, type Compound, type CompoundPart } from '../model/word.ts';
import { referenceTables } from '../tables/reference-tables.ts';

const none: readonly Compound[] = [];
const noParts: readonly CompoundPart[] = [];
const shortestRest = 3;
/** Rarity of words that are not in the background of names. */
const notSeen = 4;

/** A part that is written together with others, and how to recognise it in a word. */
interface FixedPart {
  readonly part: CompoundPart;
  readonly pattern: RegExp;
  readonly restsOf: (rest: string) => readonly string[];
  /** The letters may occur in any word, so only a word that is not a known name counts as a compound. */
  readonly unlessKnown?: true;
}

const muhammad = 'm[aeou]h[aeiou]mm?[aei][dt]|محمد|м[уоа][хг]амм?[аеэ]д';

const heads: readonly FixedPart[] = [
  { part: 'servant', pattern: /^(?:abd|абд|عبد)(?=.{3})/u, restsOf: afterHead },
  { part: 'father', pattern: /^(?:abou|abu|abo|абу|ابو|ابي)(?=.{3})/u, restsOf: afterHead },
  { part: 'muhammad', pattern: new RegExp(`^(?:${muhammad})(?=.{3})`, 'u'), restsOf: itself },
  { part: 'ghulam', pattern: /^(?:(?:gh?|q)[ou]l[ae]m|غلام|г[оу]л[ая]м)(?=.{3})/u, restsOf: itself },
  { part: 'son', pattern: /^(?:ben|bin|ibn)(?=.{4})/u, restsOf: afterSon, unlessKnown: true },
  { part: 'article', pattern: /^[aeu](?:l|([rsdntz])(?=\1))(?=.{4})/u, restsOf: itself, unlessKnown: true },
];
const tails: readonly FixedPart[] = [
  { part: 'god', pattern: /(?:[aou]?ll?ah?|[ауо]?лл?ах?|الله)$/u, restsOf: beforeTail },
  {
    part: 'faith',
    pattern: /(?:[aeou]?[dl]?d[ei]{1,2}ne?|[аеуоэ]?дд?ин|الدين)$/u,
    restsOf: beforeTail,
  },
  { part: 'muhammad', pattern: new RegExp(`(?:${muhammad})$`, 'u'), restsOf: itself },
  { part: 'reza', pattern: /(?:r[aei][dz]h?a|رضا|р[еи]за)$/u, restsOf: itself },
  { part: 'zada', pattern: /(?:z[ao]d(?:ah?|eh?)|زاد[هةہ]|з[ао]д[аеэ])$/u, restsOf: itself },
  { part: 'khan', pattern: /(?:khan|خان|хан)$/u, restsOf: itself },
  { part: 'jan', pattern: /(?:d?jan|جان|д?жан)$/u, restsOf: itself, unlessKnown: true },
];
/** The same parts written as separate words. */
const alone: Readonly<Record<CompoundPart, RegExp>> = {
  servant: /^(?:abd(?:[aeou]{0,2}[lrsnztd]?h?)|абд(?:[уаеэ][лрс]?ь?)?|عبد)$/u,
  father: /^(?:ab[ou]u?|abou|abi|абу|ابو|ابي)$/u,
  god: /^(?:[auo]?ll?ah?|[ауо]лл?ах?|الله)$/u,
  faith: /^(?:(?:[aeu][ld])?d(?:i|ee|ei)ne?|[аеуэ]?дд?ин|الدين|دين)$/u,
  muhammad: new RegExp(`^(?:${muhammad})$`, 'u'),
  ghulam: /^(?:(?:gh?|q)[ou]l[ae]m|غلام|г[оу]л[ая]м)$/u,
  reza: /^(?:r[aei][dz]h?a|رضا|р[еи]за)$/u,
  zada: /^(?:z[ao]d(?:ah?|eh?)|زاد[هةہ]|з[ао]д[аеэ])$/u,
  khan: /^(?:khan|خان|хан)$/u,
  jan: /^(?:d?jan|جان|д?жан)$/u,
  article: /^[aeu][lrsdntz]$/u,
  son: /^(?:ben|bin|ibn)$/u,
};
/** Abed, Abul, Adbul: an additional vowel, a missing letter or two swapped ones. */
const nearServant = /^(?:ab[adeou]{0,2}[dlbt]{1,3}|[abdtul]{5,})$/u;
/** The same without short forms that are names of their own: Abdo, Abdou. */
const servantOf = /^(?:abd(?:[aeou]{0,2}(?:[lrnsztd]|sh|th|dh))?|абд(?:[уаеэ](?:ль?|р|с))?|عبد)$/u;
const firstLetters = 'aаع';

/** Whether a word is *servant of* with any article, in any spelling: Abd, Abdul, Abdel, Abdur. All of them are one word. */
export function isServantOf(text: string): boolean {
  return firstLetters.includes(text.charAt(0)) && servantOf.test(text);
}

/** Whether a word is the first half of a two-word name, Abd al-…, in any spelling or with a typing error. */
export function beginsName(text: string): boolean {
  // The first letter excludes most words.
  return firstLetters.includes(text.charAt(0)) && (alone.servant.test(text) || nearServant.test(text));
}

const article = /^(?:[aeou][lrsdntz]h?|эль?|аль?|ال)$/u;
const vowels = /^[aeiouаеиоуэ]$/u;

function itself(rest: string): string[] {
  return [rest];
}

/** Bin al-Shibh is Binalshibh. */
function afterSon(rest: string): string[] {
  return [rest, rest.replace(/^[ae]l(?=.{3})/u, '')];
}

function afterHead(rest: string): string[] {
  const found = new Set([rest]);
  for (const length of [0, 1, 2]) {
    if (length > 0 && !vowels.test(rest.charAt(length - 1))) break;
    const open = rest.slice(length);
    found.add(open);
    const first = open.charAt(0);
    if (/^[lл]/u.test(first) || first === open.charAt(1)) found.add(open.slice(1).replace(/^ь/u, ''));
    if (open.startsWith('ال')) found.add(open.slice(2));
  }
  return [...found];
}

function beforeTail(rest: string): string[] {
  return [rest, rest.replace(/[aeu]l?$|[aeu][ld]$|[ауэ]ль?$/u, '')];
}

/** The rest of a word without the part; empty if the word does not contain it. */
function restsIn(text: string, { pattern, restsOf, unlessKnown }: FixedPart): readonly string[] {
  if (!pattern.test(text) || (unlessKnown && referenceTables().personRarity(text) !== notSeen)) return [];
  const rests = new Set(restsOf(text.replace(pattern, '')));
  return [...rests].filter((rest) => rest.length >= shortestRest && rest !== text);
}

/** Letters with which a Latin word begins or ends if it may be a compound, numbered as by `letterCodes`; 0 for any. */
function codesOf(texts: string): readonly (readonly number[])[] {
  return texts
    .split(' ')
    .map((text) => Array.from(text, (letter) => (letter === '.' ? 0 : letter.charCodeAt(0) - 96)));
}

const beginnings = codesOf(
  'ab m.h g.l gh.l q.l ben bin ibn al el ul arr ass add ann att azz err ess edd enn ett ezz urr uss udd unn utt uzz',
);
const endings = codesOf('la lah in en ine ene m.d m.t r.za r.da r.zha r.dha z.da z.dah z.de z.deh khan jan');

function hasCodes(letters: Uint8Array, from: number, codes: readonly number[]): boolean {
  if (from < 0) return false;
  for (let at = 0; at < codes.length; at += 1)
    if (codes[at] !== 0 && codes[at] !== letters[from + at]) return false;
  return true;
}

/**
 * Whether a Latin word, given as letters numbered by `letterCodes`, may be a compound: a test that needs no text. False only if
 * `compoundsOf` is empty.
 */
export function mayBeCompound(letters: Uint8Array): boolean {
  return (
    beginnings.some((codes) => hasCodes(letters, 0, codes)) ||
    endings.some((codes) => hasCodes(letters, letters.length - codes.length, codes))
  );
}

/** The ways in which a normalised word may be a compound. Empty for nearly all words. */
export function compoundsOf(text: string): readonly Compound[] {
  if (text.length < shortestRest + 2) return none;
  let found = none;
  for (const parts of [heads, tails]) {
    for (const fixed of parts) {
      const rests = restsIn(text, fixed);
      if (rests.length > 0) found = [...found, { fixed: fixed.part, leads: parts === heads, rests }];
    }
  }
  return found;
}

/** The parts of compound names to which a separate word corresponds: Abdul …, Abu …, … Allah, … al-Din. Empty for nearly all words. */
export function partsAlone(text: string): readonly CompoundPart[] {
  const parts = compoundParts.filter((part) => alone[part].test(text));
  return parts.length === 0 ? noParts : parts;
}

/** The word in a run of two, or of three with an article in between, that is not the fixed part; null if there is no fixed part. */
export function restOfRun(
  run: readonly string[],
  { fixed, leads }: Pick<Compound, 'fixed' | 'leads'>,
): number | null {
  const last = run.length - 1;
  if (last < 1 || last > 2) return null;
  if (last === 2 && !article.test(run[1] ?? '')) return null;
  return alone[fixed].test(run[leads ? 0 : last] ?? '') ? (leads ? last : 0) : null;
}
