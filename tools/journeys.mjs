// npm run journeys [-- --count N --seed N --engine postgres]: sends people through the flow of a service of its own in a real browser,
// with faults on the way, and prints what went wrong. See docs/guides/flow.md.
import './script-help.mjs';
import { ensure } from './ensure.mjs';
import { at, run } from './project.mjs';
import { readEngine } from './read-engine.mjs';

const { engine, rest } = readEngine(process.argv.slice(2));
await ensure();
const database =
  engine === 'postgres' ? await (await import('../bench/database.mjs')).createDatabase() : null;
try {
  process.exitCode = await run(process.execPath, [
    at('tools/run-ts.mjs'),
    at('packages/testkit/src/journeys/main.ts'),
    ...(database ? ['--database-url', database.url] : []),
    ...rest,
  ]);
} finally {
  await database?.drop();
}
