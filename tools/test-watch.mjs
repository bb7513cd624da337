// npm run test:watch and test:changed: Vitest on the sources as they are. No packages are installed and nothing is built but what a
// test itself starts, so the first answer comes in seconds.
import './script-help.mjs';
import { bin, run } from './project.mjs';

const [mode, ...rest] = process.argv.slice(2);
const args =
  mode === 'changed'
    ? ['run', rest[0] === undefined ? '--changed' : `--changed=${rest[0]}`, '--passWithNoTests']
    : ['watch', ...rest];
process.exit(await run(bin('vitest'), args, { env: { PROPERTY_RUNS: process.env.PROPERTY_RUNS ?? '20' } }));
