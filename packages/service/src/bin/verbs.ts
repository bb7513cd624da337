import {
  completionOf,
  evaluationVerbs,
  screeningVerbs,
  shells,
  UsageError,
  type Verb,
  type VerbGroup,
} from '@countersign/command-line';
import { type Command, type ConfigCommand, done } from './command.ts';
import { installationCommands } from './commands/installation.ts';
import { listenCommands } from './commands/listen.ts';
import { tailCommands } from './commands/logs-tail.ts';
import { listsCommands } from './commands/lists.ts';
import { registriesCommands } from './commands/registries.ts';
import { sandboxCommands } from './commands/sandbox.ts';
import { signingCommands } from './commands/sign.ts';
import { initCommands } from './commands/init.ts';
import { mediaCommands } from './commands/media.ts';
import { sessionApiCommands } from './commands/session-api.ts';
import { installationOptions } from './installation-options.ts';
import { commands } from './run-command.ts';

/** A verb of a program of its own, beside this one in the installation. */
export interface ProgramVerb extends Verb {
  /** File of the program, from the installation's root. */
  program: string;
}

const withOptions = (verbs: readonly ConfigCommand[]): ConfigCommand[] =>
  verbs.map((verb) => ({ ...verb, options: { ...verb.options, ...installationOptions, ...verb.options } }));
const inProgram = (program: string, verbs: readonly Verb[]): ProgramVerb[] =>
  verbs.map((verb) => ({ ...verb, program }));

const completion: ConfigCommand = {
  name: 'completion',
  about: `prints a script that completes commands in a shell: ${shells.join(', ')}`,
  arguments: ['SHELL'],
  options: {},
  example: 'completion bash',
  runAlone: async (_config, { positionals: [given = ''] }) => {
    const shell = shells.find((known) => known === given);
    if (!shell) throw new UsageError(`SHELL: must be one of ${shells.join(', ')}, not ${given}`);
    return done(completionOf(shell, verbs));
  },
};

/** Headings of the help of all commands. */
export const verbGroups: readonly VerbGroup[] = [
  {
    title: 'Service',
    firstWords: [
      'serve',
      'config',
      'doctor',
      'migrate',
      'export',
      'backup',
      'backups',
      'restore',
      'simulator',
      'completion',
    ],
  },
  { title: 'Integrations', firstWords: ['integration', 'keys', 'webhooks'] },
  {
    title: 'Development',
    firstWords: ['init', 'media', 'sign', 'verify', 'listen', 'trigger', 'logs', 'sandbox'],
  },
  { title: 'Sessions', firstWords: ['session', 'statuses', 'hits', 'reports', 'blocklist'] },
  { title: 'Portal', firstWords: ['portal'] },
  { title: 'Operation', firstWords: ['alerts', 'job', 'audit', 'erasures'] },
  { title: 'Watchlists', firstWords: ['lists', 'screen', 'score-pairs', 'replay'] },
  { title: 'Registries', firstWords: ['registries'] },
  {
    title: 'Pictures',
    firstWords: ['compare-faces', 'read-document', 'check-liveness', 'evaluate', 'calibrate'],
  },
];

/** Every verb of the command line, in the order of help. */
export const verbs: readonly (ConfigCommand | Command | ProgramVerb)[] = [
  ...withOptions(installationCommands),
  ...commands,
  ...withOptions([
    ...initCommands,
    ...sessionApiCommands,
    ...mediaCommands,
    ...signingCommands,
    ...listenCommands,
    ...tailCommands,
    ...sandboxCommands,
  ]),
  ...withOptions(listsCommands),
  ...withOptions(registriesCommands),
  ...inProgram('dist/screening.mjs', Object.values(screeningVerbs)),
  ...inProgram('dist/evaluate.mjs', Object.values(evaluationVerbs)),
  completion,
];
