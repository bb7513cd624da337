import { exitCodes } from '@countersign/command-line';
import { ScreeningInputError, type Trace } from '../model/screening-types.ts';
import { NotReplayable, replay } from '../score/hits/replay.ts';
import { entityOfRecord } from './entity-of-record.ts';
import { createOutput, readLines } from './line-stream.ts';
import type { ScreeningCommand } from './score-pairs.ts';
import { subjectOfRecord } from './subject-of-record.ts';

const mostLineBytes = 1024 * 1024;

/** The result for one line. `same` is false and `trace` missing if the trace cannot be reproduced; `error` then has the reason. */
type Replayed =
  | { same: true }
  | { same: false; trace: Trace }
  | { same: false; error: string }
  | { error: string };

function traceOfRecord(value: unknown): Trace {
  const trace = value as Partial<Trace> | null;
  const fine =
    typeof trace === 'object' &&
    trace !== null &&
    typeof trace.engine === 'string' &&
    typeof trace.listedName === 'string' &&
    Array.isArray(trace.steps);
  if (!fine) throw new ScreeningInputError('trace: must be an object with engine, listedName and steps');
  return trace as Trace;
}

function replayLine(line: string | null): Replayed {
  if (line === null) return { error: 'the line is too long' };
  try {
    const record: unknown = JSON.parse(line);
    if (typeof record !== 'object' || record === null) return { error: 'the line is not a JSON object' };
    const { query, entity, trace } = record as { query?: unknown; entity?: unknown; trace?: unknown };
    const stored = traceOfRecord(trace);
    const made = replay(stored, subjectOfRecord(query), entityOfRecord(entity));
    return JSON.stringify(made) === JSON.stringify(stored) ? { same: true } : { same: false, trace: made };
  } catch (error) {
    if (error instanceof NotReplayable) return { same: false, error: error.message };
    if (error instanceof SyntaxError) return { error: 'the line is not JSON' };
    if (error instanceof ScreeningInputError) return { error: error.message };
    throw error;
  }
}

/**
 * `replay`: reproduces the trace of stored hits from query and entity, one JSON object per line, in input order. Exit code 0 if every
 * trace is the same, 1 if one differs or cannot be reproduced, 2 if a line could not be read.
 */
export const replayTraces: ScreeningCommand = async (_, { input, output, complain }) => {
  const out = createOutput(output);
  let bad = 0;
  let different = 0;
  for await (const lines of readLines(input, mostLineBytes)) {
    const results = lines.map(({ number, text }) => {
      const result = replayLine(text);
      if (!('same' in result)) {
        bad += 1;
        if (bad <= 10) complain(`line ${String(number)}: ${result.error}`);
      } else if (!result.same) different += 1;
      return JSON.stringify(result);
    });
    if (results.length > 0) await out.write(`${results.join('\n')}\n`);
  }
  if (bad > 0) return exitCodes.usage;
  return different > 0 ? exitCodes.failure : exitCodes.done;
};
