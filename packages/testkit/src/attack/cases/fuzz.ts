import { type Endpoint } from '@countersign/contract';
import type { AttackCase } from '../attack-case.ts';
import { bytesOf, headOf, type Request, sign } from '../request.ts';
import { createSession, type Target } from '../target.ts';
import { converse, type Observation } from '../wire.ts';
import { allEndpoints, requestTo, signedText } from './routes.ts';

/** A repeatable sequence of numbers from 0 up to 1. */
export function createRandom(seed: number): () => number {
  let state = (seed >>> 0) + 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Random = () => number;
const pick = <Kind>(random: Random, from: readonly Kind[]): Kind => from[Math.floor(random() * from.length)]!;

const seeds: readonly unknown[] = [
  { verification: { status: 'submitted' } },
  {
    verification: {
      person: { firstName: 'Liisa', lastName: 'Maasikas', dateOfBirth: '1990-04-12', gender: 'F' },
      document: { type: 'PASSPORT', country: 'EE', number: 'KQ0914725' },
      vendorData: 'x',
      consents: [{ type: 'ine', approved: true }],
    },
  },
  {
    image: {
      context: 'face',
      content:
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      timestamp: '2026-11-20T10:01:55.120Z',
    },
  },
  { hit: { id: '5043de43-828c-4b68-9ca0-15a1b9ea504d', matchStatus: 'true_match', riskLevel: 'high' } },
  { monitorStatus: 'disabled' },
  {
    reports: [
      { sessionId: '5043de43-828c-4b68-9ca0-15a1b9ea504d', categories: ['injected_media'], comment: null },
    ],
  },
  { sessionIds: ['5043de43-828c-4b68-9ca0-15a1b9ea504d'] },
  {
    verification: {
      person: {
        idNumber: '987-65-4329',
        firstName: 'Marlon',
        lastName: 'Tavistock',
        dateOfBirth: '1979-12-05',
      },
    },
  },
  { collectedData: { ip: '203.0.113.7', device: { type: 'x' } } },
];

const oddValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  1.5,
  '',
  ' ',
  '\u0000',
  '\ud800',
  'x'.repeat(5_000),
  [],
  {},
  [[]],
  { a: { b: {} } },
  '__proto__',
  '2026-02-30',
  '\u202e',
  9_007_199_254_740_991,
];

/** Replaces a member at any depth. */
function changeMember(value: unknown, random: Random): unknown {
  if (Array.isArray(value) && value.length > 0 && random() < 0.8)
    return value.map((item, at) => (at === 0 ? changeMember(item, random) : item));
  if (value === null || typeof value !== 'object' || random() < 0.25) return pick(random, oddValues);
  const names = Object.keys(value);
  const name = pick(random, [...names, '__proto__', 'constructor', 'id']);
  const copy: Record<string, unknown> = { ...value };
  Object.defineProperty(copy, name, {
    value: changeMember(copy[name], random),
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return copy;
}

function changeBytes(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes);
  const times = 1 + Math.floor(random() * 4);
  for (let left = times; left > 0 && copy.length > 0; left -= 1)
    copy[Math.floor(random() * copy.length)] = Math.floor(random() * 256);
  return copy;
}

const cutOrDouble = (bytes: Buffer, random: Random): Buffer => {
  const at = Math.floor(random() * bytes.length);
  return random() < 0.5
    ? bytes.subarray(0, at)
    : Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.floor(at / 2))]);
};

/** A mutation of a well-formed, correctly signed request. `bytes` changes the bytes on the wire after signing. */
interface Mutator {
  name: string;
  body?: (random: Random) => Buffer;
  request?: (request: Request, random: Random) => Request;
  bytes?: (bytes: Buffer, random: Random) => Buffer;
  /** The client half-closes after its request, which may declare more bytes than it sends; it may then get no response. */
  halfCloses?: true;
}

const seedBody = (random: Random): Buffer => Buffer.from(JSON.stringify(pick(random, seeds)));
const oddIds = [
  '',
  '.',
  '..',
  '%',
  '%2e%2e',
  '5043de43-828c-4b68-9ca0-15a1b9ea504d',
  'validate-registry',
  '\u00ff',
  'x'.repeat(36),
  "' or 1=1 --",
  '*',
  'null',
  'undefined',
  '0',
];
const oddHeaders: readonly (readonly [string, string])[] = [
  ['idempotency-key', 'x'.repeat(255)],
  ['idempotency-key', '\u0001'],
  ['vrf-integration-id', 'x'],
  ['origin', 'null'],
  ['x-forwarded-for', '::ffff:127.0.0.1, x'],
  ['content-type', 'application/json'],
  ['content-encoding', 'gzip'],
  ['expect', '100-continue'],
  ['range', 'bytes=0-'],
  ['if-none-match', '*'],
  ['accept-encoding', 'x'.repeat(4_000)],
  ['cookie', 'a=b;'.repeat(500)],
  ['connection', 'close, x-auth-client'],
  ['te', 'trailers'],
];

