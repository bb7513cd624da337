import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runtimeClosure } from './checks/runtime-closure.mjs';
import { at } from './project.mjs';

interface Component {
  type: string;
  name: string;
  version: string;
  hashes?: { alg: string; content: string }[];
  licenses?: unknown[];
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;

describe('the bill of materials (S24, S28)', () => {
  it('names every package and model the service runs with, each with its digest', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'countersign-sbom-'));
    const file = path.join(folder, 'bill.json');
    execFileSync(process.execPath, [at('tools/sbom.mjs'), file]);
    const bill = read(file) as {
      bomFormat: string;
      specVersion: string;
      metadata: { component: { name: string } };
      components: Component[];
    };
    rmSync(folder, { recursive: true });
    expect([bill.bomFormat, bill.specVersion, bill.metadata.component.name]).toEqual([
      'CycloneDX',
      '1.5',
      'countersign',
    ]);
    const digested = bill.components.filter(({ hashes = [] }) =>
      hashes.some(({ content }) => content.length >= 64),
    );
    const named = new Set(digested.map(({ name, version }) => `${name}@${version}`));
    const closure = [...runtimeClosure(read(at('package-lock.json'))).keys()];
    expect(closure.length).toBeGreaterThan(20);
    expect(closure.filter((entry) => !named.has(entry))).toEqual([]);
    const models = digested.filter(({ type }) => type === 'machine-learning-model').map(({ name }) => name);
    expect(models.sort()).toEqual(['builtin-detector', 'builtin-face', 'builtin-latin', 'builtin-mesh']);
  });

  it('is refused before a build, and installs and builds nothing', () => {
    const clone = mkdtempSync(path.join(os.tmpdir(), 'countersign-sbom-'));
    cpSync(at('tools'), path.join(clone, 'tools'), { recursive: true });
    for (const file of ['package.json', 'package-lock.json']) cpSync(at(file), path.join(clone, file));
    const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(clone, 'tools/sbom.mjs')], {
      encoding: 'utf8',
    });
    const left = readdirSync(clone).sort();
    rmSync(clone, { recursive: true });
    expect({ status, stdout, stderr, left }).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'packages/vision/models/manifest.json: must exist, because it names the models; run "npm run build" first\n',
      left: ['package-lock.json', 'package.json', 'tools'],
    });
  });
});
