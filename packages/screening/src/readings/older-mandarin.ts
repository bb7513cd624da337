import type { MandarinWord } from '../model/word.ts';

/*
 * Chinese words in Latin letters, read syllable by syllable: in pinyin, or in the romanisations before it (Wade-Giles without its marks,
 * Tongyong). A word is read only if every syllable of it is one.
 *
 * Wade-Giles without its marks has one spelling for up to four syllables of pinyin, so a reading is the form of Wade-Giles: Zhang and
 * Chang both are `chang`. Whether a word that is one in pinyin too is of an older system, the other words of its name show.
 */

/** The syllables of pinyin, initials with their finals. */
const allSyllables = `
- a ai an ang ao e ei en er o ou
b a ai an ang ao ei en eng i ian iao ie in ing o u
p a ai an ang ao ei en eng i ian iao ie in ing o ou u
m a ai an ang ao e ei en eng i ian iao ie in ing iu o ou u
f a an ang ei en eng o ou u
d a ai an ang ao e ei eng i ian iao ie ing iu ong ou u uan ui un uo
t a ai an ang ao e eng i ian iao ie ing ong ou u uan ui un uo
n a ai an ang ao e ei en eng i ian iang iao ie in ing iu ong ou u uan uo v ve
l a ai an ang ao e ei eng i ia ian iang iao ie in ing iu ong ou u uan un uo v ve
g a ai an ang ao e ei en eng ong ou u ua uai uan uang ui un uo
k a ai an ang ao e en eng ong ou u ua uai uan uang ui un uo
h a ai an ang ao e ei en eng ong ou u ua uai uan uang ui un uo
j i ia ian iang iao ie in ing iong iu u uan ue un
q i ia ian iang iao ie in ing iong iu u uan ue un
x i ia ian iang iao ie in ing iong iu u uan ue un
zh a ai an ang ao e en eng i ong ou u ua uai uan uang ui un uo
ch a ai an ang ao e en eng i ong ou u ua uai uan uang ui un uo
sh a ai an ang ao e ei en eng i ou u ua uai uan uang ui un uo
r an ang ao e en eng i ong ou u uan ui un uo
z a ai an ang ao e ei en eng i ong ou u uan ui un uo
c a ai an ang ao e en eng i ong ou u uan ui un uo
s a ai an ang ao e en eng i ong ou u uan ui un uo
y a an ang ao e i in ing o ong ou u uan ue un
w a ai an ang ei en eng o u`;

type Changes = Readonly<Record<string, string>>;

const wadeInitials: Changes = {
  b: 'p', d: 't', g: 'k', j: 'ch', q: 'ch', zh: 'ch', x: 'hs', r: 'j', z: 'ts', c: 'ts',
}; // prettier-ignore
const wadeFinals: Changes = {
  ian: 'ien',
  ie: 'ieh',
  ue: 'ueh',
  ve: 'ueh',
  v: 'u',
  ong: 'ung',
  iong: 'iung',
  uo: 'o',
};
const wadeApart: Changes = {
  zhi: 'chih', chi: 'chih', shi: 'shih', ri: 'jih', zi: 'tzu', ci: 'tzu', si: 'szu', ge: 'ko', ke: 'ko', he: 'ho', e: 'o', er: 'erh', guo: 'kuo', kuo: 'kuo', huo: 'huo', shuo: 'shuo', gui: 'kuei', kui: 'kuei', yan: 'yen', ye: 'yeh', yue: 'yueh', you: 'yu', yong: 'yung', yi: 'i',
}; // prettier-ignore
/** The same syllable otherwise, by its form. */
const wadeVariants: Changes = {
  tze: 'tzu', ssu: 'szu', sze: 'szu', yi: 'i', teh: 'te', tseh: 'tse', cheh: 'che', sheh: 'she', jeh: 'je', keh: 'ko', kueh: 'kuo', yui: 'yu',
}; // prettier-ignore

const tongyongFinals: Changes = { iong: 'yong', iu: 'iou', ui: 'uei', v: 'yu', ve: 'yue' };
const tongyongApart: Changes = {
  zhi: 'jhih', chi: 'chih', shi: 'shih', ri: 'rih', zi: 'zih', ci: 'cih', si: 'sih', feng: 'fong', weng: 'wong', wen: 'wun', qu: 'cyu', qun: 'cyun', quan: 'cyuan', que: 'cyue', xu: 'syu', xun: 'syun', xuan: 'syuan', xue: 'syue', ju: 'jyu', jun: 'jyun', juan: 'jyuan', jue: 'jyue',
}; // prettier-ignore
const tongyongInitials: Changes = { zh: 'jh', q: 'c', x: 's' };

/** Forms of a syllable in each system. */
interface Forms {
  /** Where it is a syllable of pinyin. */
  pinyin: string | null;
  /** Where it is one of each of the older systems. */
  wade: string | null;
  tongyong: string | null;
}
const systems = ['pinyin', 'wade', 'tongyong'] as const;
type System = (typeof systems)[number];

const longestSyllable = 6;
const mostSyllables = 3;

let table: ReadonlyMap<string, Forms> | undefined;

