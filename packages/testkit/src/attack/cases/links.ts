import { createHmac } from 'node:crypto';
import { type AttackCase, request } from '../attack-case.ts';
import { sendRequest, createSession, type Target } from '../target.ts';
import { converse, type Observation } from '../wire.ts';

const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const part = (token: string, at: number): string => token.split('.')[at] ?? '';

/** Replaces one character by another of the same alphabet. */
const changed = (text: string, at: number): string => {
  const index = at < 0 ? text.length + at : at;
  return `${text.slice(0, index)}${text[index] === 'A' ? 'B' : 'A'}${text.slice(index + 1)}`;
};

const hs256 = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');
const withSecret = (token: string, secret: string): string => {
  const text = `${part(token, 0)}.${part(token, 1)}`;
  return `${text}.${hs256(secret, text)}`;
};

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The same bytes with different padding bits in the last character: 43 characters hold two bits more than 32 bytes. */
const nonCanonical = (token: string): string => {
  const last = alphabet.indexOf(token.at(-1) ?? 'A');
  return token.slice(0, -1) + alphabet[last ^ 1];
};

/** Tokens that must be rejected, with the same page as an unknown link. */
const forged: readonly (readonly [name: string, forge: (token: string, target: Target) => string])[] = [
  ['a changed signature', (token) => changed(token, -5)],
  ['a changed payload', (token) => `${part(token, 0)}.${changed(part(token, 1), 20)}.${part(token, 2)}`],
  ['alg none without a signature', (token) => `${encode({ alg: 'none', typ: 'JWT' })}.${part(token, 1)}.`],
  [
    'alg None with the signature',
    (token) => `${encode({ alg: 'None', typ: 'JWT' })}.${part(token, 1)}.${part(token, 2)}`,
  ],
  ['alg HS512', (token) => `${encode({ alg: 'HS512', typ: 'JWT' })}.${part(token, 1)}.${part(token, 2)}`],
  [
    'alg RS256 with a key in the header',
    (token) =>
      `${encode({ alg: 'RS256', jwk: { kty: 'oct', k: 'AAAA' } })}.${part(token, 1)}.${part(token, 2)}`,
  ],
  [
    'a key address in the header',
    (token) =>
      `${encode({ alg: 'HS256', jku: 'http://127.0.0.1/keys' })}.${part(token, 1)}.${part(token, 2)}`,
  ],
  [
    'a key identifier that is a path',
    (token) =>
      `${encode({ alg: 'HS256', kid: '../../dev/null' })}.${part(token, 1)}.${hs256('', `${encode({ alg: 'HS256', kid: '../../dev/null' })}.${part(token, 1)}`)}`,
  ],
  ['signed with an empty secret', (token) => withSecret(token, '')],
  ['signed with the word secret', (token) => withSecret(token, 'secret')],
  ['signed with the shared secret', (token, { owner }) => withSecret(token, owner.sharedSecret)],
  ['signed with the API key', (token, { owner }) => withSecret(token, owner.apiKey)],
  [
    'the header of another token',
    (token) => `${encode({ typ: 'JWT', alg: 'HS256' })}.${part(token, 1)}.${part(token, 2)}`,
  ],
  ['padding behind a part', (token) => `${token}=`],
  ['a non-canonical last character', nonCanonical],
  ['the standard alphabet', (token) => `${part(token, 0)}+/.${part(token, 1)}.${part(token, 2)}`],
  ['a fourth part', (token) => `${token}.x`],
  ['two parts', (token) => `${part(token, 0)}.${part(token, 1)}`],
  ['five parts, as an encrypted token has', (token) => `${token}.x.y`],
  ['a line feed inside, encoded', (token) => `${token.slice(0, 20)}%0A${token.slice(20)}`],
  ['upper case', (token) => token.toUpperCase()],
  ['the session identifier alone', (_token, { owned }) => owned.sessionId],
  ['4,000 characters', () => 'a'.repeat(4_000)],
  ['a null byte, encoded', (token) => `${token}%00`],
];

