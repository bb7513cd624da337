import {
  type CommandInput,
  formatOf,
  isGiven,
  optionalText,
  requiredText,
  UsageError,
} from '@countersign/command-line';
import type { ServiceContext } from '../../context.ts';
import { installationOf } from '../../settings/installation.ts';
import {
  approveProposal,
  listProposals,
  type Proposed,
  proposeSettings,
  type ShownProposal,
  withdrawProposal,
} from '../../usecases/integration/propose-settings.ts';
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
  reasonOf,
  reasonOption,
} from '../read-options.ts';
import { changesIn, settingOptions } from './integration.ts';

/** Verbs for settings changes that await a second person, or their start time. */
export const integrationProposalCommands: Command[] = [
  {
    name: 'integration propose',
    about: 'proposes a change of settings for another operator to approve; --from sets when it takes effect',
    arguments: ['INTEGRATION'],
    options: {
      set: settingOptions.set,
      unset: settingOptions.unset,
      from: {
        type: 'string',
        value: 'TIME',
        about: 'takes effect at a time, e.g. 2027-01-31T22:00:00Z, or after a period, e.g. 90m, 24h, 7d',
      },
      reason: { ...reasonOption, need: 'required' },
      by: historyOptions.by,
    },
    example: `integration propose ${exampleId.integration} --set faceAcceptScore=90 --from 24h --reason "change 4711" --by ada`,
    run: propose,
  },
  {
    name: 'integration proposals',
    about: 'lists pending changes of settings with the values before and after, newest first',
    arguments: [],
    options: {
      integration: integrationOption,
      all: { type: 'boolean', about: 'includes finished ones' },
      limit: limitOption,
    },
    example: 'integration proposals --all',
    run: proposals,
  },
  {
    name: 'integration approve',
    about:
      'approves a change of settings that another operator proposed; it takes effect at once or at its --from time',
    arguments: ['PROPOSAL'],
    options: { by: historyOptions.by },
    example: `integration approve ${exampleId.other} --by bo`,
    run: approve,
  },
  {
    name: 'integration withdraw',
    about: 'withdraws or rejects a pending change of settings, even if it is approved',
    arguments: ['PROPOSAL'],
    options: { reason: reasonOption, by: historyOptions.by },
    example: `integration withdraw ${exampleId.other} --reason "no longer needed" --by ada`,
    run: withdraw,
  },
];

async function propose(ctx: ServiceContext, input: CommandInput): Promise<CommandResult> {
  return proposedOr(
    await proposeSettings(ctx)({
      integrationId: identifier(input, 0),
      settings: changesIn(input),
      effectiveAt: fromOf(input),
      reason: reasonOf(input) ?? requiredText(input, 'reason'),
      installation: await installationOf(ctx.config),
      actor: actorOption(input),
    }),
  );
}

/** The proposal, with what it is waiting for. */
export function proposedOr(result: Proposed): CommandResult {
  if (!('proposal' in result)) return notDone(result.outcome);
  return done(
    result,
    result.state === 'open'
      ? 'Nothing has changed yet: another person approves it within 14 days with "integration approve".'
      : 'Nothing has changed yet: the change takes effect at its time. "integration withdraw" prevents that.',
  );
}

async function proposals(ctx: ServiceContext, input: CommandInput): Promise<CommandResult> {
  const integration = optionalText(input, 'integration');
  const found = await listProposals(ctx)({
    integrationId: integration === undefined ? null : identifierText(integration),
    all: isGiven(input, 'all'),
    limit: limitOf(input),
  });
  const printed = found.map(printedOf);
  return formatOf(input) === 'json' ? done(printed) : done(printed.map(lineOf));
}

const printedOf = (proposal: ShownProposal) => ({
  proposal: proposal.id,
  integrationId: proposal.integrationId,
  state: proposal.state,
  effectiveAt: proposal.effectiveAt,
  before: proposal.before,
  after: proposal.after,
  changedMeanwhile: proposal.changedMeanwhile,
  reason: proposal.reason,
  proposedBy: proposal.proposedBy,
  createdAt: proposal.createdAt,
  expiresAt: proposal.expiresAt,
  approvedBy: proposal.approvedBy,
  endedBy: proposal.endedBy,
  endedAt: proposal.endedAt,
  cause: proposal.cause,
});

/** One line each, for people. */
const lineOf = ({ before, after, ...printed }: ReturnType<typeof printedOf>) => ({
  proposal: printed.proposal,
  integrationId: printed.integrationId,
  state: printed.state,
  effectiveAt: printed.effectiveAt,
  changes: Object.keys({ ...before, ...after })
    .map((name) => `${name}: ${JSON.stringify(before[name])} → ${JSON.stringify(after[name])}`)
    .join('; '),
  reason: printed.reason,
  proposedBy: printed.proposedBy,
  approvedBy: printed.approvedBy,
});

async function approve(ctx: ServiceContext, input: CommandInput): Promise<CommandResult> {
  const result = await approveProposal(ctx)({
    proposalId: identifier(input, 0),
    installation: await installationOf(ctx.config),
    actor: actorOption(input),
  });
  if (result.outcome === 'applied' || result.outcome === 'planned') return done(result);
  if (result.outcome !== 'failed') return notDone(result.outcome);
  return {
    ...notDone(result.outcome),
    output: result,
    note: `proposal: must still be applicable; it was closed: ${result.cause}`,
  };
}

async function withdraw(ctx: ServiceContext, input: CommandInput): Promise<CommandResult> {
  const { outcome } = await withdrawProposal(ctx)({
    proposalId: identifier(input, 0),
    reason: reasonOf(input),
    actor: actorOption(input),
  });
  return outcome === 'withdrawn' ? done({ outcome }) : notDone(outcome);
}

const milliseconds = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const longestDays = 365;

/** `--from` in ISO 8601, or null. @throws UsageError */
function fromOf(input: CommandInput): string | null {
  const text = optionalText(input, 'from');
  if (text === undefined) return null;
  const ahead = /^(\d{1,6})([mhd])$/.exec(text);
  // A time without a zone depends on the machine.
  const isZoned = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text);
  const at = ahead
    ? Date.now() + Number(ahead[1]) * milliseconds[ahead[2] as keyof typeof milliseconds]
    : isZoned
      ? Date.parse(text)
      : Number.NaN;
  const isAhead = at > Date.now() && at <= Date.now() + longestDays * milliseconds.d;
  if (isAhead) return new Date(at).toISOString();
  throw new UsageError(
    `--from: must be a time within ${longestDays} days from now, such as 2027-01-31T22:00:00Z with its zone or 24h, not ${text}`,
  );
}
