import type { Address } from '../address.ts';
import type { Credentials } from '../request.ts';
import type { Belongings } from '../target.ts';

/** The plan of a flooding process. */
export interface FloodPlan {
  role: 'flood';
  kind: string;
  address: Address;
  /** The integration whose key, or keys, the attacker has. */
  attacker: Credentials;
  things: Belongings;
  /** Sessions and media prepared for the flood. */
  sessionIds: readonly string[];
  mediaId: string;
  seconds: number;
}

/** What a flooding process did. */
export interface FloodTally {
  connections: number;
  requests: number;
  bytes: number;
  /** Responses by status; `0`: none. */
  statuses: Record<string, number>;
  /** Processor seconds of the flooding process. */
  cpuSeconds: number;
}

/** What a victim does: calls of its client, or complete verifications that end in a forced approval. */
export type VictimFlow = 'calls' | 'approvals';

/** A victim sends at a constant rate, regardless of responses. */
export interface VictimPlan {
  role: 'victim';
  flow: VictimFlow;
  address: Address;
  victim: Credentials;
  things: Belongings;
  /** Requests per second. */
  rate: number;
  seconds: number;
  /** Milliseconds after which a request counts as failed. */
  deadlineMs: number;
}

export interface VictimResult {
  /** Milliseconds from the moment each request was due; failed requests count as the deadline. */
  latencies: number[];
  failed: number;
  cpuSeconds: number;
}
