import {
  ScreeningIncomplete,
  ScreeningInputError,
  type Result,
  type ScreeningOptions,
} from '../model/screening-types.ts';
import type { Screener } from '../model/screener.ts';
import { createIndexScreener } from '../search/index-screener.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { screenInThreads } from '../threads/screen-in-threads.ts';
import type { ScreeningRequest } from '../threads/thread-messages.ts';
import { belowTheLine, type BelowCount } from './below-the-line.ts';
import { widened, withoutExcluded, type Exclusions } from './exclusions.ts';
import { nothingToCompare, hasNothingToCompare, screenHonestly } from './screen-honestly.ts';
import type { ScreenArguments } from './screen-arguments.ts';
import { answerLine, badLine, readQuery, type Answer, type Query, type QueryLine } from './screen-line.ts';

/** One output line; an invalid line has no duration. */
export interface Answered {
  text: string;
  microseconds: number | null;
}

type Lines = AsyncIterable<QueryLine[]>;

/** The bundled code of a screening thread, in the program's folder. */
export const threadScript = new URL('./screening-thread.mjs', import.meta.url);

type Here = Pick<ScreenArguments, 'options' | 'explain' | 'details' | 'excluded' | 'belowFrom'>;

/** Screens the lines in order on the current thread. `counted` is increased by the number of hits below the threshold. */
export async function* answerHere(
  lines: Lines,
  { options, explain, details, excluded, belowFrom }: Here,
  { screener, counted }: { screener: Screener; counted: BelowCount },
): AsyncGenerator<Answered[]> {
  const printing = { explain, details, entities: screener };
  const answer = (line: QueryLine): Answered => {
    const query = readQuery(line, options);
    if ('error' in query) return bad(line, query.error);
    const start = performance.now();
    const answered = screenOrRefuse(() => answerOf(screener, query, { excluded, belowFrom }));
    const microseconds = (performance.now() - start) * 1000;
    if ('error' in answered) return bad(line, answered.error);
    count(counted, answered);
    return { text: answerLine(answered, printing), microseconds };
  };
  for await (const batch of lines) {
    for (let at = 0; at < batch.length; at += 100) yield batch.slice(at, at + 100).map(answer);
  }
}

function answerOf(
  screener: Screener,
  query: Query,
  { excluded, belowFrom }: { excluded: Exclusions; belowFrom: number | null },
): Answer {
  const { subject, options } = query;
  const screen = (applied: ScreeningOptions): Result =>
    withoutExcluded(
      screenHonestly(screener, { subject, options: widened(applied, excluded) }),
      excluded,
      applied.limit,
    );
  const result = screen(options);
  const below = belowFrom === null ? null : belowTheLine(screen, { options, from: belowFrom, above: result });
  return { query, result, below };
}

function count(counted: BelowCount, { below }: Answer): void {
  counted.names += 1;
  if (below === null || below.total === 0) return;
  counted.namesWithHits += 1;
  counted.hits += below.total;
}

/** For output without explanations, which needs no entities. */
const noEntities = { entity: () => null };

/** Like `answerHere`, but on threads that share the snapshot. */
export async function* answerInThreads(
  lines: Lines,
  { options, explain, details, workers, excluded }: ScreenArguments,
  snapshot: Snapshot,
): AsyncGenerator<Answered[]> {
  const printing = { explain, details, entities: explain ? createIndexScreener(snapshot) : noEntities };
  const waiting: { line: QueryLine; query: Query | { error: string } }[] = [];
  async function* questions(): AsyncGenerator<ScreeningRequest> {
    for await (const batch of lines) {
      for (const line of batch) {
        const query = readQuery(line, options);
        waiting.push({ line: { ...line, text: '' }, query });
        if (!('error' in query)) yield { subject: query.subject, options: widened(query.options, excluded) };
      }
    }
  }
  const answerIn = (query: Query, found: Result): Answer => ({
    query,
    result: withoutExcluded(found, excluded, query.options.limit),
    below: null,
  });
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
      yield [
        {
          text: answerLine(answerIn(request.query, answer.result), printing),
          microseconds: answer.elapsedUs,
        },
      ];
  }
  yield [...badOnes()];
}

function bad({ number }: QueryLine, error: string): Answered {
  return { text: badLine(number, error), microseconds: null };
}

function screenOrRefuse(screen: () => Answer): Answer | { error: string } {
  try {
    return screen();
  } catch (error) {
    if (error instanceof ScreeningInputError || error instanceof ScreeningIncomplete)
      return { error: error.message };
    throw error;
  }
}
