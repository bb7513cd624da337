interface Spelling {
  needs: number;
  pattern: RegExp;
  one: string;
}

/** Letters a to z of a word as bits; anything else shares the bits above. */
export function letterBits(text: string): number {
  let bits = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    bits |= code >= 97 && code <= 122 ? 1 << (code - 97) : 1 << (26 + (code % 6));
  }
  return bits;
}

/** One edit changes at most so many bits of `letterBits`: a letter that goes and one that comes. */
export const lettersPerEdit = 2;

/** How many bits of 32 are set. */
export function bitCount(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return (((count + (count >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

function spelling(needs: string, pattern: RegExp, one: string): Spelling {
  return { needs: letterBits(needs), pattern, one };
}

/** Spellings of one sound, in the order they are applied: a pattern of what languages and standards write, and one form. */
const spellings: readonly Spelling[] = [
  spelling('dsch', /dsch/gu, 'j'),
  spelling('tsch', /tsch/gu, 'ch'),
  spelling('sch', /s(?:hc|c)h/gu, 'sh'),
  spelling('d', /dzh|dsh|dj/gu, 'j'),
  spelling('jh', /jh/gu, 'j'),
  spelling('tch', /tch/gu, 'ch'),
  spelling('cz', /cz/gu, 'ch'),
  spelling('i', /(?<=[oe][vw])i(?:cz?|tz|ts|tch)$/gu, 'ich'),
  spelling('ph', /ph/gu, 'f'),
  spelling('kh', /kh/gu, 'h'),
  spelling('h', /(?<=[gdbrt])h/gu, ''),
  spelling('c', /ck|cc/gu, 'k'),
  // Haque is Haq as English spells it.
  spelling('aque', /(?<=a)que$/gu, 'k'),
  spelling('q', /q/gu, 'k'),
  spelling('c', /c(?![ehiy])/gu, 'k'),
  spelling('ks', /ks/gu, 'x'),
  spelling('tz', /tz/gu, 'ts'),
  spelling('e', /(?<=[aeio])[jy](?=e[vw])/gu, ''),
  spelling('w', /w/gu, 'v'),
  spelling('f', /(?<=[oe])ff$/gu, 'v'),
  // Baltic languages put their ending of a nominative on to foreign surnames.
  spelling('vs', /(?<=[oe])va?s$/gu, 'v'),
  spelling('kis', /(?<=s)kis$/gu, 'ki'),
  spelling('ou', /ou(?=[aei])/gu, 'v'),
  spelling('o', /o[uo]/gu, 'u'),
  spelling('e', /ee/gu, 'i'),
  spelling('e', /(?<=[^aeiou][ao])e(?=[^aeiou])/gu, ''),
  spelling('ue', /(?<=[^aeiouq]u)e(?=[^aeiou])/gu, ''),
  spelling('ye', /^ye/gu, 'e'),
  spelling('y', /y/gu, 'i'),
  spelling('j', /(?<=[aeiou])j(?![aeiou])/gu, 'i'),
  spelling('ija', /ij(?=a)/gu, 'i'),
  spelling('', /(.)\1+/gu, '$1'),
  spelling('h', /(?<=[aeou])h$/gu, ''),
];

const shortest = 4;
const shortestOfFew = 3;

/** Spellings of one sound in words so short that any other one makes another name of them: Haq and Hak, Noor and Nur, but Khan is not Han. */
const spellingsOfShort: readonly Spelling[] = [
  spelling('aque', /(?<=a)que$/gu, 'k'),
  spelling('q', /q/gu, 'k'),
  spelling('o', /o[uo]/gu, 'u'),
  spelling('e', /ee/gu, 'i'),
  spelling('y', /(?<=.)y/gu, 'i'),
  // In front it is a slip.
  spelling('', /(?<=.)(.)\1+/gu, '$1'),
];

function respell(text: string, by: readonly Spelling[] = spellings): string {
  let form = text;
  let bits = letterBits(form);
  for (const { needs, pattern, one } of by) {
    if ((bits & needs) !== needs) continue;
    const changed = form.replace(pattern, one);
    if (changed === form) continue;
    form = changed;
    bits = letterBits(form);
  }
  return form;
}

const otherLetters = /j|[dgt]h|x/u;

/** Sounds of Arabic that Persian, Turkic and Indian languages and Egypt have not: what they write, and what those who keep them do. */
function withOtherSounds(text: string): string {
  if (!/[dgt]h|x/u.test(text)) return text;
  return text
    .replaceAll('th', 's')
    .replaceAll('dh', 'z')
    .replaceAll('gh', 'q')
    .replace(/x(?=.)/gu, 'kh');
}

/** What shows that Greek is typed by the looks of its letters: Dhmhtrhs, Antwnis, Papadopoylos. */
const greekTyping =
  /(?<=[^aeiou])hs$|(?<=[flmnvx])h(?=[^aeiouhy])|(?<=[^aeiouwy])w(?=[^aeiouhwy])|oy(?=[^aeiouhwy].*[ahs]$)/u;
const greekVowels: readonly (readonly [RegExp, string])[] = [
  [/h(?=s$)|(?<=[^aeiouchpt])h(?=[^aeiou]|$)|(?<=[cpt])h(?=[^aeioulr])|^h(?=[^aeiou])/gu, 'i'],
  [/oy/gu, 'ou'],
  [/w/gu, 'o'],
];

/** A Greek word typed by the looks of its letters, as it is spelt by their sounds: its chi or xi as each of both. Mostly none. */
function withGreekSounds(text: string): readonly string[] {
  return greekTyping.test(text) ? readByLooks(text, greekVowels) : [];
}

function readByLooks(text: string, vowels: typeof greekVowels): readonly string[] {
  const spelt = vowels.reduce((form, [pattern, one]) => form.replace(pattern, one), text);
  return spelt.includes('x') ? ['kh', 'ch', 'ks'].map((one) => spelt.replaceAll('x', one)) : [spelt];
}

const plainLatin = /^[a-z]{3,}$/u;
/** Beside Greek letters nothing has to show how a word is typed: whatever may be a vowel by its looks is one. */
const greekLooks = /h(?![aeiou])|w|oy/u;
const vowelsByLooks: typeof greekVowels = [
  [/(?<![cpt])h(?![aeiou])|h(?=s?$)/gu, 'i'],
  [/oy/gu, 'ou'],
  [/w/gu, 'o'],
];

/**
 * What a Latin word is by its sounds if it is Greek typed by the looks of its letters: Elenh, Gewrgios. For comparing with Greek letters alone;
 * empty where it would be the word itself.
 */
export function greekByLooks(text: string): readonly string[] {
  return plainLatin.test(text) && greekLooks.test(text) ? readByLooks(text, vowelsByLooks) : [];
}

function respellShort(text: string): string {
  const short = respell(text, spellingsOfShort);
  return short.length < shortestOfFew ? text : short;
}

/** The first of the `normalForms` of a word. */
export function normalForm(text: string): string {
  if (!plainLatin.test(text)) return text;
  const form = respell(text);
  return form.length < shortest ? respellShort(text) : form;
}

/**
 * Normal forms of a folded Latin word: one spelling for the usual romanisations of each sound (`kh` and `h`, `sch` and
 * `sh`, `ou` and `u`, `y` and `i`, doubled letters). Further ones, if any, read `j` as Slavic languages do, and `th`, `dh`, `gh` and `x`
 * as languages east and north of Arabia do (Uthman and Usman, Fadhli and Fazli, Axmedov and Akhmedov), and Greek typed by the looks of its
 * letters (Dhmhtrhs and Dimitris). A word that would become shorter
 * than four letters has only few letters respelt, and one that would become shorter than three stays as it is. Never empty.
 */
export function normalForms(text: string): readonly string[] {
  if (!plainLatin.test(text)) return [text];
  const form = respell(text);
  if (form.length < shortest) return [respellShort(text)];
  const greek = withGreekSounds(text);
  if (greek.length === 0 && !otherLetters.test(text)) return [form];
  const others = [text.replaceAll('j', 'y'), withOtherSounds(text), ...greek].map((other) => respell(other));
  return [...new Set([form, ...others.filter(({ length }) => length >= shortest)])];
}

const cyrillicWord = /^[\u0400-\u04ff]{4,}$/u;
const softOrHard = /[ьъ]/gu;
const cyrillicVowels: Readonly<Record<string, string>> = {
  і: 'и',
  ї: 'и',
  ы: 'и',
  й: 'и',
  э: 'е',
  є: 'е',
  ё: 'е',
  ґ: 'г',
};

/**
 * A folded Cyrillic word in one spelling for those of Russian and Ukrainian: soft and hard signs left out, one letter for each of
 * и, і, ї, ы, й and of е, є, э, ё, doubled letters once. A word that would become shorter than four letters stays as it is.
 */
export function cyrillicForm(text: string): string {
  if (!cyrillicWord.test(text)) return text;
  const spelt = text
    .replace(softOrHard, '')
    .replace(/[іїыйэєёґ]/gu, (letter) => cyrillicVowels[letter] ?? letter);
  const form = singleLetters(spelt);
  return form.length < shortest ? text : form;
}

/** The word with every run of one letter written once: what a letter doubled by mistake leaves unchanged. */
export function singleLetters(text: string): string {
  return text.replace(/(.)\1+/gu, '$1');
}

const oneSound = /[cjqwyz]/gu;
const soundOf: Readonly<Record<string, string>> = { c: 'k', j: 'i', q: 'k', w: 'v', y: 'i', z: 's' };

/** A Latin word with `c` and `q` written `k`, `j` and `y` written `i`, `w` written `v`, `z` written `s`: of the same length. */
export function foldLetters(text: string): string {
  return text.replace(oneSound, (letter) => soundOf[letter] ?? letter);
}

/** Consonants of a Latin normal form, `a` for a vowel in front; `''` when there are fewer than three. */
export function consonantsOf(normal: string): string {
  if (!/^[a-z]+$/u.test(normal)) return '';
  const consonants = normal.replace(/(?<=.)[aeiou]+/gu, '').replace(/^[aeiou]/u, 'a');
  return consonants.replace(/^a/u, '').length < 3 ? '' : consonants;
}
