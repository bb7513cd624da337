import { describe, expect, it } from 'vitest';
import { agreementOf, planAgain } from '../src/agreement/agreement-of.ts';
import { claimsOf, type Claim, type ClaimedField } from '../src/agreement/claims.ts';
import { zoneSpellings } from '../src/agreement/spellings.ts';
import type { LocatedField } from '../src/printed/labelled-fields.ts';
import type { MrzReading } from '../src/mrz/reading.ts';
import { claim, filler, pageOf, type Printed, stateOf, today, zoneOf } from './agreement-page.ts';

describe('a name that a zone claims', () => {
  it.each([
    ['MAASIKAS', 'MAASIKAS'],
    ['MAASIKAS', 'Surname/Nom MAASIKAS'],
    ['MAASIKAS', 'MAASLKAS'],
    ['LIISA', 'LHSA'],
    ['MUELLER', 'MÜLLER'],
    ['MULLER', 'MÜLLER'],
    ['NUNEZ ALAMEDA', 'NUÑEZ ALAMEDA'],
    ['NUNXXEZ', 'NUÑEZ'],
    ['OEKSENDAL', 'ØKSENDAL'],
    ['THORGRIMSSON', 'ÞORGRÍMSSON'],
    ['WEISSDORN', 'WEIßDORN'],
    ['DAUBRAC', 'D’AUBRAC'],
    ['D AUBRAC', 'D’AUBRAC'],
    ['KIRSIPUU TAMM', 'KIRSIPUU-TAMM'],
    ['VAN BUSKIRK', 'VANBUSKIRK'],
    ['OFAOLAIN', 'Ó FAOLÁIN'],
    ['IVANOV', 'ИВАНОВ / IVANOV'],
    ['PAPADOPOULOU', 'ΠΑΠΑΔΟΠΟΥΛΟΥ PAPADOPOULOU'],
  ])('%s is found in %s', (name, line) => {
    expect(stateOf(claim('lastName', name), [line])).toBe('found');
  });

  it('may be cut off in the zone', () => {
    const cut = claim('firstName', 'ANNA MARIA WILHEL', { truncated: true });
    expect(stateOf(cut, ['ANNA MARIA WILHELMINA'])).toBe('found');
  });

  it.each(['TAVISTOCK', 'ИВАНОВ', 'MAASI'])('is absent where %s is all there is', (line) => {
    expect(stateOf(claim('lastName', 'MAASIKAS'), [line])).toBe('absent');
  });

  it('is contradicted by another name beside its label', () => {
    const printed = { fields: { lastName: ['TAVISTOCK', 0.95] } } satisfies Printed;
    expect(stateOf(claim('lastName', 'MAASIKAS'), ['TAVISTOCK'], printed)).toBe('contradicts');
  });

  it.each([
    ['a value read badly', 'MAAXXXAS', 0.95],
    ['a value that is too unsure', 'TAVISTOCK', 0.45],
    ['a given name, mistaken for the surname', 'LIISA', 0.95],
    ['a given name, read in part', 'SOFIJA', 0.95],
  ] as const)('is not contradicted by %s', (_, value, confidence) => {
    const others = [claim('firstName', 'LIISA SOFIA')];
    expect(
      stateOf(claim('lastName', 'MAASIKAS'), [value], { fields: { lastName: [value, confidence] } }, others),
    ).toBe('absent');
  });
});

