import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultOptions } from '../src/model/screener.ts';
import { ScreeningInputError } from '../src/model/screening-types.ts';
import { applyDelta } from '../src/search/build/apply-delta.ts';
import { buildSnapshot } from '../src/search/build/build-snapshot.ts';
import { DeltaBuilder } from '../src/search/build/delta-builder.ts';
import { createIndexScreener } from '../src/search/index-screener.ts';
import { searchTables } from '../src/search/words/search-tables.ts';
import { RefusedSnapshot, writeSnapshot } from '../src/snapshot/snapshot-file.ts';
import type { Snapshot } from '../src/snapshot/snapshot.ts';
import { readSnapshotInThread } from '../src/threads/read-snapshot-in-thread.ts';
import { screenInThreads } from '../src/threads/screen-in-threads.ts';
import type { ScreeningRequest, ThreadAnswer } from '../src/threads/thread-messages.ts';
import { RandomLists } from './support/random-lists.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const directory = path.join(root, '.build/screening-threads');
const script = pathToFileURL(path.join(directory, 'screening-thread.mjs'));
const reader = pathToFileURL(path.join(directory, 'snapshot-thread.mjs'));

beforeAll(async () => {
  const { bundle } = (await import(pathToFileURL(path.join(root, 'tools/bundle.mjs')).href)) as {
    bundle(entries: Record<string, string>, outDir: string): Promise<void>;
  };
  const entry = (name: string): string => path.join(root, `packages/screening/src/threads/${name}.ts`);
  const names = ['screening-thread', 'snapshot-thread'];
  await bundle(Object.fromEntries(names.map((name) => [name, entry(name)])), directory);
});

const random = new RandomLists(11);
const entities = random.entities(120);
const snapshot = buildSnapshot(entities, { engine: 'test', sources: [] });
const questions: ScreeningRequest[] = [
  ...Array.from({ length: 320 }, () => random.question(entities)),
  { subject: { name: '???' }, options: defaultOptions },
];

async function answersOf(threads: number): Promise<unknown[]> {
  const answers: unknown[] = [];
  for await (const answer of screenInThreads(snapshot, questions, { threads, script })) {
    answers.push(resultOf(answer));
  }
  return answers;
}

const resultOf = (answer: ThreadAnswer): unknown => ('result' in answer ? answer.result : answer.inputError);

describe('screening on threads', () => {
  test.each([1, 3])('gives with %i threads what one thread gives, in order', async (threads) => {
    const screener = createIndexScreener(snapshot);
    const expected = questions.map(({ subject, options }) => {
      try {
        return screener.screen(subject, options);
      } catch (error) {
        if (error instanceof ScreeningInputError) return error.message;
        throw error;
      }
    });
    expect(await answersOf(threads)).toEqual(expected);
  });

  test('gives the cause in place of a result where a screening reaches its limit of work', async () => {
    const name = entities[0]?.names[0]?.text ?? '';
    const asked = [{ subject: { name }, options: { ...defaultOptions, matchThreshold: 10 } }];
    const causes = [];
    for await (const answer of screenInThreads(snapshot, asked, { threads: 1, script, mostScored: 0.1 }))
      causes.push(answer);
    expect(causes).toEqual([
      {
        inputError:
          'the screening was ended without a result: it takes more work than scoring 0.1 listed names',
      },
    ]);
  });

  test('fails when a thread cannot start', async () => {
    const missing = pathToFileURL(path.join(directory, 'missing.mjs'));
    const answers = screenInThreads(snapshot, questions, { threads: 2, script: missing });
    await expect(answers.next()).rejects.toThrow('missing.mjs');
  });
});

describe('a snapshot that a thread reads', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'screening-threads-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const write = (name: string, written: Snapshot): string => {
    const file = path.join(folder, name);
    writeSnapshot(written, file);
    return file;
  };

  test('comes with the search tables of its words, on request', async () => {
    const file = write('whole', snapshot);
    expect((await readSnapshotInThread(file, reader)).tables).toBeUndefined();
    const { tables } = await readSnapshotInThread(file, reader, { withTables: true });
    expect(tables).toEqual(searchTables(snapshot.sections));
    expect(tables?.letters.token.length).toBeGreaterThan(100);
    expect(tables?.skeletons.letters.buffer).toBeInstanceOf(SharedArrayBuffer);
  });

  test('gives with them what it gives without, under a delta and on further threads too', async () => {
    const base = await readSnapshotInThread(write('base', snapshot), reader, { withTables: true });
    const builder = new DeltaBuilder(base, { mostChanged: 1_000 });
    const changed = [...entities.slice(20), ...new RandomLists(12).entities(10)];
    for (const entity of changed) builder.add(entity);
    const delta = builder.finish({ sources: [] }) as Snapshot;
    const file = write('delta', delta);
    const state = applyDelta(base, await readSnapshotInThread(file, reader, { withTables: true }));
    expect(state.layers.map(({ tables }) => tables !== undefined)).toEqual([true, true]);
    const plain = createIndexScreener(applyDelta(snapshot, delta));
    const screener = createIndexScreener(state);
    const asked = questions.slice(0, 120);
    const answers = [];
    for await (const answer of screenInThreads(state, asked, { threads: 1, script }))
      answers.push(resultOf(answer));
    for (const [at, { subject, options }] of asked.entries()) {
      const expected = plain.screen(subject, options);
      expect(screener.screen(subject, options)).toEqual(expected);
      expect(answers[at]).toEqual(expected);
    }
  });

  test('is refused with what is wrong with the file', async () => {
    const file = path.join(folder, 'damaged');
    writeFileSync(file, 'no snapshot');
    await expect(readSnapshotInThread(file, reader, { withTables: true })).rejects.toThrow(RefusedSnapshot);
  });
});
