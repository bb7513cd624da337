import { type AttackCase, type Expectation, play } from '../attack-case.ts';
import { heavyPng } from '../pictures/png.ts';
import { bytesOf, headOf, type Request, signedRead, signedWrite } from '../request.ts';
import { createSession, type Target, upload, uploadBody } from '../target.ts';
import { converse, type Observation, type Step } from '../wire.ts';

const mebibyte = 1_048_576;

/** Within these times a connection must be closed on both sides, once the limit in the constant's name has passed. */
const headersMs = 25_000;
const bodyMs = 45_000;
const idleMs = 90_000;

const uploadHead = ({ owner, owned }: Target, changes: Partial<Request> = {}): string =>
  headOf({
    method: 'POST',
    target: `/v1/sessions/${owned.sessionId}/media`,
    key: owner.apiKey,
    signature: 'a'.repeat(64),
    length: 32 * mebibyte,
    ...changes,
  });
const patchHead = ({ owner, owned }: Target, changes: Partial<Request> = {}): string =>
  headOf({
    method: 'PATCH',
    target: `/v1/sessions/${owned.sessionId}`,
    key: owner.apiKey,
    signature: 'a'.repeat(64),
    length: mebibyte,
    ...changes,
  });

type Script = (target: Target) => Step[] | Promise<Step[]>;

const slowCase = (
  name: string,
  {
    ids,
    holds,
    script,
    reads = true,
  }: { ids: readonly string[]; holds: Expectation; script: Script; reads?: boolean },
): AttackCase => ({
  group: 'connections',
  name,
  ids,
  slow: true,
  holds,
  attack: play(async (target) => [...(await script(target)), { ended: true }], {
    limitMs: (holds.goneMs ?? 0) + 2_000,
    reads,
  }),
});

const silent = (goneMs: number): Expectation => ({ mayBeSilent: true, status: [400, 401, 408, 503], goneMs });

