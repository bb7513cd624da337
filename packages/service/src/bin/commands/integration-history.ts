import { type CommandInput, formatOf, isGiven, UsageError } from '@countersign/command-line';
import type { ServiceContext } from '../../context.ts';
import { installationOf } from '../../settings/installation.ts';
import { listIntegrations } from '../../usecases/integration/list-integrations.ts';
import { listChanges, rollBackIntegration } from '../../usecases/integration/roll-back-integration.ts';
import { type Command, type CommandResult, done, exampleId, identifier, notDone } from '../command.ts';
import { proposedOr } from './integration-proposals.ts';
import {
  actorOption,
  historyOptions,
  limitOf,
  limitOption,
  reasonOf,
  reasonOption,
} from '../read-options.ts';

/** Verbs on earlier settings of an integration. */
export const integrationHistoryCommands: Command[] = [
  {
    name: 'integration history',
    about: 'lists changes of settings, name and activity with the values before and after, newest first',
    arguments: ['INTEGRATION'],
    options: { limit: limitOption },
    example: `integration history ${exampleId.integration} --limit 20`,
    run: history,
  },
  {
    name: 'integration rollback',
    about:
      'restores the settings from before a change, undoing it and all later changes; name and activity stay as they are',
    arguments: ['INTEGRATION', 'CHANGE'],
    options: {
      'dry-run': { type: 'boolean', about: 'prints the settings that would change; changes nothing' },
      propose: {
        type: 'boolean',
        about: 'proposes the change where a second operator must approve changes; needs --reason',
      },
      reason: reasonOption,
      by: historyOptions.by,
    },
    example: `integration rollback ${exampleId.integration} 4711 --reason "too many reviews" --by ada`,
    run: rollback,
  },
];

async function history(ctx: ServiceContext, input: CommandInput): Promise<CommandResult> {
  const integrationId = identifier(input, 0);
  const known = await listIntegrations(ctx)();
  if (!known.some((each) => each.integrationId === integrationId)) return notDone('unknown-integration');
  const changes = await listChanges(ctx)({ integrationId, limit: limitOf(input) });
  return done(
    changes.map(({ id, at, actor, details }) => ({
      change: id,
      at,
      actor,
      reason: details.reason ?? null,
      proposedBy: details.proposedBy ?? null,
      approvedBy: details.approvedBy ?? null,
      rollsBackBefore: details.rollsBackBefore ?? null,
      active: details.active,
      name: details.name ?? null,
      changed: details.changed,
    })),
  );
}

async function rollback(ctx: ServiceContext, input: CommandInput): Promise<CommandResult> {
  const [, text = ''] = input.positionals;
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new UsageError(`CHANGE: must be the number of a change, one of "integration history", not ${text}`);
  if (isGiven(input, 'propose') && reasonOf(input) === null)
    throw new UsageError('--reason: must be given together with --propose');
  const result = await rollBackIntegration(ctx)({
    integrationId: identifier(input, 0),
    before: Number(text),
    dryRun: isGiven(input, 'dry-run'),
    propose: isGiven(input, 'propose'),
    reason: reasonOf(input),
    installation: await installationOf(ctx.config),
    actor: actorOption(input),
  });
  if ('proposal' in result) return proposedOr(result);
  if (!('changed' in result)) return notDone(result.outcome);
  const kept = result.kept.length === 0 ? undefined : `Not returned: ${result.kept.join(', ')}.`;
  return formatOf(input) === 'json'
    ? done(result, kept)
    : done({ outcome: result.outcome, ...result.changed }, kept);
}
