import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../src/runtime/config-error.ts';
import { armFailpoints, failpoint, failpoints } from '../../src/runtime/failpoint.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const shipped = path.join(root, 'dist');
const testBundle = path.join(root, '.build/test-bundle/countersign.mjs');

const filesBelow = (directory: string, wanted: RegExp): string[] =>
  fs
    .readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => wanted.test(file))
    .map((file) => path.join(directory, file));

const textOf = (files: readonly string[]) => files.map((file) => fs.readFileSync(file, 'utf8')).join('\n');

/** A bundle's text with that of every chunk it leads to: chunks of earlier builds lie beside them. */
function reachable(file: string, seen = new Set<string>()): string {
  if (seen.has(file)) return '';
  seen.add(file);
  const text = fs.readFileSync(file, 'utf8');
  const chunks = [...text.matchAll(/["'](\.{1,2}\/[\w./-]+\.mjs)["']/g)].map(([, to = '']) =>
    path.resolve(path.dirname(file), to),
  );
  return [
    text,
    ...chunks.filter((chunk) => fs.existsSync(chunk)).map((chunk) => reachable(chunk, seen)),
  ].join('\n');
}

/** Names by how often `await failpoint('…')` stands in the source. */
const placed = (): string[] => {
  const source = textOf(filesBelow(path.join(root, 'packages/service/src'), /\.ts$/));
  return [...source.matchAll(/^\s*await failpoint\('([a-z-]+)'\);$/gm)].map(([, name = '']) => name);
};

describe('failpoints', () => {
  it('are in the source once each', () => {
    expect(placed().toSorted()).toEqual([...failpoints].toSorted());
  });

  it('have a test each that kills, stops or fails the service there', () => {
    const tests = textOf(
      filesBelow(path.join(root, 'packages/testkit/test'), /faults-[a-z]+(?:\.nightly)?\.test\.ts$/),
    );
    expect(failpoints.filter((name) => !new RegExp(`['"]${name}[@='"]`).test(tests))).toEqual([]);
  });

  it('are not in the shipped bundle, neither their names nor what they do (S26)', () => {
    const bundles = fs
      .readdirSync(shipped)
      .filter((name) => name.endsWith('.mjs'))
      .map((name) => reachable(path.join(shipped, name)))
      .join('\n');
    expect(bundles).toContain('countersign');
    expect(
      [...failpoints, 'SIGSTOP'].filter(
        (word) => bundles.includes(`'${word}'`) || bundles.includes(`"${word}"`),
      ),
    ).toEqual([]);
    expect(bundles.length).toBeGreaterThan(1_000_000);
    expect(reachable(testBundle)).toMatch(/["']session-inserted["']/);
  });

  it.each([
    [
      'the test bundle in production',
      testBundle,
      'production',
      /must not be set in production: it is for tests/,
    ],
    [
      'the shipped one in production',
      path.join(shipped, 'countersign.mjs'),
      'production',
      /must not be set in production: it is for tests/,
    ],
    [
      'the shipped one in development',
      path.join(shipped, 'countersign.mjs'),
      'development',
      /was built without them/,
    ],
    ['the test bundle with an unknown name', testBundle, 'unknown', /must be name=action/],
  ])('armed, %s does not start (S26)', (_, program, environment, reason) => {
    const { status, stderr } = spawnSync(process.execPath, [program, 'serve'], {
      env: {
        PATH: process.env['PATH'],
        COUNTERSIGN_ENV: environment === 'unknown' ? 'development' : environment,
        COUNTERSIGN_FAILPOINTS: environment === 'unknown' ? 'no-such-place=kill' : 'session-inserted=kill',
        DATA_DIR: path.join(root, '.build/never-made'),
      },
      encoding: 'utf8',
    });
    expect([status, reason.test(stderr)]).toEqual([6, true]);
    expect(fs.existsSync(path.join(root, '.build/never-made'))).toBe(false);
  });

  it('do what is armed, in the passage that is meant, and nothing otherwise', async () => {
    armFailpoints('job-claimed=error@2, session-inserted=delay:30');
    await failpoint('job-claimed');
    await expect(failpoint('job-claimed')).rejects.toThrow('failpoint job-claimed');
    await failpoint('job-claimed');
    const start = performance.now();
    await failpoint('session-inserted');
    expect(performance.now() - start).toBeGreaterThanOrEqual(25);
    armFailpoints(null);
    await failpoint('job-claimed');
  });

  it.each([
    'session-inserted',
    'session-inserted=explode',
    'session-inserted=kill@0',
    'nowhere=kill',
    'job-claimed=delay',
  ])('refuse %j', (text) => {
    expect(() => armFailpoints(text)).toThrow(ConfigError);
  });
});
