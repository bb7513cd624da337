import { describe, expect, test } from 'vitest';
import { prepareName } from './prepare-name.ts';
import type { PreparedName } from '../model/prepared-name.ts';

const words = (name: PreparedName): string => name.tokens.map((token) => token.text).join(' ');
const classes = (name: PreparedName): string =>
  name.tokens.map((token) => `${token.text}/${token.class}${token.typed ? '!' : ''}`).join(' ');
const removed = (name: PreparedName): string[] => name.removed.map(({ kind, text }) => `${kind}: ${text}`);

describe('names of people', () => {
  test.each([
    ['words of unknown role', 'Tarvin Dolvan', 'tarvin/unknown dolvan/unknown'],
    ['LAST, First Middle', 'DOLVAN, Tarvin Oskeld', 'tarvin/given! oskeld/second! dolvan/family!'],
    ['LAST, First, Middle', 'Dolvan, Tarvin, Oskeld', 'tarvin/given! oskeld/second! dolvan/family!'],
    [
      'a family name of several words',
      'van der Holt, Tarvin',
      'tarvin/given! van/particle! der/particle! holt/family!',
    ],
    ['a surname in capitals', 'Tarvin Oskeld DOLVAN', 'tarvin/given! oskeld/second! dolvan/family!'],
    ['a surname in capitals in front', 'DOLVAN Tarvin', 'tarvin/given! dolvan/family!'],
    ['all in capitals gives no role', 'TARVIN DOLVAN', 'tarvin/unknown dolvan/unknown'],
    ['initials', 'T. O. Dolvan', 't/initial o/initial dolvan/unknown'],
    ['initials without a space', 'T.O. Dolvan', 't/initial o/initial dolvan/unknown'],
    ['an initial written on to a name', 'T.Dolvan', 't/initial dolvan/unknown'],
    ['particles', 'Tarvin de la Strubin', 'tarvin/unknown de/particle la/particle strubin/unknown'],
    [
      'Arabic particles',
      'Abd al-Dolvan bin Strubin',
      'abd/particle al/particle dolvan/unknown bin/particle strubin/unknown',
    ],
    ['an article written on stays', 'AlDolvan Tarvin', 'aldolvan/unknown tarvin/unknown'],
    ['a capital inside a word begins one', 'TarvinDolvan', 'tarvin/unknown dolvan/unknown'],
    ['a title written on', 'HajiTarvin DOLVAN', 'tarvin/given! dolvan/family!'],
    ['Mac begins a name', 'MacDolvan Tarvin', 'macdolvan/unknown tarvin/unknown'],
    [
      'y between surnames',
      'Tarvin Strubin y Dolvan',
      'tarvin/unknown strubin/unknown y/particle dolvan/unknown',
    ],
    ['Y beside two words is an initial', 'Y. Tarvin Dolvan', 'y/initial tarvin/unknown dolvan/unknown'],
    [
      'a patronymic of a woman',
      'Velmora Dolvanovna Strubina',
      'velmora/unknown dolvanovna/patronymic strubina/unknown',
    ],
    [
      'a patronymic of a man',
      'Tarvin Oskeldovich Strubin',
      'tarvin/unknown oskeldovich/patronymic strubin/unknown',
    ],
    [
      'the ending alone is no patronymic in two words',
      'Tarvin Oskeldovich',
      'tarvin/unknown oskeldovich/unknown',
    ],
    [
      'nor where two words have it',
      'Tarvin Oskeldovich Dolvanovich',
      'tarvin/unknown oskeldovich/unknown dolvanovich/unknown',
    ],
    [
      'a typed patronymic',
      'Strubin, Tarvin Oskeldovich',
      'tarvin/given! oskeldovich/patronymic! strubin/family!',
    ],
    ['a Chinese surname that is a particle elsewhere', 'Li Xiao Vong', 'li xiao vong'],
    ['particles alone keep their words', 'de la', 'de/unknown la/unknown'],
    ['a hyphen cuts', 'Jin-woo Dolvan', 'jin woo dolvan'],
    ['two consonants', 'JP Dolvan', 'j/initial p/initial dolvan/unknown'],
    ['two consonants that spell one sound', 'Zh Dolvan', 'zh/unknown dolvan/unknown'],
    ['a surname without a vowel', 'Ng Dolvan', 'ng dolvan'],
    ['digits that imitate letters', 'T4rvin Br3nm4rk', 'tarvin/unknown brenmark/unknown'],
    ['one for l and for i', 'Do1van Mar1a', 'dolvan maria'],
    ['a digit at the end', 'Tarvin7 Dolvan', 'tarvin7/unknown dolvan/unknown'],
    ['a full stop joins longer words', 'Tarv.Oskeld', 'tarvoskeld/unknown'],
    ['a full stop after a known word cuts', 'Dr.Dolvan', 'dolvan/unknown'],
  ])('%s', (_, raw, expected) => {
    const name = prepareName(raw, 'person');
    expect(expected.includes('/') ? classes(name) : words(name)).toBe(expected);
  });

  test.each([
    ['Dr. Tarvin Dolvan', 'tarvin dolvan', ['title: Dr']],
    ['DOLVAN, Dr. Tarvin', 'tarvin dolvan', ['title: Dr']],
    ['Tarvin Dolvan, PhD', 'tarvin dolvan', ['suffix: PhD']],
    ['Tarvin Dolvan Ph.D.', 'tarvin dolvan', ['suffix: Ph.D']],
    ['Dolvan, Tarvin, Jr.', 'tarvin dolvan', ['suffix: Jr']],
    ['Tarvin Dolvan III', 'tarvin dolvan', ['suffix: III']],
    ['Tarvin Dolvan (deceased)', 'tarvin dolvan', ['clerical_mark: deceased']],
    ['Tarvin (Oskeld) Dolvan', 'tarvin dolvan', ['clerical_mark: Oskeld']],
    ['Tarvin Dolvan a.k.a. Oskeld', 'tarvin dolvan', ['clerical_mark: a.k.a. Oskeld']],
    ['a.k.a. Tarvin Dolvan', 'tarvin dolvan', ['clerical_mark: a.k.a']],
    ['Velmora Dolvan née Strubin', 'velmora dolvan strubin', ['clerical_mark: née']],
    ['Velmora Dolvan (geb. von Strubin)', 'velmora dolvan von strubin', ['clerical_mark: geb']],
    ['Dolvan née Strubin, Velmora', 'velmora dolvan strubin', ['clerical_mark: née']],
    ['Velmora Dolvan, z domu Velmora Strubin', 'velmora dolvan strubin', ['clerical_mark: z domu']],
    ['Velmora Dolvan (born Strubin)', 'velmora dolvan strubin', ['clerical_mark: born']],
    ['Velmora Dolvan (born 1970)', 'velmora dolvan', ['clerical_mark: born 1970']],
    ['Velmora Born Strubin', 'velmora born strubin', []],
    ['Velmora Nee Strubin', 'velmora nee strubin', []],
    ['Velmora née Strubin', 'velmora nee strubin', []],
    ['Velmora Dolvan née', 'velmora dolvan nee', []],
    ['Velmora Dolvan (previously listed as)', 'velmora dolvan', ['clerical_mark: previously listed as']],
    ['Tarvin King', 'tarvin king', []],
    ['Sheikh Tarvin Dolvan', 'tarvin dolvan', ['title: Sheikh']],
    ['Sheikh Dolvan', 'sheikh dolvan', []],
    ['Dr Dolvan', 'dolvan', ['title: Dr']],
    ['SHEIKH, Tarvin Oskeld', 'tarvin oskeld sheikh', []],
    ['AL-HAJJ, Tarvin', 'tarvin al hajj', []],
    ['Dolvan Oskeld, Maulana', 'maulana dolvan oskeld', []],
    ['Tarvin Aka', 'tarvin aka', []],
    ['Dr', 'dr', []],
    ['Dr. Jr.', 'dr jr', []],
    ['(deceased)', 'deceased', []],
    ['(Tarvin Dolvan)', 'tarvin dolvan', []],
  ])('%s: what is taken off', (raw, expected, expectedRemoved) => {
    const name = prepareName(raw, 'person');
    expect(words(name)).toBe(expected);
    expect(removed(name)).toEqual(expectedRemoved);
  });

  test('a title that may be a name counts little beside two others and fully beside one', () => {
    expect(classes(prepareName('Tarvin Dolvan King', 'person'))).toBe(
      'tarvin/unknown dolvan/unknown king/second',
    );
    expect(prepareName('Dolvan King', 'person').tokens.map((token) => token.class)).not.toContain('second');
  });

  test('parts give roles, in natural order, with places in the joined text', () => {
    const name = prepareName('', 'person', {
      first: 'Dr. Tarvin Oskeld',
      last: 'van Dolvan',
      secondLast: 'Strubin',
    });
    expect(name.raw).toBe('Dr. Tarvin Oskeld van Dolvan Strubin');
    expect(classes(name)).toBe('tarvin/given! oskeld/second! van/particle! dolvan/family! strubin/second!');
    expect(name.tokens.map(({ start, end }) => name.raw.slice(start, end)).join(' ')).toBe(
      'Tarvin Oskeld van Dolvan Strubin',
    );
    expect(removed(name)).toEqual(['title: Dr']);
  });

  test('parts that leave words out only type the words they hold', () => {
    const name = prepareName('Tarvin Oskeld Dolvan', 'person', { first: 'Tarvin', last: 'Dolvan' });
    expect(classes(name)).toBe('tarvin/given! oskeld/unknown dolvan/family!');
  });

  test('never more than 24 words', () => {
    expect(prepareName('dolvan '.repeat(40), 'person').tokens).toHaveLength(24);
  });
});