const slowCases: readonly AttackCase[] = [
  slowCase('nothing is ever sent', { ids: ['item 1'], holds: silent(idleMs), script: () => [] }),
  slowCase('half a request line', {
    ids: ['item 1'],
    holds: silent(headersMs),
    script: () => [{ send: 'POST /v1/sess' }],
  }),
  slowCase('headers without an end', {
    ids: ['item 1'],
    holds: silent(headersMs),
    script: () => [{ send: 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: ' }],
  }),
  slowCase('headers at a byte a second', {
    ids: ['item 1', 'R15'],
    holds: silent(headersMs),
    script: () => [
      { drip: `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(200)}`, everyMs: 1_000 },
    ],
  }),
  slowCase('a new header every second', {
    ids: ['item 1', 'R15'],
    holds: silent(headersMs),
    script: () => [
      {
        drip: `GET /healthz HTTP/1.1\r\nHost: localhost\r\n${'X: 1\r\n'.repeat(100)}`,
        bytes: 6,
        everyMs: 1_000,
      },
    ],
  }),
  slowCase('the second request of a connection at a byte a second', {
    ids: ['item 1'],
    holds: { status: [200, 400, 408], goneMs: headersMs + 5_000 },
    script: () => [
      { send: 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n' },
      { answers: 1 },
      { waitMs: 200 },
      { send: 'G' },
      { waitMs: 1_000 },
      { send: 'ET /he' },
    ],
  }),
  slowCase('an upload without a body', {
    ids: ['item 1'],
    holds: silent(bodyMs),
    script: (target) => [{ send: uploadHead(target) }],
  }),
  slowCase('an upload at a byte a second', {
    ids: ['item 1'],
    holds: silent(bodyMs),
    script: (target) => [
      { send: uploadHead(target) },
      { drip: '{"image":{"context":"face","content":"'.padEnd(200, 'A'), everyMs: 1_000 },
    ],
  }),
  slowCase('an upload at 2 KiB a second', {
    ids: ['item 1'],
    holds: silent(bodyMs),
    script: (target) => [
      { send: uploadHead(target) },
      { drip: Buffer.alloc(200 * 1024, 'A'), bytes: 2_048, everyMs: 1_000 },
    ],
  }),
  slowCase('a chunked upload with an empty line a second', {
    ids: ['item 1'],
    holds: silent(bodyMs),
    script: (target) => [
      {
        send: uploadHead(target, {
          length: null,
          type: 'application/json',
          headers: [['transfer-encoding', 'chunked']],
        }),
      },
      { drip: '1\r\nA\r\n'.repeat(100), bytes: 6, everyMs: 1_000 },
    ],
  }),
  slowCase('a write without a body', {
    ids: ['item 1', 'item 2'],
    holds: silent(bodyMs),
    script: (target) => [{ send: patchHead(target) }],
  }),
  slowCase('a write at a byte a second', {
    ids: ['item 1', 'item 2'],
    holds: silent(bodyMs),
    script: (target) => [
      { send: patchHead(target) },
      { drip: '{"verification":'.padEnd(200, ' '), everyMs: 1_000 },
    ],
  }),
  slowCase('a creation at a byte a second', {
    ids: ['item 1'],
    holds: silent(bodyMs),
    script: ({ owner }) => [
      { send: headOf({ method: 'POST', target: '/v1/sessions', key: owner.apiKey, length: 1_000 }) },
      { drip: '{"verification":'.padEnd(200, ' '), everyMs: 1_000 },
    ],
  }),
  slowCase('a body on a read at a byte a second', {
    ids: ['item 1'],
    holds: { status: [200, 401, 408], goneMs: bodyMs },
    script: (target) => [
      {
        send: headOf({
          ...signedRead(target.owner, {
            target: `/v1/sessions/${target.owned.sessionId}/decision`,
            over: target.owned.sessionId,
          }),
          length: 1_000,
        }),
      },
      { drip: ' '.repeat(200), everyMs: 1_000 },
    ],
  }),
  slowCase('a refused upload whose client keeps its end open', {
    ids: ['item 1'],
    holds: { status: [401], goneMs: bodyMs },
    script: (target) => [{ send: uploadHead(target, { signature: 'none' }) }, { answers: 1 }],
  }),
  slowCase('a refused upload whose client goes on sending', {
    ids: ['item 1'],
    holds: { status: [401], goneMs: bodyMs },
    script: (target) => [
      { send: uploadHead(target, { signature: null }) },
      { answers: 1 },
      { waitMs: 500 },
      ...Array.from({ length: 40 }, () => [{ send: Buffer.alloc(64) }, { waitMs: 1_000 }]).flat(),
    ],
  }),
  slowCase('a body that is too large, announced, never sent', {
    ids: ['item 1'],
    holds: { status: [413], goneMs: bodyMs },
    script: (target) => [{ send: patchHead(target, { length: 100 * mebibyte }) }, { answers: 1 }],
  }),
  slowCase('a keep-alive connection without a second request', {
    ids: ['item 1'],
    holds: { status: [200], goneMs: idleMs },
    script: () => [{ send: 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n' }, { answers: 1 }],
  }),
  slowCase('a malformed request whose client keeps its end open', {
    ids: ['item 1'],
    holds: { status: [400], goneMs: 15_000 },
    script: () => [{ send: 'nonsense\r\n\r\n' }],
  }),
  slowCase('a client that half-closes and waits', {
    ids: ['item 1'],
    holds: { status: [200], goneMs: 15_000 },
    script: () => [{ send: 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n' }, { end: true }],
  }),
  slowCase('a client that half-closes inside its body', {
    ids: ['item 1'],
    holds: silent(15_000),
    script: (target) => [{ send: uploadHead(target) }, { send: '{"image":' }, { end: true }],
  }),
  slowCase('100-continue and then nothing', {
    ids: ['item 1', 'H26'],
    holds: silent(bodyMs),
    script: (target) => [{ send: uploadHead(target, { headers: [['expect', '100-continue']] }) }],
  }),
  slowCase('a session link at a byte a second', {
    ids: ['item 1'],
    holds: silent(headersMs),
    script: (target) => [{ drip: `GET /v/${target.owned.token} HTTP/1.1\r\n`, everyMs: 1_000 }],
  }),
];

/** Leaves responses unread. The picture is larger than the kernel buffers of both ends. */
async function unread(target: Target, downloads: number): Promise<Step[]> {
  const { address, owner } = target;
  const { id: sessionId } = await createSession(address, owner);
  const mediaId = await upload(address, owner, { sessionId, picture: heavyPng(12 * mebibyte, 7) });
  const one = bytesOf(signedRead(owner, { target: `/v1/media/${mediaId}`, over: mediaId }));
  return [{ send: Buffer.concat(Array.from({ length: downloads }, () => one)) }];
}

const slowReaders: readonly AttackCase[] = [
  slowCase('a download that is never read', {
    ids: ['item 1'],
    holds: { mayBeSilent: true, goneMs: 60_000 },
    reads: false,
    script: (target) => unread(target, 1),
  }),
  slowCase('eight pipelined downloads that are never read', {
    ids: ['item 1'],
    holds: { mayBeSilent: true, goneMs: 60_000 },
    reads: false,
    script: (target) => unread(target, 8),
  }),
  slowCase('20,000 pipelined requests whose answers are never read', {
    ids: ['item 1'],
    holds: { mayBeSilent: true, goneMs: 60_000 },
    reads: false,
    script: ({ owner }) => [
      {
        send: Buffer.concat(
          Array.from({ length: 20_000 }, () => bytesOf({ target: '/v1/nothing', key: owner.apiKey })),
        ),
      },
    ],
  }),
];

const hostile = (at: number): string => `127.0.${20 + (at % 200)}.${(at % 250) + 1}`;

/** 16 clients with different addresses hold the largest upload each, while another client uploads. */
async function holdUploads(target: Target, from: (at: number) => string): Promise<Observation> {
  const hold = (at: number) =>
    converse(
      target.address,
      [{ send: uploadHead(target) }, { send: '{"image":{"context":"face","content":"' }, { waitMs: 6_000 }],
      { from: from(at), limitMs: 8_000 },
    );
  const holding = Promise.all(Array.from({ length: 16 }, (_, at) => hold(at)));
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const { address, tenants, owner } = target;
  const victim = tenants.stranger ?? owner;
  const { id } = await createSession(address, victim);
  const one = signedWrite(victim, {
    target: `/v1/sessions/${id}/media`,
    body: uploadBody(heavyPng(4 * mebibyte)),
  });
  const seen = await converse(address, [{ send: bytesOf(one) }, { answers: 1 }]);
  await holding;
  return seen;
}

const budgetCases: readonly AttackCase[] = [
  {
    group: 'connections',
    name: '16 uploads of 32 MiB announced from 16 addresses, a victim uploads',
    ids: ['item 1'],
    needs: ['stranger'],
    holds: { status: [200], answeredMs: 5_000 },
    attack: (target) => holdUploads(target, hostile),
  },
  {
    group: 'connections',
    name: '16 uploads of 32 MiB announced from one address, a victim uploads',
    ids: ['item 1'],
    needs: ['stranger'],
    holds: { status: [200], answeredMs: 5_000 },
    attack: (target) => holdUploads(target, () => '127.0.30.1'),
  },
  {
    group: 'connections',
    name: '16 uploads of 32 MiB announced from the victim’s own address',
    ids: ['item 1', 'H23'],
    needs: ['stranger'],
    holds: { status: [200], answeredMs: 5_000 },
    attack: (target) => holdUploads(target, () => '127.0.0.1'),
  },
];

/** Slow clients, silent clients, and clients that never disconnect. */
export const connectionCases: readonly AttackCase[] = [...budgetCases, ...slowCases, ...slowReaders];
