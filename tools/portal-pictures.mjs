// npm run portal:pictures [-- FOLDER]: photographs every screen of the portal in a real browser.
import './script-help.mjs';
import { ensure } from './ensure.mjs';
import { at, run } from './project.mjs';

await ensure();
process.exitCode = await run(process.execPath, [
  at('tools/run-ts.mjs'),
  at('packages/testkit/src/portal/pictures.ts'),
  ...process.argv.slice(2),
]);