describe('names of organisations', () => {
  test.each([
    ['Velmora Ltd', 'velmora/distinctive =llc/form'],
    ['OOO Velmora', '=llc/form velmora/distinctive'],
    ['Velmora L.L.C.', 'velmora/distinctive =llc/form'],
    ['Velmora Co., Ltd.', 'velmora/distinctive =llc/form'],
    ['Velmora S.A. de C.V.', 'velmora/distinctive =joint-stock/form'],
    ['Velmora S. A. de C. V.', 'velmora/distinctive =joint-stock/form'],
    ['JSCVELMORA', '=joint-stock/form velmora/distinctive'],
    ['VELMORAGMBH', 'velmora/distinctive =llc/form'],
    ['株式会社ヴェルモラ', '=joint-stock/form ヴェルモラ/distinctive'],
    ['GmbH', 'gmbh/distinctive'],
    ['The Velmora', 'the/particle velmora/distinctive'],
    ['A. Velmora', 'a/initial velmora/distinctive'],
    ['K J Velmora', 'k/distinctive j/distinctive velmora/distinctive'],
    ['K.J. Velmora', 'kj/distinctive velmora/distinctive'],
    ['Velmora 011', 'velmora/distinctive #11/number'],
    ['Velmora No. 3', 'velmora/distinctive #3/number'],
    ['Velmora № 3', 'velmora/distinctive #3/number'],
    ['3rd Velmora', '#3/number velmora/distinctive'],
    ['Third Velmora', '#3/number velmora/distinctive'],
    ['III Velmora', '#3/number velmora/distinctive'],
    ['Velmora XX', 'velmora/distinctive #20/number'],
    ['twenty-first Velmora', '#21/number velmora/distinctive'],
    ['VI', 'vi/distinctive'],
    ['Velmora (VLM)', 'velmora/distinctive'],
    ['Velmora (Pvt) Ltd', 'velmora/distinctive =llc/form'],
    ['Premier Velmora', 'premier/'],
    ['Velmora, Dolvan', 'velmora/distinctive dolvan/distinctive'],
  ])('%s', (raw, expected) => {
    const name = prepareName(raw, 'organisation');
    expect(expected.includes('/') ? classes(name) : words(name)).toContain(expected);
  });

  test('legal forms keep their place in the raw text', () => {
    const name = prepareName('Velmora S.A. de C.V.', 'organisation');
    expect(name.tokens.map(({ start, end }) => name.raw.slice(start, end))).toEqual([
      'Velmora',
      'S.A. de C.V',
    ]);
  });

  test('a prefix of traders is taken off', () => {
    expect(removed(prepareName('M/s Velmora', 'organisation'))).toEqual(['organisation_prefix: M/s']);
  });
});

