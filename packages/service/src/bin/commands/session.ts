import { type CommandInput, optionalText, UsageError } from '@countersign/command-line';
import { switchMonitoring } from '../../usecases/watchlist/switch-monitoring.ts';
import { reviewSession } from '../../usecases/operator/review-session.ts';
import { showSession } from '../../usecases/operator/show-session.ts';
import { type Command, done, exampleId, identifier, notDone } from '../command.ts';

/** Verbs on sessions. */
export const sessionCommands: Command[] = [
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
    },
    example: `session review ${exampleId.integration} ${exampleId.session} --decline 102`,
    run: async (ctx, input) => {
      const reviewed = await reviewSession(ctx)({
        integrationId: identifier(input, 0),
        sessionId: identifier(input, 1),
        ...verdictOf(input),
        actor: 'cli',
      });
      return reviewed.outcome === 'reviewed' ? done(reviewed) : notDone(reviewed.outcome);
    },
  },
  {
    name: 'session monitor',
    about: 'switches the ongoing watchlist monitoring of a screened session',
    arguments: ['INTEGRATION', 'SESSION'],
    options: {
      enable: { type: 'boolean', need: 'choice', about: 'screens the session again and monitors it' },
      disable: { type: 'boolean', need: 'choice', about: 'ends the monitoring' },
    },
    example: `session monitor ${exampleId.integration} ${exampleId.session} --enable`,
    run: async (ctx, input) => {
      const { enable = false, disable = false } = input.options;
      if (enable === disable) throw new UsageError('must be given: one of --enable, --disable');
      const { outcome } = await switchMonitoring(ctx)({
        integrationId: identifier(input, 0),
        sessionId: identifier(input, 1),
        status: enable ? 'enabled' : 'disabled',
        actor: 'cli',
      });
      return outcome === 'enabled' || outcome === 'disabled' ? done({ outcome }) : notDone(outcome);
    },
  },
];

/** @throws UsageError unless exactly one verdict is given */
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
