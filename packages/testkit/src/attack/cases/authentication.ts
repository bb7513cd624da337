import { randomUUID } from 'node:crypto';
import { type AttackCase, type Expectation, refused, request, type Row, table } from '../attack-case.ts';
import { sign, signedRead, signedWrite } from '../request.ts';
import { submission, tenant } from '../target.ts';

const creation = '{"verification":{}}';
const created: Expectation = { status: [201] };
const unsigned: Expectation = { headers: { 'vrf-hmac-signature': null, 'vrf-integration-id': null } };

/** Invalid values of the key header. */
const malformedKeys: readonly (readonly [string, string])[] = [
  ['text', 'key'],
  ['a UUID without hyphens', '5043de43828c4b689ca015a1b9ea504d'],
  ['a UUID in braces', '{5043de43-828c-4b68-9ca0-15a1b9ea504d}'],
  ['a UUID with a blank inside', '5043de43-828c-4b68 9ca0-15a1b9ea504d'],
  ['two UUIDs with a comma', '5043de43-828c-4b68-9ca0-15a1b9ea504d, 5043de43-828c-4b68-9ca0-15a1b9ea504d'],
  ['SQL', "' or 1=1 --"],
  ['4,096 digits', 'a'.repeat(4_096)],
  ['a letter beyond f', 'g043de43-828c-4b68-9ca0-15a1b9ea504d'],
  ['a full-width digit', '５043de43-828c-4b68-9ca0-15a1b9ea504d'],
  ['byte 0xff', 'ÿ'],
  ['a percent escape', '5043de43%2d828c-4b68-9ca0-15a1b9ea504d'],
  ['a UUID and a tab inside', '5043de43-828c-4b68-9ca0-15a1b9ea\t504d'],
];

const keyRows: readonly Row[] = [
  [
    'no key',
    ['A-11'],
    { ...refused(401, '1801'), ...unsigned },
    () => ({ method: 'POST', target: '/v1/sessions', body: creation }),
  ],
  [
    'an unknown key',
    ['A-11'],
    { ...refused(401, '1803'), ...unsigned },
    () => ({ method: 'POST', target: '/v1/sessions', key: randomUUID(), body: creation }),
  ],
  [
    'an empty key',
    ['A-11'],
    refused(401, '1801'),
    () => ({ method: 'POST', target: '/v1/sessions', headers: [['x-auth-client', '']], body: creation }),
  ],
  [
    'the key twice, equal',
    ['H05'],
    refused(401, '1815'),
    ({ owner }) => ({
      method: 'POST',
      target: '/v1/sessions',
      key: owner.apiKey,
      headers: [['X-Auth-Client', owner.apiKey]],
      body: creation,
    }),
  ],
  [
    'the key twice, different',
    ['H05'],
    refused(401, '1815'),
    ({ owner }) => ({
      method: 'POST',
      target: '/v1/sessions',
      key: owner.apiKey,
      headers: [['x-auth-client', randomUUID()]],
      body: creation,
    }),
  ],
  [
    'the key in the query alone',
    ['H27'],
    refused(401, '1801'),
    ({ owner }) => ({ method: 'POST', target: `/v1/sessions?x-auth-client=${owner.apiKey}`, body: creation }),
  ],
  [
    'the key in a cookie alone',
    ['H27'],
    refused(401, '1801'),
    ({ owner }) => ({
      method: 'POST',
      target: '/v1/sessions',
      headers: [['cookie', `x-auth-client=${owner.apiKey}`]],
      body: creation,
    }),
  ],
  [
    'the key in the body alone',
    ['H27'],
    refused(401, '1801'),
    ({ owner }) => ({
      method: 'POST',
      target: '/v1/sessions',
      body: JSON.stringify({ 'x-auth-client': owner.apiKey, verification: {} }),
    }),
  ],
  [
    'the key as basic authentication',
    ['H27'],
    refused(401, '1801'),
    ({ owner }) => ({
      method: 'POST',
      target: '/v1/sessions',
      headers: [['authorization', `Basic ${Buffer.from(`${owner.apiKey}:`).toString('base64')}`]],
      body: creation,
    }),
  ],
  [
    'the key in upper case',
    ['A-11'],
    created,
    ({ owner }) => ({
      method: 'POST',
      target: '/v1/sessions',
      key: owner.apiKey.toUpperCase(),
      body: creation,
    }),
  ],
  [
    'blanks around the key',
    ['H08'],
    created,
    ({ owner }) => ({ method: 'POST', target: '/v1/sessions', key: ` \t${owner.apiKey} \t`, body: creation }),
  ],
  [
    'the key in the feedback header on the public API',
    ['A-79'],
    refused(401, '1801'),
    ({ owner }) => ({
      method: 'POST',
      target: '/v1/sessions',
      headers: [['vrf-auth-client', owner.apiKey]],
      body: creation,
    }),
  ],
  [
    'another integration named',
    ['A-12'],
    refused(401, '1815'),
    ({ owner }) => ({
      method: 'POST',
      target: '/v1/sessions',
      key: owner.apiKey,
      headers: [['vrf-integration-id', randomUUID()]],
      body: creation,
    }),
  ],
  [
    'an integration named twice',
    ['A-12'],
    refused(401, '1815'),
    ({ owner }) => ({
      method: 'POST',
      target: '/v1/sessions',
      key: owner.apiKey,
      headers: [
        ['vrf-integration-id', randomUUID()],
        ['vrf-integration-id', randomUUID()],
      ],
      body: creation,
    }),
  ],
  [
    'a named integration that is no UUID',
    ['A-12'],
    refused(401, '1815'),
    ({ owner }) => ({
      method: 'POST',
      target: '/v1/sessions',
      key: owner.apiKey,
      headers: [['vrf-integration-id', "x' or 1=1"]],
      body: creation,
    }),
  ],
  [
    'feedback with two keys that differ',
    ['A-11'],
    { status: [401], code: ['1815'] },
    ({ owner }) => ({
      target: '/v1/feedback/fraud-categories',
      feedback: true,
      key: owner.apiKey,
      headers: [['x-auth-client', randomUUID()]],
    }),
  ],
  [
    'a forged forwarded address',
    ['S22'],
    created,
    ({ owner }) => ({
      method: 'POST',
      target: '/v1/sessions',
      key: owner.apiKey,
      headers: [
        ['x-forwarded-for', "203.0.113.7, ' or 1=1"],
        ['forwarded', 'for=203.0.113.7'],
      ],
      body: creation,
    }),
  ],
];

