// npm run storm [-- --engine pglite|postgres --kills N --writes N --seed N]: kills the built service again and again under load,
// restarts it, and judges what is left by every invariant. For the night: minutes per engine. Ends with 1 on any violation.
import './script-help.mjs';
import { execFileSync } from 'node:child_process';
import os from 'node:os';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { createDatabase } from '../bench/database.mjs';
import { bundle } from './bundle.mjs';
import { ensure } from './ensure.mjs';
import { at } from './project.mjs';

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    kills: { type: 'string', default: '200' },
    writes: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
  },
});
const engines = values.engine === undefined ? ['pglite', 'postgres'] : [values.engine];
const [kills, writes, seed] = ['kills', 'writes', 'seed'].map((name) => Number(values[name]));
if (
  engines.some((engine) => !['pglite', 'postgres'].includes(engine)) ||
  !(kills > 0 && writes > 0 && seed >= 0)
) {
  console.error('usage: npm run storm -- [--engine pglite|postgres] [--kills N] [--writes N] [--seed N]');
  process.exit(2);
}

await ensure();
await bundle({ storm: at('packages/testkit/test/support/run-storm.ts') }, at('.build/storm'));
const { runStorm } = await import(pathToFileURL(at('.build/storm/storm.mjs')).href);

const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: at() }).toString().trim();
const [cpu] = os.cpus();
console.log(
  `commit ${commit}; ${os.cpus().length} × ${cpu?.model ?? 'unknown processor'}, ${Math.round(os.totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, seed ${seed}`,
);

const megabytes = ({ rssBytes }) => Math.round(rssBytes / 2 ** 20);
let violations = 0;
for (const engine of engines) {
  const database = engine === 'postgres' ? await createDatabase() : null;
  try {
    const result = await runStorm({
      executable: at('bin/countersign'),
      databaseUrl: database?.url ?? null,
      kills,
      writes,
      seed,
      measured: true,
      print: (line) => console.error(`${engine}: ${line}`),
    });
    violations += result.violations.length;
    const { usage } = result;
    console.log(
      `${engine}: ${result.kills} kills, ${result.acknowledged} acknowledged writes, ${result.webhooks} webhooks, ${result.checks} registry checks (${result.begunTwice} begun twice), ${result.released} jobs released by the operator, ${result.looks} looks, ${result.violations.length} violations, ${result.seconds} s; memory ${megabytes(usage.before)} to ${megabytes(usage.after)} MiB, descriptors ${usage.before.descriptors} to ${usage.after.descriptors}`,
    );
    for (const { invariant, detail } of result.violations) console.log(`  ${invariant}: ${detail}`);
  } finally {
    await database?.drop();
  }
}
process.exitCode = violations > 0 ? 1 : 0;
