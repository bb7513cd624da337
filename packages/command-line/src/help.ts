import { argumentNotes } from './argument-notes.ts';
import { exitCodeSummary } from './exit-codes.ts';
import { helpOption, type Flag, type TextOption, type Verb } from './verb.ts';

/** The program's name as users type it. */
export const programName = 'countersign';

const spelling = (name: string, option: Flag | TextOption): string =>
  option.type === 'boolean' ? `--${name}` : `--${name} ${option.value}`;

/** The usage line: the command with its arguments and options; optional parts are in `[…]`. */
export function usageOf(verb: Verb): string {
  const options = Object.entries(verb.options).map(([name, option]) => {
    const repeated = option.type === 'string' && option.multiple === true ? ' …' : '';
    return { need: option.need, text: `${spelling(name, option)}${repeated}` };
  });
  const choices = options.filter(({ need }) => need === 'choice').map(({ text }) => text);
  return [
    programName,
    verb.name,
    ...verb.arguments,
    ...options.filter(({ need }) => need === 'required').map(({ text }) => text),
    ...(choices.length > 0 ? [`(${choices.join(' | ')})`] : []),
    ...options.filter(({ need }) => need === undefined).map(({ text }) => `[${text}]`),
  ].join(' ');
}

/** Describes the arguments whose placeholder is not self-explanatory. */
function helpOfArguments({ arguments: placeholders, notes }: Verb): string {
  const names = [...new Set(placeholders.map((each) => each.replace(/^\[|(?: …)?\]$/g, '')))];
  const noted = names.flatMap((name) => {
    const note = notes?.[name] ?? argumentNotes[name];
    return note === undefined ? [] : [{ name, note }];
  });
  if (noted.length === 0) return '';
  const width = Math.max(...noted.map(({ name }) => name.length));
  return `Arguments:\n${noted.map(({ name, note }) => `  ${name.padEnd(width)}  ${note}\n`).join('')}\n`;
}

/** Help for one command: usage, purpose, arguments, all options, an example and the exit codes. */
export function helpOfVerb(verb: Verb): string {
  const options = Object.entries({ ...verb.options, help: helpOption });
  const width = Math.max(...options.map(([name, option]) => spelling(name, option).length));
  const lines = options.map(
    ([name, option]) => `  ${spelling(name, option).padEnd(width)}  ${option.about}\n`,
  );
  return [
    `Usage: ${usageOf(verb)}\n\n${verb.about}\n\n${helpOfArguments(verb)}Options:\n`,
    ...lines,
    `\nExample:\n  ${programName} ${verb.example}\n\nExit codes: ${exitCodeSummary}.\n`,
  ].join('');
}

/** A heading in the overall help, and the first words of the commands listed under it. */
export interface VerbGroup {
  title: string;
  firstWords: readonly string[];
}

/** Help for several commands: the name and purpose of each, grouped under headings if there are any. */
export function helpOfVerbs(verbs: readonly Verb[], groups: readonly VerbGroup[] = []): string {
  const width = Math.max(...verbs.map(({ name }) => name.length));
  const lineOf = ({ name, about }: Verb) => `  ${name.padEnd(width)}  ${about}\n`;
  const isBelow = ({ firstWords }: VerbGroup, { name }: Verb) =>
    firstWords.includes(name.split(' ')[0] ?? name);
  const others = verbs.filter((verb) => !groups.some((group) => isBelow(group, verb)));
  return [
    `Usage: ${programName} COMMAND [ARGUMENTS] [OPTIONS]\n\n`,
    ...groups.flatMap((group) => [
      `${group.title}\n`,
      ...verbs.filter((verb) => isBelow(group, verb)).map(lineOf),
      '\n',
    ]),
    ...others.map(lineOf),
    `${others.length > 0 ? '\n' : ''}"${programName} COMMAND --help" and "${programName} help COMMAND" print options and an example.\n`,
    `"${programName} --version" prints the version.\n`,
    `Exit codes: ${exitCodeSummary}.\n`,
  ].join('');
}
