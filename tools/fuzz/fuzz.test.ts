import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lineOf, readCorpus, writeCorpus } from './corpus.mjs';
import { fuzzTarget } from './fuzz-target.mjs';
import { countersName, instrument } from './instrument.mjs';

/** Takes longer than it adds to the result: `npm run test:nightly`. */
const byNight = (tests: () => void): void => {
  if (process.env['NIGHTLY'] === '1') tests();
};

/** Targets with a fault that the fuzzer must find, and one without. */
const planted = {
  nested: `export const seeds = ['aaaaaaaa'];
    export function fuzz(input) {
      if (input[0] === 0x50) if (input[1] === 0x4c) if (input[2] === 0x41) if (input[3] === 0x4e) throw new Error('planted');
    }`,
  word: `export const seeds = ['a'];
    export function fuzz(input) {
      const text = input.toString('latin1');
      if (text.startsWith('constant-of-the-program')) if (text.endsWith('>')) throw new TypeError('planted');
    }`,
  slow: `export const seeds = ['ab'];
    export const budget = { baseMs: 20, perByteUs: 2 };
    export function fuzz(input) {
      let pairs = 0;
      for (const a of input) for (const b of input) if (a === b) pairs += Math.sqrt(a * b + pairs) > 1e9 ? 1 : 0.5;
      return void pairs;
    }`,
  endless: `export const seeds = ['aaaa'];
    export function fuzz(input) {
      if (input[0] === 0x45) if (input[1] === 0x4e) while (true) input[2] += 1;
    }`,
  asynchronous: `export const seeds = ['aaaa'];
    export async function fuzz(input) {
      await null;
      if (input[0] === 0x41) if (input[1] === 0x53) throw new Error('planted later');
    }`,
  sound: `export const seeds = ['aaaa'];
    export function fuzz(input) {
      for (const byte of input) if (byte > 0x60) if (byte < 0x64) continue; else if (byte === 0x7a) break;
    }`,
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'fuzz-test-'));
  for (const [name, text] of Object.entries(planted)) writeFileSync(path.join(folder, `${name}.ts`), text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Stops when the fault is found, or after this many seconds, which are generous for a busy machine. */
const fuzz = (name: keyof typeof planted, seconds = 4, hangMs = 60_000) =>
  fuzzTarget(
    { name, file: path.join(folder, `${name}.ts`), folder: path.join(folder, 'products') },
    { seconds, hangMs, seed: 7, inputs: [Buffer.from('aaaaaaaa')] },
  );

describe('the fuzzer', () => {
  it('finds a fault behind conditions that no single change satisfies, and shortens the input', async () => {
    const { findings } = await fuzz('nested', 8);
    expect(findings.map(({ detail, input }) => [detail.split('\n')[0], input.toString()])).toEqual([
      ['Error: planted', 'PLAN'],
    ]);
  });

  byNight(() => {
    it('tries the text constants of the program', async () => {
      const { findings } = await fuzz('word', 8);
      expect(findings[0]?.input.toString()).toBe('constant-of-the-program>');
    });
  });

  byNight(() => {
    it('finds an input whose time grows with the square of its size', async () => {
      const { findings } = await fuzz('slow', 8);
      expect(findings.map(({ kind }) => kind)).toEqual(['slow']);
    });
  });

  it('ends an input that never finishes, reports it, and continues', async () => {
    const { findings, inputs } = await fuzz('endless', 6, 3000);
    expect(findings.map(({ kind }) => kind)).toEqual(['hang']);
    expect(findings[0]?.input.toString('latin1', 0, 2)).toBe('EN');
    expect(inputs.length).toBeGreaterThan(0);
  });

  it('waits for a target that answers later', async () => {
    const { findings } = await fuzz('asynchronous', 6);
    expect(findings.map(({ detail }) => detail.split('\n')[0])).toEqual(['Error: planted later']);
  });

  it('finds nothing where nothing is wrong, and keeps the fewest inputs that reach every branch', async () => {
    const { findings, inputs, branches, allBranches } = await fuzz('sound', 3);
    expect(findings).toEqual([]);
    expect(branches).toBe(allBranches);
    expect(inputs.length).toBeLessThan(60);
  });
});

describe('instrumented programs', () => {
  it('do what they did, and count every branch taken', async () => {
    const source = `
      export function f(n) {
        const g = (x) => ({ x }), h = (x) => x > 2 ? x : -x;
        let out = [g(n).x, h(n), n && n + 1, n ?? 7];
        if (n > 1) out.push('more'); else out.push('less');
        for (let i = 0; i < 2; i++) out.push(i);
        do out.push('do'); while (false);
        for (const k in { a: 1 }) out.push(k);
        switch (n) { case 1: out.push('one'); break; default: out.push('other'); }
        try { null.x } catch { out.push('caught') }
        return out;
      }`;
    const { code, branches } = instrument(source);
    const load = (text: string): Promise<{ f: (n: number) => unknown[] }> =>
      import(/* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`);
    const [plain, counted] = await Promise.all([load(source), load(code)]);
    const counters = Reflect.get(globalThis, countersName) as Uint8Array;
    counters.fill(0);
    for (const n of [0, 1, 3, undefined as never]) expect(counted.f(n)).toEqual(plain.f(n));
    expect(branches).toBe(15);
    expect([...counters.subarray(0, branches)].filter((count) => count === 0)).toEqual([]);
  });
});

describe('a corpus', () => {
  it('is text that gives the same bytes again, shortest first', () => {
    const inputs = [
      Buffer.from('long enough'),
      Buffer.from([0, 0x7f, 0x80, 0xff, 0x22, 0x5c, 0x0a]),
      Buffer.alloc(0),
    ];
    const file = path.join(folder, 'corpus', 'x.jsonl');
    writeCorpus(file, inputs);
    expect(readCorpus(file)).toEqual([inputs[2], inputs[0], inputs[1]]);
    expect(inputs.map(lineOf).every((line) => /^[\x20-\x7e]*$/.test(line))).toBe(true);
  });
});
