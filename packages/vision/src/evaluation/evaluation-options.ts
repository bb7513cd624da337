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
  /** Images named on the command line; empty: a list is read from standard input. */
  images: readonly string[];
}

/** Parts that `--only` may name. */
export const documentParts = ['mrz', 'barcode', 'face', 'printed', 'quality'] as const;

const defaults: EvaluationOptions = {
  workers: 1,
  models: null,
  timings: false,
  stats: false,
  force: false,
  raw: false,
  date: null,
  only: null,
  portrait: null,
  out: null,
  acceptFmr: 0.001,
  reviewFmr: 0.01,
  images: [],
};

const flags: Readonly<Record<string, Partial<EvaluationOptions>>> = {
  '--timings': { timings: true },
  '--stats': { stats: true },
  '--force': { force: true },
  '--raw': { raw: true },
};

/** What an option's value sets, or the sentence that says what is wrong with it. */
const valued: Readonly<Record<string, (value: string) => Partial<EvaluationOptions> | string>> = {
  '--workers': (value) =>
    /^[1-9]\d?$/.test(value) ? { workers: Number(value) } : '--workers needs a number from 1 to 99',
  '--models': (value) => ({ models: value }),
  '--date': (value) => (isDate(value) ? { date: value } : '--date needs YYYY-MM-DD'),
  '--only': (value) => {
    const only = value.split(',');
    const unknown = only.find((part) => !(documentParts as readonly string[]).includes(part));
    return unknown === undefined ? { only } : `--only knows no ${unknown}`;
  },
  '--portrait': (value) => ({ portrait: value }),
  '--out': (value) => ({ out: value }),
  '--accept-fmr': (value) => rateOf(value, (acceptFmr) => ({ acceptFmr })) ?? '--accept-fmr needs a rate',
  '--review-fmr': (value) => rateOf(value, (reviewFmr) => ({ reviewFmr })) ?? '--review-fmr needs a rate',
};

/** Options that only one command knows. */
const commandOptions: Readonly<Record<string, readonly string[]>> = {
  'compare-faces': ['--force'],
  'read-document': ['--only', '--raw'],
  'check-liveness': ['--portrait'],
  calibrate: ['--out', '--accept-fmr', '--review-fmr', '--force'],
};

/**
 * The options, or the sentence that says what is wrong with them.
 * @param command whose options they are; without it the options of all commands are taken
 */
export function parseEvaluationOptions(
  argv: readonly string[],
  command?: string,
): EvaluationOptions | string {
  const images: string[] = [];
  let options: EvaluationOptions = { ...defaults, images };
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    if (!word.startsWith('--')) {
      images.push(word);
      continue;
    }
    if (!isKnown(word, command)) return `unknown option ${word}`;
    const set = flags[word] ?? valueOf(word, argv[(at += 1)]);
    if (typeof set === 'string') return set;
    options = { ...options, ...set };
  }
  return options;
}

function isKnown(option: string, command: string | undefined): boolean {
  if (!(option in flags) && !(option in valued)) return false;
  if (command === undefined) return true;
  const special = Object.values(commandOptions).some((names) => names.includes(option));
  return !special || (commandOptions[command] ?? []).includes(option);
}

function valueOf(option: string, value: string | undefined): Partial<EvaluationOptions> | string {
  if (value === undefined) return `${option} needs a value`;
  return valued[option]?.(value) ?? `unknown option ${option}`;
}

function isDate(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
}

function rateOf<T>(value: string, use: (rate: number) => T): T | null {
  const rate = Number(value);
  return value.trim() !== '' && rate > 0 && rate < 1 ? use(rate) : null;
}
