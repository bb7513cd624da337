// npm run dev: the service, built again and started again whenever a source changes.
import './script-help.mjs';
import { spawn } from 'node:child_process';
import { existsSync, watch } from 'node:fs';
import { buildService, bundledPackages, ensure } from './ensure.mjs';
import { at } from './project.mjs';

const quietMs = 150;
let service = null;
let timer = null;
let turn = Promise.resolve();

function launch() {
  const env = { COUNTERSIGN_ENV: 'development', ...process.env };
  service = spawn(process.execPath, ['--enable-source-maps', at('dist/countersign.mjs'), 'serve'], {
    stdio: 'inherit',
    env,
  });
}

const ended = (child) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', resolve));

async function stop(signal = 'SIGTERM') {
  if (!service) return;
  service.kill(signal);
  await ended(service);
}

async function restart() {
  try {
    await buildService();
  } catch (error) {
    // The old version keeps running until the sources build again.
    console.error(`Build failed: ${error.message}`);
    return;
  }
  await stop();
  launch();
}

await ensure();
launch();
const watched = [...bundledPackages.map((name) => at('packages', name, 'src')), at('apps/flow')];
for (const directory of watched) {
  if (!existsSync(directory)) continue;
  watch(directory, { recursive: true }, (_event, file) => {
    if (!file || !/\.(tsx?|sql|css|html)$/.test(file) || file.endsWith('.test.ts')) return;
    clearTimeout(timer);
    timer = setTimeout(() => void (turn = turn.then(restart)), quietMs);
  });
}
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => void stop(signal).then(() => process.exit(0)));
}
