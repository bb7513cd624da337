/*
 * Spellings of Mandarin syllables in Latin letters: pinyin, Wade-Giles without diacritics, Yale, and older postal forms. A pinyin
 * syllable is an initial and a final, which the other systems change by rule, with few exceptions.
 */

const initialForm = /^(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?/u;

/** Initials that other systems write differently; the others are the same everywhere. */
const initials: Readonly<Record<string, readonly string[]>> = {
  b: ['p'],
  d: ['t'],
  g: ['k'],
  j: ['ch', 'k', 'ts'],
  q: ['ch', 'k', 'ts'],
  x: ['hs', 'sh', 's', 'h'],
  zh: ['ch', 'j'],
  z: ['ts', 'tz', 'dz'],
  c: ['ts', 'tz'],
  r: ['j'],
};

/** Finals that other systems write differently. */
const finals: Readonly<Record<string, readonly string[]>> = {
  ian: ['ien', 'yan'],
  ie: ['ieh', 'ye'],
  ia: ['ya'],
  iao: ['yau', 'yao'],
  iang: ['yang'],
  iong: ['iung', 'yung'],
  iu: ['iou', 'you'],
  ong: ['ung'],
  un: ['wun'],
  uo: ['o', 'wo'],
  ui: ['uei', 'wei'],
  ue: ['ueh', 'yue'],
  ve: ['ue', 'ueh'],
  v: ['u', 'yu'],
  e: ['o', 'eh'],
  i: ['ee'],
  u: ['oo'],
  ao: ['au'],
  uan: ['wan'],
  uang: ['wang'],
  ua: ['wa'],
  uai: ['wai'],
};

/** Syllables not covered by the rules. */
const apart: Readonly<Record<string, readonly string[]>> = {
  zhi: ['chih', 'jr'],
  chi: ['chih'],
  shi: ['shih', 'shr'],
  ri: ['jih', 'jr'],
  zi: ['tzu', 'tze', 'tsu', 'dz'],
  ci: ['tzu', 'tsu'],
  si: ['szu', 'ssu', 'sze'],
  yan: ['yen'],
  ye: ['yeh'],
  you: ['yu', 'yo', 'yau'],
  yong: ['yung'],
  yi: ['i', 'ee', 'yee'],
  yin: ['ying', 'in'],
  ying: ['ing'],
  yu: ['yue'],
  yue: ['yueh'],
  yuan: ['yuen'],
  er: ['erh'],
  wen: ['weng'],
  wu: ['woo', 'u'],
  lv: ['lu', 'lyu', 'lui'],
  nv: ['nu', 'nyu'],
  ju: ['chu'],
  jia: ['kia', 'chia', 'ka'],
  jiang: ['chiang', 'kiang'],
  xi: ['si', 'hsi', 'see'],
  he: ['ho'],
  ke: ['ko'],
  ge: ['ko'],
  zhou: ['chow', 'chou'],
  guo: ['kuo', 'kwok', 'kwo'],
  tian: ['tien'],
  xu: ['hsu', 'shu', 'su'],
  xue: ['hsueh', 'shueh'],
};

/** The distinct Latin spellings of a pinyin syllable (without tone, ü as v), starting with itself. */
export function mandarinSpellings(pinyin: string): string[] {
  const initial = initialForm.exec(pinyin)?.[0] ?? '';
  const final = pinyin.slice(initial.length);
  const spellings = new Set([pinyin.replace('v', 'u'), pinyin]);
  // The finals of zi, zhi and similar syllables are not i, and those of ju, qu and xu are ü.
  const ruled = !(final === 'i' && /^(?:zh|ch|sh|[rzcs])$/u.test(initial));
  for (const front of [initial, ...(initials[initial] ?? [])])
    for (const end of [final, ...(ruled ? (finals[final] ?? []) : [])])
      if (ruled || front === initial) spellings.add(front + end.replace('v', 'u'));
  for (const spelling of apart[pinyin] ?? []) spellings.add(spelling);
  return [...spellings];
}
