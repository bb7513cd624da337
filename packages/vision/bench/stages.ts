/** CPU per stage of full verifications, one after the other; for finding out where time goes. */
import { specimenCase } from '@countersign/specimens';
import { createInspector } from '../src/inspection/create-inspector.ts';
const kinds = (process.argv[2] ?? 'td3').split(',') as ('td3' | 'td1' | 'us-licence')[];
const inspector = await createInspector({ modelsDir: 'packages/vision/models' });
for (const kind of kinds) {
  const cases = [];
  for (const seed of [12, 21, 33, 46, 52, 60])
    cases.push(await specimenCase({ seed, kind, condition: 'typical' }));
  const totals: number[] = [];
  const stages: Record<string, number[]> = {};
  for (let round = 0; round < 4; round += 1) {
    for (const { pictures } of cases) {
      const started = process.cpuUsage();
      const found = await inspector.inspect({
        pictures: pictures.map(({ context, bytes }) => ({
          mediaId: context,
          context,
          bytes: new Uint8Array(bytes),
        })),
        today: '2026-11-20',
      });
      const { user, system } = process.cpuUsage(started);
      if (round === 0) continue;
      totals.push((user + system) / 1000);
      for (const [stage, ms] of Object.entries(found.timings)) (stages[stage] ??= []).push(ms);
    }
  }
  const median = (values: number[]) => Math.round(values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0);
  const p95 = (values: number[]) =>
    Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0);
  console.log(
    kind,
    'CPU p50',
    median(totals),
    'p95',
    p95(totals),
    Object.fromEntries(Object.entries(stages).map(([s, v]) => [s, median(v)])),
  );
}
await inspector.close();
