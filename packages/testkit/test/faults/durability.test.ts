import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { isNightly, createTestDatabase, systemEngines } from '../../../service/test/support/engines.ts';
import { propertySeed } from '../../../service/test/support/property-seed.ts';
import { runStorm } from '../support/run-storm.ts';

const executable = path.resolve(import.meta.dirname, '../../../../bin/countersign');
/** `npm run storm` has two hundred, with ten thousand writes. */
const kills = isNightly ? 20 : 4;

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

describe.each(systemEngines())('a service killed without warning [%s]', (engine) => {
  it(`keeps every acknowledged write, decides each submission once, queries registries twice at most and sends its webhooks, over ${kills} kills (F10, I1, I2, I3, I4, I5, I6, I7, I8, I10, I11, I15)`, async () => {
    const database = engine === 'postgres' ? await createTestDatabase({ migrated: true }) : null;
    if (database) cleanups.push(() => database.drop());
    const databaseUrl = database?.url ?? null;
    const seed = propertySeed;
    const said: string[] = [];
    const result = await runStorm({
      executable,
      databaseUrl,
      kills,
      writes: isNightly ? 100 : 30,
      seed,
      measured: false,
      print: (line) => void said.push(line),
    });
    const { acknowledged, webhooks, checks, begunTwice, violations, approvals } = result;
    console.log(
      `storm [${engine}], seed ${seed}: ${result.kills} kills, ${acknowledged} acknowledged writes, ${webhooks} webhooks, ${checks} registry checks (${begunTwice} begun twice), ${result.released} jobs released by the operator, ${result.looks} looks, ${violations.length} violations; ${said.at(-1)}`,
    );
    // At once: a run that is broken off afterwards would lose them.
    for (const { invariant, detail } of violations) console.log(`  ${invariant}: ${detail}`);
    expect(violations).toEqual([]);
    expect(acknowledged).toBeGreaterThan(isNightly ? 100 : 30);
    expect(Object.keys(approvals)).toHaveLength(5);
    expect(Object.entries(approvals).filter(([, count]) => count < (isNightly ? 3 : 1))).toEqual([]);
  }, 1_800_000);
});
