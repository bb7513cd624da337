/** Options of the evaluation commands. */
export interface EvaluationOptions {
  /** Inputs worked on at the same time; output order and bytes do not depend on it. */
  workers: number;
  /** Adds `ms` per stage to every result. */
  timings: boolean;
  /** Writes a last line of statistics to standard error. */
  stats: boolean;
  /** Compares faces below the size floor too. */
  force: boolean;
  /** `YYYY-MM-DD`; `null`: the caller's date. */
  date: string | null;
  /** Parts of `read-document` to run; `null`: all. */
  only: readonly string[] | null;
  /** Images named on the command line; empty: a list is read from standard input. */
  images: readonly string[];
}

/** Parts that `--only` may name. */
export const documentParts = ['mrz', 'barcode', 'face', 'printed', 'quality'] as const;

const flags = { '--timings': 'timings', '--stats': 'stats', '--force': 'force' } as const;
const date = /^\d{4}-\d{2}-\d{2}$/;

/** The options, or the sentence that says what is wrong with them. */
export function parseEvaluationOptions(argv: readonly string[]): EvaluationOptions | string {
  const images: string[] = [];
  const options = { workers: 1, timings: false, stats: false, force: false };
  const values = { date: null as string | null, only: null as string[] | null };
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    if (word in flags) options[flags[word as keyof typeof flags]] = true;
    else if (!word.startsWith('--')) images.push(word);
    else {
      at += 1;
      const problem = setValue(word, argv[at], { options, values });
      if (problem !== null) return problem;
    }
  }
  return { ...options, ...values, images };
}

function setValue(
  option: string,
  value: string | undefined,
  {
    options,
    values,
  }: { options: { workers: number }; values: { date: string | null; only: string[] | null } },
): string | null {
  if (value === undefined) return `${option} needs a value`;
  if (option === '--workers') {
    options.workers = Number(value);
    return Number.isInteger(options.workers) && options.workers > 0
      ? null
      : '--workers needs a number from 1';
  }
  if (option === '--date') {
    values.date = value;
    return date.test(value) ? null : '--date needs YYYY-MM-DD';
  }
  if (option === '--only') {
    values.only = value.split(',');
    const unknown = values.only.find((part) => !(documentParts as readonly string[]).includes(part));
    return unknown === undefined ? null : `--only knows no ${unknown}`;
  }
  return `unknown option ${option}`;
}
