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
  /** Number of worker threads; the order and bytes of the output do not depend on it. */
  workers: number;
  /** Directory of operators' models; `null` to use only the built-in ones. */
  models: string | null;
  /** Adds `ms` for each stage to every result. */
  timings: boolean;
  /** Writes a final line of statistics to standard error. */
  stats: boolean;
  /** Also compares faces below the minimum size. */
  force: boolean;
  /** Adds the text of bar codes that contain no biometric data. */
  raw: boolean;
  /** `YYYY-MM-DD`; `null` to use the caller's date. */
  date: string | null;
  /** Parts of `read-document` to run; `null` for all. */
  only: readonly string[] | null;
  /** The document's portrait for `check-liveness`; `null` if there is none. */
  portrait: string | null;
  /** Output file of `calibrate`; `null` if there is none. */
  out: string | null;
  /** False-match rates, 0–1, at which `calibrate` places the scores 85 and 80. */
  acceptFmr: number;
  reviewFmr: number;
  /** The truth file of `evaluate`; `null` for other commands. */
  truth: string | null;
  /** Report file of `evaluate`; `null` if there is none. */
  report: string | null;
  /** Output format of the rows of `evaluate`. */
  format: OutputFormat;
  /** Images named on the command line; if empty, a list is read from standard input. */
  images: readonly string[];
}

/** Valid parts for `--only`. */
export const documentParts = ['mrz', 'barcode', 'face', 'printed', 'quality'] as const;

/** Validates and returns the options of any evaluation command. @throws UsageError */
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
