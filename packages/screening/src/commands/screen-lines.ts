import { ScreeningIncomplete, ScreeningInputError, type Result } from '../model/screening-types.ts';
import type { Screener } from '../model/screener.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { screenInThreads } from '../threads/screen-in-threads.ts';
import type { ScreeningRequest } from '../threads/thread-messages.ts';
import { nothingToCompare, hasNothingToCompare, screenHonestly } from './screen-honestly.ts';
import type { ScreenArguments } from './screen-arguments.ts';
import { answerLine, badLine, readQuery, type Query, type QueryLine } from './screen-line.ts';

/** One line of the output; no time for a bad line. */
export interface Answered {
  text: string;
  microseconds: number | null;
}

type Lines = AsyncIterable<QueryLine[]>;

/** The code of a screening thread, beside the program. */
export const threadScript = new URL('./screening-thread.mjs', import.meta.url);

/** Answers in the order of the lines, made on this thread. */
export async function* answerHere(
  lines: Lines,
  { options, explain }: Pick<ScreenArguments, 'options' | 'explain'>,
  screener: Screener,
): AsyncGenerator<Answered[]> {
  const answer = (line: QueryLine): Answered => {
    const query = readQuery(line, options);
    if ('error' in query) return bad(line, query.error);
    const start = performance.now();
    const result = screenOrRefuse(() => screenHonestly(screener, query));
    const microseconds = (performance.now() - start) * 1000;
    return 'error' in result
      ? bad(line, result.error)
      : { text: answerLine(query.id, result, explain), microseconds };
  };
  for await (const batch of lines) {
    for (let at = 0; at < batch.length; at += 100) yield batch.slice(at, at + 100).map(answer);
  }
}

/** The same, made on threads that share the snapshot. */
export async function* answerInThreads(
  lines: Lines,
  { options, explain, workers }: ScreenArguments,
  snapshot: Snapshot,
): AsyncGenerator<Answered[]> {
  const waiting: { line: QueryLine; query: Query | { error: string } }[] = [];
  async function* questions(): AsyncGenerator<ScreeningRequest> {
    for await (const batch of lines) {
      for (const line of batch) {
        const query = readQuery(line, options);
        waiting.push({ line: { ...line, text: '' }, query });
        if (!('error' in query)) yield { subject: query.subject, options: query.options };
      }
    }
  }
  function* badOnes(): Generator<Answered> {
    for (let first = waiting[0]; first !== undefined && 'error' in first.query; first = waiting[0]) {
      waiting.shift();
      yield bad(first.line, first.query.error);
    }
  }
  for await (const answer of screenInThreads(snapshot, questions(), {
    threads: workers,
    script: threadScript,
  })) {
    yield [...badOnes()];
    const request = waiting.shift();
    if (request === undefined || 'error' in request.query) throw new Error('an answer without a request');
    if ('inputError' in answer) yield [bad(request.line, answer.inputError)];
    else if (hasNothingToCompare(request.query, answer.result)) yield [bad(request.line, nothingToCompare)];
    else
      yield [{ text: answerLine(request.query.id, answer.result, explain), microseconds: answer.elapsedUs }];
  }
  yield [...badOnes()];
}

function bad({ number }: QueryLine, error: string): Answered {
  return { text: badLine(number, error), microseconds: null };
}

function screenOrRefuse(screen: () => Result): Result | { error: string } {
  try {
    return screen();
  } catch (error) {
    if (error instanceof ScreeningInputError || error instanceof ScreeningIncomplete)
      return { error: error.message };
    throw error;
  }
}
