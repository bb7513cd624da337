import type { Shell } from '../../shell.ts';
import type { WebhookFilter } from '../../storage/webhooks.ts';
import { type WebhookType, webhookTypes } from '../../storage/webhook-endpoints.ts';
import { listWebhooks } from '../../usecases/list-webhooks.ts';
import { pauseEndpoint } from '../../usecases/pause-endpoint.ts';
import { replayWebhooks } from '../../usecases/replay-webhooks.ts';
import { resumeEndpoint } from '../../usecases/resume-endpoint.ts';
import { setWebhookUrl } from '../../usecases/set-webhook-url.ts';
import { testWebhook } from '../../usecases/test-webhook.ts';
import {
  type Command,
  type CommandInput,
  type CommandResult,
  done,
  exitCodes,
  identifier,
  notDone,
  optionalText,
  UsageError,
} from '../command.ts';

const actor = 'cli';
const filterOptions = {
  session: { type: 'string' },
  type: { type: 'string' },
  state: { type: 'string' },
  since: { type: 'string' },
  webhook: { type: 'string' },
} as const;
const filterUsage = '[--session SESSION] [--type TYPE] [--state STATE] [--since TIME] [--webhook WEBHOOK]';

/** Verbs on webhooks. */
export const webhookCommands: Command[] = [
  {
    name: 'webhooks list',
    usage: `INTEGRATION ${filterUsage} [--limit N]`,
    about: 'lists recorded webhooks, newest first',
    positionals: 1,
    options: { ...filterOptions, limit: { type: 'string' } },
    run: async (shell, input) => {
      const { webhooks } = await listWebhooks(shell)({ filter: filterOf(input), limit: limitOf(input) });
      return done(
        webhooks.map(({ deliveries, ...webhook }) => ({ ...webhook, deliveries: deliveries.length })),
      );
    },
  },
  {
    name: 'webhooks show',
    usage: 'INTEGRATION WEBHOOK',
    about: 'shows one webhook with every attempt to deliver it',
    positionals: 2,
    options: {},
    run: async (shell, input) => {
      const filter = { integrationId: identifier(input, 0), webhookId: identifier(input, 1) };
      const [found] = (await listWebhooks(shell)({ filter, limit: 1 })).webhooks;
      return found ? done(found) : notDone('unknown-webhook');
    },
  },
  {
    name: 'webhooks endpoints',
    usage: 'INTEGRATION',
    about: 'lists the URLs, whether they are paused or failing, and what waits for them',
    positionals: 1,
    options: {},
    run: async (shell, input) => {
      const { endpoints } = await listWebhooks(shell)({
        filter: { integrationId: identifier(input, 0) },
        limit: 1,
      });
      return done(endpoints);
    },
  },
  {
    name: 'webhooks replay',
    usage: `INTEGRATION ${filterUsage} [--yes]`,
    about: 'counts the finished webhooks that match; with --yes sends them again',
    positionals: 1,
    options: { ...filterOptions, yes: { type: 'boolean' } },
    run: async (shell, input) => {
      const dryRun = input.options['yes'] !== true;
      const replayed = await replayWebhooks(shell)({ filter: filterOf(input), dryRun, actor });
      return done(replayed, dryRun ? 'Nothing was sent. Repeat with --yes to send them.' : undefined);
    },
  },
  {
    name: 'webhooks set-url',
    usage: 'INTEGRATION TYPE URL|none',
    about: `sets or removes the URL of one type: ${webhookTypes.join(', ')}`,
    positionals: 3,
    options: {},
    run: setUrl,
  },
  {
    name: 'webhooks pause',
    usage: 'INTEGRATION TYPE',
    about: 'holds back everything for a URL, for 30 days at most',
    positionals: 2,
    options: {},
    run: async (shell, input) => {
      const { outcome } = await pauseEndpoint(shell)({ ...endpointOf(input), actor });
      return outcome === 'paused' ? done({ outcome }) : notDone(outcome);
    },
  },
  {
    name: 'webhooks resume',
    usage: 'INTEGRATION TYPE',
    about: 'ends a pause, or tries again at once',
    positionals: 2,
    options: {},
    run: async (shell, input) => {
      const resumed = await resumeEndpoint(shell)({ ...endpointOf(input), actor });
      return resumed.outcome === 'resumed' ? done(resumed) : notDone(resumed.outcome);
    },
  },
  {
    name: 'webhooks test',
    usage: 'INTEGRATION decision|event',
    about: 'sends one signed test body with reserved identifiers',
    positionals: 2,
    options: {},
    run: sendTest,
  },
];

async function setUrl(shell: Shell, input: CommandInput): Promise<CommandResult> {
  const text = input.positionals[2] ?? '';
  const set = await setWebhookUrl(shell)({ ...endpointOf(input), url: text === 'none' ? null : text, actor });
  if (set.outcome === 'refused')
    return { exitCode: exitCodes.refused, output: set, note: `refused: ${set.reason}` };
  return set.outcome === 'unknown-integration' ? notDone(set.outcome) : done(set);
}

async function sendTest(shell: Shell, input: CommandInput): Promise<CommandResult> {
  const { integrationId, type } = endpointOf(input);
  if (type !== 'decision' && type !== 'event')
    throw new UsageError('there are test bodies for decision and event');
  const tested = await testWebhook(shell)({ integrationId, type });
  return { exitCode: tested.outcome === 'delivered' ? exitCodes.ok : exitCodes.refused, output: tested };
}

function endpointOf(input: CommandInput): { integrationId: string; type: WebhookType } {
  return { integrationId: identifier(input, 0), type: typeOf(input.positionals[1] ?? '') };
}

function filterOf(input: CommandInput): WebhookFilter {
  const [sessionId, type, state, since, webhookId] = ['session', 'type', 'state', 'since', 'webhook'].map(
    (name) => optionalText(input, name),
  );
  return {
    integrationId: identifier(input, 0),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(type === undefined ? {} : { type: typeOf(type) }),
    ...(state === undefined ? {} : { state: stateOf(state) }),
    ...(since === undefined ? {} : { since: timeOf(since) }),
    ...(webhookId === undefined ? {} : { webhookId }),
  };
}

function typeOf(text: string): WebhookType {
  const type = webhookTypes.find((known) => known === text);
  if (!type) throw new UsageError(`unknown type ${text}; known are ${webhookTypes.join(', ')}`);
  return type;
}

function stateOf(text: string): 'due' | 'delivered' | 'failed' | 'withdrawn' {
  const state = (['due', 'delivered', 'failed', 'withdrawn'] as const).find((known) => known === text);
  if (!state) throw new UsageError('--state is due, delivered, failed or withdrawn');
  return state;
}

function timeOf(text: string): string {
  const time = new Date(text);
  if (Number.isNaN(time.getTime()))
    throw new UsageError(`${text} is not a time; write it as 2026-01-31T12:00:00Z`);
  return time.toISOString();
}

function limitOf(input: CommandInput): number {
  const limit = Number(optionalText(input, 'limit') ?? 50);
  if (!Number.isInteger(limit) || limit < 1 || limit > 10_000)
    throw new UsageError('--limit is a number from 1 to 10000');
  return limit;
}
