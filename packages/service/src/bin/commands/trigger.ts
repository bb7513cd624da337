import { exitCodes, type CommandInput, UsageError } from '@countersign/command-line';
import type { ServiceContext } from '../../context.ts';
import { fixtureEvents } from '../../usecases/webhook/fixture-events.ts';
import { triggerWebhook } from '../../usecases/webhook/trigger-webhook.ts';
import { type Command, type CommandResult, exampleId, identifier, notDone } from '../command.ts';

const names = Object.keys(fixtureEvents);

/** The verb that sends fixture events. */
export const triggerCommands: Command[] = [
  {
    name: 'trigger',
    about: `sends a webhook about an invented person and waits for the answer; test integrations only; EVENT is ${names.join(', ')}`,
    arguments: ['INTEGRATION', 'EVENT'],
    options: {},
    example: `trigger ${exampleId.integration} decision.approved`,
    run: trigger,
  },
];

const refusals: Readonly<Record<string, string>> = {
  'live-integration':
    'INTEGRATION: must be a test integration; "webhooks test" sends a body of reserved identifiers',
  'no-url': 'the type has no URL: "webhooks set-url" sets one, and "listen" receives all types without one',
};

async function trigger(ctx: ServiceContext, input: CommandInput): Promise<CommandResult> {
  const event = input.positionals[1] ?? '';
  if (!names.includes(event)) throw new UsageError(`EVENT: must be one of ${names.join(', ')}, not ${event}`);
  const triggered = await triggerWebhook(ctx)({ integrationId: identifier(input, 0), event, actor: 'cli' });
  if (!('webhookId' in triggered)) {
    const note = refusals[triggered.outcome];
    return note === undefined
      ? notDone(triggered.outcome)
      : { exitCode: exitCodes.rejected, output: null, note };
  }
  const { outcome } = triggered;
  if (outcome === 'delivered' || outcome === 'listening')
    return { exitCode: exitCodes.done, output: triggered };
  const note =
    outcome === 'failed'
      ? 'It is retried like any other webhook; "webhooks show" prints every attempt.'
      : 'No delivery was attempted within 15 seconds: the URL is paused, deliveries are slowed down after failures, or no worker is running.';
  return { exitCode: exitCodes.rejected, output: triggered, note };
}
