import { type WebhookTypeName, webhookTypeNames } from '@countersign/contract';
import { type CommandInput, exitCodes, isGiven, optionalText, UsageError } from '@countersign/command-line';
import type { ServiceContext } from '../../context.ts';
import type { WebhookFilter } from '../../storage/webhook/webhooks.ts';
import { listWebhooks } from '../../usecases/webhook/list-webhooks.ts';
import { pauseEndpoint } from '../../usecases/webhook/pause-endpoint.ts';
import { replayWebhooks } from '../../usecases/webhook/replay-webhooks.ts';
import { resumeEndpoint } from '../../usecases/webhook/resume-endpoint.ts';
import { setWebhookUrl, urlRefusals, type WebhookUrlSet } from '../../usecases/webhook/set-webhook-url.ts';
import { showWebhookBody } from '../../usecases/webhook/show-webhook-body.ts';
import { testWebhook } from '../../usecases/webhook/test-webhook.ts';
import { type Command, type CommandResult, done, exampleId, identifier, notDone } from '../command.ts';
import {
  actorOption,
  historyOptions,
  limitOf,
  limitOption,
  sinceOption,
  timeOption,
} from '../read-options.ts';

const filterOptions = {
  session: { type: 'string', value: 'SESSION', about: 'webhooks of one session' },
  type: { type: 'string', value: 'TYPE', about: `webhooks of one type: ${webhookTypeNames.join(', ')}` },
  state: { type: 'string', value: 'STATE', about: 'due, delivered, failed or withdrawn' },
  since: sinceOption,
  webhook: { type: 'string', value: 'WEBHOOK', about: 'one webhook' },
} as const;

/** Verbs on webhooks. */
export const webhookCommands: Command[] = [
  {
    name: 'webhooks list',
    about: 'lists recorded webhooks, newest first',
    arguments: ['INTEGRATION'],
    options: {
      ...filterOptions,
      limit: limitOption,
    },
    example: `webhooks list ${exampleId.integration} --state failed`,
    run: async (ctx, input) => {
      const { webhooks } = await listWebhooks(ctx)({ filter: filterOf(input), limit: limitOf(input) });
      return done(
        webhooks.map(({ deliveries, ...webhook }) => ({ ...webhook, deliveries: deliveries.length })),
      );
    },
  },
  {
    name: 'webhooks show',
    about: 'prints one webhook with every attempt to deliver it',
    arguments: ['INTEGRATION', 'WEBHOOK'],
    options: { body: { type: 'boolean', about: 'prints the body instead; it holds personal data' } },
    example: `webhooks show ${exampleId.integration} ${exampleId.other}`,
    run: async (ctx, input) => {
      if (isGiven(input, 'body')) return showBody(ctx, input);
      const filter = { integrationId: identifier(input, 0), webhookId: identifier(input, 1) };
      const [found] = (await listWebhooks(ctx)({ filter, limit: 1 })).webhooks;
      return found ? done(found) : notDone('unknown-webhook');
    },
  },
  {
    name: 'webhooks endpoints',
    about: 'lists the URLs with their state and the number of waiting webhooks',
    arguments: ['INTEGRATION'],
    options: {},
    example: `webhooks endpoints ${exampleId.integration}`,
    run: async (ctx, input) => {
      const { endpoints } = await listWebhooks(ctx)({
        filter: { integrationId: identifier(input, 0) },
        limit: 1,
      });
      return done(endpoints);
    },
  },
  {
    name: 'webhooks replay',
    about: 'sends finished webhooks again with --yes; without it, counts those that match',
    arguments: ['INTEGRATION'],
    options: {
      ...filterOptions,
      yes: { type: 'boolean', about: 'sends the webhooks; without it they are only counted' },
      by: historyOptions.by,
    },
    example: `webhooks replay ${exampleId.integration} --since 2027-01-31T08:00:00Z --yes`,
    run: async (ctx, input) => {
      const dryRun = input.options['yes'] !== true;
      const replayed = await replayWebhooks(ctx)({
        filter: filterOf(input),
        dryRun,
        actor: actorOption(input),
      });
      return done(replayed, dryRun ? 'Nothing was sent. Repeat with --yes to send them.' : undefined);
    },
  },
  {
    name: 'webhooks set-url',
    about: `sets or removes the URL of one type: ${webhookTypeNames.join(', ')}`,
    arguments: ['INTEGRATION', 'TYPE', 'URL|none'],
    options: { by: historyOptions.by },
    example: `webhooks set-url ${exampleId.integration} decision https://shop.example.com/webhooks/decision`,
    run: setUrl,
  },
  {
    name: 'webhooks pause',
    about: 'pauses deliveries to a URL for at most 30 days',
    arguments: ['INTEGRATION', 'TYPE'],
    options: { by: historyOptions.by },
    example: `webhooks pause ${exampleId.integration} decision`,
    run: async (ctx, input) => {
      const { outcome } = await pauseEndpoint(ctx)({ ...endpointOf(input), actor: actorOption(input) });
      return outcome === 'paused' ? done({ outcome }) : notDone(outcome);
    },
  },
  {
    name: 'webhooks resume',
    about:
      'ends a pause, or the slowdown after many failures; failed webhooks are sent again at once, at a rising rate',
    arguments: ['INTEGRATION', 'TYPE'],
    options: { by: historyOptions.by },
    example: `webhooks resume ${exampleId.integration} decision`,
    run: async (ctx, input) => {
      const resumed = await resumeEndpoint(ctx)({ ...endpointOf(input), actor: actorOption(input) });
      return resumed.outcome === 'resumed' ? done(resumed) : notDone(resumed.outcome);
    },
  },
  {
    name: 'webhooks test',
    about: 'sends one signed test body with reserved identifiers; TYPE is decision or event',
    arguments: ['INTEGRATION', 'TYPE'],
    options: {},
    example: `webhooks test ${exampleId.integration} decision`,
    run: sendTest,
  },
];

