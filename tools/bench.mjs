// npm run bench [-- name …]: the benchmarks, each figure beside its floor from the same run.
import './script-help.mjs';
import { ensure } from './ensure.mjs';
import { at, run } from './project.mjs';

await ensure();
// The reading of pictures is measured as its process runs it; see spawn-vision.ts.
const flags = process.argv.includes('vision') ? ['--single-threaded-gc', '--initial-old-space-size=256'] : [];
process.exit(await run(process.execPath, [...flags, at('bench/main.mjs'), ...process.argv.slice(2)]));
