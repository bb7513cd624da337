// Sessions whose pictures end or hang the vision process, while vision processes are killed at random. A fake thread responds at once
// or fails as instructed, because everything around it is under test. SOAK_SESSIONS=10000 is the long run.
import { fileURLToPath, pathToFileURL } from 'node:url';
import path from 'node:path';
import { bundle } from '../../tools/bundle.mjs';

const sessions = Number(process.env.SOAK_SESSIONS ?? 1_000);
const mebibyte = 2 ** 20;

async function loadSoak() {
  const folder = fileURLToPath(new URL('../../.build/', import.meta.url));
  const source = fileURLToPath(
    new URL('../../packages/testkit/test/support/vision-soak.ts', import.meta.url),
  );
  await bundle({ 'bench-vision-soak': source }, folder);
  return import(pathToFileURL(path.join(folder, 'bench-vision-soak.mjs')).href);
}

/** @returns {Promise<import('../report.mjs').Row[]>} */
export async function visionSoak({ database }) {
  const { runVisionSoak } = await loadSoak();
  const report = await runVisionSoak({
    databaseUrl: database.url,
    sessions,
    clients: 8,
    seed: 1,
    killEvery: 10,
  });
  const { submitted, approved, parked, parkedSound, kills, lost, wronglyApproved, memory } = report;
  return [
    {
      figure: 'sessions lost to deadly pictures and killed vision processes',
      value: lost,
      unit: `of ${submitted}`,
      goal: { most: 0 },
      note: `${kills} kills from outside; ${approved} approved, ${parked} to the operator, of these ${parkedSound} sound ones that were released and then decided; fake vision thread`,
    },
    {
      figure: 'sessions approved by a failure',
      value: wronglyApproved,
      unit: `of ${submitted}`,
      goal: { most: 0 },
    },
    {
      figure: 'growth of the service process over the last two thirds',
      value: (memory.end - memory.early) / mebibyte,
      unit: 'MB',
      goal: { most: (0.2 * memory.early) / mebibyte },
      note: `resident ${Math.round(memory.early / mebibyte)} MB after a third, ${Math.round(memory.end / mebibyte)} MB at the end; the goal is a fifth`,
    },
  ];
}
