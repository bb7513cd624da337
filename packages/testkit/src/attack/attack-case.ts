import type { Target, TenantName } from './target.ts';
import { bytesOf, type Request } from './request.ts';
import { type Conversation, converse, type Observation, type Step } from './wire.ts';

/** Groups of the zoo, in the order they run. */
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
  /** Exactly so many final answers. At least one when absent, unless `mayBeSilent`. */
  answers?: number;
  /** The service may end the connection without an answer. */
  mayBeSilent?: true;
  /** The connection is gone, on both sides, after so many milliseconds. */
  goneMs?: number;
  /** The last answer is there after so many milliseconds. */
  answeredMs?: number;
  /** Most bytes that the service may accept. Kernel buffers of a loopback connection hold up to 6 MiB. */
  bytes?: number;
  /** 429 and 503 carry `retry-after`. */
  retryAfter?: true;
  /** Header values of every answer; `null`: absent. */
  headers?: Readonly<Record<string, string | null>>;
  /** Longest stall of the service's event loop, in milliseconds, as `/metrics` reports it. */
  stallMs?: number;
  /** Processor seconds of the service's processes. */
  cpuSeconds?: number;
  /** Growth of the service's resident memory while the attack ran, in MiB. */
  memoryMiB?: number;
  /** Descriptors the service holds more than before, at the latest ten seconds after the attack. */
  descriptors?: number;
}

/** One attack: what it sends, and what must hold. */
export interface AttackCase {
  group: Group;
  name: string;
  /** Rules the case is about, e.g. `H02`, `S05`, `item 1`. */
  ids?: readonly string[];
  /**
   * `own`: a service this program started; `stranger`: a second integration; a tenant's name: an integration so configured; `portal`:
   * people of the portal.
   */
  needs?: readonly Need[];
  /** Waits for time limits; runs beside the others of its kind. */
  slow?: true;
  attack: (target: Target) => Promise<Observation>;
  holds: Expectation;
}

export type Need = 'own' | 'metrics' | 'portal' | TenantName;

/** A request that may depend on what the target holds. */
export type Build = (target: Target) => Request | Promise<Request>;

let clients = 0;

/** Each case has an address of its own, because the service counts connections and failures per address. */
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

/** Plays a client step by step. */
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