describe('a number that a zone claims', () => {
  it.each(['KQ0914725', 'KQ 091 4725', 'KQO9I4725', 'KQ0914725<', 'No.KQ091-4725', 'KQ0914726', 'KQ091475'])(
    'KQ0914725 is found in %s',
    (line) => {
      expect(stateOf(claim('number', 'KQ0914725'), [line])).toBe('found');
    },
  );

  it.each(['KQ0914831', '0914', 'KQ'])('is absent where %s is all there is', (line) => {
    expect(stateOf(claim('number', 'KQ0914725'), [line])).toBe('absent');
  });

  it('is contradicted by another number beside its label', () => {
    const printed = { fields: { number: ['XX1182930', 0.95] } } satisfies Printed;
    expect(stateOf(claim('number', 'KQ0914725'), ['XX1182930'], printed)).toBe('contradicts');
  });

  it('is contradicted by two readings of another number that differ in one character', () => {
    const printed = { again: ['XX1182938'], fields: { number: ['XX1182930', 0.45] } } satisfies Printed;
    expect(stateOf(claim('number', 'KQ0914725'), ['XX1182930'], printed)).toBe('contradicts');
    expect(stateOf(claim('number', 'KQ0914725'), ['XX1182930'], { ...printed, again: ['XB1B82S38'] })).toBe(
      'absent',
    );
    expect(stateOf(claim('number', 'XX1182745'), ['XX1182930'], printed)).toBe('absent');
  });

  it('is not contradicted by a number of another kind where a card may carry several', () => {
    const printed = { fields: { number: ['12345678', 0.95] } } satisfies Printed;
    const several = claim('number', 'KQ0914725', { sole: false });
    expect(stateOf(several, ['12345678'], printed)).toBe('absent');
  });

  it('is not contradicted by the personal number, mistaken for the document’s', () => {
    const printed = { fields: { number: ['909756818', 0.95] } } satisfies Printed;
    const others = [claim('personalNumber', '909756818')];
    expect(stateOf(claim('number', 'KQ0914725'), ['909756818'], printed, others)).toBe('absent');
  });
});

describe('a date that a zone claims', () => {
  it.each([
    '14 MAR 1991',
    '14 MAR/MARS 1991',
    '14 MAR/MAR 91',
    '14.03.1991',
    '14/03/1991',
    '14-03-91',
    '03/14/1991',
    '1991-03-14',
    '14 03 1991',
    '14 de marzo de 1991',
    '14 março 1991',
    '14 MÄRZ 1991',
    '14 MÄR 1991',
    '14 marzo 1991',
    '14 mars 1991',
    'I4 MAR I99I',
  ])('1991-03-14 is found in %s', (line) => {
    expect(stateOf(claim('birthDate', '1991-03-14'), [line])).toBe('found');
  });

  it('is contradicted by the only date that can be one of birth', () => {
    const lines = ['14 MAR 1986', '28 MAY 2022', '28 MAY 2032'];
    const others = [claim('expiryDate', '2032-05-28')];
    expect(stateOf(claim('birthDate', '1991-03-14'), lines, { again: lines }, others)).toBe('contradicts');
    // One reading may have misread it.
    expect(stateOf(claim('birthDate', '1991-03-14'), lines, {}, others)).toBe('absent');
  });

  it('is contradicted by the only date to come', () => {
    const lines = ['14 MAR 1991', '28 MAY 2022', '28 MAY 2032'];
    const others = [claim('birthDate', '1991-03-14')];
    expect(stateOf(claim('expiryDate', '2029-05-28'), lines, { again: lines }, others)).toBe('contradicts');
  });

  it.each([
    ['two dates may be that of birth', ['14 MAR 1986', '02 FEB 1960', '28 MAY 2032']],
    ['the only other date may be that of issue', ['28 MAY 2022', '28 MAY 2032']],
  ])('is absent where %s', (_, lines) => {
    const others = [claim('expiryDate', '2032-05-28')];
    expect(stateOf(claim('birthDate', '1991-03-14'), lines, { again: lines }, others)).toBe('absent');
  });

  it('is contradicted by the only date that can be it, whichever its day and its month are', () => {
    const lines = ['04/03/1986', '28 MAY 2032'];
    const others = [claim('expiryDate', '2032-05-28')];
    expect(stateOf(claim('birthDate', '1991-03-14'), lines, { again: lines }, others)).toBe('contradicts');
    expect(stateOf(claim('birthDate', '1986-04-03'), lines, { again: lines }, others)).toBe('found');
    expect(stateOf(claim('birthDate', '1986-03-04'), lines, { again: lines }, others)).toBe('found');
  });

  it('is not contradicted by what is left of it where the first digit of the day was lost', () => {
    const lines = ['2.12.1989', '28 MAY 2032'];
    const others = [claim('expiryDate', '2032-05-28')];
    const labelled = (value: string, repaired: number) => {
      const page = pageOf(filler, { fields: { birthDate: [value, 0.9] } });
      const fields = page.fields.map((field) => ({ ...field, value: { ...field.value, repaired } }));
      return agreementOf([{ ...page, fields }], [claim('birthDate', '1989-12-12')], today).agreement.birthDate
        ?.state;
    };
    expect(stateOf(claim('birthDate', '1989-12-12'), lines, { again: lines }, others)).toBe('absent');
    expect(stateOf(claim('birthDate', '1989-12-13'), lines, { again: lines }, others)).toBe('contradicts');
    expect(stateOf(claim('birthDate', '1986-12-12'), lines, { again: lines }, others)).toBe('contradicts');
    expect(labelled('1989-12-02', 2)).toBe('absent');
    expect(labelled('1989-12-02', 0)).toBe('contradicts');
    expect(labelled('1986-12-02', 2)).toBe('contradicts');
  });

  it('is contradicted less surely by a date that differs in one digit', () => {
    const printed = { fields: { birthDate: ['1997-03-14', 0.97] } } satisfies Printed;
    const { agreement } = agreementOf([pageOf(filler, printed)], [claim('birthDate', '1991-03-14')], today);
    expect(agreement.birthDate).toEqual({ state: 'contradicts', confidence: 0.75, value: '1997-03-14' });
  });
});

