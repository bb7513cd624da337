import { bytesOf, headOf, type Request, signedRead, signedWrite } from '../request.ts';
import { submission } from '../target.ts';
import { converse, type Observation, type Step } from '../wire.ts';
import type { FloodPlan, FloodTally } from './plans.ts';

const mebibyte = 1_048_576;

/** The service treats a different loopback address as a different client. */
const from = (at: number, addresses: number): string =>
  `127.1.${Math.floor((at % addresses) / 250)}.${((at % addresses) % 250) + 1}`;

/** What a flood does with its connections until its time is up. */
interface Flood {
  /** Number of simultaneous connections. */
  connections: number;
  addresses: number;
  /** Plays one client; restarted when it ends, until the time is up. */
  client: (plan: FloodPlan, at: number) => Step[];
  /** `false`: responses are not read. */
  reads?: boolean;
  /** Milliseconds before a client that ended is restarted. */
  restMs?: number;
}

const patch = ({ attacker, things }: FloodPlan, changes: Partial<Request>): Request => ({
  method: 'PATCH',
  target: `/v1/sessions/${things.sessionId}`,
  key: attacker.apiKey,
  signature: 'a'.repeat(64),
  ...changes,
});

const uploadOf = (plan: FloodPlan, changes: Partial<Request>): Request =>
  patch(plan, { method: 'POST', target: `/v1/sessions/${plan.things.sessionId}/media`, ...changes });

const open = '{"image":{"context":"face","content":"';
const forever = 3_600_000;
const once = <Kind>(make: () => Kind): (() => Kind) => {
  let made: Kind | undefined;
  return () => (made ??= make());
};
const plain = once(() =>
  Buffer.concat([Buffer.from(open), Buffer.alloc(8 * mebibyte, 'QUJD'), Buffer.from('"}}')]),
);
const escaped = once(() =>
  Buffer.concat([Buffer.from(open), Buffer.alloc(32 * mebibyte - 100, '\\/'), Buffer.from('"}}')]),
);

/** A mixture of clients that hold a connection and do almost nothing. */
function hostileClient(plan: FloodPlan, at: number): Step[] {
  const kinds: readonly Step[][] = [
    [{ waitMs: forever }],
    [
      { send: 'POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\n' },
      { drip: 'X: 1\r\n'.repeat(1_000), bytes: 6, everyMs: 2_000 },
    ],
    [
      { send: headOf(patch(plan, { length: mebibyte, signature: null })) },
      { send: Buffer.alloc(64 * 1024, ' ') },
      { waitMs: forever },
    ],
    [
      { send: headOf(uploadOf(plan, { length: 32 * mebibyte })) },
      { send: open },
      { drip: Buffer.alloc(10_000, 'A'), everyMs: 1_000 },
    ],
    [{ send: 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n' }, { answers: 1 }, { waitMs: forever }],
  ];
  return kinds[at % kinds.length] ?? [];
}

/** All floods by name. */
const floods: Readonly<Record<string, Flood>> = {
  'hostile connections': { connections: 2_000, addresses: 250, client: hostileClient, restMs: 1_000 },
  'hostile connections of one address': {
    connections: 2_000,
    addresses: 1,
    client: hostileClient,
    restMs: 1_000,
  },
  'unsigned bodies': {
    connections: 1_000,
    addresses: 100,
    client: (plan) => [
      { send: headOf(patch(plan, { length: mebibyte, signature: null })) },
      { send: Buffer.alloc(mebibyte - 1, ' ') },
      { waitMs: forever },
    ],
    restMs: 500,
  },
  'announced uploads': {
    connections: 16,
    addresses: 16,
    client: (plan) => [
      { send: headOf(uploadOf(plan, { length: 32 * mebibyte })) },
      { send: open },
      { waitMs: forever },
    ],
    restMs: 200,
  },
  'wrong signatures': {
    connections: 16,
    addresses: 16,
    client: (plan) =>
      Array.from({ length: 100 }, (_, at): Step[] => [
        { send: bytesOf(patch(plan, { body: submission })) },
        { answers: at + 1 },
      ]).flat(),
  },
  'wrongly signed uploads': {
    connections: 4,
    addresses: 4,
    client: (plan) => [{ send: bytesOf(uploadOf(plan, { body: plain() })) }, { answers: 1 }],
  },
  'escaped uploads': {
    connections: 2,
    addresses: 2,
    client: (plan) => [{ send: bytesOf(uploadOf(plan, { body: escaped() })) }, { answers: 1 }],
  },
  'unread downloads': {
    connections: 200,
    addresses: 50,
    client: ({ attacker, mediaId }) => [
      { send: bytesOf(signedRead(attacker, { target: `/v1/media/${mediaId}`, over: mediaId })) },
      { waitMs: forever },
    ],
    reads: false,
    restMs: 500,
  },
  'new connections': {
    connections: 32,
    addresses: 32,
    client: () => [
      { send: 'GET /v1/nothing HTTP/1.1\r\nHost: localhost\r\n\r\n' },
      { answers: 1 },
      { abort: true },
    ],
  },
  'slow pictures': {
    connections: 4,
    addresses: 4,
    client: ({ attacker, sessionIds }, at) => {
      const sessionId = sessionIds[at];
      if (sessionId === undefined) return [{ waitMs: forever }];
      const one = signedWrite(attacker, {
        method: 'PATCH',
        target: `/v1/sessions/${sessionId}`,
        body: submission,
      });
      return [{ send: bytesOf(one) }, { answers: 1 }];
    },
  },
  'hanging webhooks': {
    connections: 4,
    addresses: 4,
    client: ({ attacker, sessionIds }, at) => {
      const sessionId = sessionIds[at];
      if (sessionId === undefined) return [{ waitMs: forever }];
      const one = signedWrite(attacker, {
        method: 'PATCH',
        target: `/v1/sessions/${sessionId}`,
        body: submission,
      });
      return [{ send: bytesOf(one) }, { answers: 1 }];
    },
  },
};

/** Floods the service until the plan's time is up. @throws Error for an unknown flood */
export async function runFlood(plan: FloodPlan): Promise<FloodTally> {
  const flood = floods[plan.kind];
  if (!flood) throw new Error(`no flood ${plan.kind}`);
  const end = performance.now() + plan.seconds * 1_000;
  const cpuBefore = process.cpuUsage();
  const tally: FloodTally = { connections: 0, requests: 0, bytes: 0, statuses: {}, cpuSeconds: 0 };
  let next = 0;
  const line = async (index: number) => {
    while (performance.now() < end) {
      const at = next;
      next += 1;
      tally.connections += 1;
      const steps = flood.client(plan, at);
      const options = {
        limitMs: end - performance.now(),
        from: from(index, flood.addresses),
        reads: flood.reads ?? true,
      };
      count(tally, await converse(plan.address, steps, options));
      const rest = Math.min(flood.restMs ?? 0, end - performance.now());
      if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    }
  };
  await Promise.all(Array.from({ length: flood.connections }, (_, index) => line(index)));
  const { user, system } = process.cpuUsage(cpuBefore);
  return { ...tally, cpuSeconds: (user + system) / 1e6 };
}

function count(tally: FloodTally, { answers, sentBytes }: Observation): void {
  tally.bytes += sentBytes;
  tally.requests += Math.max(1, answers.length);
  for (const { status } of answers) tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
  if (answers.length === 0) tally.statuses['0'] = (tally.statuses['0'] ?? 0) + 1;
}
