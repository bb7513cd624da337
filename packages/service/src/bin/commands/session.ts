import { switchMonitoring } from '../../usecases/switch-monitoring.ts';
import { reviewSession } from '../../usecases/review-session.ts';
import { showSession } from '../../usecases/show-session.ts';
import {
  type Command,
  type CommandInput,
  done,
  identifier,
  notDone,
  optionalText,
  UsageError,
} from '../command.ts';

/** Verbs on sessions. */
export const sessionCommands: Command[] = [
  {
    name: 'session show',
    usage: 'INTEGRATION SESSION',
    about:
      'says what was found: pictures, sources, faces, signs, links, registries; no value read from a document',
    positionals: 2,
    options: {},
    run: async (shell, input) => {
      const shown = await showSession(shell)({
        integrationId: identifier(input, 0),
        sessionId: identifier(input, 1),
      });
      return shown.outcome === 'shown' ? done(shown.session) : notDone(shown.outcome);
    },
  },
  {
    name: 'session review',
    usage: 'INTEGRATION SESSION --approve | --decline CODE | --ask-again CODE',
    about: 'decides a session that waits for a person (9121)',
    positionals: 2,
    options: { approve: { type: 'boolean' }, decline: { type: 'string' }, 'ask-again': { type: 'string' } },
    run: async (shell, input) => {
      const reviewed = await reviewSession(shell)({
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
    usage: 'INTEGRATION SESSION --enable | --disable',
    about: 'switches the ongoing watchlist monitoring of a screened session',
    positionals: 2,
    options: { enable: { type: 'boolean' }, disable: { type: 'boolean' } },
    run: async (shell, input) => {
      const { enable = false, disable = false } = input.options;
      if (enable === disable) throw new UsageError('give one of --enable, --disable');
      const { outcome } = await switchMonitoring(shell)({
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
    throw new UsageError('give one of --approve, --decline CODE, --ask-again CODE');
  const text = verdict === 'approve' ? null : (optionalText(input, verdict) ?? '');
  if (text !== null && !/^\d{3}$/.test(text)) throw new UsageError(`${text} is not a reason code`);
  return { verdict, code: text === null ? null : Number(text) };
}
