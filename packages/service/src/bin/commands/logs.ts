import { type CommandInput, optionalText, UsageError, type Verb } from '@countersign/command-line';
import { endpoints } from '@countersign/contract';
import type { ServiceContext } from '../../context.ts';
import { listRequests } from '../../usecases/request/list-requests.ts';
import { type Command, type CommandResult, done, exampleId, identifier, identifierText } from '../command.ts';
import { limitOf, limitOption, sinceOption, timeOption } from '../read-options.ts';

const routes = [...endpoints.map(({ name }) => name as string), 'none'];

/** Filters of requests; `logs tail` has them too. */
export const requestFilters = {
  status: {
    type: 'string',
    value: 'STATUS',
    about: 'requests with this response status, such as 401, or 2xx, 4xx, 5xx',
  },
  route: {
    type: 'string',
    value: 'ROUTE',
    about: 'requests to one endpoint, e.g. create-session; none: requests to no endpoint',
  },
  session: { type: 'string', value: 'SESSION', about: 'requests about one session' },
  request: { type: 'string', value: 'ID', about: 'the request with this x-request-id' },
  since: { ...sinceOption, about: `answered ${sinceOption.about}` },
} as const satisfies Verb['options'];

/** The verb that lists the request log. */
export const logsCommands: Command[] = [
  {
    name: 'logs list',
    about:
      'lists the API requests of an integration, newest first, with the reason of each rejection; kept for 30 days',
    arguments: ['INTEGRATION'],
    options: { ...requestFilters, limit: limitOption },
    example: `logs list ${exampleId.integration} --status 4xx --since 1h`,
    run: list,
  },
];

async function list(ctx: ServiceContext, input: CommandInput): Promise<CommandResult> {
  const [session, request] = ['session', 'request'].map((name) => optionalText(input, name));
  const filter = {
    integrationId: identifier(input, 0),
    status: statusOf(input),
    route: routeOf(input),
    sessionId: session === undefined ? null : identifierText(session),
    requestId: request === undefined ? null : identifierText(request),
    since: timeOption(input, 'since'),
  };
  return done(await listRequests(ctx)({ filter, limit: limitOf(input) }));
}

/** Validates the filters before anything is opened. @throws UsageError */
export function judgeRequestFilters(input: CommandInput): void {
  statusOf(input);
  routeOf(input);
  timeOption(input, 'since');
}

/** `--status`: a status, the first digit of a class such as `4xx`, or `null`. @throws UsageError */
function statusOf(input: CommandInput): number | null {
  const text = optionalText(input, 'status');
  if (text === undefined) return null;
  const match = /^(?:([1-5])xx|[1-5]\d\d|0)$/.exec(text);
  if (!match) throw new UsageError(`--status: must be a status such as 401, or 4xx, not ${text}`);
  return Number(match[1] ?? text);
}

/** `--route`, or `null`. @throws UsageError */
function routeOf(input: CommandInput): string | null {
  const text = optionalText(input, 'route');
  if (text === undefined || routes.includes(text)) return text ?? null;
  throw new UsageError(`--route: must be one of ${routes.join(', ')}, not ${text}`);
}
