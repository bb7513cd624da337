import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { realFiles } from '../support/faulty-thread-file.ts';

/** What a bundled file loads or holds, itself or through other files of the bundle: packages and built-in modules. */
function loadedBy(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return new Set();
  seen.add(file);
  const text = fs.readFileSync(file, 'utf8');
  const specifiers = [
    ...text.matchAll(/^(?:import|export)\b[^'"\n]*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/gm),
  ];
  const loaded = specifiers.map(([, fixed, dynamic]) => fixed ?? dynamic ?? '');
  // Every file of a bundle ends so; comments of bundled packages name others.
  const own = loaded.filter((specifier) => specifier.startsWith('.') && specifier.endsWith('.mjs'));
  return new Set([
    ...loaded.filter((specifier) => !specifier.startsWith('.')),
    ...bundledIn(file),
    ...own.flatMap((specifier) => [...loadedBy(path.resolve(path.dirname(file), specifier), seen)]),
  ]);
}

/** Packages whose code lies in a bundled file, by its source map; files that only pass names on have none. */
function bundledIn(file: string): string[] {
  const map = `${file}.map`;
  if (!fs.existsSync(map)) return [];
  const { sources } = JSON.parse(fs.readFileSync(map, 'utf8')) as { sources: string[] };
  return sources.flatMap((source) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? []);
}

const server = path.join(path.dirname(realFiles.entry), 'countersign.mjs');
/** What opens databases, serves requests or reaches the network. */
const foreign = ['pg', '@electric-sql/pglite', 'undici', 'pino', 'jose'];
const visionOnly = ['sharp', 'onnxruntime-node'];

describe('the built program', () => {
  it('has a vision process that loads nothing but its thread pool and the test of its sandbox', () => {
    expect([...loadedBy(realFiles.entry)].toSorted()).toEqual(['node:fs', 'node:net', 'piscina']);
  });

  it('has a vision thread without database, server or outbound requests', () => {
    const loaded = loadedBy(realFiles.thread);
    expect(visionOnly.filter((name) => loaded.has(name))).toEqual(visionOnly);
    expect(foreign.filter((name) => loaded.has(name))).toEqual([]);
    expect([...loaded].filter((name) => /^node:(net|http|https|tls|dgram|dns)\b/.test(name))).toEqual([]);
  });

  it('has a server that opens no picture', () => {
    const loaded = loadedBy(server);
    expect(foreign.filter((name) => loaded.has(name)).length).toBeGreaterThan(3);
    expect(visionOnly.filter((name) => loaded.has(name))).toEqual([]);
  });
});
