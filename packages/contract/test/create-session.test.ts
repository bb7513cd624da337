import { describe, expect, it } from 'vitest';
import { parseCreateSession, parseStrictJson } from '../src/index.ts';
import { proofOfAddressTypes } from '../src/session.ts';
import { createSessionTable } from '../src/session.ts';
import { rows } from './create-session-rows.ts';
import { codesIn, entry, examples, quoted, table } from './contract-text.ts';
import { code, outcome, withMember } from './outcome.ts';

const options = { today: '2026-11-20', mexico: false, registryAlone: null, allowLoopbackHttpCallback: false };
const create = (verification: unknown, more = {}) =>
  parseCreateSession({ verification }, { ...options, ...more });
describe('POST /sessions, the table of A-25', () => {
  const contractRows = table('A-25').slice(1);

  it('has the same members in the same order as the contract', () => {
    const members = contractRows.flatMap(([cell = '']) => quoted(cell));
    expect(createSessionTable.rows.map(({ path }) => path)).toEqual(members);
    expect(rows.map(({ member }) => member)).toEqual(members);
  });

  it.each(rows)('$member accepts what the contract accepts', ({ member, accepted }) => {
    for (const value of accepted) {
      expect(`${JSON.stringify(value)} ${outcome(() => create(withMember({}, member, value)))}`).toBe(
        `${JSON.stringify(value)} accepted`,
      );
    }
  });

  it.each(rows)('$member refuses everything else with the code of its row', ({ member, refused }) => {
    for (const [value, expected] of refused) {
      const answer = code(() => create(withMember({}, member, value)));
      expect(`${JSON.stringify(value).slice(0, 60)} ${answer}`).toBe(
        `${JSON.stringify(value).slice(0, 60)} ${expected}`,
      );
    }
  });

  it.each(contractRows)(
    'every code in the row of %s is provoked above',
    (cell = '', _limits = '', violation = '') => {
      for (const member of quoted(cell)) {
        const provoked = rows.find((row) => row.member === member)?.refused.map(([, refusal]) => refusal);
        expect([...new Set(provoked)].sort()).toEqual(codesIn(violation).sort());
      }
    },
  );

  it('has the names of acceptable proofs of address', () => {
    const list =
      entry('A-25').split('Values of `acceptableTypes[].name`:')[1]?.split('Complete request')[0] ?? '';
    expect([...proofOfAddressTypes]).toEqual(quoted(list));
  });
});