const mutators: readonly Mutator[] = [
  {
    name: 'members of the body',
    body: (random) => Buffer.from(JSON.stringify(changeMember(pick(random, seeds), random))),
  },
  {
    name: 'several members of the body',
    body: (random) =>
      Buffer.from(
        JSON.stringify(changeMember(changeMember(changeMember(pick(random, seeds), random), random), random)),
      ),
  },
  { name: 'bytes of the body', body: (random) => changeBytes(seedBody(random), random) },
  { name: 'length of the body', body: (random) => cutOrDouble(seedBody(random), random) },
  { name: 'the body of another endpoint', body: seedBody },
  {
    name: 'identifiers in the path',
    request: (request, random) => ({
      ...request,
      target: request.target.replace(/[0-9a-f-]{36}/, () => pick(random, oddIds)),
    }),
  },
  {
    name: 'the query',
    request: (request, random) => ({
      ...request,
      target: `${request.target}?${changeBytes(Buffer.from('version=1.0.0&x=1'), random)
        .toString('latin1')
        .replaceAll(/[\0- \u007f-\u00ff]/g, '+')}`,
    }),
  },
  {
    name: 'further headers',
    request: (request, random) => ({
      ...request,
      headers: [pick(random, oddHeaders), pick(random, oddHeaders)],
    }),
  },
  {
    name: 'the method',
    request: (request, random) => ({
      ...request,
      method: pick(random, ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD', 'OPTIONS', 'PURGE']),
    }),
  },
  {
    name: 'the stated length',
    request: (request, random) => ({ ...request, length: Math.floor(random() * 100) }),
    halfCloses: true,
  },
  { name: 'bytes of the head', bytes: changeBytes, halfCloses: true },
];

async function send(
  target: Target,
  endpoint: Endpoint,
  { mutator, random }: { mutator: Mutator; random: Random },
): Promise<Observation> {
  const body = mutator.body?.(random) ?? seedBody(random);
  const right = requestTo(endpoint, target, { body });
  const changed = mutator.request?.(right, random) ?? right;
  // Requests with changed identifiers are signed again, to reach the code behind authentication.
  const id = /\/(?:sessions|attempts|media)\/([^/?]*)/.exec(changed.target)?.[1] ?? '';
  const text =
    endpoint.bodyBytes === null && endpoint.headers === 'public'
      ? id
      : signedText(endpoint, target.owned, body);
  const request = mutator.request
    ? { ...changed, signature: sign(target.owner.sharedSecret, text) }
    : changed;
  const bytes = mutator.bytes
    ? Buffer.concat([mutator.bytes(Buffer.from(headOf(request), 'latin1'), random), body])
    : bytesOf(request);
  const end = mutator.halfCloses ? [{ end: true } as const] : [];
  return converse(target.address, [{ send: bytes }, ...end, { answers: 1 }], {
    limitMs: 10_000,
    bodiless: request.method === 'HEAD',
  });
}

const parallel = 32;

async function fuzz(
  target: Target,
  { mutator, seed, requests }: { mutator: Mutator; seed: number; requests: number },
): Promise<Observation> {
  const startedAt = performance.now();
  const statuses = new Map<number, number>();
  const findings: string[] = [];
  const own = {
    ...target,
    owned: { ...target.owned, sessionId: (await createSession(target.address, target.owner)).id },
  };
  const one = async (at: number) => {
    const random = createRandom(seed * 1_000_003 + at);
    const endpoint = pick(random, allEndpoints);
    const { answers } = await send(own, endpoint, { mutator, random });
    const status = answers[0]?.status ?? 0;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if ((status >= 500 && status !== 503) || (status === 0 && !mutator.halfCloses))
      findings.push(`request ${at} to ${endpoint.name}: ${status || 'no answer'}`);
  };
  for (let at = 0; at < requests; at += parallel)
    await Promise.all(
      Array.from({ length: Math.min(parallel, requests - at) }, (_, index) => one(at + index)),
    );
  const seen = [...statuses]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${status || 'none'}: ${count}`);
  return {
    answers: [],
    finMs: null,
    goneMs: null,
    sentBytes: 0,
    ms: performance.now() - startedAt,
    figure: seen.join(', '),
    ...(findings.length > 0
      ? { finding: `${findings.length} of ${requests} (seed ${seed}): ${findings.slice(0, 3).join('; ')}` }
      : {}),
  };
}

/**
 * Mutated requests, correctly signed unless the mutation comes afterwards. None may result in 500 or above, except 503, and each
 * complete one gets a response.
 */
export const fuzzCases = ({ requests, seed }: { requests: number; seed: number }): readonly AttackCase[] => {
  const each = Math.max(1, Math.ceil(requests / mutators.length));
  return mutators.map((mutator, at) => ({
    group: 'fuzz',
    name: `fuzzed: ${mutator.name}`,
    ids: ['S04', 'numbers'],
    holds: { mayBeSilent: true },
    attack: (target) => fuzz(target, { mutator, seed: seed * 100 + at, requests: each }),
  }));
};
