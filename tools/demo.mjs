// npm run demo: verifies drawn specimen people end to end against a fresh instance of the service.
import './script-help.mjs';
import { ensure } from './ensure.mjs';
import { at, run } from './project.mjs';

await ensure();
const demo = at('packages/testkit/src/demo/main.ts');
process.exit(await run(process.execPath, [at('tools/run-ts.mjs'), demo, ...process.argv.slice(2)]));
