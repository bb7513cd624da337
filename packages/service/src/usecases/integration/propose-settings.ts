import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ServiceContext } from '../../context.ts';
import { InvalidSetting } from '../../settings/integration-settings.ts';
import { type Installation, refuseUnsupported } from '../../settings/unsupported-settings.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import type { Tx } from '../../storage/engine/database.ts';
import {
  type IntegrationRow,
  listIntegrations,
  lockIntegration,
} from '../../storage/integration/integrations.ts';
import {
  endSettingProposal,
  findProposedIntegration,
  insertSettingProposal,
  listSettingProposals,
  lockSettingProposal,
  planSettingProposal,
  type SettingProposal,
  type SettingProposalFilter,
} from '../../storage/integration/setting-proposals.ts';
import { isUnnamedOperator } from '../session/caller.ts';
import {
  type ChangedSettings,
  configureIn,
  type Configured,
  movesStandalone,
  settingsAfter,
} from './configure-integration.ts';
import { failIn } from './end-proposals.ts';
import { changesOf, differingValues, settingsFrom } from './proposed-changes.ts';

type Keys = Pick<ServiceContext, 'database' | 'keyRing'>;

export interface ProposeSettings {
  integrationId: string;
  settings: ChangedSettings;
  /** ISO 8601, UTC; `null`: as soon as it is approved. */
  effectiveAt: string | null;
  /** For the audit log; never personal data. */
  reason: string;
  installation: Installation;
  actor: string;
}

export type Proposed =
  /** `open` waits for a second person, `planned` only for its time. */
  | { outcome: 'proposed'; proposal: string; state: 'open' | 'planned' }
  | {
      outcome:
        | 'unknown-integration'
        | 'nothing-changes'
        | 'unnamed-proposer'
        | 'standalone-registry-needs-a-new-integration';
    };

/** A proposal with the names of settings that have changed since; while there are any, it cannot be applied. */
export type ShownProposal = SettingProposal & { changedMeanwhile: string[] };

/**
 * Records a change of settings that waits for its time, and for a second person if the integration has `secondApprover` or the change has
 * no time. It is validated now and again when it is applied.
 * @throws InvalidSetting
 * @see spec/contract.md A-376
 */
export const proposeSettings =
  ({ database }: Pick<Keys, 'database'>) =>
  (input: ProposeSettings): Promise<Proposed> =>
    database.transaction(async (tx) => {
      const row = await lockIntegration(tx, input.integrationId);
      return row ? proposeIn(tx, row, input) : { outcome: 'unknown-integration' };
    });

/** The same inside a transaction that has locked the integration. @throws InvalidSetting */
export async function proposeIn(tx: Tx, row: IntegrationRow, input: ProposeSettings): Promise<Proposed> {
  const { integrationId, settings, effectiveAt, reason, installation, actor } = input;
  const { before, after } = settingsAfter(row, settings);
  refuseUnsupported(after, installation);
  const values = differingValues(before, after);
  if (Object.keys(values.after).length === 0) return { outcome: 'nothing-changes' };
  if (await movesStandalone(tx, row, { before, after }))
    return { outcome: 'standalone-registry-needs-a-new-integration' };
  const state = before.secondApprover || effectiveAt === null ? 'open' : 'planned';
  if (state === 'open' && isUnnamedOperator(actor)) return { outcome: 'unnamed-proposer' };
  const id = randomUUID();
  const changes = changesOf(settings);
  await insertSettingProposal(tx, {
    id,
    integrationId,
    changes,
    ...values,
    reason,
    state,
    effectiveAt,
    proposedBy: actor,
  });
  const details = { proposal: id, ...values, reason, effectiveAt };
  await insertAudit(tx, { integrationId, actor, action: 'propose-settings', sessionId: null, details });
  return { outcome: 'proposed', proposal: id, state };
}

/** Proposals, newest first. */
export const listProposals =
  ({ database }: Pick<Keys, 'database'>) =>
  async (filter: SettingProposalFilter): Promise<ShownProposal[]> => {
    const proposals = await listSettingProposals(database, filter);
    const rows = new Map((await listIntegrations(database)).map((row) => [row.id, row]));
    return proposals.map((proposal) => {
      const row = rows.get(proposal.integrationId);
      const waits = proposal.state === 'open' || proposal.state === 'planned';
      return { ...proposal, changedMeanwhile: row && waits ? namesChangedSince(row, proposal) : [] };
    });
  };

/** Names of values that have changed since the proposal, or would not change as proposed. */
export function changedSince(row: IntegrationRow, proposal: SettingProposal): string[] {
  const { before, after } = settingsAfter(row, settingsFrom(proposal.changes));
  const now = differingValues(before, after);
  const names = Object.keys({ ...proposal.after, ...now.after });
  return names.filter(
    (name) =>
      !isDeepStrictEqual(proposal.before[name], now.before[name]) ||
      !isDeepStrictEqual(proposal.after[name], now.after[name]),
  );
}

/** The same, or all names if the resulting settings would contradict each other. */
function namesChangedSince(row: IntegrationRow, proposal: SettingProposal): string[] {
  try {
    return changedSince(row, proposal);
  } catch (error) {
    if (error instanceof InvalidSetting) return Object.keys(proposal.after);
    throw error;
  }
}

