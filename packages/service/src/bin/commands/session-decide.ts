import { type CommandInput, exitCodes, optionalText, UsageError } from '@countersign/command-line';
import type { ServiceContext } from '../../context.ts';
import { decideSession, forcedWords } from '../../usecases/operator/decide-session.ts';
import { type Command, type CommandResult, done, exampleId, identifier, notDone } from '../command.ts';
import { actorOption, historyOptions, noteOption, operatorOption } from '../read-options.ts';

/** The verb that forces an outcome. */
export const sessionDecideCommands: Command[] = [
  {
    name: 'session decide',
    about: `decides a session of a test integration, also one that is open, being checked or in review; OUTCOME is ${forcedWords.join(', ')}`,
    arguments: ['INTEGRATION', 'SESSION', 'OUTCOME'],
    options: {
      code: {
        type: 'string',
        value: 'CODE',
        about: 'reason code of decline or resubmit; default 102 or 201',
      },
      ...historyOptions,
    },
    example: `session decide ${exampleId.integration} ${exampleId.session} decline --code 105 --by ada`,
    run: decide,
  },
];

const refusals: Readonly<Record<string, string>> = {
  'live-integration':
    'INTEGRATION: must be a test integration; a live session is decided by its checks, or in review with "session review"',
  'already-final': 'session: must not be final or expired; "session create" makes another one',
  'reviews-are-off':
    'OUTCOME: must not be review while manualReview is off; set it with "integration configure"',
  'waits-for-review': 'OUTCOME: must be approve, decline or resubmit for a session in review',
  'stale-caller': 'integration: must be active',
};

async function decide(ctx: ServiceContext, input: CommandInput): Promise<CommandResult> {
  const given = input.positionals[2] ?? '';
  const word = forcedWords.find((known) => known === given);
  if (word === undefined)
    throw new UsageError(`OUTCOME: must be one of ${forcedWords.join(', ')}, not ${given}`);
  const decided = await decideSession(ctx)({
    integrationId: identifier(input, 0),
    sessionId: identifier(input, 1),
    word,
    code: codeOf(input),
    note: noteOption(input),
    operator: operatorOption(input),
    actor: actorOption(input),
  });
  if (decided.outcome === 'decided') return done(decided);
  const note = refusals[decided.outcome];
  return note === undefined ? notDone(decided.outcome) : { exitCode: exitCodes.rejected, output: null, note };
}

/** @throws UsageError */
function codeOf(input: CommandInput): number | null {
  const text = optionalText(input, 'code');
  if (text === undefined) return null;
  if (!/^\d{3}$/.test(text))
    throw new UsageError(`--code: must be a reason code of three digits, not ${text}`);
  return Number(text);
}
