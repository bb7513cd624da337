import { listParkedJobs } from '../../usecases/list-parked-jobs.ts';
import { releaseJob } from '../../usecases/release-job.ts';
import { type Command, done, identifier, notDone, optionalText } from '../command.ts';

/** Verbs on background work. */
export const jobCommands: Command[] = [
  {
    name: 'job list',
    usage: '[--integration INTEGRATION]',
    about: 'lists parked work with its cause',
    positionals: 0,
    options: { integration: { type: 'string' } },
    run: async (shell, input) => {
      const integrationId = optionalText(input, 'integration')?.toLowerCase() ?? null;
      return done(await listParkedJobs(shell)({ integrationId }));
    },
  },
  {
    name: 'job release',
    usage: 'SESSION',
    about: 'puts the parked work of a session back to work',
    positionals: 1,
    options: {},
    run: async (shell, input) => {
      const { outcome } = await releaseJob(shell)({ sessionId: identifier(input, 0) });
      return outcome === 'released' ? done({ outcome }) : notDone(outcome);
    },
  },
];
