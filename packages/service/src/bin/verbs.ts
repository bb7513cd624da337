import { evaluationVerbs, screeningVerbs, type Verb } from '@countersign/command-line';
import type { ConfigCommand } from './command.ts';
import { installationCommands } from './commands/installation.ts';
import { listsCommands } from './commands/lists.ts';
import { registriesCommands } from './commands/registries.ts';
import { installationOptions } from './installation-options.ts';
import { commands } from './run-command.ts';

/** A verb of a program of its own, beside this one in the installation. */
export interface ProgramVerb extends Verb {
  /** File of the program, from the installation's root. */
  program: string;
}

const withOptions = (verbs: readonly ConfigCommand[]): ConfigCommand[] =>
  verbs.map((verb) => ({ ...verb, options: { ...verb.options, ...installationOptions } }));
const inProgram = (program: string, verbs: readonly Verb[]): ProgramVerb[] =>
  verbs.map((verb) => ({ ...verb, program }));

/** Every verb of the command line, in the order of help. */
export const verbs = [
  ...withOptions(installationCommands),
  ...commands,
  ...withOptions(listsCommands),
  ...withOptions(registriesCommands),
  ...inProgram('dist/screening.mjs', Object.values(screeningVerbs)),
  ...inProgram('dist/evaluate.mjs', Object.values(evaluationVerbs)),
] as const;
