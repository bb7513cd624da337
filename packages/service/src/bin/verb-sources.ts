import { evaluationVerbs, screeningVerbs, type Verb } from '@countersign/command-line';
import type { Command, ConfigCommand } from './command.ts';
import { dataSources } from './data-sources.ts';
import { installationOptions } from './installation-options.ts';

/** A verb of a program of its own, beside this one in the installation. */
interface ProgramVerb extends Verb {
  /** File of the program, from the installation's root. */
  program: string;
}
/** A verb with what carries it out. */
export type AnyVerb = ConfigCommand | Command | ProgramVerb;

const withOptions = (verbs: readonly ConfigCommand[]): ConfigCommand[] =>
  verbs.map((verb) => ({ ...verb, options: { ...verb.options, ...installationOptions, ...verb.options } }));
const inProgram = (program: string, verbs: readonly Verb[]): ProgramVerb[] =>
  verbs.map((verb) => ({ ...verb, program }));

/**
 * Where verbs come from, in the order of help. A source is loaded when one of its verbs runs: together they import most of the
 * service.
 */
export const verbSources = {
  installation: async () => withOptions((await import('./commands/installation.ts')).installationCommands),
  ...dataSources,
  init: async () => withOptions((await import('./commands/init.ts')).initCommands),
  sessionApi: async () => withOptions((await import('./commands/session-api.ts')).sessionApiCommands),
  media: async () => withOptions((await import('./commands/media.ts')).mediaCommands),
  signing: async () => withOptions((await import('./commands/sign.ts')).signingCommands),
  listen: async () => withOptions((await import('./commands/listen.ts')).listenCommands),
  tail: async () => withOptions((await import('./commands/logs-tail.ts')).tailCommands),
  sandbox: async () => withOptions((await import('./commands/sandbox.ts')).sandboxCommands),
  lists: async () => withOptions((await import('./commands/lists.ts')).listsCommands),
  registries: async () => withOptions((await import('./commands/registries.ts')).registriesCommands),
  screening: async () => inProgram('dist/screening.mjs', Object.values(screeningVerbs)),
  pictures: async () => inProgram('dist/evaluate.mjs', Object.values(evaluationVerbs)),
  completion: async () => (await import('./commands/completion.ts')).completionCommands,
} satisfies Readonly<Record<string, () => Promise<readonly AnyVerb[]>>>;
