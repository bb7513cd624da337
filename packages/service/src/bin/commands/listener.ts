import { texts, type CommandInput, UsageError } from '@countersign/command-line';
import type { ServiceContext } from '../../context.ts';
import {
  closeListener,
  collectDueWebhooks,
  openListener,
  settleForwarded,
} from '../../usecases/webhook/listen-to-webhooks.ts';
import { type Command, type CommandResult, done, exampleId, identifier, notDone } from '../command.ts';
import { timeOption } from '../read-options.ts';

const actor = 'cli';

/** Steps of the verb `listen` that run in the process with the database. They are not verbs themselves. */
export const listenerSteps: Command[] = [
  {
    name: 'listener open',
    about: 'begins to record every type of webhook',
    arguments: ['INTEGRATION'],
    options: {},
    example: `listener open ${exampleId.integration}`,
    run: async (ctx, input) => {
      const opened = await openListener(ctx)({ integrationId: identifier(input, 0), actor });
      return opened.outcome === 'listening'
        ? done({ ...opened, integrationId: identifier(input, 0) })
        : notDone(opened.outcome);
    },
  },
  {
    name: 'listener hear',
    about: 'returns the webhooks that became due',
    arguments: ['INTEGRATION'],
    options: {
      since: { type: 'string', value: 'TIME', need: 'required', about: 'due at or after' },
      except: { type: 'string', value: 'KEY', multiple: true, about: 'received before' },
    },
    example: `listener hear ${exampleId.integration} --since 2027-01-31T12:00:00Z`,
    run: collectDue,
  },
  {
    name: 'listener settle',
    about: 'records an answer',
    arguments: ['INTEGRATION', 'WEBHOOK'],
    options: { failed: { type: 'boolean', about: 'the response status was not 2xx' } },
    example: `listener settle ${exampleId.integration} ${exampleId.other}`,
    run: async (ctx, input) => {
      const key = { integrationId: identifier(input, 0), webhookId: identifier(input, 1) };
      await settleForwarded(ctx)({ ...key, delivered: input.options['failed'] !== true });
      return done({ outcome: 'settled' });
    },
  },
  {
    name: 'listener close',
    about: 'ends the recording of types without a URL',
    arguments: ['INTEGRATION'],
    options: {},
    example: `listener close ${exampleId.integration}`,
    run: async (ctx, input) => {
      await closeListener(ctx)({ integrationId: identifier(input, 0), actor });
      return done({ outcome: 'closed' });
    },
  },
];

async function collectDue(ctx: ServiceContext, input: CommandInput): Promise<CommandResult> {
  const since = timeOption(input, 'since');
  if (since === null) throw new UsageError('--since: must be given');
  const known = new Set(texts(input, 'except'));
  return done(await collectDueWebhooks(ctx)({ integrationId: identifier(input, 0), since, known }));
}
