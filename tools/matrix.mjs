// npm run matrix [-- --only WORDS --list --json FILE --engine postgres]: runs the scenarios of packages/testkit/src/matrix against a
// service of its own and prints what came of each. See docs/guides/matrix.md.
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
    at('packages/testkit/src/matrix/main.ts'),
    ...(database ? ['--database-url', database.url] : []),
    ...rest,
  ]);
} finally {
  await database?.drop();
}
