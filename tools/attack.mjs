// npm run attack [-- --only WORDS --seconds N --url URL --json FILE --engine postgres]: attacks an instance of the service on this
// machine's loopback interface and reports what held. See docs/guides/attack.md.
import './script-help.mjs';
import { bundle } from './bundle.mjs';
import { ensure } from './ensure.mjs';
import { at, run } from './project.mjs';
import { readEngine } from './read-engine.mjs';

const outDir = '.build/attack';
const entries = {
  attack: at('packages/testkit/src/attack/main.ts'),
  'attack-child': at('packages/testkit/src/attack/child.ts'),
};

const { engine, rest } = readEngine(process.argv.slice(2));
await ensure();
await bundle(entries, at(outDir));
const database =
  engine === 'postgres' ? await (await import('../bench/database.mjs')).createDatabase() : null;
try {
  process.exitCode = await run(process.execPath, [
    at(outDir, 'attack.mjs'),
    '--executable',
    at('bin/countersign'),
    '--child',
    at(outDir, 'attack-child.mjs'),
    ...(database ? ['--database-url', database.url] : []),
    ...rest,
  ]);
} finally {
  await database?.drop();
}
