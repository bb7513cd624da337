// npm start: the whole service on embedded defaults, in this process, so that signals and the exit code need no relay.
import './script-help.mjs';
import { pathToFileURL } from 'node:url';
import { ensure } from './ensure.mjs';
import { at } from './project.mjs';

const watchMs = 500;

// npm sends SIGTERM to the shell between it and this process, which does not forward it: the shell's death must serve as the signal.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGTERM'), watchMs).unref();
}

await ensure();
process.env.COUNTERSIGN_ENV ??= 'development';
process.argv = [process.execPath, at('dist/countersign.mjs'), 'serve', ...process.argv.slice(2)];
await import(pathToFileURL(at('dist/countersign.mjs')).href);
