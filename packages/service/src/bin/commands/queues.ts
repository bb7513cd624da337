import { type CommandInput, isGiven, optionalText, UsageError } from '@countersign/command-line';
import { showQueues } from '../../usecases/operator/show-queues.ts';
import { type Command, done, identifierText, integrationOption } from '../command.ts';
import { limitOf, limitOption } from '../read-options.ts';

const usualMinutes = 15;

const integrationOf = (input: CommandInput): string | null => {
  const text = optionalText(input, 'integration');
  return text === undefined ? null : identifierText(text);
};

/** Verbs for queues. */
export const queueCommands: Command[] = [
  {
    name: 'job queues',
    about: 'counts background jobs by kind: ready, running, scheduled, parked; with the age of the oldest',
    arguments: [],
    options: { integration: integrationOption },
    example: 'job queues',
    run: async (ctx, input) => done(await showQueues(ctx).jobs(integrationOf(input))),
  },
  {
    name: 'webhooks backlog',
    about: 'lists the webhook URLs of all integrations that have waiting webhooks, fail or are paused',
    arguments: [],
    options: {
      integration: integrationOption,
      all: { type: 'boolean', about: 'includes URLs without waiting webhooks' },
      limit: limitOption,
    },
    example: 'webhooks backlog --all',
    run: async (ctx, input) =>
      done(
        await showQueues(ctx).webhooks({
          integrationId: integrationOf(input),
          all: isGiven(input, 'all'),
          limit: limitOf(input),
        }),
      ),
  },
  {
    name: 'session stuck',
    about: 'lists stuck sessions: submitted long ago without a decision, or open after they expired',
    arguments: [],
    options: {
      integration: integrationOption,
      for: {
        type: 'string',
        value: 'TIME',
        about: `least time that a session is stuck, e.g. 90m, 24h, 7d; default ${usualMinutes}m`,
      },
      limit: limitOption,
    },
    example: 'session stuck --for 1h',
    run: async (ctx, input) =>
      done(
        await showQueues(ctx).stuck({
          integrationId: integrationOf(input),
          seconds: secondsOf(input),
          limit: limitOf(input),
        }),
      ),
  },
];

const unitSeconds = { m: 60, h: 3_600, d: 86_400 } as const;

/** @throws UsageError */
function secondsOf(input: CommandInput): number {
  const text = optionalText(input, 'for') ?? `${usualMinutes}m`;
  const [, count, unit] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  if (count === undefined) throw new UsageError(`--for: must be a time such as 90m, 24h or 7d, not ${text}`);
  return Number(count) * unitSeconds[unit as keyof typeof unitSeconds];
}
