import fs from 'node:fs/promises';
import path from 'node:path';
import type { GivenSettings } from '@countersign/service';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { createTestDatabase, systemEngines } from '../../../service/test/support/engines.ts';
import { timePasses } from '../../../service/test/support/time.ts';
import { clockOf } from '../../../service/test/support/clock.ts';
import { sendRequest, noAnswers } from '../../src/storm/send-request.ts';
import { checkStorm } from '../../src/storm/check.ts';
import { createDriver, type Driver } from '../../src/storm/driver.ts';
import type { Evidence, HistoryEntry, Receipt, Remains, SessionPlan } from '../../src/storm/history.ts';
import { receiptsOf } from '../../src/storm/receipts.ts';
import { type RemainsOptions, remainsOf } from '../../src/storm/remains.ts';
import { setStage, type Stage } from '../../src/storm/stage.ts';

/** The program with failpoints; `tools/test-setup.mjs` makes it before the tests. */
export const testBundle = path.resolve(import.meta.dirname, '../../../../.build/test-bundle/countersign.mjs');

/** Lease of a job or webhook and a little more, in seconds. */
export const leaseOver = 31;

/** A stage on which the service is killed at failpoints, restarted, and judged by all invariants. */
export interface FaultStage {
  stage: Stage;
  history: HistoryEntry[];
  /** An integration of its own. */
  plan(
    name: string,
    settings?: GivenSettings,
    verification?: SessionPlan['verification'],
  ): Promise<FaultPlan>;
  /**
   * Starts the process of that role armed, runs `work` until the process is gone, lets its leases end, and starts it again.
   * What `work` returns is what the clients were told before.
   */
  killAt<T>(role: 'api' | 'worker', failpoint: string, work: () => Promise<T>): Promise<T>;
  /** Kills the process of that role and starts it, armed with this or with nothing. */
  startAnew(role: 'api' | 'worker', failpoints?: string): Promise<void>;
  /** Starts every process that was stopped, unarmed. */
  restart(): Promise<void>;
  /** Lets time pass for everything stored. The embedded service is ended for it and stays so until `restart`. */
  pass(seconds: number): Promise<void>;
  /** Asks about every session as it is now, so that what GET decision shows in between counts as shown. */
  look(): Promise<void>;
  /** Waits until nothing is to be done any more, then judges everything since the stage was set. */
  judge(options?: RemainsOptions & Partial<Evidence>): Promise<Remains>;
  /** Webhooks about a session, in the order of their arrival. */
  received(sessionId: string): Receipt[];
}

export interface FaultPlan {
  plan: SessionPlan;
  driver: Driver;
  integrationId: string;
}

/** Milliseconds for one test: several starts of real processes, on a machine that may be busy. */
const patience = 900_000;

/**
 * Runs the same tests on both engines, each on one stage.
 * @param embedded when on the embedded database, whose one process must be stopped for every look into it; by night by default
 */
export function describeFaults(
  name: string,
  tests: (faults: () => FaultStage) => void,
  { embedded = 'nightly' }: { embedded?: 'always' | 'nightly' } = {},
): void {
  describe.each(systemEngines(embedded))(`${name} [%s]`, { timeout: patience }, (engine) => {
    let running: { faults: FaultStage; close: () => Promise<void> } | undefined;
    beforeAll(async () => {
      const database = engine === 'postgres' ? await createTestDatabase({ migrated: true }) : null;
      const stage = await setStage({
        executable: testBundle,
        databaseUrl: database?.url ?? null,
        env: { VISION_THREADS: '1', VISION_TEXT_ENGINE: 'off' },
      });
      const close = async () => {
        await stage.close();
        await database?.drop();
      };
      running = { faults: createFaults(stage), close };
    });
    afterAll(() => running?.close());
    tests(() => {
      if (!running) throw new Error('the stage of these tests was not set');
      return running.faults;
    });
  });
}

