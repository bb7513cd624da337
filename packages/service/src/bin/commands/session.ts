import { type CommandInput, exitCodes, isGiven, optionalText, UsageError } from '@countersign/command-line';
import { Problem, type SessionStatus, sessionStatuses } from '@countersign/contract';
import type { ServiceContext } from '../../context.ts';
import { operatorCaller } from '../../usecases/operator/operator-caller.ts';
import { StaleCaller } from '../../usecases/session/caller.ts';
import { deleteSession } from '../../usecases/session/delete-session.ts';
import { switchMonitoring } from '../../usecases/watchlist/switch-monitoring.ts';
import { reviewSession } from '../../usecases/operator/review-session.ts';
import { showSession } from '../../usecases/operator/show-session.ts';
import { listSessions } from '../../usecases/operator/list-sessions.ts';
import { noteSession } from '../../usecases/operator/note-session.ts';
import {
  type Command,
  type CommandResult,
  done,
  exampleId,
  identifier,
  identifierText,
  integrationOption,
  notDone,
} from '../command.ts';
import {
  actorOption,
  historyOptions,
  limitOf,
  limitOption,
  noteOption,
  noteText,
  operatorOption,
  sinceOption,
  timeOption,
} from '../read-options.ts';

/** Verbs for sessions. */
export const sessionCommands: Command[] = [
  {
    name: 'session list',
    about: 'lists sessions, newest first; prints no personal data',
    arguments: [],
    options: {
      integration: integrationOption,
      status: { type: 'string', value: 'STATUS', about: `one of ${sessionStatuses.join(', ')}` },
      since: { ...sinceOption, about: `created ${sinceOption.about}` },
      held: { type: 'boolean', about: 'only sessions on legal hold' },
      limit: limitOption,
    },
    example: 'session list --status review --since 24h',
    run: async (ctx, input) => {
      const integration = optionalText(input, 'integration');
      const filter = {
        integrationId: integration === undefined ? null : identifierText(integration),
        status: statusOf(optionalText(input, 'status')),
        since: timeOption(input, 'since'),
        held: isGiven(input, 'held'),
      };
      const sessions = await listSessions(ctx)({ filter, limit: limitOf(input) });
      return done(sessions);
    },
  },
  {
    name: 'session show',
    about:
      'prints the findings of a session: pictures, sources, faces, signs, links, registries; no values read from documents',
    arguments: ['INTEGRATION', 'SESSION'],
    options: {},
    example: `session show ${exampleId.integration} ${exampleId.session}`,
    run: async (ctx, input) => {
      const shown = await showSession(ctx)({
        integrationId: identifier(input, 0),
        sessionId: identifier(input, 1),
      });
      return shown.outcome === 'shown' ? done(shown.session) : notDone(shown.outcome);
    },
  },
  {
    name: 'session review',
    about: 'decides a session in manual review (code 9121)',
    arguments: ['INTEGRATION', 'SESSION'],
    options: {
      approve: { type: 'boolean', need: 'choice', about: 'approves the session' },
      decline: { type: 'string', value: 'CODE', need: 'choice', about: 'declines it with a reason code' },
      'ask-again': {
        type: 'string',
        value: 'CODE',
        need: 'choice',
        about: 'requests a new attempt with a reason code',
      },
      ...historyOptions,
    },
    example: `session review ${exampleId.integration} ${exampleId.session} --decline 102`,
    run: async (ctx, input) => {
      const reviewed = await reviewSession(ctx)({
        integrationId: identifier(input, 0),
        sessionId: identifier(input, 1),
        ...verdictOf(input),
        note: noteOption(input),
        actor: actorOption(input),
      });
      return reviewed.outcome === 'reviewed' ? done(reviewed) : notDone(reviewed.outcome);
    },
  },
  {
    name: 'session note',
    about: 'adds a note to the history of a session; "audit list --notes" prints notes',
    arguments: ['INTEGRATION', 'SESSION', 'TEXT'],
    options: { by: historyOptions.by },
    example: `session note ${exampleId.integration} ${exampleId.session} "Called the client" --by ada`,
    run: async (ctx, input) => {
      const { outcome } = await noteSession(ctx)({
        integrationId: identifier(input, 0),
        sessionId: identifier(input, 1),
        note: noteText(input.positionals[2] ?? ''),
        actor: actorOption(input),
      });
      return outcome === 'noted' ? done({ outcome }) : notDone(outcome);
    },
  },
  {
    name: 'session erase',
    about: 'deletes a session like DELETE /sessions/{sessionId}, without its limits; a job erases all of it',
    arguments: ['INTEGRATION', 'SESSION'],
    options: {
      yes: { type: 'boolean', about: 'confirms the deletion; without it nothing is deleted' },
      by: historyOptions.by,
    },
    example: `session erase ${exampleId.integration} ${exampleId.session} --yes --by ada`,
    run: erase,
  },
  {
    name: 'session monitor',
    about: 'switches the ongoing watchlist monitoring of a screened session',
    arguments: ['INTEGRATION', 'SESSION'],
    options: {
      enable: { type: 'boolean', need: 'choice', about: 'screens the session again and monitors it' },
      disable: { type: 'boolean', need: 'choice', about: 'ends the monitoring' },
      by: historyOptions.by,
    },
    example: `session monitor ${exampleId.integration} ${exampleId.session} --enable`,
    run: async (ctx, input) => {
      const { enable = false, disable = false } = input.options;
      if (enable === disable) throw new UsageError('must be given: one of --enable, --disable');
      const { outcome } = await switchMonitoring(ctx)({
        integrationId: identifier(input, 0),
        sessionId: identifier(input, 1),
        status: enable ? 'enabled' : 'disabled',
        actor: actorOption(input),
      });
      return outcome === 'enabled' || outcome === 'disabled' ? done({ outcome }) : notDone(outcome);
    },
  },
];

