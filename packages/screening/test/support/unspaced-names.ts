import fc from 'fast-check';

/** Parts of invented names: as written without spaces, and Latin spellings of several conventions. */
type Part = readonly [native: string, ...latin: string[]];

interface Parts {
  family: readonly Part[];
  given: readonly Part[];
}

const han: Parts = {
  family: [
    ['王', 'wang', 'wong'],
    ['李', 'li', 'lee'],
    ['张', 'zhang', 'chang'],
    ['欧阳', 'ouyang'],
    ['田中', 'tanaka'],
  ],
  given: [
    ['伟', 'wei'],
    ['明', 'ming'],
    ['小', 'xiao', 'hsiao'],
    ['华', 'hua'],
    ['一郎', 'ichiro'],
  ],
};
const hangul: Parts = {
  family: [
    ['김', 'kim', 'gim'],
    ['이', 'lee', 'yi'],
    ['박', 'park', 'bak'],
    ['최', 'choi', 'choe'],
    ['남궁', 'namgung'],
  ],
  given: [
    ['지', 'ji', 'jee'],
    ['훈', 'hun', 'hoon'],
    ['민', 'min'],
    ['수', 'su', 'soo'],
    ['영', 'yeong', 'young'],
  ],
};
const kana: Parts = {
  family: [
    ['タナカ', 'tanaka'],
    ['ヤマダ', 'yamada'],
    ['さとう', 'sato', 'satou'],
  ],
  given: [
    ['イチロウ', 'ichiro'],
    ['ケンタ', 'kenta'],
    ['はなこ', 'hanako'],
  ],
};

const between = ['', ' ', '-'] as const;
const besides = ['', '', 'dolvan', 'm', 'tanaka', '김', '王'] as const;

function nameOf({ family, given }: Parts): fc.Arbitrary<string> {
  return fc
    .record({
      family: fc.constantFrom(...family),
      given: fc.array(fc.constantFrom(...given), { minLength: 1, maxLength: 2 }),
      native: fc.boolean(),
      spelling: fc.nat(1),
      blank: fc.constantFrom(...between),
      familyLast: fc.boolean(),
      beside: fc.constantFrom(...besides),
    })
    .map(({ native, spelling, blank, familyLast, beside, ...parts }) => {
      const write = ([text, ...latin]: Part): string =>
        native ? text : (latin[spelling] ?? latin[0] ?? text);
      const givenName = parts.given.map(write).join(native ? '' : blank);
      const familyName = write(parts.family);
      const glue = native && blank === '' ? '' : ' ';
      const name = familyLast ? givenName + glue + familyName : familyName + glue + givenName;
      return `${name} ${beside}`.trim();
    });
}

/** Raw invented names in Han characters, Hangul syllables, kana or Latin letters, with and without spaces, in either order. */
export const unspacedName: fc.Arbitrary<string> = fc.oneof(nameOf(han), nameOf(hangul), nameOf(kana));
