import { describe, expect, it } from 'vitest';
import { collectedDataTable, isIpV4, isIpV6, parseCollectedData } from '../src/collected-data.ts';
import { codesIn, examples, quoted, table } from './contract-text.ts';
import { code, outcome, withMember } from './outcome.ts';

const smallest = {
  providerName: 'Fingerprints Example Ltd',
  network: { ip: { addressV4: '203.0.113.24' } },
  device: { fingerprint: 'b6f0c1de7a29' },
};
const with255 = (member: string) => ({
  member,
  accepted: ['x', 'a'.repeat(255)],
  refused: [
    [7, '400/1104'],
    ['a'.repeat(256), '400/1104'],
  ] as [unknown, string][],
});
const mandatory = (member: string) => ({
  member,
  accepted: ['x', 'a'.repeat(255)],
  refused: [
    [null, '400/1102'],
    ['', '400/1102'],
    [7, '400/1104'],
    ['a'.repeat(256), '400/1104'],
  ] as [unknown, string][],
});
const anObject = (member: string, accepted: unknown) => ({
  member,
  accepted: [accepted],
  refused: [
    [null, '400/1102'],
    [[], '400/1104'],
    ['x', '400/1104'],
  ] as [unknown, string][],
});

const rows = [
  mandatory('providerName'),
  {
    member: 'person.email',
    accepted: ['liisa.maasikas@mail.example', 'a'.repeat(320)],
    refused: [
      [1, '400/1104'],
      ['a'.repeat(321), '400/1104'],
    ],
  },
  {
    member: 'person.phoneNumber',
    accepted: ['+372 555 0101'],
    refused: [
      ['555-0101', '400/1104'],
      ['0'.repeat(33), '400/1104'],
    ],
  },
  anObject('network', smallest.network),
  anObject('network.ip', smallest.network.ip),
  {
    member: 'network.ip.addressV4',
    accepted: ['0.0.0.0', '255.255.255.255'],
    refused: [
      [null, '400/1102'],
      ['256.0.0.1', '400/1104'],
      ['1.2.3', '400/1104'],
      ['01.2.3.4', '400/1104'],
      [16909060, '400/1104'],
    ],
  },
  {
    member: 'network.ip.addressV6',
    accepted: ['2001:db8::7', '::', '::ffff:203.0.113.24', '1:2:3:4:5:6:7:8'],
    refused: [
      ['2001:db8', '400/1104'],
      ['1:2:3:4:5:6:7:8:9', '400/1104'],
      ['::1%eth0', '400/1104'],
      ['1::2::3', '400/1104'],
    ],
  },
  with255('network.mobileCarrier'),
  with255('network.ssid'),
  with255('network.hostname'),
  {
    member: 'network.location',
    accepted: [{}, { city: 'Tartu', lat: 58.4 }],
    refused: [
      ['Tartu', '400/1104'],
      [[1], '400/1104'],
    ],
  },
  {
    member: 'network.asn.number',
    accepted: [0, 4_294_967_295],
    refused: [
      [-1, '400/1104'],
      [4_294_967_296, '400/1104'],
      [1.5, '400/1104'],
      ['64500', '400/1104'],
    ],
  },
  with255('network.asn.organization'),
  anObject('device', smallest.device),
  mandatory('device.fingerprint'),
  with255('device.androidId'),
  with255('device.idfv'),
  with255('device.model'),
  with255('device.vendor'),
  with255('device.type'),
  with255('browser.acceptLanguage'),
  with255('browser.userAgent'),
  {
    member: 'browser.timezoneOffset',
    accepted: [-1440, 0, 1440],
    refused: [
      [-1441, '400/1104'],
      [1441, '400/1104'],
      [0.5, '400/1104'],
      ['120', '400/1104'],
    ],
  },
] as { member: string; accepted: unknown[]; refused: [unknown, string][] }[];

describe('POST …/collected-data, the table of A-45', () => {
  const contractRows = table('A-45');

  it('has the same members in the same order as the contract', () => {
    const members = contractRows.flatMap(([cell = '']) => quoted(cell));
    expect(collectedDataTable.rows.map(({ path }) => path)).toEqual(members);
    expect(rows.map(({ member }) => member)).toEqual(members);
  });

  it.each(rows)('$member is validated as its row specifies', ({ member, accepted, refused }) => {
    for (const value of accepted) {
      expect(outcome(() => parseCollectedData(withMember(smallest, member, value)))).toBe('accepted');
    }
    for (const [value, expected] of refused) {
      const answer = code(() => parseCollectedData(withMember(smallest, member, value)));
      expect(`${JSON.stringify(value)} ${answer}`).toBe(`${JSON.stringify(value)} ${expected}`);
    }
  });

  it.each(contractRows)(
    'every code in the row of %s is provoked above',
    (cell = '', _rule = '', violation = '') => {
      const members = quoted(cell);
      const provoked = rows
        .filter(({ member }) => members.includes(member))
        .flatMap(({ refused }) => refused);
      expect([...new Set(provoked.map(([, refusal]) => refusal))].sort()).toEqual(codesIn(violation).sort());
    },
  );

  it('reads the example of the contract unchanged', () => {
    expect(parseCollectedData(examples('A-45')[0])).toEqual(examples('A-45')[0]);
  });

  it('refuses a parent object of another type', () => {
    expect(outcome(() => parseCollectedData({ ...smallest, person: 'x' }))).toBe('400/1104 person');
    expect(outcome(() => parseCollectedData({ ...smallest, browser: [] }))).toBe('400/1104 browser');
  });

  it('requires one address of either kind', () => {
    const body = withMember(smallest, 'network.ip', { addressV6: '2001:db8::7' });
    expect(parseCollectedData(body).network.ip).toEqual({ addressV6: '2001:db8::7' });
    expect(outcome(() => parseCollectedData(withMember(smallest, 'network.ip', { addressV4: ' ' })))).toBe(
      '400/1102 network.ip.addressV4',
    );
  });

  it('drops unknown members', () => {
    expect(parseCollectedData({ ...smallest, extra: 1, device: { fingerprint: ' f ', extra: 2 } })).toEqual({
      ...smallest,
      device: { fingerprint: 'f' },
    });
  });
});

describe('IP address texts', () => {
  it.each(['1.2.3.4.', '1.2.3.4 ', '', '1..2.3', '1.2.3.a'])('%j is not IPv4', (text) => {
    expect(isIpV4(text)).toBe(false);
  });
  it.each(['', ':', ':::', '1.2.3.4', '::1.2.3', '1.2.3.4::', '12345::', 'g::', '1:2:3:4:5:6:7::8'])(
    '%j is not IPv6',
    (text) => {
      expect(isIpV6(text)).toBe(false);
    },
  );
});
