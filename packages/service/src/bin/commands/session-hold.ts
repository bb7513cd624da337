import { type CommandInput, requiredText } from '@countersign/command-line';
import type { ServiceContext } from '../../context.ts';
import { holdSession } from '../../usecases/operator/hold-session.ts';
import { type Command, type CommandResult, done, exampleId, identifier, notDone } from '../command.ts';
import { actorOption, historyOptions, noteText } from '../read-options.ts';

const options = {
  reason: { type: 'string', value: 'TEXT', need: 'required', about: 'reason; stored with the session' },
  by: historyOptions.by,
} as const;

/** Verbs for legal holds. */
export const sessionHoldCommands: Command[] = [
  {
    name: 'session hold',
    about: 'places a session on legal hold: nothing of it is deleted by retention, client or operator',
    arguments: ['INTEGRATION', 'SESSION'],
    options,
    example: `session hold ${exampleId.integration} ${exampleId.session} --reason "court order 17" --by ada`,
    run: (ctx, input) => setHold(ctx, input, true),
  },
  {
    name: 'session release',
    about: 'releases a session from legal hold',
    arguments: ['INTEGRATION', 'SESSION'],
    options,
    example: `session release ${exampleId.integration} ${exampleId.session} --reason "case closed" --by ada`,
    run: (ctx, input) => setHold(ctx, input, false),
  },
];

async function setHold(ctx: ServiceContext, input: CommandInput, held: boolean): Promise<CommandResult> {
  const { outcome } = await holdSession(ctx)({
    integrationId: identifier(input, 0),
    sessionId: identifier(input, 1),
    held,
    reason: noteText(requiredText(input, 'reason')),
    actor: actorOption(input),
  });
  return outcome === 'unknown-session' ? notDone(outcome) : done({ outcome });
}
