import type { ServiceContext } from '../../context.ts';
import { InvalidSetting, settingsOf } from '../../settings/integration-settings.ts';
import { installationOf } from '../../settings/installation.ts';
import type { Installation } from '../../settings/unsupported-settings.ts';
import { eachAlone } from '../../storage/operator/each-alone.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { lockIntegration } from '../../storage/integration/integrations.ts';
import {
  expireSettingProposals,
  listDueSettingProposals,
  listUnapprovedPlans,
} from '../../storage/integration/setting-proposals.ts';
import { failIn, reopenUnapproved } from './end-proposals.ts';
import { applyIn, changedSince, lockBoth } from './propose-settings.ts';

type Context = Pick<ServiceContext, 'config' | 'database' | 'keyRing' | 'log'>;

const actor = 'worker';

/** Applies scheduled settings changes that are due; one that cannot be applied is ended and raises an alert. @returns how many */
export const applyDueProposals =
  (ctx: Context) =>
  async (limit: number): Promise<number> => {
    let installation: Installation | null = null;
    let tried = 0;
    await eachAlone(ctx, {
      task: 'apply-settings',
      portion: (except) => listDueSettingProposals(ctx.database, { limit, except }),
      idOf: ({ id }) => id,
      integrationOf: ({ integrationId }) => integrationId,
      work: async ({ id }) => {
        tried += 1;
        installation ??= await installationOf(ctx.config);
        const cause = await refusalOf(ctx, id, installation);
        if (cause !== null) await ctx.database.transaction((tx) => failPlanned(tx, id, cause));
      },
    });
    if (tried > 0) ctx.keyRing.forget();
    return tried;
  };

/** Why a proposal is not applied; `null`: it is, or another process has applied it. */
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
      return applyIn(tx, locked.proposal, { installation, actor });
    });
  } catch (error) {
    if (error instanceof InvalidSetting) return error.message;
    throw error;
  }
}

async function failPlanned(tx: Tx, proposalId: string, cause: string): Promise<void> {
  const locked = await lockBoth(tx, proposalId);
  if (locked?.proposal.state === 'planned') await failIn(tx, locked.proposal, { cause, actor });
}

/**
 * Makes scheduled changes without an approval wait for a second person if the settings now require one: needed for those left by a process of an
 * earlier release. Otherwise this is done when `secondApprover` is set.
 * @returns integrations that had any
 */
export const reopenUnapprovedPlans =
  (ctx: Pick<Context, 'database' | 'log'>) => async (): Promise<number> => {
    const integrations = await listUnapprovedPlans(ctx.database);
    await eachAlone(ctx, {
      task: 'reopen-settings',
      all: () => Promise.resolve(integrations),
      idOf: (integrationId) => integrationId,
      integrationOf: (integrationId) => integrationId,
      work: (integrationId) =>
        ctx.database.transaction(async (tx) => {
          const row = await lockIntegration(tx, integrationId);
          if (row && settingsOf(row.mode, row.settings).secondApprover)
            await reopenUnapproved(tx, { integrationId, except: null, actor });
        }),
    });
    return integrations.length;
  };

/** Ends proposals that were not approved in time. @returns how many */
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
