import { describe, expect, it } from 'vitest';
import { parseCreateSession, parseStrictJson, proofOfAddressTypes } from '../src/index.ts';
import { createSessionTable } from '../src/session.ts';
import { codesIn, entry, examples, quoted, table } from './contract-text.ts';
import { code, outcome, withMember } from './outcome.ts';

const options = { today: '2026-11-20', mexico: false, allowLoopbackHttpCallback: false };
const create = (verification: unknown, more = {}) =>
  parseCreateSession({ verification }, { ...options, ...more });
const long = (length: number) => 'a'.repeat(length);

interface Row {
  member: string;
  accepted: readonly unknown[];
  refused: readonly (readonly [unknown, string])[];
  options?: Partial<typeof options>;
  beside?: readonly [string, unknown];
}

const anyText = (member: string, max: number): Row => ({
  member,
  accepted: ['x', long(max), '😀'.repeat(max)],
  refused: [
    [7, '400/1104'],
    [true, '400/1104'],
    [{}, '400/1104'],
    [long(max + 1), '400/1104'],
    ['😀'.repeat(max + 1), '400/1104'],
  ],
});
const documentDate = (member: string): Row => ({
  member,
  accepted: ['1900-01-01', '2199-12-31', '2024-02-29'],
  refused: [
    [20220528, '400/1104'],
    ['28.05.2022', '400/1203'],
    ['2022-5-28', '400/1203'],
    ['2023-02-29', '400/1203'],
    ['1899-12-31', '400/1203'],
    ['2200-01-01', '400/1203'],
  ],
});
const anObject = (member: string): Row => ({
  member,
  accepted: [{}, { unknown: 1 }],
  refused: [
    ['', '400/1104'],
    [[], '400/1104'],
    [1, '400/1104'],
  ],
});
const country = (member: string, otherwise: string): Row => ({
  member,
  accepted: ['EE', 'MX', 'XK'],
  refused: [
    [372, '400/1104'],
    ['ee', otherwise],
    ['EST', otherwise],
    ['XX', otherwise],
    ['UK', otherwise],
  ],
});

