// npm run portal:pictures [-- FOLDER [NAME…]]: photographs every screen of the portal in a real browser, or those whose names begin so.
import './script-help.mjs';
import { ensure } from './ensure.mjs';
import { at, run } from './project.mjs';

await ensure();
process.exitCode = await run(process.execPath, [
  at('tools/run-ts.mjs'),
  at('packages/testkit/src/portal/pictures.ts'),
  ...process.argv.slice(2),
]);
