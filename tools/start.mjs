// npm start: the whole service on embedded defaults, in this process, so that signals and the exit code need no relay.
import { pathToFileURL } from 'node:url';
import { ensure } from './ensure.mjs';
import { at } from './project.mjs';

await ensure();
process.env.COUNTERSIGN_ENV ??= 'development';
process.argv = [process.execPath, at('dist/countersign.mjs'), 'serve', ...process.argv.slice(2)];
await import(pathToFileURL(at('dist/countersign.mjs')).href);
