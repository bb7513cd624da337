import { Respelling, spelling } from './respelling.ts';

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

const doubled = Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => letter + letter).join(' ');

/** Spellings of one sound, in the order they are applied: a pattern of what languages and standards write, and one form. */
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
  // Haque is Haq as English spells it.
  spelling('aq', /(?<=a)que$/gu, 'k'),
  spelling('q', /q/gu, 'k'),
  spelling('c', /c(?![ehiy])/gu, 'k'),
  spelling('ks', /ks/gu, 'x'),
  spelling('tz', /tz/gu, 'ts'),
  spelling('je ye', /(?<=[aeio])[jy](?=e[vw])/gu, ''),
  spelling('w', /w/gu, 'v'),
  spelling('ff', /(?<=[oe])ff$/gu, 'v'),
  // Baltic languages put their ending of a nominative on to foreign surnames.
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

/** Spellings of one sound in words so short that any other one makes another name of them: Haq and Hak, Noor and Nur, but Khan is not Han. */
const spellingsOfShort = new Respelling([
  spelling('aq', /(?<=a)que$/gu, 'k'),
  spelling('q', /q/gu, 'k'),
  spelling('ou oo', /o[uo]/gu, 'u'),
  spelling('ee', /ee/gu, 'i'),
  spelling('y', /(?<=.)y/gu, 'i'),
  // In front it is a slip.
  spelling(doubled, /(?<=.)(.)\1+/gu, '$1'),
]);

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
  const short = spellingsOfShort.of(text);
  return short.length < shortestOfFew ? text : short;
}

/** The first of the `normalForms` of a word. */
export function normalForm(text: string): string {
  if (!plainLatin.test(text)) return text;
  const form = spellings.of(text);
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

const soundOf: Readonly<Record<string, string>> = { c: 'k', j: 'i', q: 'k', w: 'v', y: 'i', z: 's' };
const soundOfCode = Uint8Array.from({ length: 128 }, (_, code) => {
  const sound = soundOf[String.fromCharCode(code)];
  return sound === undefined ? 0 : sound.charCodeAt(0);
});

/** A Latin word with `c` and `q` written `k`, `j` and `y` written `i`, `w` written `v`, `z` written `s`: of the same length. */
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

/** Consonants of a Latin normal form, `a` for a vowel in front; `''` when there are fewer than three. */
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
