import { Respelling, spelling } from './respelling.ts';

/** The letters a to z of a word as bits; all other characters share the remaining bits. */
export function letterBits(text: string): number {
  let bits = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    bits |= code >= 97 && code <= 122 ? 1 << (code - 97) : 1 << (26 + (code % 6));
  }
  return bits;
}

/** One edit changes at most this many bits of `letterBits`: one letter removed and one added. */
export const lettersPerEdit = 2;

/** Number of bits set, of 32. */
export function bitCount(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return (((count + (count >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

const doubled = Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => letter + letter).join(' ');

/**
 * Spellings of one sound, in the order of application: a pattern covers what languages and standards write, and is replaced by one form.
 */
const spellings = new Respelling([
  spelling('ds', /dsch/gu, 'j'),
  spelling('ts', /tsch/gu, 'ch'),
  spelling('sc hc', /s(?:hc|c)h/gu, 'sh'),
  spelling('dz ds dj', /dzh|dsh|dj/gu, 'j'),
  spelling('jh', /jh/gu, 'j'),
  spelling('tc', /tch/gu, 'ch'),
  spelling('cz', /cz/gu, 'ch'),
  spelling('vi wi', /(?<=[oe][vw])i(?:cz?|tz|ts|tch)$/gu, 'ich'),
  spelling('ph', /ph/gu, 'f'),
  spelling('kh', /kh/gu, 'h'),
  spelling('gh dh bh rh th', /(?<=[gdbrt])h/gu, ''),
  spelling('ck cc', /ck|cc/gu, 'k'),
  // Haque is the English spelling of Haq.
  spelling('aq', /(?<=a)que$/gu, 'k'),
  spelling('q', /q/gu, 'k'),
  spelling('c', /c(?![ehiy])/gu, 'k'),
  spelling('ks', /ks/gu, 'x'),
  spelling('tz', /tz/gu, 'ts'),
  spelling('je ye', /(?<=[aeio])[jy](?=e[vw])/gu, ''),
  spelling('w', /w/gu, 'v'),
  spelling('ff', /(?<=[oe])ff$/gu, 'v'),
  // Baltic languages append their nominative ending to foreign surnames.
  spelling('vs as', /(?<=[oe])va?s$/gu, 'v'),
  spelling('sk', /(?<=s)kis$/gu, 'ki'),
  spelling('ou', /ou(?=[aei])/gu, 'v'),
  spelling('ou oo', /o[uo]/gu, 'u'),
  spelling('ee', /ee/gu, 'i'),
  spelling('ae oe', /(?<=[^aeiou][ao])e(?=[^aeiou])/gu, ''),
  spelling('ue', /(?<=[^aeiouq]u)e(?=[^aeiou])/gu, ''),
  spelling('ye', /^ye/gu, 'e'),
  spelling('y', /y/gu, 'i'),
  spelling('aj ej ij oj uj', /(?<=[aeiou])j(?![aeiou])/gu, 'i'),
  spelling('ij', /ij(?=a)/gu, 'i'),
  spelling(doubled, /(.)\1+/gu, '$1'),
  spelling('ah eh oh uh', /(?<=[aeou])h$/gu, ''),
]);

const shortest = 4;
const shortestOfFew = 3;

/**
 * Spellings of one sound in words so short that any other spelling would make a different name: Haq and Hak, Noor and Nur, but not Khan
 * and Han.
 */
const spellingsOfShort = new Respelling([
  spelling('aq', /(?<=a)que$/gu, 'k'),
  spelling('q', /q/gu, 'k'),
  spelling('ou oo', /o[uo]/gu, 'u'),
  spelling('ee', /ee/gu, 'i'),
  spelling('y', /(?<=.)y/gu, 'i'),
  // At the beginning it is a typing error.
  spelling(doubled, /(?<=.)(.)\1+/gu, '$1'),
]);

const otherLetters = /j|[dgt]h|x/u;

/**
 * Replaces sounds of Arabic that Persian, Turkic and Indian languages and Egyptian do not have: by what these write, and by what speakers
 * who keep them write.
 */
function withOtherSounds(text: string): string {
  if (!/[dgt]h|x/u.test(text)) return text;
  return text
    .replaceAll('th', 's')
    .replaceAll('dh', 'z')
    .replaceAll('gh', 'q')
    .replace(/x(?=.)/gu, 'kh');
}

/** Evidence that Greek is typed with look-alike letters: Dhmhtrhs, Antwnis, Papadopoylos. */
const greekTyping =
  /(?<=[^aeiou])hs$|(?<=[flmnvx])h(?=[^aeiouhy])|(?<=[^aeiouwy])w(?=[^aeiouhwy])|oy(?=[^aeiouhwy].*[ahs]$)/u;
const greekVowels: readonly (readonly [RegExp, string])[] = [
  [/h(?=s$)|(?<=[^aeiouchpt])h(?=[^aeiou]|$)|(?<=[cpt])h(?=[^aeioulr])|^h(?=[^aeiou])/gu, 'i'],
  [/oy/gu, 'ou'],
  [/w/gu, 'o'],
];

/** The phonetic spellings of a Greek word typed with look-alike letters, reading its chi or xi as either. Usually empty. */
function withGreekSounds(text: string): readonly string[] {
  return greekTyping.test(text) ? readByLooks(text, greekVowels) : [];
}

function readByLooks(text: string, vowels: typeof greekVowels): readonly string[] {
  const spelt = vowels.reduce((form, [pattern, one]) => form.replace(pattern, one), text);
  return spelt.includes('x') ? ['kh', 'ch', 'ks'].map((one) => spelt.replaceAll('x', one)) : [spelt];
}

const plainLatin = /^[a-z]{3,}$/u;
/** For a comparison with Greek letters, no evidence of such typing is needed: everything that may be a vowel by its appearance is one. */
const greekLooks = /h(?![aeiou])|w|oy/u;
const vowelsByLooks: typeof greekVowels = [
  [/(?<![cpt])h(?![aeiou])|h(?=s?$)/gu, 'i'],
  [/oy/gu, 'ou'],
  [/w/gu, 'o'],
];

/**
 * The phonetic spelling of a Latin word that may be Greek typed with look-alike letters: Elenh, Gewrgios. Only for comparisons with Greek
 * letters; empty if it equals the word itself.
 */
export function greekByLooks(text: string): readonly string[] {
  return plainLatin.test(text) && greekLooks.test(text) ? readByLooks(text, vowelsByLooks) : [];
}

function respellShort(text: string): string {
  const short = spellingsOfShort.of(text);
  return short.length < shortestOfFew ? text : short;
}

/** The first of the word's `normalForms`. */
export function normalForm(text: string): string {
  if (!plainLatin.test(text)) return text;
  const form = spellings.of(text);
  return form.length < shortest ? respellShort(text) : form;
}

/**
 * Normal forms of a folded Latin word: one spelling for the usual romanisations of each sound (`kh` and `h`, `sch` and `sh`, `ou` and
 * `u`, `y` and `i`, doubled letters). Further forms, if any, read `j` as in Slavic languages, `th`, `dh`, `gh` and `x` as in languages
 * east and north of Arabia (Uthman and Usman, Fadhli and Fazli, Axmedov and Akhmedov), and Greek typed with look-alike letters (Dhmhtrhs
 * and Dimitris). If a word would become shorter than four letters, only few letters are respelt; if it would become shorter than three,
 * it is unchanged. Never empty.
 */
export function normalForms(text: string): readonly string[] {
  if (!plainLatin.test(text)) return [text];
  const form = spellings.of(text);
  if (form.length < shortest) return [respellShort(text)];
  const greek = withGreekSounds(text);
  if (greek.length === 0 && !otherLetters.test(text)) return [form];
  const others = [text.replaceAll('j', 'y'), withOtherSounds(text), ...greek].map((other) =>
    spellings.of(other),
  );
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
 * One form for the Russian and Ukrainian spellings of a folded Cyrillic word: soft and hard signs removed, one letter each for и, і, ї,
 * ы, й and for е, є, э, ё, doubled letters reduced. A word that would become shorter than four letters is unchanged.
 */
export function cyrillicForm(text: string): string {
  if (!cyrillicWord.test(text)) return text;
  const spelt = text
    .replace(softOrHard, '')
    .replace(/[іїыйэєёґ]/gu, (letter) => cyrillicVowels[letter] ?? letter);
  const form = singleLetters(spelt);
  return form.length < shortest ? text : form;
}

/** Reduces every run of a letter to one, which undoes accidental doubling. */
export function singleLetters(text: string): string {
  return text.replace(/(.)\1+/gu, '$1');
}

const soundOf: Readonly<Record<string, string>> = { c: 'k', j: 'i', q: 'k', w: 'v', y: 'i', z: 's' };
const soundOfCode = Uint8Array.from({ length: 128 }, (_, code) => {
  const sound = soundOf[String.fromCharCode(code)];
  return sound === undefined ? 0 : sound.charCodeAt(0);
});

/** Replaces `c` and `q` by `k`, `j` and `y` by `i`, `w` by `v`, and `z` by `s` in a Latin word; the length is unchanged. */
export function foldLetters(text: string): string {
  let folded = '';
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sound = soundOfCode[text.charCodeAt(at)] ?? 0;
    if (sound === 0) continue;
    folded += text.slice(from, at) + String.fromCharCode(sound);
    from = at + 1;
  }
  return from === 0 ? text : folded + text.slice(from);
}

const vowelCodes = new Set(Array.from('aeiou', (vowel) => vowel.charCodeAt(0)));
const fewestConsonants = 3;

/** Consonants of a Latin normal form, with `a` for an initial vowel; `''` if there are fewer than three. */
export function consonantsOf(normal: string): string {
  let consonants = '';
  let count = 0;
  for (let at = 0; at < normal.length; at += 1) {
    const code = normal.charCodeAt(at);
    if (code < 97 || code > 122) return '';
    if (!vowelCodes.has(code)) {
      consonants += normal.charAt(at);
      count += 1;
    } else if (at === 0) consonants = 'a';
  }
  return count < fewestConsonants ? '' : consonants;
}
