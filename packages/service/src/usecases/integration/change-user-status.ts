import {
  type DefinitionFault,
  judgeDefinition,
  type StatusDefinition,
  userStatusCode,
} from '@countersign/core';
import type { ServiceContext } from '../../context.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { lockIntegration } from '../../storage/integration/integrations.ts';
import {
  listUserStatuses,
  lockUserStatus,
  updateUserStatus,
  type UserStatusKey,
  type UserStatusRow,
} from '../../storage/session/user-statuses.ts';
import { userStatusesPerIntegration } from './define-user-status.ts';

/** A change to an integration's own status; absent members are unchanged. */
export interface ChangeUserStatus extends UserStatusKey, Partial<StatusDefinition> {
  /** Retired ones can no longer be added; attempts that have them keep them. */
  isRetired?: boolean;
  /** The version of the status the change is based on; absent: any. */
  version?: number;
  actor: string;
}

export type ChangedUserStatus =
  | { outcome: 'changed' }
  | ({ outcome: 'refused' } & DefinitionFault)
  | { outcome: 'name-taken'; code: string }
  /** It has been added to an attempt: its name and code are fixed. */
  | { outcome: 'name-frozen' }
  | { outcome: 'too-many-statuses' }
  | { outcome: 'changed-meanwhile' }
  | { outcome: 'unknown-status' };

/** Changes, retires or restores a status. @see spec/contract.md A-250 */
export const changeUserStatus =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  (change: ChangeUserStatus): Promise<ChangedUserStatus> =>
    database.transaction(async (tx): Promise<ChangedUserStatus> => {
      if (!(await lockIntegration(tx, change.integrationId))) return { outcome: 'unknown-status' };
      const before = await lockUserStatus(tx, change);
      if (!before) return { outcome: 'unknown-status' };
      if (change.version !== undefined && change.version !== before.version)
        return { outcome: 'changed-meanwhile' };
      const after = changed(before, change);
      const refusal = await refusalOf(tx, change, { before, after });
      if (refusal !== null) return refusal;
      await updateUserStatus(tx, change, after);
      await audit(tx, change, { before, after });
      return { outcome: 'changed' };
    });

type After = Pick<UserStatusRow, 'name' | 'code' | 'reasonForm' | 'reasons'> & { isRetired: boolean };
interface Both {
  before: UserStatusRow;
  after: After;
}

function changed(before: UserStatusRow, change: ChangeUserStatus): After {
  const name = change.name ?? before.name;
  return {
    name,
    code: userStatusCode(name),
    reasonForm: change.reasonForm ?? before.reasonForm,
    reasons: [...(change.reasons ?? before.reasons)],
    isRetired: change.isRetired ?? before.retiredAt !== null,
  };
}

async function refusalOf(
  tx: Tx,
  { integrationId }: UserStatusKey,
  { before, after }: Both,
): Promise<ChangedUserStatus | null> {
  const fault = judgeDefinition(after);
  if (fault !== null) return { outcome: 'refused', ...fault };
  if (before.usedAt !== null && after.name !== before.name) return { outcome: 'name-frozen' };
  const others = (await listUserStatuses(tx, integrationId)).filter(({ id }) => id !== before.id);
  if (others.some(({ code }) => code === after.code)) return { outcome: 'name-taken', code: after.code };
  const isRestored = before.retiredAt !== null && !after.isRetired;
  const inUse = others.filter(({ retiredAt }) => retiredAt === null).length;
  return isRestored && inUse >= userStatusesPerIntegration ? { outcome: 'too-many-statuses' } : null;
}

function audit(
  tx: Tx,
  { integrationId, statusId, actor }: ChangeUserStatus,
  { before, after }: Both,
): Promise<void> {
  const wasRetired = before.retiredAt !== null;
  const action =
    wasRetired === after.isRetired ? 'change-status' : after.isRetired ? 'retire-status' : 'restore-status';
  const shown = ({ name, code, reasonForm, reasons }: Omit<After, 'isRetired'>) => ({
    name,
    code,
    reasonForm,
    reasons,
  });
  const details = { statusId, from: shown(before), to: shown(after) };
  return insertAudit(tx, { integrationId, actor, action, sessionId: null, details });
}
