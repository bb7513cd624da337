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

/** A Hangul syllable in Latin letters by a convention: `revised`, `mccune` (without marks) or `usual`, as many spell their own names. */
export function koreanRomanised(syllable: string, convention: string): string {
  const rules = conventions[convention];
  if (!rules) throw new Error(`no convention ${convention}`);
  const index = (syllable.codePointAt(0) ?? 0) - 0xac00;
  const [initial, vowel, final] = [Math.floor(index / 588), Math.floor(index / 28) % 21, index % 28];
  return `${rules.initials[initial] ?? ''}${rules.vowels[vowel] ?? ''}${rules.finals[final] ?? ''}`;
}
