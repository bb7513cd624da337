/**
 * Measures the processor time of each stage of full verifications, the reader of print included, to find out where time is spent.
 * Usage: node --single-threaded-gc --initial-old-space-size=256 tools/run-ts.mjs packages/vision/bench/stages.ts [KIND,…]. The default is
 * td3,td1,uto-licence. The flags are those of the picture process, see vision-child.ts.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { specimenCase } from '@countersign/specimens';
import { createInspector } from '../src/inspection/create-inspector.ts';

type Kind = NonNullable<NonNullable<Parameters<typeof specimenCase>[0]>['kind']>;
const kinds = (process.argv[2] ?? 'td3,td1,uto-licence').split(',') as Kind[];
const seeds = [12, 21, 33, 46, 52, 60];
/** The first round, which compiles code and loads networks, does not count. */
const rounds = 3;

/** Returns the processor milliseconds that this process and the readers it started have used. */
function usedMs(): number {
  const { user, system } = process.cpuUsage();
  const children = readdirSync('/proc/self/task').flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
  const nanoseconds = children.map((pid) =>
    Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]),
  );
  return (user + system) / 1000 + nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
}

// Stages are timed with this function. Processor time in its place makes other load hardly count.
performance.now = usedMs;

const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);
const at = (values: readonly number[], share: number): number =>
  Math.round(sorted(values)[Math.floor(values.length * share)] ?? 0);

const inspector = await createInspector({ modelsDir: 'packages/vision/models', pagesDir: '/dev/shm' });
for (const kind of kinds) {
  const cases = [];
  for (const seed of seeds) cases.push(await specimenCase({ seed, kind, condition: 'typical' }));
  const totals: number[] = [];
  const stages: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const { pictures } of cases) {
      const before = usedMs();
      // A final inspection reads print after all pictures, so that stages do not overlap.
      const { timings } = await inspector.inspect({
        pictures: pictures.map(({ context, bytes }) => ({ mediaId: context, context, bytes })),
        today: '2026-11-20',
        final: true,
      });
      if (round === 0) continue;
      totals.push(usedMs() - before);
      for (const [stage, ms] of Object.entries(timings)) (stages[stage] ??= []).push(ms);
    }
  }
  const medians = Object.entries(stages).map(([stage, values]) => `${stage} ${at(values, 0.5)}`);
  console.log(`${kind}: p50 ${at(totals, 0.5)} ms, p95 ${at(totals, 0.95)} ms; ${medians.join(', ')}`);
}
await inspector.close();