function createFaults(stage: Stage): FaultStage {
  const history: HistoryEntry[] = [];
  const integrations = new Set<string>();
  const answers = noAnswers();
  const single = stage.api === stage.worker;
  const start = async (role: 'api' | 'worker', failpoints?: string) => {
    await stage[role].kill();
    await stage[role].start(failpoints === undefined ? {} : { COUNTERSIGN_FAILPOINTS: failpoints });
  };
  const restart = async () => {
    for (const process of stage.processes) if (!process.alive()) await process.start();
  };
  /** The embedded database has one owner. */
  const alone = async () => {
    if (single && stage.api.alive()) await stage.api.terminate();
  };
  const pass = async (seconds: number) => {
    await alone();
    // The embedded database has its clock from the process that opens it, which is another one now than afterwards.
    await stage.withContext(({ database }) =>
      single ? timePasses(database, seconds) : clockOf(() => database).advance({ seconds }),
    );
  };
  return {
    stage,
    history,
    async plan(name, settings = {}, verification = approved) {
      await alone();
      const { integrationId, ...access } = await stage.integrate(name, settings);
      integrations.add(integrationId);
      const plan = { name, access, verification, approves: true };
      return { plan, driver: createDriver(history, plan), integrationId };
    },
    async killAt(role, failpoint, work) {
      const [name = '', nth] = failpoint.split('@');
      const mortal = stage[role];
      await start(role, `${name}=kill${nth === undefined ? '' : `@${nth}`}`).catch((error: unknown) => {
        // What a worker does by itself may kill it before it is ready.
        if (!mortal.output().includes(`failpoint ${name}`)) throw error;
      });
      for (const process of stage.processes)
        if (process !== mortal && !process.alive()) await process.start();
      const working = work();
      expect(await mortal.died()).toBe('SIGKILL');
      expect(mortal.output()).toContain(`failpoint ${name}`);
      const told = await working;
      await pass(leaseOver);
      await restart();
      return told;
    },
    startAnew: start,
    restart,
    pass,
    look: () => sendRequest(history, answers),
    async judge({ swept = false, withTexts = false, ...further } = {}) {
      await restart();
      await sendRequest(history, answers);
      const remains = await quiet(stage, alone, { swept, withTexts });
      // A development start makes a session of its own, of which no client knows.
      const others = new Set(
        remains.sessions.filter(({ integrationId: of }) => !integrations.has(of)).map(({ id }) => id),
      );
      const ours = <T extends { sessionId: string }>(some: readonly T[]) =>
        some.filter(({ sessionId }) => !others.has(sessionId));
      const evidence: Evidence = {
        history,
        receipts: ours(receiptsOf(stage.receiver.received)),
        remains: { ...remains, webhooks: ours(remains.webhooks) },
        answers,
        counters: await stage.counters(),
        ...further,
      };
      expect(checkStorm(evidence)).toEqual([]);
      return remains;
    },
    received: (sessionId) =>
      receiptsOf(stage.receiver.received).filter((receipt) => receipt.sessionId === sessionId),
  };
}

const approved: SessionPlan['verification'] = (n) => ({
  person: { firstName: 'Approve', lastName: `Number${n}` },
});

const left = ({ undecided, jobs, webhooks }: Remains) =>
  undecided + jobs + webhooks.filter(({ state }) => state === 'due').length;

/** Milliseconds for what a killed process left behind; a machine that is busy starts slowly. */
const quietMs = 240_000;

/** Looks until nothing is left to be done; the embedded service is ended, in order, for each look. */
async function quiet(stage: Stage, alone: () => Promise<void>, options: RemainsOptions): Promise<Remains> {
  const end = performance.now() + quietMs;
  for (;;) {
    await alone();
    const remains = await stage.withContext((ctx) => remainsOf(ctx, options));
    if (left(remains) === 0 || performance.now() > end) return remains;
    if (!stage.api.alive()) await stage.api.start();
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** Makes every blob and unfinished file two hours old, so that the next sweep judges it. */
export async function ageBlobs({ directory }: Stage): Promise<void> {
  const blobs = path.join(directory, 'blobs');
  const old = new Date(Date.now() - 2 * 3_600_000);
  for (const entry of await fs.readdir(blobs, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) await fs.utimes(path.join(entry.parentPath, entry.name), old, old);
}
