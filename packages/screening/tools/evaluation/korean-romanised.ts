/*
 * One spelling for each Hangul syllable by convention, written apart from the engine's own table of all spellings so that the two can
 * be held against each other. Initial, vowel and final in the order of Unicode.
 */

interface Convention {
  initials: readonly string[];
  vowels: readonly string[];
  finals: readonly string[];
}

const listed = (text: string): readonly string[] => text.split(' ').map((one) => (one === '-' ? '' : one));

const conventions: Readonly<Record<string, Convention>> = {
  revised: {
    initials: listed('g kk n d tt r m b pp s ss - j jj ch k t p h'),
    vowels: listed('a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'),
    finals: listed('- k k k n n n t l k m l l l p l m p p t t ng t t k t p t'),
  },
  mccune: {
    initials: listed('k kk n t tt r m p pp s ss - ch tch ch k t p h'),
    vowels: listed('a ae ya yae o e yo ye o wa wae oe yo u wo we wi yu u ui i'),
    finals: listed('- k k k n n n t l k m l l l p l m p p t t ng t t k t p t'),
  },
  usual: {
    initials: listed('k k n d d r m b b s s - j j ch k t p h'),
    vowels: listed('a ae ya yae u e yu ye o wa wae oe yo oo won we wi yoo eu hee ee')
      .with(14, 'wo')
      .with(19, 'ui'),
    finals: listed('- k k k n n n t l k m l l l p l m p p t t ng t t k t p t'),
  },
};

/** How most bearers of these surnames spell them, by public statistics of passports; others are spelt by the rules. */
const usualSurnames: ReadonlyMap<string, string> = new Map(
  `김 Kim 이 Lee 박 Park 최 Choi 정 Jung 강 Kang 조 Cho 윤 Yoon 장 Jang 임 Lim 한 Han 오 Oh 서 Seo 신 Shin 권 Kwon 황 Hwang 안 Ahn 송 Song
  전 Jeon 홍 Hong 고 Ko 문 Moon 양 Yang 손 Son 배 Bae 백 Baek 유 Yoo 허 Huh 류 Ryu 남 Nam 심 Shim 노 Noh 하 Ha 곽 Kwak 성 Sung 차 Cha 주 Joo
  우 Woo 구 Koo 민 Min 진 Jin 나 Na 엄 Um 채 Chae 원 Won 천 Chun 방 Bang 공 Kong 현 Hyun 함 Ham 남궁 Namkung`
    .split(/\s+/u)
    .flatMap((one, at, all) => (at % 2 === 0 ? [[one, all[at + 1] ?? ''] as const] : [])),
);

/** How the bearers of a Korean surname usually spell it; null where the rules say it. */
export function usualSurname(surname: string): string | null {
  return usualSurnames.get(surname) ?? null;
}

/** A Hangul syllable in Latin letters by a convention: `revised`, `mccune` (without marks) or `usual`, as many spell their own names. */
export function koreanRomanised(syllable: string, convention: string): string {
  const rules = conventions[convention];
  if (!rules) throw new Error(`no convention ${convention}`);
  const index = (syllable.codePointAt(0) ?? 0) - 0xac00;
  const [initial, vowel, final] = [Math.floor(index / 588), Math.floor(index / 28) % 21, index % 28];
  return `${rules.initials[initial] ?? ''}${rules.vowels[vowel] ?? ''}${rules.finals[final] ?? ''}`;
}
