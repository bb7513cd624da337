import type { Target, TenantName } from './target.ts';
import { bytesOf, type Request } from './request.ts';
import { type Conversation, converse, type Observation, type Step } from './wire.ts';

/** Groups of attack cases, in the order in which they run. */
export const groups = [
  'authentication',
  'signatures',
  'routes',
  'identifiers',
  'tenants',
  'bodies',
  'media bodies',
  'pictures',
  'links',
  'flow',
  'portal',
  'repeats',
  'limits',
  'smuggling',
  'connections',
  'leaks',
  'fuzz',
] as const;
export type Group = (typeof groups)[number];

/** What must hold after an attack. Absent members are not checked; that the service still answers is always checked. */
export interface Expectation {
  /** Every answer has one of these. */
  status?: readonly number[];
  /** Member `code` of every answer's body, of the portal `error.code`, is one of these. */
  code?: readonly string[];
  /** Exactly this many final answers. By default at least one, unless `mayBeSilent`. */
  answers?: number;
  /** The service may end the connection without an answer. */
  mayBeSilent?: true;
  /** The connection is closed on both sides within this many milliseconds. */
  goneMs?: number;
  /** The last answer has arrived within this many milliseconds. */
  answeredMs?: number;
  /** Maximum number of bytes that the service may accept. Kernel buffers of a loopback connection hold up to 6 MiB. */
  bytes?: number;
  /** 429 and 503 carry `retry-after`. */
  retryAfter?: true;
  /** Header values of every answer; `null`: absent. */
  headers?: Readonly<Record<string, string | null>>;
  /** Longest stall of the service's event loop, in milliseconds, as reported by `/metrics`. */
  stallMs?: number;
  /** Maximum processor seconds of the service's processes. */
  cpuSeconds?: number;
  /** Maximum growth of the service's resident memory during the attack, in MiB. */
  memoryMiB?: number;
  /** Maximum number of additional file descriptors of the service, at the latest ten seconds after the attack. */
  descriptors?: number;
}

/** One attack: what it sends, and what must hold. */
export interface AttackCase {
  group: Group;
  name: string;
  /** Rules that the case is about, such as `H02`, `S05`, `item 1`. */
  ids?: readonly string[];
  /**
   * `own`: a service started by this program; `stranger`: a second integration; a tenant's name: an integration configured in that way;
   * `portal`: people of the portal.
   */
  needs?: readonly Need[];
  /** Waits for time limits; runs in parallel with the other slow cases. */
  slow?: true;
  attack: (target: Target) => Promise<Observation>;
  holds: Expectation;
}

export type Need = 'own' | 'metrics' | 'portal' | TenantName;

/** A request that may depend on the target's contents. */
export type Build = (target: Target) => Request | Promise<Request>;

let clients = 0;

/** Each case has its own address, because the service counts connections and failures per address. */
function ownAddress({ address: { host } }: Target): { from?: string } {
  if (!host.startsWith('127.')) return {};
  clients += 1;
  return { from: `127.3.${Math.floor(clients / 250) % 250}.${(clients % 250) + 1}` };
}

/** Sends one request and waits for its answer. */
export const request =
  (build: Build, options: Conversation = {}) =>
  async (target: Target): Promise<Observation> => {
    const bytes = bytesOf(await build(target));
    return converse(target.address, [{ send: bytes }, { answers: 1 }], { ...ownAddress(target), ...options });
  };

/** Acts as a client, step by step. */
export const play =
  (build: (target: Target) => Step[] | Promise<Step[]>, options: Conversation = {}) =>
  async (target: Target): Promise<Observation> =>
    converse(target.address, await build(target), { ...ownAddress(target), ...options });

/** One row of a table of requests: name, rules, expectation, request. */
export type Row = readonly [name: string, ids: readonly string[], holds: Expectation, build: Build];

/** Cases of one group from a table. */
export const table = (group: Group, rows: readonly Row[]): AttackCase[] =>
  rows.map(([name, ids, holds, build]) => ({ group, name, ids, holds, attack: request(build) }));

/** An answer with this status and error code. */
export const refused = (status: number, code: string): Expectation => ({ status: [status], code: [code] });