describe('names of vessels and of unknown kind', () => {
  test.each([
    ['vessel', 'MV Velmora', 'velmora/distinctive', ['title: MV']],
    ['vessel', 'M/T Velmora IV', 'velmora/distinctive #4/number', ['title: M/T']],
    ['vessel', 'Velmora I', 'velmora/distinctive #1/number', []],
    ['unknown', 'Velmora 3 LLC', 'velmora/unknown #3/number =llc/form', []],
    ['unknown', 'Dolvan, Tarvin', 'tarvin/given! dolvan/family!', []],
    ['unknown', 'Dr. Tarvin Dolvan', 'tarvin/unknown dolvan/unknown', ['title: Dr']],
    ['unknown', 'T.O. Dolvan', 't/initial o/initial dolvan/unknown', []],
    ['unknown', 'Velmora III', 'velmora/unknown iii/unknown', []],
  ] as const)('%s %s', (kind, raw, expected, expectedRemoved) => {
    const name = prepareName(raw, kind);
    expect(classes(name)).toBe(expected);
    expect(removed(name)).toEqual(expectedRemoved);
  });
});

describe('weights', () => {
  test('an unknown word weighs its class and two fifths', () => {
    const weights = (name: PreparedName): number[] => name.tokens.map((token) => token.weight);
    expect(weights(prepareName('Zqtarvin Zqdolvan', 'person'))).toEqual([140, 140]);
    expect(weights(prepareName('Zqdolvan, Zqtarvin Zqoskeld', 'person'))).toEqual([140, 70, 168]);
    expect(weights(prepareName('Zqvelmora 7 Ltd', 'organisation'))).toEqual([168, 120, 10]);
    expect(weights(prepareName('T de Zqdolvan', 'person'))).toEqual([60, 10, 140]);
  });
});
