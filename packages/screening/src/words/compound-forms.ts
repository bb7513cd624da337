import { compoundParts, type Compound, type CompoundPart } from '../model/word.ts';

const none: readonly Compound[] = [];
const noParts: readonly CompoundPart[] = [];
const shortestRest = 3;

const heads: readonly (readonly [CompoundPart, RegExp])[] = [
  ['servant', /^(?:abd|абд|عبد)(?=.{3})/u],
  ['father', /^(?:abou|abu|abo|абу|ابو|ابي)(?=.{3})/u],
];
const tails: readonly (readonly [CompoundPart, RegExp])[] = [
  ['god', /(?:[aou]?ll?ah?|[ауо]?лл?ах?|الله)$/u],
  ['faith', /(?:[aeou]?[dl]?d[ei]{1,2}ne?|[аеуоэ]?дд?ин|الدين)$/u],
];
/** The same written as words of their own. */
const alone: Readonly<Record<CompoundPart, RegExp>> = {
  servant: /^(?:abd(?:[aeou]{0,2}[lrsnztd]?h?)|абд(?:[уаеэ][лрс]?ь?)?|عبد)$/u,
  father: /^(?:ab[ou]u?|abou|abi|абу|ابو|ابي)$/u,
  god: /^(?:[auo]?ll?ah?|[ауо]лл?ах?|الله)$/u,
  faith: /^(?:(?:[aeu][ld])?d(?:i|ee|ei)ne?|[аеуэ]?дд?ин|الدين|دين)$/u,
};
/** Abed, Abul, Adbul: a vowel more, a letter less or two swapped. */
const nearServant = /^(?:ab[adeou]{0,2}[dlbt]{1,3}|[abdtul]{5,})$/u;
/** The same without short forms that are names of their own: Abdo, Abdou. */
const servantOf = /^(?:abd(?:[aeou]{0,2}(?:[lrnsztd]|sh|th|dh))?|абд(?:[уаеэ](?:ль?|р|с))?|عبد)$/u;
const firstLetters = 'aаع';

/** Whether a word is *servant of* with any article, in any spelling: Abd, Abdul, Abdel, Abdur. All of them are one word. */
export function isServantOf(text: string): boolean {
  return firstLetters.includes(text.charAt(0)) && servantOf.test(text);
}

/** Whether a word is the first half of a name of two words, Abd al-…, in any spelling or with a slip. */
export function beginsName(text: string): boolean {
  // The first letter excludes most words at once.
  return firstLetters.includes(text.charAt(0)) && (alone.servant.test(text) || nearServant.test(text));
}

const article = /^(?:[aeou][lrsdntz]h?|эль?|аль?|ال)$/u;
const vowels = /^[aeiouаеиоуэ]$/u;

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

function withRests(fixed: CompoundPart, rests: readonly string[], text: string): Compound | null {
  const long = [...new Set(rests)].filter((rest) => rest.length >= shortestRest && rest !== text);
  return long.length === 0 ? null : { fixed, rests: long };
}

const [letterA, letterB, letterE, letterH, letterI, letterL, letterN] = [1, 2, 5, 8, 9, 12, 14];

/**
 * Whether a Latin word, its letters numbered as by `letterCodes`, may be written together of others: a test without its text. False
 * only if `compoundsOf` is empty.
 */
export function mayBeCompound(letters: Uint8Array): boolean {
  if (letters[0] === letterA && letters[1] === letterB) return true;
  let end = letters.length - 1;
  // …la, …lah
  if (letters[end] === letterH) end -= 1;
  if (letters[end] === letterA) return letters[end - 1] === letterL;
  // …in, …en, …ine, …ene
  end = letters.length - 1;
  if (letters[end] === letterE) end -= 1;
  return letters[end] === letterN && (letters[end - 1] === letterI || letters[end - 1] === letterE);
}

/** What a normalised word may be written together of. Empty for nearly all words. */
export function compoundsOf(text: string): readonly Compound[] {
  if (text.length < shortestRest + 2) return none;
  let found = none;
  for (const [parts, restsOf] of [
    [heads, afterHead],
    [tails, beforeTail],
  ] as const) {
    for (const [fixed, pattern] of parts) {
      if (!pattern.test(text)) continue;
      const compound = withRests(fixed, restsOf(text.replace(pattern, '')), text);
      if (compound) found = [...found, compound];
    }
  }
  return found;
}

/** What of names written together a word is, where it stands alone: Abdul …, Abu …, … Allah, … al-Din. Empty for nearly all words. */
export function partsAlone(text: string): readonly CompoundPart[] {
  const parts = compoundParts.filter((part) => alone[part].test(text));
  return parts.length === 0 ? noParts : parts;
}

/** The word of a run of two, or three with an article between, that is not the fixed part; null when none is. */
export function restOfRun(run: readonly string[], fixed: CompoundPart): number | null {
  const last = run.length - 1;
  if (last < 1 || last > 2) return null;
  if (last === 2 && !article.test(run[1] ?? '')) return null;
  const isHead = fixed === 'servant' || fixed === 'father';
  return alone[fixed].test(run[isHead ? 0 : last] ?? '') ? (isHead ? last : 0) : null;
}
