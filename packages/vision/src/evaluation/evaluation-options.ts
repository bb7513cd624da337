import {
  formatOf,
  isGiven,
  optionalText,
  UsageError,
  type CommandInput,
  type OutputFormat,
} from '@countersign/command-line';

/** Options of the evaluation commands. */
export interface EvaluationOptions {
  /** Threads that work at the same time; output order and bytes do not depend on it. */
  workers: number;
  /** Directory of operators' models; `null`: the built-in ones alone. */
  models: string | null;
  /** Adds `ms` per stage to every result. */
  timings: boolean;
  /** Writes a last line of statistics to standard error. */
  stats: boolean;
  /** Compares faces below the size floor too. */
  force: boolean;
  /** Adds the text of bar codes without biometric data. */
  raw: boolean;
  /** `YYYY-MM-DD`; `null`: the caller's date. */
  date: string | null;
  /** Parts of `read-document` to run; `null`: all. */
  only: readonly string[] | null;
  /** The document's portrait, of `check-liveness`; `null`: none. */
  portrait: string | null;
  /** Where `calibrate` writes its block; `null`: nowhere. */
  out: string | null;
  /** False-match rates, 0–1, at which `calibrate` places the scores 85 and 80. */
  acceptFmr: number;
  reviewFmr: number;
  /** The truth file of `evaluate`; `null`: of another command. */
  truth: string | null;
  /** Where `evaluate` writes its page; `null`: nowhere. */
  report: string | null;
  /** How `evaluate` prints its rows. */
  format: OutputFormat;
  /** Images named on the command line; empty: a list is read from standard input. */
  images: readonly string[];
}

/** Parts that `--only` may name. */
export const documentParts = ['mrz', 'barcode', 'face', 'printed', 'quality'] as const;

/**
 * The options of any of the commands, checked.
 * @throws UsageError
 */
export function evaluationOptionsOf(input: CommandInput): EvaluationOptions {
  return {
    workers: workersOf(optionalText(input, 'workers') ?? '1'),
    models: optionalText(input, 'models') ?? null,
    timings: isGiven(input, 'timings'),
    stats: isGiven(input, 'stats'),
    force: isGiven(input, 'force'),
    raw: isGiven(input, 'raw'),
    date: dateOf(optionalText(input, 'date')),
    only: partsOf(optionalText(input, 'only')),
    portrait: optionalText(input, 'portrait') ?? null,
    out: optionalText(input, 'out') ?? null,
    acceptFmr: rateOf('accept-fmr', optionalText(input, 'accept-fmr') ?? '0.001'),
    reviewFmr: rateOf('review-fmr', optionalText(input, 'review-fmr') ?? '0.01'),
    truth: optionalText(input, 'truth') ?? null,
    report: optionalText(input, 'report') ?? null,
    format: formatOf(input),
    images: input.positionals,
  };
}

function workersOf(text: string): number {
  if (!/^[1-9]\d?$/.test(text))
    throw new UsageError(`--workers: must be a whole number from 1 to 99, not ${text}`);
  return Number(text);
}

function dateOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text)))
    throw new UsageError(`--date: must be a day, YYYY-MM-DD, not ${text}`);
  return text;
}

function partsOf(text: string | undefined): readonly string[] | null {
  if (text === undefined) return null;
  const only = text.split(',');
  const wrong = only.find((part) => !(documentParts as readonly string[]).includes(part));
  if (wrong !== undefined)
    throw new UsageError(`--only: must be parts of ${documentParts.join(', ')}, not ${wrong}`);
  return only;
}

function rateOf(name: string, text: string): number {
  const rate = Number(text);
  if (text.trim() === '' || !(rate > 0 && rate < 1))
    throw new UsageError(`--${name}: must be a rate above 0 and below 1, not ${text}`);
  return rate;
}
