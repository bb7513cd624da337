import { optionalText } from '@countersign/command-line';
import { listParkedJobs } from '../../usecases/operator/list-parked-jobs.ts';
import { releaseJob } from '../../usecases/operator/release-job.ts';
import { type Command, done, exampleId, identifier, integrationOption, notDone } from '../command.ts';
import { actorOption, historyOptions } from '../read-options.ts';

/** Verbs for background work. */
export const jobCommands: Command[] = [
  {
    name: 'job list',
    about: 'lists parked jobs with their cause',
    arguments: [],
    options: { integration: integrationOption },
    example: 'job list',
    run: async (ctx, input) => {
      const integrationId = optionalText(input, 'integration')?.toLowerCase() ?? null;
      return done(await listParkedJobs(ctx)({ integrationId }));
    },
  },
  {
    name: 'job release',
    about: "requeues a session's parked job",
    arguments: ['SESSION'],
    options: { by: historyOptions.by },
    example: `job release ${exampleId.session}`,
    run: async (ctx, input) => {
      const { outcome } = await releaseJob(ctx)({
        sessionId: identifier(input, 0),
        actor: actorOption(input),
      });
      return outcome === 'released' ? done({ outcome }) : notDone(outcome);
    },
  },
];