/** A page without its nonce, which differs in every response. */
const lasting = (body: Buffer): string => body.toString('utf8').replaceAll(/[A-Za-z0-9+/]{22}==/g, '');

/** Checks that a link is rejected like any unknown one: the body equals that for a nonsense token. */
async function looksUnknown(target: Target, token: string): Promise<Observation> {
  const nonsense = await sendRequest(target.address, { target: '/v/nonsense' });
  const seen = await converse(target.address, [
    { send: `GET /v/${token} HTTP/1.1\r\nHost: localhost\r\n\r\n` },
    { answers: 1 },
  ]);
  const [answer] = seen.answers;
  const differs =
    answer !== undefined && answer.status === 200 && lasting(answer.body) !== lasting(nonsense.body);
  return { ...seen, ...(differs ? { finding: 'the page differs from the one of an unknown link' } : {}) };
}

const openToken = async ({ address, owner }: Target): Promise<string> =>
  (await createSession(address, owner)).sessionToken;

const forgedCases: readonly AttackCase[] = forged.map(([name, forge]) => ({
  group: 'links',
  name: `token: ${name}`,
  ids: ['S15'],
  holds: { status: [200, 400, 404, 414, 429], headers: { 'access-control-allow-origin': null } },
  attack: async (target) => looksUnknown(target, forge(await openToken(target), target)),
}));

const guesses = 400;
const parallel = 20;
const guesser = '127.0.0.77';

/** After many guesses an address gets the closing page for every link, even a valid one. @see spec/contract.md A-117 */
async function guess(target: Target): Promise<Observation> {
  const { address } = target;
  const open = (token: string, from: string) =>
    converse(address, [{ send: `GET /v/${token} HTTP/1.1\r\nHost: localhost\r\n\r\n` }, { answers: 1 }], {
      from,
    });
  const token = await openToken(target);
  const made = (at: number) =>
    `${part(token, 0)}.${encode({ session_id: at, iat: 1 })}.${encode(String(at).padEnd(32, 'x'))}`;
  for (let at = 0; at < guesses; at += parallel)
    await Promise.all(Array.from({ length: parallel }, (_, index) => open(made(at + index), guesser)));
  const closing = await open('nonsense', '127.0.0.78');
  const elsewhere = await open(token, '127.0.0.79');
  const seen = await open(token, guesser);
  const body = (one: Observation) => lasting(one.answers[0]?.body ?? Buffer.alloc(0));
  const findings = [
    ...(body(seen) === body(closing)
      ? []
      : [`after ${guesses} guesses an address is still shown the page of a right link`]),
    ...(body(elsewhere) === body(closing) ? ['the guesses of one address closed the link for another'] : []),
  ];
  return { ...seen, ...(findings.length > 0 ? { finding: findings.join('; ') } : {}) };
}

const page: AttackCase = {
  group: 'links',
  name: 'the page of a link is not cached, and its address leaks to nobody',
  ids: ['S14', 'S15'],
  holds: {
    status: [200],
    headers: {
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  },
  attack: request(async (target) => ({ target: `/v/${await openToken(target)}` })),
};

const aTokenIsNoCredential: AttackCase = {
  group: 'links',
  name: 'a token is no credential of the API',
  ids: ['O8', 'A-28'],
  holds: { status: [401], code: ['1801'] },
  attack: request(async (target) => ({
    target: `/v1/sessions/${target.owned.sessionId}/decision`,
    headers: [['authorization', `Bearer ${await openToken(target)}`]],
  })),
};

/** Session links: forged tokens and guesses. */
export const linkCases: readonly AttackCase[] = [
  ...forgedCases,
  {
    group: 'links',
    name: 'guessing from one address',
    ids: ['S15', 'low: links'],
    holds: { status: [200] },
    attack: guess,
  },
  page,
  aTokenIsNoCredential,
];
