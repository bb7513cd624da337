/** Times of the victim's requests, in milliseconds from the moment each was due. */
export interface VictimTimes {
  p50: number;
  p99: number;
  requests: number;
  /** Requests without a good answer, timed-out ones included. They count with the time limit as their duration. */
  failed: number;
}

/** What one flood did to the service and to its victim. */
export interface FloodResult {
  name: string;
  /** What the victim did meanwhile. */
  victim: string;
  quiet: VictimTimes;
  under: VictimTimes;
  /** p99 under the flood over p99 in quiet. */
  ratio: number;
  /** Resident memory of the service's processes before the flood, and the largest during it. */
  idleMiB: number;
  memoryMiB: number;
  /** Event-loop delay while only the victim was there, and during the flood. */
  loopQuietP99Ms: number | null;
  loopP99Ms: number | null;
  loopMaxMs: number | null;
  /** Processor seconds of the service per attack megabyte or per 1,000 connections. */
  cost: string;
  /** What the attacker was answered, by status; `0`: nothing. */
  statuses: Readonly<Record<string, number>>;
  descriptorsBefore: number;
  descriptorsAfter: number;
  /** Share of all cores that the attacking processes used, 0–1. */
  attackerShare: number;
  failures: readonly {
    goal: 'ratio' | 'answers' | 'memory' | 'loop' | 'descriptors' | 'alive';
    text: string;
  }[];
}
