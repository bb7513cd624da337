// npm run bench [-- name …]: the benchmarks, each figure beside its floor from the same run.
import { ensure } from './ensure.mjs';
import { at, run } from './project.mjs';

await ensure();
process.exit(await run(process.execPath, [at('bench/main.mjs'), ...process.argv.slice(2)]));
