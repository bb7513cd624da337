import { parseArgs } from 'node:util';
import { usageOf } from './help.ts';
import { nearest } from './nearest.ts';
import { UsageError } from './usage-error.ts';
import { helpOption, type Verb, type VerbOptions } from './verb.ts';

/** Parsed arguments of one command. */
export interface CommandInput {
  positionals: string[];
  options: Record<string, string | boolean | (string | boolean)[] | undefined>;
}

const optionsOf = (verb: Verb): VerbOptions => ({ ...verb.options, help: helpOption });

/**
 * Parses the arguments that follow a command's name. With `--help`, nothing else is validated.
 * @throws UsageError for an unknown option, a missing required option, a missing, unexpected or repeated value, or a wrong number of
 *   arguments
 */
export function parseInput(verb: Verb, args: readonly string[]): CommandInput {
  const options = optionsOf(verb);
  const { positionals, values, tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(options).map(([name, option]) => [
        name,
        {
          type: option.type,
          ...(name === 'help' && { short: 'h' }),
          ...(option.type === 'string' && option.multiple === true && { multiple: true }),
        },
      ]),
    ),
    allowPositionals: true,
    // In strict mode the error messages name neither the nearest option nor the repeated one.
    strict: false,
    tokens: true,
  });
  if (values['help'] === true) return { positionals, options: { help: true } };
  const seen = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    checkOption(token, options);
    const option = options[token.name];
    const repeatable = option?.type === 'boolean' || option?.multiple === true;
    if (seen.has(token.name) && !repeatable) throw new UsageError(`--${token.name}: must be given once`);
    seen.add(token.name);
  }
  checkCount(verb, positionals);
  const missing = Object.entries(options).find(([name, { need }]) => need === 'required' && !seen.has(name));
  if (missing !== undefined) throw new UsageError(`--${missing[0]}: must be given; usage: ${usageOf(verb)}`);
  return { positionals, options: values };
}

interface OptionToken {
  name: string;
  rawName: string;
  value: string | undefined;
  inlineValue: boolean | undefined;
}

function checkOption({ name, rawName, value, inlineValue }: OptionToken, options: VerbOptions): void {
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (option === undefined) {
    const meant = nearest(name, Object.keys(options));
    throw new UsageError(`unknown option ${rawName}${meant === null ? '' : `; did you mean --${meant}?`}`);
  }
  if (option.type === 'boolean') {
    if (value !== undefined) throw new UsageError(`--${name}: must have no value`);
    return;
  }
  if (value === undefined) throw new UsageError(`--${name}: must have a value, ${option.value}`);
  if (inlineValue !== true && /^-./.test(value))
    throw new UsageError(
      `--${name}: must have a value, ${option.value}; write --${name}=${value} if it is ${value}`,
    );
}

function checkCount(verb: Verb, given: readonly string[]): void {
  const needed = verb.arguments.filter((name) => !name.startsWith('['));
  const most = verb.arguments.some((name) => name.includes('…')) ? Infinity : verb.arguments.length;
  const usage = `usage: ${usageOf(verb)}`;
  const missing = needed[given.length];
  if (missing !== undefined) throw new UsageError(`${missing}: must be given; ${usage}`);
  if (given.length <= most) return;
  const known = verb.arguments.length === 0 ? 'no argument' : `no more than ${verb.arguments.join(' ')}`;
  throw new UsageError(`"${given[most]}": must be left out; ${verb.name} takes ${known}; ${usage}`);
}

/** Returns a text option. @throws UsageError if it is missing or empty */
export function requiredText({ options }: CommandInput, name: string): string {
  const value = options[name];
  if (typeof value !== 'string' || value === '') throw new UsageError(`--${name}: must be given`);
  return value;
}

/** Returns a text option, or `undefined` if it was not given. */
export function optionalText({ options }: CommandInput, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** Returns all values of a repeatable text option. */
export function texts({ options }: CommandInput, name: string): string[] {
  const value = options[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Checks whether a flag was given. */
export function isGiven({ options }: CommandInput, name: string): boolean {
  return options[name] === true;
}