interface OnProposal {
  proposalId: string;
  actor: string;
}

export type Approved =
  | { outcome: 'applied' }
  | { outcome: 'planned'; effectiveAt: string }
  /** It was approved but cannot be applied: it has ended. */
  | { outcome: 'failed'; cause: string }
  | {
      outcome:
        | 'unknown-proposal'
        | 'proposal-over'
        | 'unnamed-approver'
        | 'own-proposal'
        | 'settings-changed-meanwhile';
    };

/** Approves another operator's proposal, which takes effect now or at its time. One that cannot be applied ends, with the cause. */
export const approveProposal =
  ({ database, keyRing }: Keys) =>
  async (input: Approve): Promise<Approved> => {
    const approved = await database
      .transaction((tx) => approveIn(tx, input))
      .catch((error: unknown) => {
        if (!(error instanceof InvalidSetting)) throw error;
        // Nothing is left of the transaction that failed.
        return database.transaction((tx) => approveIn(tx, { ...input, cause: error.message }));
      });
    keyRing.forget();
    return approved;
  };

type Approve = OnProposal & { installation: Installation };

/** @param input with the cause if it is already known to be invalid @throws InvalidSetting if that was not known yet */
async function approveIn(tx: Tx, input: Approve & { cause?: string }): Promise<Approved> {
  const { proposalId, installation, actor } = input;
  const locked = await lockBoth(tx, proposalId);
  if (!locked) return { outcome: 'unknown-proposal' };
  const { row, proposal } = locked;
  if (proposal.state !== 'open' || proposal.isOver) return { outcome: 'proposal-over' };
  if (isUnnamedOperator(actor)) return { outcome: 'unnamed-approver' };
  if (isSamePerson(actor, proposal.proposedBy)) return { outcome: 'own-proposal' };
  if (input.cause === undefined && changedSince(row, proposal).length > 0)
    return { outcome: 'settings-changed-meanwhile' };
  const { integrationId, effectiveAt, isDue } = proposal;
  const details = { proposal: proposalId };
  await insertAudit(tx, { integrationId, actor, action: 'approve-settings', sessionId: null, details });
  if (input.cause === undefined && !isDue && effectiveAt !== null) {
    await planSettingProposal(tx, proposalId, actor);
    return { outcome: 'planned', effectiveAt };
  }
  const approved = { ...proposal, approvedBy: actor };
  const cause = input.cause ?? (await applyIn(tx, approved, { installation, actor }));
  if (cause === null) return { outcome: 'applied' };
  await failIn(tx, proposal, { cause, actor, approvedBy: actor });
  return { outcome: 'failed', cause };
}

/** Applies a proposal; the caller has locked it. @returns why it cannot be applied, or `null` @throws InvalidSetting */
export async function applyIn(
  tx: Tx,
  proposal: SettingProposal,
  { installation, actor }: { installation: Installation; actor: string },
): Promise<string | null> {
  const { id, integrationId, changes, reason, proposedBy, approvedBy } = proposal;
  const { outcome } = await configureIn(tx, {
    integrationId,
    settings: settingsFrom(changes),
    installation,
    reason,
    approval: { proposal: id, proposedBy, approvedBy },
    actor,
  });
  if (outcome !== 'configured') return causes[outcome] ?? outcome.replaceAll('-', ' ');
  await endSettingProposal(tx, id, { state: 'applied', endedBy: actor, approvedBy });
  return null;
}

const causes: Readonly<Partial<Record<Configured['outcome'], string>>> = {
  'standalone-registry-needs-a-new-integration':
    'the integration has sessions, and this setting can only be changed before the first one',
};

/** Withdraws a waiting proposal, whoever proposed or approved it. */
export const withdrawProposal =
  ({ database }: Pick<Keys, 'database'>) =>
  ({
    proposalId,
    reason,
    actor,
  }: OnProposal & { reason: string | null }): Promise<{
    outcome: 'withdrawn' | 'unknown-proposal' | 'proposal-over';
  }> =>
    database.transaction(async (tx) => {
      const locked = await lockBoth(tx, proposalId);
      if (!locked) return { outcome: 'unknown-proposal' };
      const { state, isOver, integrationId } = locked.proposal;
      if (isOver || (state !== 'open' && state !== 'planned')) return { outcome: 'proposal-over' };
      await endSettingProposal(tx, proposalId, { state: 'withdrawn', endedBy: actor });
      const details = { proposal: proposalId, ...(reason === null ? {} : { reason }) };
      await insertAudit(tx, { integrationId, actor, action: 'withdraw-settings', sessionId: null, details });
      return { outcome: 'withdrawn' };
    });

/** Locks the integration first, like every change to it. */
export async function lockBoth(
  tx: Tx,
  proposalId: string,
): Promise<{ row: IntegrationRow; proposal: SettingProposal } | null> {
  const integrationId = await findProposedIntegration(tx, proposalId);
  const row = integrationId === null ? null : await lockIntegration(tx, integrationId);
  const proposal = row && (await lockSettingProposal(tx, proposalId));
  return proposal ? { row, proposal } : null;
}

const isSamePerson = (one: string, other: string): boolean =>
  one.normalize('NFKC').toLowerCase() === other.normalize('NFKC').toLowerCase();
