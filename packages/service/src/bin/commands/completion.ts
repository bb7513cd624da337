import { completionOf, shells, UsageError } from '@countersign/command-line';
import { type ConfigCommand, done } from '../command.ts';

/** The verb for shell completion. */
export const completionCommands: readonly ConfigCommand[] = [
  {
    name: 'completion',
    about: `prints a script that completes commands in a shell: ${shells.join(', ')}`,
    arguments: ['SHELL'],
    options: {},
    example: 'completion bash',
    runAlone: async (_config, { positionals: [given = ''] }, verbs) => {
      const shell = shells.find((known) => known === given);
      if (!shell) throw new UsageError(`SHELL: must be one of ${shells.join(', ')}, not ${given}`);
      return done(completionOf(shell, verbs));
    },
  },
];