describe('POST /sessions', () => {
  it.each([
    ['nothing', undefined, '400/1104 body'],
    ['a list', [], '400/1104 body'],
    ['a text', 'verification', '400/1104 body'],
    ['no verification', {}, '400/1102 verification'],
    ['a null verification', { verification: null }, '400/1102 verification'],
    ['a list as verification', { verification: [] }, '400/1104 verification'],
    ['an empty text as verification', { verification: '' }, '400/1104 verification'],
    ['an inherited verification', Object.create({ verification: {} }), '400/1102 verification'],
  ])('judges a body that is %s', (_name, body, expected) => {
    expect(outcome(() => parseCreateSession(body, options))).toBe(expected);
  });

  it('takes an empty verification', () => {
    expect(create({})).toEqual({
      vendorData: null,
      endUserId: null,
      callback: null,
      person: {},
      document: {},
      address: {},
      consents: [],
      proofOfAddressTypes: [],
    });
  });

  it('reads the complete request of the contract', () => {
    const [body] = examples('A-25');
    expect(parseCreateSession(body, options)).toEqual({
      vendorData: 'customer-70341',
      endUserId: '5c22e2e1-4416-42c2-a589-16ad2b536b95',
      callback: 'https://shop.example.com/verified',
      person: {
        firstName: 'Liisa',
        lastName: 'Maasikas',
        idNumber: '49103149907',
        gender: 'F',
        dateOfBirth: '1991-03-14',
        phoneNumber: '+372 555 0101',
        email: 'liisa.maasikas@mail.example',
      },
      document: {
        number: 'KQ0914725',
        country: 'EE',
        type: 'PASSPORT',
        validFrom: '2022-05-28',
        validUntil: '2032-05-28',
      },
      address: { country: 'EE', fullAddress: 'Näidise 1-2, Tartu' },
      consents: [{ type: 'bipa', approved: true }],
      proofOfAddressTypes: [],
    });
  });

  it('reports the first wrong member in the order of the table', () => {
    const wrong = { person: { gender: 'X' }, document: 1, vendorData: 5, callback: 'ftp://a.example' };
    expect(outcome(() => create(wrong))).toBe('400/1302 verification.callback');
    expect(outcome(() => create({ ...wrong, callback: null }))).toBe('400/1501 verification.vendorData');
    expect(outcome(() => create({ ...wrong, callback: null, vendorData: null }))).toBe(
      '400/1104 verification.document',
    );
    expect(outcome(() => create({ person: { gender: 'X' } }))).toBe('400/1104 verification.person.gender');
  });

  it('names list positions in brackets', () => {
    const second = [{ type: 'ine' }, { type: 'ine', approved: 1 }];
    expect(outcome(() => create({ consents: second }))).toBe('400/1104 verification.consents[1].approved');
    expect(outcome(() => create({ consents: [{}] }))).toBe('400/1102 verification.consents[0].type');
    expect(outcome(() => create({ consents: [null] }))).toBe('400/1104 verification.consents[0]');
  });

  it('trims texts, and takes an empty one as not supplied (A-05)', () => {
    const session = create({
      person: { firstName: '\u00a0 Liisa\t', lastName: ' \n ' },
      document: { number: '' },
    });
    expect(session.person).toEqual({ firstName: 'Liisa' });
    expect(session.document).toEqual({});
  });

  it('keeps vendorData as it was sent (A-05)', () => {
    expect(create({ vendorData: '  ' }).vendorData).toBe('  ');
    expect(create({ vendorData: '' }).vendorData).toBe('');
    expect(create({ vendorData: null }).vendorData).toBeNull();
  });

  it('takes null as absent and drops unknown members at every level (A-04)', () => {
    const session = create({
      person: { firstName: null, nickname: 'L' },
      address: null,
      lang: 'et',
      timestamp: 5,
      consents: [{ type: 'ine', approved: null, note: 'x' }],
    });
    expect(session.person).toEqual({});
    expect(session.consents).toEqual([{ type: 'ine', approved: null }]);
    expect(Object.keys(session)).not.toContain('lang');
  });

  it('takes __proto__ and constructor as unknown members (A-03)', () => {
    const bytes = new TextEncoder().encode(
      '{"verification":{"__proto__":{"vendorData":"x"},"constructor":{"prototype":{"y":1}},"person":{"__proto__":{"firstName":"Z"}}}}',
    );
    const session = parseCreateSession(parseStrictJson(bytes), options);
    expect(session.vendorData).toBeNull();
    expect(session.person).toEqual({});
    expect(Object.getPrototypeOf(session.person)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)['vendorData']).toBeUndefined();
  });

  it('reads MALE and FEMALE as M and F', () => {
    expect(create({ person: { gender: 'FEMALE' } }).person.gender).toBe('F');
    expect(create({ person: { gender: 'MALE' } }).person.gender).toBe('M');
  });

  it.each([
    ['123456789', 'accepted'],
    ['12345678', '400/1104 verification.document.number'],
    ['1234567890', '400/1104 verification.document.number'],
    ['12345678A', '400/1104 verification.document.number'],
    ['1234-6789', '400/2102 verification.document.number'],
    ['1'.repeat(41), '400/2101 verification.document.number'],
  ])('requires 9 digits on an integration with the Mexican check: %s', (number, expected) => {
    expect(outcome(() => create({ document: { number } }, { mexico: true }))).toBe(expected);
  });

  it.each([
    ['CO', 'CC', 'accepted'],
    ['CO', 'TI', 'accepted'],
    ['CO', 'XX', '400/1104 verification.document.idCardType'],
    ['EE', 'XX', 'accepted'],
  ])('limits idCardType in country %s: %s', (issuer, idCardType, expected) => {
    expect(outcome(() => create({ document: { country: issuer, idCardType } }))).toBe(expected);
  });

  it.each([
    ['http://localhost:3000/x', 'accepted'],
    ['http://127.0.0.1/', 'accepted'],
    ['http://[::1]:8080/', 'accepted'],
    ['http://app.localhost/', 'accepted'],
    ['http://user@localhost/', '400/1104 verification.callback'],
    ['http://localhost.example.com/', '400/1302 verification.callback'],
    ['http://192.0.2.7/', '400/1302 verification.callback'],
  ])('admits http on loopback hosts where the operator allows it: %s', (callback, expected) => {
    expect(outcome(() => create({ callback }, { allowLoopbackHttpCallback: true }))).toBe(expected);
  });

  it.each([
    ['BR_CPF', { country: 'BR', type: 'DRIVERS_LICENSE' }, 'accepted'],
    ['BR_CPF', {}, 'accepted'],
    ['BR_CPF', { country: 'PT' }, '400/2104 verification.document.country'],
    ['BR_CPF', { type: 'PASSPORT' }, '400/2103 verification.document.type'],
    ['MX_INE', { country: 'MX', type: 'ID_CARD' }, 'accepted'],
    ['MX_INE', { country: 'CO' }, '400/2104 verification.document.country'],
    ['MX_INE', { type: 'PASSPORT' }, '400/2103 verification.document.type'],
    ['CO', { country: 'CO', type: 'ID_CARD' }, 'accepted'],
    ['CO', { country: 'MX' }, '400/2104 verification.document.country'],
    [null, { country: 'MX', type: 'PASSPORT' }, 'accepted'],
  ] as const)(
    'takes the document of a registry that alone decides, %s: %j (A-133)',
    (alone, document, expected) => {
      expect(outcome(() => create({ document }, { registryAlone: alone }))).toBe(expected);
    },
  );
});