async function showBody(ctx: ServiceContext, input: CommandInput): Promise<CommandResult> {
  const key = { integrationId: identifier(input, 0), webhookId: identifier(input, 1) };
  const shown = await showWebhookBody(ctx)(key);
  if (shown.outcome === 'shown') return done(shown.body);
  if (shown.outcome === 'unknown-webhook') return notDone(shown.outcome);
  return { exitCode: exitCodes.notFound, output: null, note: 'body: erased with its session' };
}

async function setUrl(ctx: ServiceContext, input: CommandInput): Promise<CommandResult> {
  const text = input.positionals[2] ?? '';
  const url = text === 'none' ? null : text;
  const set = await setWebhookUrl(ctx)({ ...endpointOf(input), url, actor: actorOption(input) });
  if (set.outcome === 'refused')
    return { exitCode: exitCodes.rejected, output: set, note: refusalOf(text, set) };
  return set.outcome === 'set' || set.outcome === 'removed' ? done(set) : notDone(set.outcome);
}

/** The settings that would allow the URL. */
const admittedBy: Readonly<Record<string, string>> = {
  scheme: 'WEBHOOK_ALLOW_HTTP',
  port: 'WEBHOOK_ALLOW_PORTS',
  address_denied: 'WEBHOOK_ALLOW_NETWORKS',
};

function refusalOf(url: string, { reason }: Extract<WebhookUrlSet, { outcome: 'refused' }>): string {
  const setting = admittedBy[reason];
  const more = setting === undefined ? '' : `; the setting ${setting} of the service allows more`;
  // Neither a terminal nor a pipeline's log may keep a password in the URL.
  const given = url.replace(/\/\/[^/]*@/u, '//…@');
  return `URL: ${urlRefusals[reason]}, not ${given}${more}`;
}

async function sendTest(ctx: ServiceContext, input: CommandInput): Promise<CommandResult> {
  const { integrationId, type } = endpointOf(input);
  if (type !== 'decision' && type !== 'event')
    throw new UsageError(`type: must be decision or event, not ${type}`);
  const tested = await testWebhook(ctx)({ integrationId, type });
  return { exitCode: tested.outcome === 'delivered' ? exitCodes.done : exitCodes.rejected, output: tested };
}

function endpointOf(input: CommandInput): { integrationId: string; type: WebhookTypeName } {
  return { integrationId: identifier(input, 0), type: typeOf(input.positionals[1] ?? '') };
}

function filterOf(input: CommandInput): WebhookFilter {
  const since = timeOption(input, 'since');
  const [sessionId, type, state, webhookId] = ['session', 'type', 'state', 'webhook'].map((name) =>
    optionalText(input, name),
  );
  return {
    integrationId: identifier(input, 0),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(type === undefined ? {} : { type: typeOf(type) }),
    ...(state === undefined ? {} : { state: stateOf(state) }),
    ...(since === null ? {} : { since }),
    ...(webhookId === undefined ? {} : { webhookId }),
  };
}

function typeOf(text: string): WebhookTypeName {
  const type = webhookTypeNames.find((known) => known === text);
  if (!type) throw new UsageError(`type: must be one of ${webhookTypeNames.join(', ')}, not ${text}`);
  return type;
}

function stateOf(text: string): 'due' | 'delivered' | 'failed' | 'withdrawn' {
  const state = (['due', 'delivered', 'failed', 'withdrawn'] as const).find((known) => known === text);
  if (!state) throw new UsageError(`--state: must be due, delivered, failed or withdrawn, not ${text}`);
  return state;
}