describe('a number that a zone claims, where no label names another', () => {
  const holder = ['MAASIKAS', 'LIISA', '14 MAR 1991', '28 MAY 2032'];
  const others = [
    claim('lastName', 'MAASIKAS'),
    claim('firstName', 'LIISA'),
    claim('birthDate', '1991-03-14'),
    claim('expiryDate', '2032-05-28'),
  ];
  const number = claim('number', 'AB1234567', { sole: false });

  it('is doubtfully contradicted by the only other one of its kind on the page of the holder', () => {
    const lines = [...holder, 'XY 765 4321'];
    const compared = (again: readonly string[]) =>
      agreementOf([pageOf([...filler, ...lines], { again })], [number, ...others], today).agreement.number;
    expect(compared([])).toEqual({ state: 'contradicts', confidence: 0.65, value: 'XY7654321' });
    expect(compared(lines)).toEqual({ state: 'contradicts', confidence: 0.8, value: 'XY7654321' });
  });

  it.each([
    ['it is of another kind', [...holder, '765432198']],
    ['there are two of them', [...holder, 'XY7654321', 'QR1112223']],
    ['half of it is as claimed: it is the same, read badly', [...holder, 'AB1239999']],
    ['the page is not that of the holder', ['MAASIKAS', 'XY7654321']],
  ])('is absent where %s', (_, lines) => {
    expect(stateOf(number, lines, { again: lines }, others)).toBe('absent');
  });

  it('is contradicted by any of its length where it is the only number of the document', () => {
    const lines = [...holder, '765432198'];
    expect(stateOf({ ...number, sole: true }, lines, { again: lines }, others)).toBe('contradicts');
  });

  it.each([
    ['6M4QLA7W6', 'DX20SK6V2', 'contradicts'],
    ['6M4QLA7W6', 'XY7654321', 'contradicts'],
    ['6M4QLA7W6', '765432198', 'absent'],
    ['6M4QLA7W6', 'DX20SK6V', 'absent'],
    ['AB1234567', 'DX20SK6V2', 'absent'],
  ])('%s, as issuers without a fixed mask have it, beside %s: %s', (value, printed, state) => {
    const lines = [...holder, printed];
    expect(stateOf({ ...number, value }, lines, { again: lines }, others)).toBe(state);
  });

  it('is not contradicted by what is read badly', () => {
    const lines = [...holder, 'XY7654321'];
    expect(stateOf(number, lines, { confidence: 0.5 }, others)).toBe('absent');
  });
});

