import { evaluationVerbs, screeningVerbs, type Verb } from '@countersign/command-line';
import type { Command, ConfigCommand } from './command.ts';
import { completionCommands } from './commands/completion.ts';
import { dataSources } from './data-sources.ts';
import { installationOptions } from './installation-options.ts';

/** A verb implemented by a separate program beside this one. */
interface ProgramVerb extends Verb {
  /** The program's file, relative to the installation's root. */
  program: string;
}
/** A verb with its implementation. */
export type AnyVerb = ConfigCommand | Command | ProgramVerb;

const withOptions = (verbs: readonly ConfigCommand[]): ConfigCommand[] =>
  verbs.map((verb) => ({ ...verb, options: { ...verb.options, ...installationOptions, ...verb.options } }));
const inProgram = (program: string, verbs: readonly Verb[]): ProgramVerb[] =>
  verbs.map((verb) => ({ ...verb, program }));

/**
 * Sources of verbs, each loaded when one of its verbs runs: together they import most of the
 * service.
 */
export const verbSources = {
  installation: async () => withOptions((await import('./installation-commands.ts')).installationCommands),
  ...dataSources,
  development: async () => withOptions((await import('./development-commands.ts')).developmentCommands),
  screening: async () => inProgram('dist/screening.mjs', Object.values(screeningVerbs)),
  pictures: async () => inProgram('dist/evaluate.mjs', Object.values(evaluationVerbs)),
  completion: async () => completionCommands,
} satisfies Readonly<Record<string, () => Promise<readonly AnyVerb[]>>>;