function makeTable(): Map<string, Forms> {
  const forms = new Map<string, Forms>();
  const put = (text: string, system: System, form: string): void => {
    const known = forms.get(text) ?? { pinyin: null, wade: null, tongyong: null };
    forms.set(text, { ...known, [system]: form });
  };
  for (const line of allSyllables.trim().split('\n')) {
    const [head = '', ...finals] = line.split(' ');
    const initial = head.replace('-', '');
    for (const final of finals) {
      const syllable = initial + final;
      const form = wadeApart[syllable] ?? (wadeInitials[initial] ?? initial) + (wadeFinals[final] ?? final);
      const tongyong =
        tongyongApart[syllable] ?? (tongyongInitials[initial] ?? initial) + (tongyongFinals[final] ?? final);
      put(syllable.replace('v', 'u'), 'pinyin', form);
      put(form, 'wade', form);
      put(tongyong, 'tongyong', form);
    }
  }
  for (const [variant, form] of Object.entries(wadeVariants)) put(variant, 'wade', form);
  return forms;
}

/** What syllables of all systems look like: excludes nearly all other words at once. */
const mayBeMandarin =
  /^(?:(?:[cjsz]h|hs|t[sz]|s[sz]|[bcdfghj-np-tw-z])?(?:y?[aeiou]{1,3}(?:ng?|rh?|h)?|(?<=sz|ss|tz)[eu]|ng)){1,3}$/;
const startsWithVowel = /[aeo]/u;

/** Readings of one word as they are found. */
interface Found {
  /** Whether a syllable inside the word may begin with a vowel, which is as often the end of the one before it. */
  readonly vowels: boolean;
  readonly pinyin: Set<string>;
  readonly older: Set<string>;
}

/** The word up to a place, in the systems in which it can be read so far. */
interface Front {
  readonly at: number;
  readonly count: number;
  readonly forms: Forms;
}

const nothing: Forms = { pinyin: '', wade: '', tongyong: '' };

function longer(front: string | null, form: string | null): string | null {
  return front === null || form === null ? null : `${front}${form}.`;
}

/** Reads on from a place, in all systems at once. */
function readOn(text: string, { at, count, forms }: Front, found: Found): void {
  if (at === text.length) {
    if (forms.pinyin !== null) found.pinyin.add(forms.pinyin);
    if (forms.wade !== null) found.older.add(forms.wade);
    if (forms.tongyong !== null) found.older.add(forms.tongyong);
    return;
  }
  if (count === mostSyllables || (at > 0 && !found.vowels && startsWithVowel.test(text.charAt(at)))) return;
  for (let to = Math.min(text.length, at + longestSyllable); to > at; to -= 1) {
    const one = table?.get(text.slice(at, to));
    if (one === undefined) continue;
    const next = {
      pinyin: longer(forms.pinyin, one.pinyin),
      wade: longer(forms.wade, one.wade),
      tongyong: longer(forms.tongyong, one.tongyong),
    };
    if (next.pinyin === null && next.wade === null && next.tongyong === null) continue;
    readOn(text, { at: to, count: count + 1, forms: next }, found);
  }
}

/** Null for a word that has a syllable of no system, more than three of them, or no Latin letters. */
export function readMandarin(text: string): MandarinWord | null {
  if (text.length > longestSyllable * mostSyllables || !mayBeMandarin.test(text)) return null;
  table ??= makeTable();
  for (const vowels of [false, true]) {
    const found: Found = { vowels, pinyin: new Set(), older: new Set() };
    readOn(text, { at: 0, count: 0, forms: nothing }, found);
    if (found.pinyin.size + found.older.size > 0)
      return { pinyin: [...found.pinyin], older: [...found.older] };
  }
  return null;
}

function shareOne(some: readonly string[], others: readonly string[]): boolean {
  return some.some((one) => others.includes(one));
}

/** Whether two words are one in two romanisations, or in an older one both: what two words are in pinyin is no other word. */
export function isOlderSpelling(a: MandarinWord | null, b: MandarinWord | null): boolean {
  if (a === null || b === null) return false;
  return shareOne(a.older, b.pinyin) || shareOne(a.pinyin, b.older) || shareOne(a.older, b.older);
}

/** Readings of neighbouring words as one; null when one of them is no Mandarin, or they have too many syllables. */
export function joinMandarin(words: readonly (MandarinWord | null)[]): MandarinWord | null {
  let pinyin: readonly string[] = [''];
  let older: readonly string[] = [''];
  for (const word of words) {
    if (word === null) return null;
    pinyin = pinyin.flatMap((front) => word.pinyin.map((end) => front + end));
    older = older.flatMap((front) => word.older.map((end) => front + end));
  }
  const all = { pinyin: pinyin.filter(isWord), older: older.filter(isWord) };
  return all.pinyin.length === 0 && all.older.length === 0 ? null : all;
}

function isWord(reading: string): boolean {
  return reading.split('.').length <= mostSyllables + 1;
}

/** A reading cut into two or three, in every way. */
export function partsOfReading(reading: string): string[][] {
  const syllables = reading.split('.').slice(0, -1);
  const text = (from: number, to: number): string =>
    syllables
      .slice(from, to)
      .map((one) => `${one}.`)
      .join('');
  const cuts: string[][] = [];
  for (let first = 1; first < syllables.length; first += 1) {
    cuts.push([text(0, first), text(first, syllables.length)]);
    for (let second = first + 1; second < syllables.length; second += 1)
      cuts.push([text(0, first), text(first, second), text(second, syllables.length)]);
  }
  return cuts;
}