const rows: readonly Row[] = [
  {
    member: 'callback',
    accepted: ['https://shop.example.com/verified?x=1#y', `https://shop.example.com/${long(2023)}`],
    refused: [
      [1, '400/1104'],
      ['shop.example.com', '400/1104'],
      ['/verified', '400/1104'],
      ['https:shop.example.com', '400/1104'],
      ['https://', '400/1104'],
      ['https:\\\\shop.example.com', '400/1104'],
      ['https://shop example.com', '400/1104'],
      ['https://user@shop.example.com', '400/1104'],
      ['https://user:word@shop.example.com', '400/1104'],
      ['https://@shop.example.com', '400/1104'],
      [`https://shop.example.com/${long(2024)}`, '400/1104'],
      ['http://shop.example.com', '400/1302'],
      ['http://localhost:3000/', '400/1302'],
      ['javascript:alert(1)', '400/1302'],
    ],
  },
  {
    member: 'vendorData',
    accepted: ['', '  ', long(1000), '😀'.repeat(1000)],
    refused: [
      [7, '400/1501'],
      [{}, '400/1501'],
      [long(1001), '400/1500'],
    ],
  },
  {
    member: 'endUserId',
    accepted: ['5c22e2e1-4416-42c2-a589-16ad2b536b95', '5C22E2E1-4416-12C2-0589-16AD2B536B95'],
    refused: [
      [7, '400/1104'],
      ['customer-1', '400/1104'],
      ['5c22e2e1441642c2a58916ad2b536b95', '400/1104'],
      [' 5c22e2e1-4416-42c2-a589-16ad2b536b95', '400/1104'],
    ],
  },
  anObject('person'),
  anObject('document'),
  anObject('address'),
  anObject('proofOfAddress'),
  anyText('person.firstName', 255),
  anyText('person.lastName', 255),
  anyText('person.secondLastName', 255),
  anyText('person.fullName', 255),
  anyText('person.idNumber', 64),
  {
    member: 'person.gender',
    accepted: ['M', 'MALE', 'F', 'FEMALE'],
    refused: [
      ['m', '400/1104'],
      ['X', '400/1104'],
      [1, '400/1104'],
    ],
  },
  {
    member: 'person.dateOfBirth',
    accepted: ['1900-01-01', '1991-03-14', '2026-11-20'],
    refused: [
      [19910314, '400/1104'],
      ['14.03.1991', '400/1203'],
      ['1991-3-14', '400/1203'],
      ['1991-03-14T00:00:00Z', '400/1203'],
      ['1991-02-30', '400/2003'],
      ['1991-13-01', '400/2003'],
      ['1899-12-31', '400/2003'],
      ['2026-11-21', '400/2003'],
    ],
  },
  {
    member: 'person.phoneNumber',
    accepted: ['+372 555 0101', '5550101'],
    refused: [
      [5550101, '400/1104'],
      ['555-0101', '400/1104'],
      ['555+0101', '400/1104'],
      ['0'.repeat(33), '400/1104'],
    ],
  },
  {
    member: 'person.email',
    accepted: ['liisa.maasikas@mail.example', `${long(312)}@a.b.org`],
    refused: [
      [1, '400/1104'],
      ['liisa.mail.example', '400/1104'],
      [`${long(320)}@`, '400/1104'],
    ],
  },
  {
    member: 'person.maritalStatus',
    accepted: ['single', 'married', 'divorced', 'widowed'],
    refused: [
      ['Single', '400/1104'],
      [false, '400/1104'],
    ],
  },
  {
    member: 'person.isDeceased',
    accepted: [true, false],
    refused: [
      ['false', '400/1104'],
      [0, '400/1104'],
    ],
  },
  {
    member: 'document.number',
    accepted: ['KQ0914725', 'a', long(40)],
    refused: [
      [914725, '400/1104'],
      [long(41), '400/2101'],
      ['-'.repeat(41), '400/2101'],
      ['KQ 0914725', '400/2102'],
      ['KQ-0914725', '400/2102'],
      ['Ä914725', '400/2102'],
    ],
  },
  country('document.country', '400/2104'),
  {
    member: 'document.type',
    accepted: ['PASSPORT', 'ID_CARD', 'RESIDENCE_PERMIT', 'DRIVERS_LICENSE', 'VISA'],
    refused: [
      [1, '400/1104'],
      ['OTHER', '400/2103'],
      ['passport', '400/2103'],
    ],
  },
  {
    member: 'document.idCardType',
    accepted: ['CC', 'abcdefghij'],
    refused: [
      [1, '400/1104'],
      ['abcdefghijk', '400/1104'],
      ['C1', '400/1104'],
    ],
  },
  documentDate('document.firstIssue'),
  documentDate('document.validFrom'),
  documentDate('document.validUntil'),
  {
    member: 'document.registrationNumber',
    accepted: ['58316794534', long(20)],
    refused: [
      [58316794534, '400/1104'],
      [long(21), '400/1104'],
      ['5831-6794', '400/1104'],
    ],
  },
  {
    member: 'document.category',
    accepted: ['A', 'B', 'C', 'D', 'E', 'AB', 'AC', 'AD', 'AE', 'ACC'],
    refused: [
      ['F', '400/1104'],
      ['b', '400/1104'],
      [['B'], '400/1104'],
    ],
  },
  country('address.country', '400/1104'),
  anyText('address.fullAddress', 500),
  anyText('address.street', 255),
  anyText('address.houseNumber', 50),
  anyText('address.postcode', 32),
  {
    member: 'consents',
    accepted: [
      [],
      [{ type: 'ine' }],
      [
        { type: 'bipa', approved: true },
        { type: 'aadhaar', approved: false, extra: 1 },
      ],
    ],
    refused: [
      [{}, '400/1104'],
      [['ine'], '400/1104'],
      [[{ type: 'INE' }], '400/1104'],
      [[{ type: 'ine', approved: 'true' }], '400/1104'],
      [Array.from({ length: 11 }, () => ({ type: 'ine' })), '400/1104'],
      [[{ approved: true }], '400/1102'],
      [[{ type: null }], '400/1102'],
      [[{ type: ' ' }], '400/1102'],
    ],
  },
  {
    member: 'proofOfAddress.acceptableTypes',
    accepted: [[], [{ name: 'GAS_BILL' }], [{ name: 'CERTIFICATE_OF_NON-TAXATION' }]],
    refused: [
      ['GAS_BILL', '400/1104'],
      [['GAS_BILL'], '400/1104'],
      [[{ name: 'gas_bill' }], '400/1104'],
      [Array.from({ length: 41 }, () => ({ name: 'GAS_BILL' })), '400/1104'],
      [[{}], '400/1102'],
    ],
  },
];

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

  it('knows the names of acceptable proofs of address', () => {
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
  ])('asks for 9 digits on an integration with the Mexican check: %s', (number, expected) => {
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
});
