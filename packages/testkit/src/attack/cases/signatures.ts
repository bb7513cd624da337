import type { Endpoint } from '@countersign/contract';
import {
  type AttackCase,
  type Expectation,
  play,
  refused,
  request,
  type Row,
  table,
} from '../attack-case.ts';
import { bytesOf, headOf, type Request, sign } from '../request.ts';
import { createSession, submission, type Target, tenant } from '../target.ts';
import { converse } from '../wire.ts';
import { requestTo, signedEndpoints, signedText } from './routes.ts';

const wrong = 'a'.repeat(64);
const mismatch = ({ bodyBytes }: Endpoint): string => (bodyBytes === null ? '1818' : '1819');

/** Missing and wrong signatures, tried on every signed endpoint. */
const faults: readonly {
  name: string;
  ids: readonly string[];
  code: (endpoint: Endpoint) => string;
  spoil: (sent: Request, target: Target, endpoint: Endpoint) => Request;
}[] = [
  { name: 'no signature', ids: ['H01'], code: () => '1815', spoil: (sent) => ({ ...sent, signature: null }) },
  {
    name: '63 digits',
    ids: ['H02'],
    code: () => '1812',
    spoil: (sent) => ({ ...sent, signature: 'a'.repeat(63) }),
  },
  { name: 'a wrong digest', ids: ['H22'], code: mismatch, spoil: (sent) => ({ ...sent, signature: wrong }) },
  {
    name: 'the signature twice',
    ids: ['H05'],
    code: () => '1815',
    spoil: (sent) => ({
      ...sent,
      headers: [[sent.feedback ? 'VRF-HMAC-Signature' : 'X-HMAC-Signature', sent.signature ?? '']],
    }),
  },
];

const onEveryRoute: readonly AttackCase[] = signedEndpoints.flatMap((endpoint) =>
  faults.map(({ name, ids, code, spoil }): AttackCase => ({
    group: 'signatures',
    name: `${endpoint.name}: ${name}`,
    ids,
    holds: refused(401, code(endpoint)),
    attack: request((target) => spoil(requestTo(endpoint, target), target, endpoint)),
  })),
);

const foreign: readonly AttackCase[] = signedEndpoints.map((endpoint) => ({
  group: 'signatures',
  name: `${endpoint.name}: signed by a stranger`,
  ids: ['S01', 'H22'],
  needs: ['stranger'],
  holds: refused(401, mismatch(endpoint)),
  attack: request((target) => ({
    ...requestTo(endpoint, target),
    signature: sign(tenant(target, 'stranger').sharedSecret, signedText(endpoint, target.owned, '{}')),
  })),
}));

/** A body is announced but never sent: the response must not wait for it. */
const withoutBody: readonly AttackCase[] = signedEndpoints
  .filter(({ bodyBytes }) => bodyBytes !== null)
  .flatMap((endpoint) =>
    [
      { name: 'no signature', signature: null, code: '1815' },
      { name: 'a malformed signature', signature: 'none', code: '1812' },
    ].map(({ name, signature, code }): AttackCase => ({
      group: 'signatures',
      name: `${endpoint.name}: ${name}, answered before the body`,
      ids: ['item 2', 'H22'],
      holds: { ...refused(401, code), answeredMs: 2_000 },
      attack: play(
        (target) => [
          { send: headOf({ ...requestTo(endpoint, target), signature, length: endpoint.bodyBytes }) },
          { answers: 1 },
        ],
        { limitMs: 3_000 },
      ),
    })),
  );