const tenantCase = (
  name: string,
  needs: AttackCase['needs'] & readonly string[],
  { ids, holds, build }: { ids: readonly string[]; holds: Expectation; build: Parameters<typeof request>[0] },
): AttackCase => ({ group: 'authentication', name, ids, needs, holds, attack: request(build) });

const configured: readonly AttackCase[] = [
  tenantCase('a deactivated integration creates', ['inactive'], {
    ids: ['A-11'],
    holds: refused(401, '1804'),
    build: (target) => ({
      method: 'POST',
      target: '/v1/sessions',
      key: tenant(target, 'inactive').apiKey,
      body: creation,
    }),
  }),
  tenantCase('a deactivated integration reads, rightly signed', ['inactive'], {
    ids: ['A-11'],
    holds: refused(401, '1804'),
    build: (target) =>
      signedRead(tenant(target, 'inactive'), {
        target: `/v1/sessions/${target.owned.sessionId}/decision`,
        over: target.owned.sessionId,
      }),
  }),
  tenantCase('an address outside the allow list', ['restricted'], {
    ids: ['A-19', 'S22'],
    holds: refused(401, '1815'),
    build: (target) => ({
      method: 'POST',
      target: '/v1/sessions',
      key: tenant(target, 'restricted').apiKey,
      body: creation,
    }),
  }),
  tenantCase('a forged address inside the allow list', ['restricted'], {
    ids: ['A-19', 'S22'],
    holds: refused(401, '1815'),
    build: (target) => ({
      method: 'POST',
      target: '/v1/sessions',
      key: tenant(target, 'restricted').apiKey,
      headers: [
        ['x-forwarded-for', '203.0.113.7'],
        ['x-real-ip', '203.0.113.7'],
        ['forwarded', 'for=203.0.113.7'],
        ['cf-connecting-ip', '203.0.113.7'],
      ],
      body: creation,
    }),
  }),
  tenantCase('an unsigned creation where a signature is required', ['signed'], {
    ids: ['A-111'],
    holds: refused(401, '1815'),
    build: (target) => ({
      method: 'POST',
      target: '/v1/sessions',
      key: tenant(target, 'signed').apiKey,
      body: creation,
    }),
  }),
  tenantCase('a wrongly signed creation where a signature is required', ['signed'], {
    ids: ['A-111'],
    holds: refused(401, '1819'),
    build: (target) => ({
      ...signedWrite(tenant(target, 'signed'), { target: '/v1/sessions', body: creation }),
      body: `${creation} `,
    }),
  }),
  tenantCase('a rightly signed creation where a signature is required', ['signed'], {
    ids: ['A-111'],
    holds: created,
    build: (target) => signedWrite(tenant(target, 'signed'), { target: '/v1/sessions', body: creation }),
  }),
  tenantCase('an origin cannot stand in for a signature', ['signed'], {
    ids: ['A-30', 'A-111'],
    holds: refused(401, '1815'),
    build: (target) => ({
      method: 'POST',
      target: '/v1/sessions',
      key: tenant(target, 'signed').apiKey,
      headers: [['origin', 'https://shop.example.com']],
      body: creation,
    }),
  }),
  tenantCase("the stranger's secret under the owner's key", ['stranger'], {
    ids: ['H22', 'S01'],
    holds: refused(401, '1818'),
    build: (target) => ({
      target: `/v1/sessions/${target.owned.sessionId}/decision`,
      key: target.owner.apiKey,
      signature: sign(tenant(target, 'stranger').sharedSecret, target.owned.sessionId),
    }),
  }),
  tenantCase("the stranger's secret on a write under the owner's key", ['stranger'], {
    ids: ['H22', 'S01'],
    holds: refused(401, '1819'),
    build: (target) => ({
      method: 'PATCH',
      target: `/v1/sessions/${target.owned.sessionId}`,
      key: target.owner.apiKey,
      signature: sign(tenant(target, 'stranger').sharedSecret, submission),
      body: submission,
    }),
  }),
];

const malformed: readonly AttackCase[] = table(
  'authentication',
  malformedKeys.map(([name, key]): Row => [
    `key: ${name}`,
    ['A-11'],
    { status: [400, 401], mayBeSilent: true, headers: { 'vrf-hmac-signature': null } },
    () => ({ method: 'POST', target: '/v1/sessions', key, body: creation }),
  ]),
);

/** Authentication of requests: API keys, integrations, addresses. */
export const authenticationCases: readonly AttackCase[] = [
  ...table('authentication', keyRows),
  ...malformed,
  ...configured,
];
