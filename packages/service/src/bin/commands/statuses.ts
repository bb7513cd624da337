import { type CommandInput, optionalText, texts, UsageError } from '@countersign/command-line';
import { type UserStatusReasonForm, userStatusReasonForms } from '@countersign/contract';
import type { ServiceContext } from '../../context.ts';
import {
  listStatusEntries,
  listUserStatuses,
  type StatusEntryRow,
} from '../../storage/session/user-statuses.ts';
import { changeUserStatus } from '../../usecases/integration/change-user-status.ts';
import { defineUserStatus, definitionFaultText } from '../../usecases/integration/define-user-status.ts';
import { addUserStatus } from '../../usecases/session/add-user-status.ts';
import { removeUserStatus } from '../../usecases/session/remove-user-status.ts';
import {
  type Command,
  type CommandResult,
  done,
  exampleId,
  identifier,
  identifierText,
  notDone,
} from '../command.ts';
import { actorOption, historyOptions } from '../read-options.ts';

const attemptOption = {
  type: 'string',
  value: 'ATTEMPT',
  about: 'id of the attempt; default the newest one',
} as const;
const by = { by: historyOptions.by };

/** Verbs on an integration's own statuses. @see spec/contract.md */
export const statusCommands: Command[] = [
  {
    name: 'statuses define',
    about: 'defines a custom status that can be added to attempts; prints its code',
    arguments: ['INTEGRATION', 'NAME'],
    options: {
      reasons: {
        type: 'string',
        value: 'FORM',
        about: `kind of reasons: ${userStatusReasonForms.join(', ')}; default list with --reason, else none`,
      },
      reason: {
        type: 'string',
        value: 'TEXT',
        multiple: true,
        about: 'a reason for the list; can be repeated',
      },
      ...by,
    },
    example: `statuses define ${exampleId.integration} "Account opened" --reason "All documents received"`,
    run: define,
  },
  {
    name: 'statuses list',
    about: 'lists the statuses of an integration with their codes and reasons; retired ones come last',
    arguments: ['INTEGRATION'],
    options: {},
    example: `statuses list ${exampleId.integration}`,
    run: async (ctx, input) => done(await listUserStatuses(ctx.database, identifier(input, 0))),
  },
  {
    name: 'statuses retire',
    about: 'retires a status: it can no longer be added, and remains on attempts that have it',
    arguments: ['INTEGRATION', 'CODE'],
    options: by,
    example: `statuses retire ${exampleId.integration} account_opened --by ada`,
    run: (ctx, input) => retire(ctx, input, true),
  },
  {
    name: 'statuses restore',
    about: 'restores a retired status',
    arguments: ['INTEGRATION', 'CODE'],
    options: by,
    example: `statuses restore ${exampleId.integration} account_opened --by ada`,
    run: (ctx, input) => retire(ctx, input, false),
  },
  {
    name: 'statuses apply',
    about: 'adds a status to an attempt; its webhook is sent at once',
    arguments: ['INTEGRATION', 'SESSION', 'CODE'],
    options: {
      reason: { type: 'string', value: 'TEXT', about: 'reason, in the form that the status requires' },
      attempt: attemptOption,
      ...by,
    },
    example: `statuses apply ${exampleId.integration} ${exampleId.session} account_opened --by ada`,
    run: apply,
  },
  {
    name: 'statuses show',
    about: 'lists additions and removals of statuses in a session, newest first, without reasons',
    arguments: ['INTEGRATION', 'SESSION'],
    options: {},
    example: `statuses show ${exampleId.integration} ${exampleId.session}`,
    run: async (ctx, input) => {
      const key = { integrationId: identifier(input, 0), sessionId: identifier(input, 1) };
      const entries = await listStatusEntries(ctx.database, key);
      return done(entries.map(shownEntry));
    },
  },
  {
    name: 'statuses remove',
    about: 'removes a status from an attempt; the history keeps both entries',
    arguments: ['INTEGRATION', 'SESSION', 'CODE'],
    options: {
      attempt: { ...attemptOption, about: 'id of the attempt; default the newest one that has the status' },
      ...by,
    },
    example: `statuses remove ${exampleId.integration} ${exampleId.session} account_opened --by ada`,
    run: remove,
  },
];