const refusals: Readonly<Record<string, string>> = {
  'status-change-refused':
    'session: must not be on legal hold; release it with "session release" once the reason is gone',
  'session-being-processed': 'session: must be decided first; it is being processed',
  'session-not-completed': 'session: must be decided first; it waits for a review',
};

async function erase(ctx: ServiceContext, input: CommandInput): Promise<CommandResult> {
  const [integrationId, sessionId] = [identifier(input, 0), identifier(input, 1)];
  const caller = await operatorCaller(ctx, { integrationId, operator: operatorOption(input) });
  if (!caller) return notDone('unknown-integration');
  if (!isGiven(input, 'yes'))
    return done(
      { outcome: 'not-deleted', sessionId },
      'Nothing was deleted. Repeat with --yes to delete the session permanently.',
    );
  try {
    await deleteSession(ctx)({ caller, sessionId });
    return done({ outcome: 'deleted', sessionId });
  } catch (error) {
    if (error instanceof StaleCaller)
      return { exitCode: exitCodes.rejected, output: null, note: 'integration: must be active' };
    if (!(error instanceof Problem)) throw error;
    if (error.problem === 'not-found') return notDone('unknown-session');
    return { exitCode: exitCodes.rejected, output: null, note: refusals[error.problem] ?? error.message };
  }
}

/** @throws UsageError */
function statusOf(text: string | undefined): SessionStatus | null {
  if (text === undefined) return null;
  const status = sessionStatuses.find((known) => known === text);
  if (!status) throw new UsageError(`--status: must be one of ${sessionStatuses.join(', ')}, not ${text}`);
  return status;
}

/** @throws UsageError unless there is exactly one verdict */
function verdictOf(input: CommandInput) {
  const verdicts = (['approve', 'decline', 'ask-again'] as const).filter(
    (name) => input.options[name] !== undefined,
  );
  const [verdict] = verdicts;
  if (verdict === undefined || verdicts.length > 1)
    throw new UsageError('must be given: one of --approve, --decline CODE, --ask-again CODE');
  const text = verdict === 'approve' ? null : (optionalText(input, verdict) ?? '');
  if (text !== null && !/^\d{3}$/.test(text))
    throw new UsageError(`--${verdict}: must be a reason code of three digits, not ${text}`);
  return { verdict, code: text === null ? null : Number(text) };
}