describe('a page', () => {
  it('is legible by the characters that were read surely', () => {
    const legibility = (confidence: number) =>
      agreementOf([pageOf(filler, { confidence })], [], today).legibility;
    expect([legibility(0.95), legibility(0.4)]).toEqual([1, 0]);
    expect(agreementOf([pageOf(['AMAUROT'])], [], today).legibility).toBeCloseTo(7 / 60, 3);
    expect(agreementOf([], [], today)).toEqual({ agreement: {}, legibility: 0 });
  });

  it('is one of several: what any of them shows is found', () => {
    const pages = [pageOf(filler), pageOf(['LIISA'])];
    expect(agreementOf(pages, [claim('firstName', 'LIISA')], today).agreement.firstName?.state).toBe('found');
  });

  it('is read again where a claimed value is missing, and only there', () => {
    const page = pageOf([...filler, 'LIISA', '14 MAR 1986', '28 MAY 2032']);
    const claims = [claim('firstName', 'LIISA'), claim('expiryDate', '2032-05-28')];
    expect(planAgain(claims, today)(page).regions).toEqual([]);
    const { regions } = planAgain([...claims, claim('birthDate', '1991-03-14')], today)(page);
    expect(regions).toEqual([[20, 160, 128, 20]]);
  });

  it('is read again in the part of a line that no field has', () => {
    const page = pageOf([...filler, '14 MAR 1986 F']);
    const sex = { field: 'sex', kind: 'sex', value: null, hasWords: true, box: [158, 120, 12, 20] } as const;
    const { regions } = planAgain([claim('birthDate', '1991-03-14')], today)({ ...page, located: [sex] });
    expect(regions).toEqual([[20, 120, 128, 20]]);
  });

  it.each<[ClaimedField, string, Partial<Claim>, string, boolean]>([
    ['firstName', 'OEYVIND', {}, 'ØYVIND', true],
    ['firstName', 'OEYVIND', {}, 'OYVIND', false],
    ['firstName', 'ANNA MARIA', {}, 'ANNA-MARIA', true],
    ['lastName', 'WOJCIKOWSKA', {}, 'WOJCIKOWSKI', false],
    ['lastName', 'WOJCIK', { truncated: true }, 'WOJCIKOWSKA', true],
    ['number', 'KQ0914725', {}, 'KQO914725', true],
  ])(
    'claims %s %s (%j) and has %s by its label, which is settled: %s',
    (field, value, more, read, isSettled) => {
      const page = pageOf(filler, { fields: { [field]: [read, 0.9] } });
      const { confirmed } = planAgain([claim(field, value, more)], today)(page);
      expect(confirmed.has(field)).toBe(isSettled);
    },
  );
});

describe('a label with nothing beside it', () => {
  const alone = (hasWords: boolean): LocatedField => ({
    field: 'lastName',
    kind: 'name',
    value: null,
    hasWords,
    box: [0, 0, 1, 1],
  });
  const judged = (lines: readonly string[], located: LocatedField[]) =>
    agreementOf([{ ...pageOf([...filler, ...lines]), located }], [claim('lastName', 'MAASIKAS')], today)
      .agreement.lastName;

  it('is reported of a value that is nowhere else', () => {
    expect(judged([], [alone(false)])).toMatchObject({ state: 'absent', blank: true });
    expect(judged(['MAASIKAS'], [alone(false)])).toMatchObject({ state: 'found' });
  });

  it.each([
    ['without its label', []],
    ['beside whose label words are, badly read', [alone(true)]],
    ['that has its label twice, once with words', [alone(false), alone(true)]],
  ])('is not reported of a value %s', (_, located) => {
    expect(judged([], located)).toEqual({ state: 'absent', confidence: expect.any(Number) as number });
  });
});

describe('what a zone claims', () => {
  it('is nothing where it contradicts itself, and no field that was repaired', () => {
    const mrz = zoneOf([
      'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
      'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
    ]);
    expect(claimsOf({ mrz, barcode: null }).map(({ field }) => field)).toEqual([
      'number',
      'lastName',
      'firstName',
      'birthDate',
      'expiryDate',
    ]);
    const repaired: MrzReading = { ...mrz, status: 'repaired', repaired: ['number'] };
    expect(claimsOf({ mrz: repaired, barcode: null }).map(({ field }) => field)).not.toContain('number');
    expect(claimsOf({ mrz: { ...mrz, status: 'inconsistent' }, barcode: null })).toEqual([]);
  });

  it('is spelt in A to Z', () => {
    expect(zoneSpellings('Jürgen')).toEqual(['JURGEN', 'JUERGEN', 'JUXXRGEN']);
    // Þóra, as engines read it.
    expect(zoneSpellings('Əli')).toEqual(['ALI', 'ELI']);
    expect(zoneSpellings('Ĳda')).toEqual(['IJDA']);
    expect(zoneSpellings('PÓRA')).toEqual(['PORA', 'THORA']);
    expect(zoneSpellings('Иванов')).toEqual([]);
    expect(zoneSpellings('Ä'.repeat(12))).toHaveLength(16);
  });
});
