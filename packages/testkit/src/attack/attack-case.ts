import type { Target, TenantName } from './target.ts';
import { bytesOf, type Request } from './request.ts';
import { type Conversation, converse, type Observation, type Step } from './wire.ts';

/** Groups of cases, in the order in which they run. */
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

/**
 * Conditions that must hold after an attack. Absent members are not checked; that the service still responds is always checked.
 */
export interface Expectation {
  /** Allowed statuses of every response. */
  status?: readonly number[];
  /** Allowed values of `code` in every response body; in the portal, of `error.code`. */
  code?: readonly string[];
  /** Exact number of final responses. If absent, at least one, unless `mayBeSilent`. */
  answers?: number;
  /** The service may close the connection without a response. */
  mayBeSilent?: true;
  /** Milliseconds after which the connection must be closed on both sides. */
  goneMs?: number;
  /** Milliseconds after which the last response must have arrived. */
  answeredMs?: number;
  /** Maximum number of bytes that the service may accept. Kernel buffers of a loopback connection hold up to 6 MiB. */
  bytes?: number;
  /** 429 and 503 carry `retry-after`. */
  retryAfter?: true;
  /** Required header values of every response; `null`: must be absent. */
  headers?: Readonly<Record<string, string | null>>;
  /** Longest stall of the service's event loop, in milliseconds, as reported by `/metrics`. */
  stallMs?: number;
  /** Maximum processor seconds of the service's processes. */
  cpuSeconds?: number;
  /** Maximum growth of the service's resident memory during the attack, in MiB. */
  memoryMiB?: number;
  /** Maximum number of additional descriptors that the service holds ten seconds after the attack. */
  descriptors?: number;
}

/** An attack: what it sends, and what must hold. */
export interface AttackCase {
  group: Group;
  name: string;
  /** Rules that the case covers, e.g. `H02`, `S05`, `item 1`. */
  ids?: readonly string[];
  /**
   * Preconditions. `own`: a service started by this program; `stranger`: a second integration; a tenant's name: an integration
   * with that configuration; `portal`: people of the portal.
   */
  needs?: readonly Need[];
  /** Waits for time limits; runs in parallel with other slow cases. */
  slow?: true;
  attack: (target: Target) => Promise<Observation>;
  holds: Expectation;
}

export type Need = 'own' | 'metrics' | 'portal' | TenantName;

/** A request that may depend on data of the target. */
export type Build = (target: Target) => Request | Promise<Request>;

let clients = 0;

/** Each case has its own address, because the service counts connections and failures by address. */
function ownAddress({ address: { host } }: Target): { from?: string } {
  if (!host.startsWith('127.')) return {};
  clients += 1;
  return { from: `127.3.${Math.floor(clients / 250) % 250}.${(clients % 250) + 1}` };
}

/** Sends one request and waits for its response. */
export const request =
  (build: Build, options: Conversation = {}) =>
  async (target: Target): Promise<Observation> => {
    const bytes = bytesOf(await build(target));
    return converse(target.address, [{ send: bytes }, { answers: 1 }], { ...ownAddress(target), ...options });
  };

/** Plays a client's steps. */
export const play =
  (build: (target: Target) => Step[] | Promise<Step[]>, options: Conversation = {}) =>
  async (target: Target): Promise<Observation> =>
    converse(target.address, await build(target), { ...ownAddress(target), ...options });

/** A row of a table of requests: name, rules, expectation, request. */
export type Row = readonly [name: string, ids: readonly string[], holds: Expectation, build: Build];

/** Creates the cases of one group from a table. */
export const table = (group: Group, rows: readonly Row[]): AttackCase[] =>
  rows.map(([name, ids, holds, build]) => ({ group, name, ids, holds, attack: request(build) }));

/** Expects a response with this status and error code. */
export const refused = (status: number, code: string): Expectation => ({ status: [status], code: [code] });
