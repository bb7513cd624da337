/** Reads a specimen inside a thread of a process without network, disk writes and environment; prints what was read. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread, Worker } from 'node:worker_threads';
import { drawCard, inventPerson } from '@countersign/specimens';
import sharp from 'sharp';
import { openTextEngine } from '../src/printed/open-text-engine.ts';

const bundle = fileURLToPath(import.meta.url);

async function read(): Promise<void> {
  const person = inventPerson(3, { culture: 'mx' });
  const { png } = await drawCard({ kind: 'mx-ine-front', person, portraitSeed: 3 });
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  const engine = await openTextEngine({ nativeCommand: null });
  const raster = { width: info.width, height: info.height, channels: 1 as const, data };
  const words = await engine.read(raster, { languages: ['spa'], mode: 'sparse', patience: 20 });
  console.log([engine.name, ...words.map(({ text }) => text)].join(' '));
  await engine.close();
}

if (!isMainThread) await read();
else if (process.argv.includes('inside')) {
  const thread = new Worker(bundle);
  thread.on('error', () => (process.exitCode = 1));
} else {
  const deny = path.join(path.resolve(bundle, '../..'), 'packages/vision/test/deny-network.cjs');
  const child = spawnSync(process.execPath, ['--require', deny, bundle, 'inside'], {
    env: {},
    encoding: 'utf8',
  });
  process.stdout.write(child.stdout);
  process.stderr.write(child.stderr);
  process.exitCode = child.status ?? 1;
}
