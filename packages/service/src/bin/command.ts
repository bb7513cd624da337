import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Shell } from '../shell.ts';

/** What the program ends with. */
export const exitCodes = {
  ok: 0,
  /** An unexpected failure; details are on standard error. */
  failed: 1,
  /** The command line was not understood. */
  usage: 2,
  /** The service's rules refuse it, e.g. a sixth key. */
  refused: 3,
  /** No such integration, key, session or webhook. */
  unknown: 4,
  /** The data directory is in use, or the database is away. */
  unavailable: 5,
  /** The configuration is not valid. */
  configuration: 6,
} as const;

/** Arguments of one command after parsing. */
export interface CommandInput {
  positionals: string[];
  options: Record<string, string | boolean | (string | boolean)[] | undefined>;
}

/** What a command says: `output` as JSON with `--json`, else laid out for reading; `note` goes to people only. */
export interface CommandResult {
  exitCode: number;
  output: unknown;
  note?: string;
}

/** One verb of the operator's command line; runs in the serving process or on its own, with the same effect. */
export interface Command {
  /** As typed, e.g. `keys add`. */
  name: string;
  /** Arguments as help shows them. */
  usage: string;
  about: string;
  /** Number of positional arguments. */
  positionals: number;
  options: NonNullable<ParseArgsConfig['options']>;
  run(shell: Shell, input: CommandInput): Promise<CommandResult>;
}

/** The command line is not right; the message says how. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** Options every command takes. */
export const commonOptions = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  'data-dir': { type: 'string' },
  'database-url': { type: 'string' },
} as const satisfies ParseArgsConfig['options'];

/** @throws UsageError */
export function parseInput(
  { name, options, positionals: count, usage }: Omit<Command, 'run' | 'about'>,
  args: string[],
): CommandInput {
  const config = {
    args,
    options: { ...commonOptions, ...options },
    allowPositionals: true,
    strict: true,
  } as const;
  const parsed = parseOrExplain(config);
  if (parsed.positionals.length !== count && parsed.options['help'] !== true) {
    throw new UsageError(`usage: countersign ${name} ${usage}`.trim());
  }
  return parsed;
}

function parseOrExplain(config: ParseArgsConfig): CommandInput {
  try {
    const { positionals, values } = parseArgs(config);
    return { positionals, options: values };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** A text option. @throws UsageError when it is missing */
export function requiredText({ options }: CommandInput, name: string): string {
  const value = options[name];
  if (typeof value !== 'string' || value === '') throw new UsageError(`--${name} is needed`);
  return value;
}

/** A text option, or `undefined`. */
export function optionalText({ options }: CommandInput, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** All values of a repeatable text option. */
export function texts({ options }: CommandInput, name: string): string[] {
  const value = options[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Splits `name=value`. @throws UsageError */
export function pair(text: string): [name: string, value: string] {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`expected name=value, not ${text}`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** The n-th positional as a lower-case UUID. @throws UsageError */
export function identifier({ positionals }: CommandInput, index: number): string {
  return identifierText(positionals[index] ?? '');
}

/** A lower-case UUID. @throws UsageError */
export function identifierText(given: string): string {
  const text = given.toLowerCase();
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text))
    throw new UsageError(`${text} is not an identifier`);
  return text;
}

export const done = (output: unknown, note?: string): CommandResult => ({
  exitCode: exitCodes.ok,
  output,
  ...(note === undefined ? {} : { note }),
});

/** Turns the outcome of a use case that did not do it into an exit code. */
export function notDone(outcome: string): CommandResult {
  const exitCode = outcome.startsWith('unknown-') ? exitCodes.unknown : exitCodes.refused;
  return { exitCode, output: { outcome }, note: outcome.replaceAll('-', ' ') };
}
