import { complaintOf, exitCodes, render, UsageError } from '@countersign/command-line';
import { writeFile } from 'node:fs/promises';
import { runCheckLiveness } from '../check-liveness-command.ts';
import { runCompareFaces } from '../compare-faces-command.ts';
import type { EvaluationOptions } from '../evaluation-options.ts';
import type { EvaluationIo, ExitCode } from '../evaluation-run.ts';
import { runQuietly, type QuietRun } from '../quiet-run.ts';
import { runReadDocument } from '../read-document-command.ts';
import { reportPage } from '../report/report-page.ts';
import { measureRows } from './measure-rows.ts';
import {
  judgeDocument,
  type DocumentAnswer,
  type FilmOutcome,
  type Outcomes,
  type PairOutcome,
} from './outcomes.ts';
import { readTruth, type Truth, type TruthFilm, type TruthPair } from './read-truth.ts';

/**
 * `evaluate --truth FILE`: reads the documents, compares the pairs and examines the films listed in a truth file, and prints how often
 * each result was right, with 95 % limits; `--report FILE` also writes a page about it.
 * @returns the exit code: 0 all processed, 1 could not run, 2 some inputs invalid
 * @throws UsageError without a usable truth file
 */
export async function runEvaluate(options: EvaluationOptions, io: EvaluationIo): Promise<ExitCode> {
  if (options.truth === null) throw new UsageError('--truth: must be given');
  const truth = await readTruth(options.truth);
  const outcomes = await outcomesOf(truth, options, io);
  if (outcomes === null) return exitCodes.failure;
  io.stdout.write(render(measureRows(outcomes), options.format));
  if (options.report !== null) {
    const today = options.date ?? io.today;
    await writeFile(options.report, await reportPage(outcomes, { title: options.truth, today }));
  }
  if (outcomes.bad > 0)
    io.stderr.write(
      complaintOf(`inputs: must be files that can be read; ${outcomes.bad} could not be worked on`),
    );
  return outcomes.bad > 0 ? exitCodes.usage : exitCodes.done;
}

/** Runs the three commands one after the other; `null` if one cannot run. */
async function outcomesOf(
  truth: Truth,
  options: EvaluationOptions,
  io: EvaluationIo,
): Promise<Outcomes | null> {
  const answers = async <Answer>(run: ListedRun): Promise<Answer[] | null> => {
    if (run.inputs.length === 0) return [];
    const taken: Answer[] = [];
    const { inputs, ...rest } = run;
    const quiet: QuietRun = {
      ...rest,
      lines: inputs.map((input) => `${JSON.stringify(input)}\n`),
      take: (text) => taken.push(JSON.parse(text) as Answer),
      progress: { label: run.label, total: inputs.length },
    };
    return (await runQuietly(quiet, options, io)) === exitCodes.failure ? null : taken;
  };
  const documents = await answers<Answered<DocumentAnswer>>({
    name: 'read-document',
    command: runReadDocument,
    label: 'Documents',
    inputs: truth.documents.map(({ images }) => ({ images })),
  });
  const pairs = await answers<Answered<PairAnswer>>({
    name: 'compare-faces',
    command: runCompareFaces,
    label: 'Pairs',
    inputs: truth.pairs.map(({ a, b }) => ({ a, b })),
  });
  const films = await answers<Answered<FilmAnswer>>({
    name: 'check-liveness',
    command: runCheckLiveness,
    label: 'Selfies and films',
    inputs: truth.liveness.map(({ images, steps, at }) => ({ images, steps, at })),
  });
  if (documents === null || pairs === null || films === null) return null;
  const all = [...documents, ...pairs, ...films];
  return {
    fields: truth.documents.flatMap((document, index) => judgeDocument(document, documents[index] ?? {})),
    pairs: truth.pairs.map((pair, index) => pairOutcome(pair, pairs[index] ?? {})),
    films: truth.liveness.map((film, index) => filmOutcome(film, films[index] ?? {})),
    models: [...new Set(pairs.flatMap(({ model }) => model ?? []))],
    bad: all.filter(({ error }) => error !== undefined).length,
  };
}

/** A command, and the lines of its list before serialisation. */
interface ListedRun extends Pick<QuietRun, 'name' | 'command'> {
  label: string;
  inputs: readonly object[];
}

/** An answer, or a sentence about what is wrong with the input. */
type Answered<Answer> = Partial<Answer> & { error?: string };

interface PairAnswer {
  distance: number | null;
  score: number | null;
  reason: string | null;
  model: string;
}

function pairOutcome(pair: TruthPair, answer: Answered<PairAnswer>): PairOutcome {
  const { distance = null, score = null } = answer;
  return { pair, distance, score, reason: answer.reason ?? answer.error ?? null };
}

interface FilmAnswer {
  evidence: { code: string }[];
  examined: string;
  challenge: { followed: boolean } | null;
}

function filmOutcome(film: TruthFilm, answer: Answered<FilmAnswer>): FilmOutcome {
  return {
    film,
    examined: (answer.examined ?? 'none') !== 'none',
    signs: [...new Set((answer.evidence ?? []).map(({ code }) => code))],
    followed: film.steps.length === 0 ? null : (answer.challenge?.followed ?? null),
  };
}
