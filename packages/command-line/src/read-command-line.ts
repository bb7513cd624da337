import { helpOfVerb, helpOfVerbs, programName, type VerbGroup } from './help.ts';
import { nearest } from './nearest.ts';
import { parseInput, type CommandInput } from './parse-input.ts';
import { UsageError } from './usage-error.ts';
import type { Verb } from './verb.ts';

/** A program: its verbs, version and help headings. */
export interface Program<V extends Verb> {
  verbs: readonly V[];
  /** Returns the text for `--version`; without it the option does not exist. */
  version?: () => string;
  /** Headings of the overall help. */
  groups?: readonly VerbGroup[] | undefined;
}

/** A command to run, or a text to print instead. */
export type CommandLine<V extends Verb> =
  | { kind: 'run'; verb: V; input: CommandInput; args: readonly string[] }
  | { kind: 'print'; text: string };

const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h';
const print = (text: string): { kind: 'print'; text: string } => ({ kind: 'print', text });
const wordsOf = (name: string): string[] => name.split(' ');

/**
 * Parses a whole command line into a command with its arguments, or into a help text.
 * @throws UsageError for an unknown command, option or number of arguments
 */
export function readCommandLine<V extends Verb>(
  args: readonly string[],
  { verbs, version, groups }: Program<V>,
): CommandLine<V> {
  const [first, ...rest] = args;
  if (first === undefined || isHelp(first)) return print(helpOfVerbs(verbs, groups));
  if (first === '--version' && version !== undefined) return print(`${programName} ${version()}\n`);
  if (first === 'help') return print(helpOf(rest, { verbs, groups }));
  const verb = findVerb(verbs, args);
  if (verb === null) {
    if (args.some(isHelp))
      return print(
        helpOf(
          args.filter((word) => !isHelp(word)),
          { verbs, groups },
        ),
      );
    throw unknownCommand(verbs, args);
  }
  const after = args.slice(wordsOf(verb.name).length);
  const input = parseInput(verb, after);
  return input.options['help'] === true ? print(helpOfVerb(verb)) : { kind: 'run', verb, input, args: after };
}

/** Finds the verb whose words the arguments begin with. */
function findVerb<V extends Verb>(verbs: readonly V[], args: readonly string[]): V | null {
  return verbs.find(({ name }) => wordsOf(name).every((word, index) => args[index] === word)) ?? null;
}

/** @throws UsageError */
function helpOf(
  words: readonly string[],
  { verbs, groups }: Pick<Program<Verb>, 'verbs' | 'groups'>,
): string {
  if (words.length === 0) return helpOfVerbs(verbs, groups);
  const verb = findVerb(verbs, words);
  if (verb !== null) return helpOfVerb(verb);
  const group = groupOf(verbs, words);
  if (words.length > 1 || group.length === 0) throw unknownCommand(verbs, words);
  return helpOfVerbs(group);
}

/** The verbs that share their first word with the arguments. */
const groupOf = (verbs: readonly Verb[], [first = '']: readonly string[]): Verb[] =>
  verbs.filter(({ name }) => name.startsWith(`${first} `));

function unknownCommand(verbs: readonly Verb[], args: readonly string[]): UsageError {
  const option = args.findIndex((word) => word.startsWith('-'));
  if (option === 0)
    return new UsageError(`${args[0]}: must follow a command; "${programName} help" prints all commands`);
  const [first = '', second] = option === -1 ? args : args.slice(0, option);
  const group = groupOf(verbs, [first]).map(({ name }) => `"${name}"`);
  if (second === undefined && group.length > 0)
    return new UsageError(
      `"${first}": must be followed by another word; expected one of: ${group.join(', ')}`,
    );
  const given = [first, second].filter((word) => word !== undefined);
  // A single word is compared with the first words of all commands, including one-word commands.
  const meant =
    nearest(
      given.join(' '),
      verbs.map(({ name }) => name),
    ) ?? nearest(first, [...new Set(verbs.map(({ name }) => wordsOf(name)[0] ?? ''))]);
  const isGroup = group.length > 0;
  const hint =
    meant !== null && meant !== first
      ? `did you mean "${meant}"?`
      : isGroup
        ? `expected one of: ${group.join(', ')}`
        : `"${programName} help" prints all commands`;
  return new UsageError(`unknown command "${isGroup || meant !== null ? given.join(' ') : first}"; ${hint}`);
}
