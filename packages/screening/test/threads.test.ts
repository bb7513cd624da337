import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { defaultOptions } from '../src/model/screener.ts';
import { ScreeningInputError } from '../src/model/screening-types.ts';
import { buildSnapshot } from '../src/search/build-snapshot.ts';
import { createIndexScreener } from '../src/search/index-screener.ts';
import { screenInThreads } from '../src/threads/screen-in-threads.ts';
import type { ScreeningRequest, ThreadAnswer } from '../src/threads/thread-messages.ts';
import { RandomLists } from './support/random-lists.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const directory = path.join(root, '.build/screening-threads');
const script = pathToFileURL(path.join(directory, 'screening-thread.mjs'));

beforeAll(async () => {
  const { bundle } = (await import(pathToFileURL(path.join(root, 'tools/bundle.mjs')).href)) as {
    bundle(entries: Record<string, string>, outDir: string): Promise<void>;
  };
  const entry = path.join(root, 'packages/screening/src/threads/screening-thread.ts');
  await bundle({ 'screening-thread': entry }, directory);
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
