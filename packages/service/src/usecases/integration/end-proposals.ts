import { insertAudit } from '../../storage/audit-chain/audit.ts';
import type { Tx } from '../../storage/engine/database.ts';
import {
  endSettingProposal,
  reopenSettingProposals,
  type SettingProposal,
} from '../../storage/integration/setting-proposals.ts';
import { openOperatorEntry } from '../../storage/operator/operator-entries.ts';
import { isUnnamedOperator } from '../session/caller.ts';

interface Failure {
  cause: string;
  /** As in the audit log. */
  actor: string;
  /** Who approved it just now; absent: the earlier approver. */
  approvedBy?: string;
}

/** Ends a proposal that cannot be applied, with an alert. The caller has locked it, or made it wait in this transaction. */
export async function failIn(
  tx: Tx,
  { id, integrationId }: Pick<SettingProposal, 'id' | 'integrationId'>,
  { cause, actor, approvedBy }: Failure,
): Promise<void> {
  await endSettingProposal(tx, id, {
    state: 'failed',
    endedBy: actor,
    approvedBy: approvedBy ?? null,
    cause,
  });
  const details = { proposal: id, cause };
  await insertAudit(tx, { integrationId, actor, action: 'fail-settings', sessionId: null, details });
  await openOperatorEntry(tx, {
    integrationId,
    kind: 'settings_not_applied',
    cause: `proposal ${id.slice(0, 8)}: ${cause}`,
  });
}

interface Reopening {
  integrationId: string;
  /** The proposal that is being applied; `null`: none. */
  except: string | null;
  actor: string;
}

/**
 * Settings now take two people: a change planned by one waits for another person, who has the full period to approve it. A proposal without
 * a name ends, because no approver can be shown to be a different person. The caller has locked the integration.
 * @see spec/contract.md
 */
export async function reopenUnapproved(tx: Tx, { integrationId, except, actor }: Reopening): Promise<void> {
  for (const { id, proposedBy } of await reopenSettingProposals(tx, { integrationId, except })) {
    if (isUnnamedOperator(proposedBy)) {
      const cause =
        'settings now need a second approver, and this change was scheduled without one; propose it again';
      await failIn(tx, { id, integrationId }, { cause, actor });
    } else
      await insertAudit(tx, {
        integrationId,
        actor,
        action: 'reopen-settings',
        sessionId: null,
        details: { proposal: id },
      });
  }
}
