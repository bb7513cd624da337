import type { ServiceContext } from '../../context.ts';
import { InvalidSetting } from '../../settings/integration-settings.ts';
import { installationOf } from '../../settings/installation.ts';
import type { Installation } from '../../settings/unsupported-settings.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { openOperatorEntry } from '../../storage/operator/operator-entries.ts';
import {
  endSettingProposal,
  expireSettingProposals,
  listDueSettingProposals,
} from '../../storage/integration/setting-proposals.ts';
import { applyIn, changedSince, lockBoth } from './propose-settings.ts';

type Context = Pick<ServiceContext, 'config' | 'database' | 'keyRing'>;

const actor = 'worker';

/** Carries out planned changes of settings whose time has come; one that cannot be is ended and raises an alert. @returns how many */
export const applyDueProposals =
  (ctx: Context) =>
  async (limit: number): Promise<number> => {
    const due = await listDueSettingProposals(ctx.database, limit);
    if (due.length === 0) return 0;
    const installation = await installationOf(ctx.config);
    for (const id of due) {
      const cause = await refusalOf(ctx, id, installation);
      if (cause !== null) await ctx.database.transaction((tx) => failIn(tx, id, cause));
    }
    ctx.keyRing.forget();
    return due.length;
  };

/** Why a proposal is not carried out; `null`: it is, or another process has done it. */
async function refusalOf(
  { database }: Context,
  proposalId: string,
  installation: Installation,
): Promise<string | null> {
  try {
    return await database.transaction(async (tx) => {
      const locked = await lockBoth(tx, proposalId);
      if (locked?.proposal.state !== 'planned') return null;
      const changed = changedSince(locked.row, locked.proposal);
      if (changed.length > 0) return `changed meanwhile: ${changed.join(', ')}`;
      const { outcome } = await applyIn(tx, locked.proposal, { installation, actor });
      return outcome === 'applied' ? null : outcome.replaceAll('-', ' ');
    });
  } catch (error) {
    if (error instanceof InvalidSetting) return error.message;
    throw error;
  }
}

async function failIn(tx: Tx, proposalId: string, cause: string): Promise<void> {
  const locked = await lockBoth(tx, proposalId);
  if (locked?.proposal.state !== 'planned') return;
  const { integrationId } = locked.proposal;
  await endSettingProposal(tx, proposalId, { state: 'failed', endedBy: actor, cause });
  const details = { proposal: proposalId, cause };
  await insertAudit(tx, { integrationId, actor, action: 'fail-settings', sessionId: null, details });
  await openOperatorEntry(tx, {
    integrationId,
    kind: 'settings_not_applied',
    cause: `proposal ${proposalId.slice(0, 8)}: ${cause}`,
  });
}

/** Ends proposals that were not approved in their time. @returns how many */
export const endOldSettingProposals =
  ({ database }: Pick<Context, 'database'>) =>
  (limit: number): Promise<number> =>
    database.transaction(async (tx) => {
      const ended = await expireSettingProposals(tx, limit);
      for (const { id, integrationId } of ended)
        await insertAudit(tx, {
          integrationId,
          actor,
          action: 'expire-settings',
          sessionId: null,
          details: { proposal: id },
        });
      return ended.length;
    });