/** Formats of a signature, on a submission of a fresh session. */
const forms: readonly (readonly [
  name: string,
  ids: readonly string[],
  holds: Expectation,
  form: (digest: string) => string,
])[] = [
  ['65 digits', ['H02'], refused(401, '1812'), (digest) => `${digest}a`],
  ['64 times z', ['H02'], refused(401, '1812'), () => 'z'.repeat(64)],
  [
    'one bad digit inside',
    ['H02'],
    refused(401, '1812'),
    (digest) => `${digest.slice(0, 20)}g${digest.slice(21)}`,
  ],
  [
    'base64 instead of hex',
    ['H02'],
    refused(401, '1812'),
    (digest) => Buffer.from(digest, 'hex').toString('base64'),
  ],
  ['a prefix twice', ['H03'], refused(401, '1812'), (digest) => `sha256=sha256=${digest}`],
  ['another prefix', ['H03'], refused(401, '1812'), (digest) => `sha512=${digest}`],
  ['a version prefix', ['H03'], refused(401, '1812'), (digest) => `v1,${digest}`],
  ['two digests with a comma', ['H05'], refused(401, '1812'), (digest) => `${digest},${digest}`],
  ['4,096 digits', ['H02'], refused(401, '1812'), (digest) => digest.repeat(64)],
  ['a blank inside', ['H02'], refused(401, '1812'), (digest) => `${digest.slice(0, 32)} ${digest.slice(32)}`],
  ['upper case', ['H03'], { status: [200] }, (digest) => digest.toUpperCase()],
  ['the prefix', ['H03'], { status: [200] }, (digest) => `sha256=${digest}`],
  ['the prefix in upper case', ['H03'], { status: [200] }, (digest) => `SHA256=${digest.toUpperCase()}`],
  ['blanks around it', ['H08'], { status: [200] }, (digest) => ` \t${digest} \t`],
  [
    'one digit changed',
    ['H04'],
    refused(401, '1819'),
    (digest) => `${digest.startsWith('0') ? '1' : '0'}${digest.slice(1)}`,
  ],
  [
    'the last digit changed',
    ['H04'],
    refused(401, '1819'),
    (digest) => `${digest.slice(0, -1)}${digest.endsWith('0') ? '1' : '0'}`,
  ],
];

const submitWith = async (
  target: Target,
  changes: Partial<Request> & { form?: (digest: string) => string } = {},
): Promise<Request> => {
  const { id } = await createSession(target.address, target.owner);
  const { form, ...rest } = changes;
  const body = rest.body ?? submission;
  const digest = sign(target.owner.sharedSecret, body);
  return {
    method: 'PATCH',
    target: `/v1/sessions/${id}`,
    key: target.owner.apiKey,
    signature: form ? form(digest) : digest,
    ...rest,
    body,
  };
};

const formRows: readonly Row[] = forms.map(([name, ids, holds, form]): Row => [
  `form: ${name}`,
  ids,
  holds,
  (target) => submitWith(target, { form }),
]);

const secretAsHex = (secret: string): Buffer => Buffer.from(secret.replace(/^csk_/, ''), 'base64');

const coverRows: readonly Row[] = [
  [
    'one blank added after signing',
    ['H15'],
    refused(401, '1819'),
    async (target) => ({ ...(await submitWith(target)), body: `${submission} ` }),
  ],
  [
    'a line feed added after signing',
    ['H15'],
    refused(401, '1819'),
    async (target) => ({ ...(await submitWith(target)), body: `${submission}\n` }),
  ],
  [
    'pretty-printed and signed as sent',
    ['H15'],
    { status: [200] },
    (target) => submitWith(target, { body: JSON.stringify(JSON.parse(submission), null, 2) }),
  ],
  [
    'a trailing line feed, signed',
    ['H15'],
    { status: [200] },
    (target) => submitWith(target, { body: `${submission}\n` }),
  ],
  [
    'the session identifier signed instead of the body',
    ['H18'],
    refused(401, '1819'),
    async (target) => {
      const sent = await submitWith(target);
      return { ...sent, signature: sign(target.owner.sharedSecret, sent.target.split('/').at(-1) ?? '') };
    },
  ],
  [
    'the secret decoded before use',
    ['H24'],
    refused(401, '1819'),
    async (target) => ({
      ...(await submitWith(target)),
      signature: sign(secretAsHex(target.owner.sharedSecret).toString('latin1'), submission),
    }),
  ],
  [
    'the API key used as secret',
    ['H24'],
    refused(401, '1819'),
    async (target) => ({ ...(await submitWith(target)), signature: sign(target.owner.apiKey, submission) }),
  ],
  [
    'an empty body, rightly signed',
    ['H19'],
    refused(400, '1101'),
    (target) => submitWith(target, { body: '' }),
  ],
  [
    'the legacy header x-signature alone',
    ['A-15'],
    refused(401, '1815'),
    async (target) => {
      const sent = await submitWith(target);
      return { ...sent, signature: null, headers: [['x-signature', sent.signature ?? '']] };
    },
  ],
  [
    'the feedback header on the public API',
    ['A-79'],
    refused(401, '1815'),
    async (target) => {
      const sent = await submitWith(target);
      return { ...sent, signature: null, headers: [['vrf-hmac-signature', sent.signature ?? '']] };
    },
  ],
  [
    'an upper-case identifier signed in lower case',
    ['H16'],
    refused(401, '1818'),
    ({ owner, owned }) => ({
      target: `/v1/sessions/${owned.sessionId.toUpperCase()}/decision`,
      key: owner.apiKey,
      signature: sign(owner.sharedSecret, owned.sessionId),
    }),
  ],
  [
    'an upper-case identifier signed as sent',
    ['H16'],
    { status: [200] },
    ({ owner, owned }) => ({
      target: `/v1/sessions/${owned.sessionId.toUpperCase()}/decision`,
      key: owner.apiKey,
      signature: sign(owner.sharedSecret, owned.sessionId.toUpperCase()),
    }),
  ],
  [
    'a query that the signature does not cover',
    ['H17'],
    { status: [200] },
    ({ owner, owned }) => ({
      target: `/v1/sessions/${owned.sessionId}/decision?x=%00&y=..`,
      key: owner.apiKey,
      signature: sign(owner.sharedSecret, owned.sessionId),
    }),
  ],
  [
    'the query signed as well',
    ['H17'],
    refused(401, '1818'),
    ({ owner, owned }) => ({
      target: `/v1/sessions/${owned.sessionId}/decision?x=1`,
      key: owner.apiKey,
      signature: sign(owner.sharedSecret, `${owned.sessionId}?x=1`),
    }),
  ],
  [
    'a medium signed over its session',
    ['H18'],
    { status: [200] },
    ({ owner, owned }) => ({
      target: `/v1/media/${owned.mediaId}`,
      key: owner.apiKey,
      signature: sign(owner.sharedSecret, owned.sessionId),
    }),
  ],
  [
    'a medium signed over another session',
    ['H18'],
    refused(401, '1818'),
    async ({ address, owner, owned }) => ({
      target: `/v1/media/${owned.mediaId}`,
      key: owner.apiKey,
      signature: sign(owner.sharedSecret, (await createSession(address, owner)).id),
    }),
  ],
  [
    'feedback signed without its path',
    ['A-15'],
    refused(401, '1819'),
    ({ owner }) => ({
      method: 'POST',
      target: '/v1/feedback/fraud-reports',
      feedback: true,
      key: owner.apiKey,
      signature: sign(owner.sharedSecret, '{"reports":[]}'),
      body: '{"reports":[]}',
    }),
  ],
];