/** A status added to an attempt, without the reason, which may be in a person's own words. */
const shownEntry = ({
  id,
  attemptId,
  code,
  name,
  actor,
  createdAt,
  removedAt,
  removedBy,
}: StatusEntryRow) => ({
  entryId: id,
  attemptId,
  code,
  name,
  actor,
  createdAt,
  removedAt,
  removedBy,
});

/** @throws UsageError */
function formOf(input: CommandInput, reasons: readonly string[]): UserStatusReasonForm {
  const text = optionalText(input, 'reasons') ?? (reasons.length > 0 ? 'list' : 'none');
  const form = userStatusReasonForms.find((known) => known === text);
  if (!form)
    throw new UsageError(`--reasons: must be one of ${userStatusReasonForms.join(', ')}, not ${text}`);
  return form;
}

/** A name or reason, without white space at either end. @throws UsageError */
function label(member: string, text: string, longest: number): string {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > longest || /\p{Cc}/u.test(trimmed))
    throw new UsageError(
      `${member}: must be 1 to ${longest} characters without control characters, not ${JSON.stringify(text)}`,
    );
  return trimmed;
}

async function define(ctx: ServiceContext, input: CommandInput): Promise<CommandResult> {
  const reasons = texts(input, 'reason').map((text) => label('--reason', text, 200));
  const defined = await defineUserStatus(ctx)({
    integrationId: identifier(input, 0),
    name: label('NAME', input.positionals[1] ?? '', 100),
    reasonForm: formOf(input, reasons),
    reasons,
    actor: actorOption(input),
  });
  if (defined.outcome === 'refused') throw new UsageError(definitionFaultText(defined));
  return defined.outcome === 'defined' ? done(defined) : notDone(defined.outcome);
}

/** The status with the given code; `null` if no code is given. */
async function findStatus(ctx: ServiceContext, input: CommandInput, code: string | undefined) {
  const statuses = await listUserStatuses(ctx.database, identifier(input, 0));
  return statuses.find((status) => status.code === code) ?? null;
}

async function retire(ctx: ServiceContext, input: CommandInput, isRetired: boolean): Promise<CommandResult> {
  const status = await findStatus(ctx, input, input.positionals[1]);
  if (!status) return notDone('unknown-status');
  const { outcome } = await changeUserStatus(ctx)({
    integrationId: identifier(input, 0),
    statusId: status.id,
    isRetired,
    actor: actorOption(input),
  });
  return outcome === 'changed' ? done({ outcome: isRetired ? 'retired' : 'restored' }) : notDone(outcome);
}

async function apply(ctx: ServiceContext, input: CommandInput): Promise<CommandResult> {
  const status = await findStatus(ctx, input, input.positionals[2]);
  if (!status) return notDone('unknown-status');
  const attempt = optionalText(input, 'attempt');
  const reason = optionalText(input, 'reason');
  const added = await addUserStatus(ctx)({
    integrationId: identifier(input, 0),
    sessionId: identifier(input, 1),
    attemptId: attempt === undefined ? null : identifierText(attempt),
    statusId: status.id,
    reason: reason === undefined ? null : label('--reason', reason, 500),
    actor: actorOption(input),
  });
  return added.outcome === 'added' ? done(added) : notDone(added.outcome);
}

async function remove(ctx: ServiceContext, input: CommandInput): Promise<CommandResult> {
  const key = { integrationId: identifier(input, 0), sessionId: identifier(input, 1) };
  const attempt = optionalText(input, 'attempt');
  const entry = (await listStatusEntries(ctx.database, key)).find(
    ({ code, attemptId, removedAt }) =>
      code === input.positionals[2] &&
      removedAt === null &&
      (attempt === undefined || attemptId === identifierText(attempt)),
  );
  if (!entry) return notDone('unknown-status-entry');
  const { outcome } = await removeUserStatus(ctx)({ ...key, entryId: entry.id, actor: actorOption(input) });
  return outcome === 'removed' ? done({ outcome }) : notDone(outcome);
}
