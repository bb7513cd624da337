// npm run check: the fast part of `npm test`: everything that reads the code, and the tests that need no database.
import './script-help.mjs';
import { install } from './install.mjs';
import { readingPhases, runPhases, runTogether, testPhase } from './phases.mjs';

await install();
const results = [
  ...(await runTogether(readingPhases)),
  ...(await runPhases([testPhase(['packages/contract/', 'packages/core/', 'tools/'])])),
];
console.log('');
for (const { name, ok, seconds } of results) console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} ${seconds} s`);
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
