/*
 * Spellings of Cantonese syllables in Latin letters, as on documents of Hong Kong, Macau and overseas. There is no common system, but
 * each initial and each final has a closed set of usual spellings.
 */

const parts = /^(ng|gw|kw|[bpmfdtnlgkhwzcsj])?(.+)$/u;

const initials: Readonly<Record<string, readonly string[]>> = {
  b: ['b', 'p'],
  d: ['d', 't'],
  g: ['g', 'k'],
  gw: ['gw', 'kw'],
  ng: ['ng', ''],
  n: ['n', 'l'],
  z: ['ch', 'ts', 'tz', 'j', 'z'],
  c: ['ch', 'ts'],
  s: ['s', 'sh'],
  j: ['y', 'j', ''],
};

const finals: Readonly<Record<string, readonly string[]>> = {
  aa: ['a', 'ah'],
  aai: ['ai'],
  aau: ['au'],
  aam: ['am'],
  aan: ['an'],
  aang: ['ang'],
  aap: ['ap'],
  aat: ['at'],
  aak: ['ak'],
  am: ['am', 'um'],
  an: ['an', 'un'],
  ap: ['ap', 'up'],
  at: ['at', 'ut'],
  ak: ['ak', 'uk'],
  ai: ['ai', 'ei'],
  au: ['au', 'ow'],
  e: ['e', 'eh'],
  ei: ['ei', 'i', 'ay', 'ee', 'y'],
  ek: ['ek', 'ik'],
  eng: ['eng', 'ing', 'iang'],
  i: ['i', 'ee', 'ie'],
  iu: ['iu', 'ew'],
  ing: ['ing', 'eng'],
  ik: ['ik', 'ick'],
  o: ['o', 'or', 'oh'],
  oi: ['oi', 'oy'],
  ou: ['o', 'ou', 'u', 'ow'],
  u: ['u', 'oo'],
  un: ['un', 'oon'],
  oeng: ['eung', 'eong', 'ong'],
  oek: ['euk', 'eok'],
  eoi: ['ui', 'eui', 'oi'],
  eon: ['un', 'eon', 'on'],
  eot: ['ut'],
  yu: ['yu', 'u', 'ue', 'ee'],
  yun: ['yuen', 'uen', 'un', 'yun', 'yen'],
  yut: ['yuet', 'uet', 'ut', 'yut'],
};

/** Syllables not covered by the rules. */
const apart: Readonly<Record<string, readonly string[]>> = {
  zi: ['tsz', 'tze', 'tsze', 'chi', 'tzu'],
  ci: ['tsz', 'chi', 'tsi'],
  si: ['sze', 'see', 'shi', 'szu'],
  ng: ['ng'],
  m: ['ng', 'm'],
};

/** The distinct Latin spellings of a jyutping syllable (without tone). */
export function cantoneseSpellings(jyutping: string): string[] {
  const [, initial = '', final = ''] = parts.exec(jyutping) ?? [];
  const spellings = new Set(apart[jyutping] ?? []);
  for (const front of initials[initial] ?? [initial])
    for (const end of finals[final] ?? [final])
      // A glide before the same vowel is written once: yuen, not yyuen.
      spellings.add(front.endsWith('y') && end.startsWith('y') ? front + end.slice(1) : front + end);
  return [...spellings].filter((spelling) => /^[a-z]+$/u.test(spelling));
}
