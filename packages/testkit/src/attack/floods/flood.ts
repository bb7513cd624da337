/** Durations of the victim's requests, in milliseconds from the moment each was due. */
export interface VictimTimes {
  p50: number;
  p99: number;
  requests: number;
  /** Requests without a successful response, including timeouts. Their duration counts as the time limit. */
  failed: number;
}

/** The effect of one flood on the service and its victim. */
export interface FloodResult {
  name: string;
  /** The victim's activity during the flood. */
  victim: string;
  quiet: VictimTimes;
  under: VictimTimes;
  /** p99 during the flood divided by p99 at rest. */
  ratio: number;
  /** Resident memory of the service's processes before the flood, and its maximum during the flood. */
  idleMiB: number;
  memoryMiB: number;
  /** Event-loop delay with only the victim, and during the flood. */
  loopQuietP99Ms: number | null;
  loopP99Ms: number | null;
  loopMaxMs: number | null;
  /** Processor seconds of the service per megabyte of the attack or per 1,000 connections. */
  cost: string;
  /** Responses to the attacker by status; `0`: none. */
  statuses: Readonly<Record<string, number>>;
  descriptorsBefore: number;
  descriptorsAfter: number;
  /** Fraction of all cores used by the attacking processes, 0–1. */
  attackerShare: number;
  failures: readonly {
    goal: 'ratio' | 'answers' | 'memory' | 'loop' | 'descriptors' | 'alive';
    text: string;
  }[];
}
