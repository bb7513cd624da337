import { type AnsweredRequests, createAnsweredRequests } from './answered-requests.ts';
import { type CallLog, createCallLog } from './call-log.ts';
import { createFaultRules, type FaultRules } from './fault-rules.ts';
import { seededRandom } from './seeded-random.ts';
import type { SimulatedCall, SimulatedRegistry } from './simulated-route.ts';
import { createSimulatedDirectory, type Population, type SimulatedDirectory } from './simulated-directory.ts';
import { createSimulatorClock, type SimulatorClock } from './simulator-clock.ts';
import { createTokenOffice, type TokenOffice } from './simulator-tokens.ts';

/** Options of a simulation. */
export interface SimulationOptions {
  registries: readonly SimulatedRegistry[];
  population: Population;
  seed: number;
  /** Minimum and maximum latency of a data route in milliseconds. */
  latencyMs: readonly [number, number];
  /** Milliseconds since 1970. */
  now(): number;
  compareFaces: SimulatedCall['compareFaces'];
}

/** The complete state of the simulated registries, without network. */
export interface Simulation {
  registries: readonly SimulatedRegistry[];
  seed: number;
  clock: SimulatorClock;
  tokens: TokenOffice;
  directory: SimulatedDirectory;
  faults: FaultRules;
  log: CallLog;
  answered: AnsweredRequests;
  /** Latency of the next call in milliseconds. */
  drawLatency(): number;
  compareFaces: SimulatedCall['compareFaces'];
  /** Discards everything since the start. */
  reset(): void;
}

export function createSimulation(options: SimulationOptions): Simulation {
  const { registries, seed, latencyMs } = options;
  const clock = createSimulatorClock(() => options.now());
  const tokens = createTokenOffice(clock.now);
  const directory = createSimulatedDirectory(options.population);
  const faults = createFaultRules(seed);
  const log = createCallLog();
  const answered = createAnsweredRequests();
  let random = seededRandom(seed);
  return {
    registries,
    seed,
    clock,
    tokens,
    directory,
    faults,
    log,
    answered,
    drawLatency: () => latencyMs[0] + Math.floor(random() * (latencyMs[1] - latencyMs[0] + 1)),
    compareFaces: (number, selfie) => options.compareFaces(number, selfie),
    reset() {
      faults.replace([]);
      for (const store of [directory, log, tokens, answered]) store.clear();
      clock.shift(0);
      random = seededRandom(seed);
    },
  };
}
