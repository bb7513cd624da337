import { complaintOf, exitCodes } from '@countersign/command-line';
import { writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { runCompareFaces } from './compare-faces-command.ts';
import type { EvaluationOptions } from './evaluation-options.ts';
import { linesOf, parseLine, type EvaluationIo, type ExitCode } from './evaluation-run.ts';
import {
  calibrationOf,
  equalErrorPoint,
  equalErrorRate,
  pairsNeeded,
  pointAtFmr,
  reportedRates,
  shortage,
  type LabelledDistances,
  type OperatingPoint,
} from './pair-statistics.ts';
import { runQuietly } from './quiet-run.ts';

/** The measured pairs; only distances are kept, no descriptors. */
interface MeasuredPairs extends LabelledDistances {
  same: number[];
  other: number[];
  /** Number of pairs without a distance, by reason code. */
  notCompared: Record<string, number>;
  /** Number of lines that do not name a pair. */
  bad: number;
  model: string | null;
}

/**
 * `calibrate`: reads a list of `{"a", "b", "same"}` from standard input, with pictures of consenting people. Prints error rates with 95 %
 * limits, and with `--out FILE` writes the table that places the scores 85 and 80 at the chosen false-match rates.
 * @returns the exit code: 0 all processed, 1 could not run or create the table, 2 some inputs invalid
 */
export async function runCalibrate(options: EvaluationOptions, io: EvaluationIo): Promise<ExitCode> {
  const pairs = await measurePairs(options, io);
  if (pairs === null) return exitCodes.failure;
  const rates = { accept: options.acceptFmr, review: options.reviewFmr };
  if (pairs.same.length === 0 || pairs.other.length === 0) {
    for (const line of missingPairs(pairs, rates.accept)) io.stderr.write(complaintOf(line));
    return exitCodes.failure;
  }
  const table = calibrationOf(pairs, rates);
  io.stdout.write(`${JSON.stringify({ ...reportOf(pairs), calibration: tableEntry(table), rates })}\n`);
  if (typeof table === 'string') {
    io.stderr.write(complaintOf(table));
    return exitCodes.failure;
  }
  if (options.out !== null)
    await writeFile(options.out, `${JSON.stringify(blockOf(pairs, table, rates), null, 2)}\n`);
  return pairs.bad > 0 ? exitCodes.usage : exitCodes.done;
}

/** Describes what is missing if one of the groups is empty, one line each. */
function missingPairs({ same, other }: LabelledDistances, accept: number): string[] {
  const least = pairsNeeded(accept);
  return [
    ...(same.length === 0 ? ['pairs of the same person: must be at least 1, not 0; 1 is missing'] : []),
    ...(other.length < least ? [shortage(other.length, accept)] : []),
  ];
}

/** Compares the pairs like `compare-faces`; `null` if that could not run. */
async function measurePairs(options: EvaluationOptions, io: EvaluationIo): Promise<MeasuredPairs | null> {
  const pairs: MeasuredPairs = { same: [], other: [], notCompared: {}, bad: 0, model: null };
  const labels = new Map<number, boolean>();
  const exitCode = await runQuietly(
    {
      name: 'compare-faces',
      command: runCompareFaces,
      lines: labelledLines(io.stdin, { labels, pairs }),
      take: (text) => addAnswer(text, { labels, pairs }),
      progress: { label: 'Pairs' },
    },
    options,
    io,
  );
  return exitCode === exitCodes.failure ? null : pairs;
}

interface Labelling {
  labels: Map<number, boolean>;
  pairs: MeasuredPairs;
}

/** The list in the form that `compare-faces` reads; the label of each line is stored under its number. */
async function* labelledLines(stdin: Readable, { labels, pairs }: Labelling): AsyncGenerator<string> {
  for await (const numbered of linesOf(stdin)) {
    const { a, b, same } = parseLine(numbered)?.members ?? {};
    if (typeof same === 'boolean') {
      labels.set(numbered.line, same);
      yield `${JSON.stringify({ id: numbered.line, a, b })}\n`;
    } else pairs.bad += 1;
  }
}

function addAnswer(text: string, { labels, pairs }: Labelling): void {
  const answer = JSON.parse(text) as {
    id: number;
    distance?: number | null;
    reason?: string | null;
    model?: string;
  };
  const same = labels.get(answer.id);
  labels.delete(answer.id);
  if (answer.model !== undefined) pairs.model = answer.model;
  if (typeof answer.distance === 'number') (same ? pairs.same : pairs.other).push(answer.distance);
  else if (typeof answer.reason === 'string') {
    pairs.notCompared[answer.reason] = (pairs.notCompared[answer.reason] ?? 0) + 1;
  } else pairs.bad += 1;
}

function reportOf(pairs: MeasuredPairs): Record<string, unknown> {
  const { same, other, notCompared, bad, model } = pairs;
  return {
    model,
    pairs: { same: same.length, other: other.length, notCompared, bad },
    eer: equalErrorRate(pairs),
    atFmr: reportedRates.map((fmr) => ({ requested: fmr, ...(pointAtFmr(pairs, fmr) ?? unknownPoint) })),
  };
}

const unknownPoint: { [Name in keyof OperatingPoint]: null } = { threshold: null, tpr: null, fmr: null };

function tableEntry(table: ReturnType<typeof calibrationOf>): unknown {
  return typeof table === 'string' ? null : table;
}

/** The calibration block for the slot's declaration. */
function blockOf(
  pairs: MeasuredPairs,
  calibration: ReturnType<typeof calibrationOf>,
  rates: { accept: number; review: number },
): Record<string, unknown> {
  return {
    calibration,
    measured: {
      model: pairs.model,
      samePairs: pairs.same.length,
      otherPairs: pairs.other.length,
      eer: equalErrorPoint(pairs).rate,
      acceptFmr: rates.accept,
      reviewFmr: rates.review,
    },
  };
}
