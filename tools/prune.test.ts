import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from './project.mjs';
import { superfluous } from './prune.mjs';

const modules = mkdtempSync(path.join(os.tmpdir(), 'countersign-prune-'));
afterAll(() => rmSync(modules, { recursive: true }));
for (const file of [
  'onnxruntime-node/bin/napi-v6/linux/x64/onnx.node',
  'onnxruntime-node/bin/napi-v6/linux/arm64/onnx.node',
  'onnxruntime-node/bin/napi-v6/win32/x64/onnx.node',
  '@img/sharp-linux-x64/sharp.node',
  '@img/sharp-linuxmusl-x64/sharp.node',
  '@img/sharp-wasm32/sharp.node.wasm',
  '@rolldown/binding-linux-x64-gnu/rolldown.node',
  '@rolldown/binding-linux-x64-musl/rolldown.node',
  'lightningcss-linux-x64-musl/lightningcss.node',
  'undici/lib/index.js',
  'undici/lib/index.js.map',
  'undici/lib/types/index.d.mts.map',
  'undici/lib/world.map',
  '@vladmandic/human/LICENSE',
  '@vladmandic/human/package.json',
  '@vladmandic/human/demo/index.js',
  '@vladmandic/human/models/blazeface.bin',
  '@vladmandic/human/models/iris.bin',
]) {
  mkdirSync(path.dirname(path.join(modules, file)), { recursive: true });
  writeFileSync(path.join(modules, file), '');
}

describe('what an install leaves that nothing uses', () => {
  it('are builds for other platforms, source maps and the rest of the packages that models are taken from', () => {
    expect(superfluous(modules, { os: 'linux', cpu: 'x64', libc: 'glibc' }).toSorted()).toEqual([
      '@img/sharp-linuxmusl-x64',
      '@img/sharp-wasm32',
      '@rolldown/binding-linux-x64-musl',
      '@vladmandic/human/demo',
      '@vladmandic/human/models/iris.bin',
      'lightningcss-linux-x64-musl',
      'onnxruntime-node/bin/napi-v6/linux/arm64',
      'onnxruntime-node/bin/napi-v6/win32',
      'undici/lib/index.js.map',
      'undici/lib/types/index.d.mts.map',
    ]);
  });

  it('are the builds for glibc where the C library is musl', () => {
    expect(superfluous(modules, { os: 'linux', cpu: 'arm64', libc: 'musl' })).toEqual([
      'onnxruntime-node/bin/napi-v6/linux/x64',
      'onnxruntime-node/bin/napi-v6/win32',
      '@img/sharp-wasm32',
      '@rolldown/binding-linux-x64-gnu',
      '@vladmandic/human/demo',
      '@vladmandic/human/models/iris.bin',
      'undici/lib/index.js.map',
      'undici/lib/types/index.d.mts.map',
    ]);
  });

  it.runIf(process.platform === 'linux')('is gone here: node_modules takes at most 450 MiB', () => {
    const folder = path.join(root, 'node_modules');
    const installed = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (entry) => !entry.startsWith('@countersign/'),
    );
    let bytes = 0;
    for (const entry of installed) bytes += lstatSync(path.join(folder, entry)).blocks * 512;
    expect(bytes / 2 ** 20).toBeLessThanOrEqual(450);
  });
});
