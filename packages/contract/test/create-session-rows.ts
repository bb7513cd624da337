const long = (length: number) => 'a'.repeat(length);

/** One member with values it accepts and values it rejects, each with its code. */
interface Row {
  member: string;
  accepted: readonly unknown[];
  refused: readonly (readonly [unknown, string])[];
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

/** Probes for every row of A-25, in the contract's order. */
export const rows: readonly Row[] = [
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
      ['', '400/1104'],
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