const oracleRows: readonly Row[] = [
  [
    'the answer to a creation replayed as a submission',
    ['O1', 'O4', 'A-17'],
    { status: [400] },
    async (target) => replayed(target, 'PATCH', ({ id }) => `/v1/sessions/${id}`),
  ],
  [
    'the answer to a creation replayed as an upload',
    ['O1', 'O2'],
    refused(400, '1403'),
    async (target) => replayed(target, 'POST', ({ id }) => `/v1/sessions/${id}/media`),
  ],
  [
    'the answer to a creation replayed as collected data',
    ['O1', 'O2'],
    { status: [400] },
    async (target) => replayed(target, 'POST', ({ id }) => `/v1/sessions/${id}/collected-data`),
  ],
  [
    'the answer to a creation replayed as a registry validation',
    ['O3', 'O4'],
    { status: [400] },
    async (target) => replayed(target, 'POST', () => '/v1/sessions/validate-registry'),
  ],
  [
    'the answer to a creation replayed as a review',
    ['O2', 'O5'],
    { status: [400, 402] },
    async (target) => replayed(target, 'PATCH', ({ id }) => `/v1/sessions/${id}/watchlist-screening`),
  ],
  [
    'a submission that names another session',
    ['O4'],
    refused(400, '1104'),
    (target) =>
      submitWith(target, {
        body: JSON.stringify({ verification: { status: 'submitted', id: target.owned.sessionId } }),
      }),
  ],
];

/** Replays the signed response to an unsigned creation, with its signature, to a signed endpoint of another session. */
async function replayed(
  { address, owner }: Target,
  method: string,
  targetOf: (session: { id: string }) => string,
): Promise<Request> {
  const creation: Request = {
    method: 'POST',
    target: '/v1/sessions',
    key: owner.apiKey,
    body: '{"verification":{"vendorData":"{\\"status\\":\\"submitted\\"}"}}',
  };
  const { answers } = await converse(address, [{ send: bytesOf(creation) }, { answers: 1 }]);
  const [emitted] = answers;
  const session = await createSession(address, owner);
  return {
    method,
    target: targetOf(session),
    key: owner.apiKey,
    signature: emitted?.headers['x-hmac-signature'] ?? '',
    body: emitted?.body ?? '',
  };
}

/** Signatures: missing, malformed, wrong, foreign, replayed. */
export const signatureCases: readonly AttackCase[] = [
  ...onEveryRoute,
  ...foreign,
  ...withoutBody,
  ...table('signatures', [...formRows, ...coverRows, ...oracleRows]),
];
