import type { SyllableForms } from './syllable-forms.ts';

/*
 * Mandarin syllables in pinyin, in Wade-Giles without diacritics, and in Tongyong. The form of a syllable is that of Wade-Giles, which
 * combines up to four pinyin syllables: both Zhang and Chang are `chang`.
 */

/** The syllables of pinyin: initials with their finals. */
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
/** Variants of a syllable, by its form. */
const wadeVariants: Changes = {
  tze: 'tzu', ssu: 'szu', sze: 'szu', yi: 'i', teh: 'te', tseh: 'tse', cheh: 'che', sheh: 'she', jeh: 'je', keh: 'ko', kueh: 'kuo', yui: 'yu',
}; // prettier-ignore

const tongyongFinals: Changes = { iong: 'yong', iu: 'iou', ui: 'uei', v: 'yu', ve: 'yue' };
const tongyongApart: Changes = {
  zhi: 'jhih', chi: 'chih', shi: 'shih', ri: 'rih', zi: 'zih', ci: 'cih', si: 'sih', feng: 'fong', weng: 'wong', wen: 'wun', qu: 'cyu', qun: 'cyun', quan: 'cyuan', que: 'cyue', xu: 'syu', xun: 'syun', xuan: 'syuan', xue: 'syue', ju: 'jyu', jun: 'jyun', juan: 'jyuan', jue: 'jyue',
}; // prettier-ignore
const tongyongInitials: Changes = { zh: 'jh', q: 'c', x: 's' };

/** Every syllable of each system, with its form. */
export function mandarinSyllables(): SyllableForms[] {
  const found: SyllableForms[] = [];
  for (const line of allSyllables.trim().split('\n')) {
    const [head = '', ...finals] = line.split(' ');
    const initial = head.replace('-', '');
    for (const final of finals) {
      const syllable = initial + final;
      const form = wadeApart[syllable] ?? (wadeInitials[initial] ?? initial) + (wadeFinals[final] ?? final);
      const tongyong =
        tongyongApart[syllable] ?? (tongyongInitials[initial] ?? initial) + (tongyongFinals[final] ?? final);
      found.push({ text: syllable.replace('v', 'u'), system: 'standard', form });
      found.push({ text: form, system: 'older', form });
      found.push({ text: tongyong, system: 'other', form });
    }
  }
  for (const [text, form] of Object.entries(wadeVariants)) found.push({ text, system: 'older', form });
  return found;
}

/** Surnames of nearly all people with Chinese names, in pinyin. */
const usualSurnames = `
wang li zhang liu chen yang zhao huang zhou wu xu sun hu zhu gao lin he guo ma luo liang song zheng xie han tang feng yu dong xiao cheng cao
yuan deng fu shen zeng peng lu su jiang cai jia ding wei xue ye yan pan du dai xia zhong tian ren fan fang shi yao tan liao zou xiong jin hao
kong bai cui kang mao qiu qin gu hou shao meng long wan duan lei qian tao yin li chang wen qiao lai gong pang fei hong ou ouyang sima niu lian
shang zhuo chai bao ning ni miao xing ji ge geng guan mu min nie ruan sheng tong xiang yue zhan zhuang zuo`;

/** The same in the form of their syllables, as in `RomanisedReading`. */
export function mandarinSurnameForms(): ReadonlySet<string> {
  const forms = new Map(
    mandarinSyllables().flatMap(({ text, system, form }) => (system === 'standard' ? [[text, form]] : [])),
  );
  const surnames = usualSurnames.trim().split(/\s+/u);
  return new Set([
    ...surnames.flatMap((surname) => (forms.has(surname) ? [`${forms.get(surname) ?? ''}.`] : [])),
    'ou.yang.',
    'szu.ma.',
  ]);
}
