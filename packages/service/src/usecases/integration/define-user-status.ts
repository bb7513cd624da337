import { randomUUID } from 'node:crypto';
import {
  type DefinitionFault,
  judgeDefinition,
  type StatusDefinition,
  userStatusCode,
} from '@countersign/core';
import type { ServiceContext } from '../../context.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import { lockIntegration } from '../../storage/integration/integrations.ts';
import { insertUserStatus, listUserStatuses } from '../../storage/session/user-statuses.ts';

/** Maximum number of statuses of an integration that can be added to attempts. */
export const userStatusesPerIntegration = 100;

const faultWords: Readonly<Record<DefinitionFault['fault'], string>> = {
  'no-letters': 'must contain a letter a to z or a digit, from which its code is derived',
  'same-code': 'must differ in their letters and digits, from which their codes are derived',
  'reasons-missing': 'must be given, one at least, where a reason is chosen from a list',
  'reasons-unused': 'must be left out where no reason is chosen from a list',
};

/** What a definition must be, in one sentence. */
export const definitionFaultText = ({ member, fault }: DefinitionFault): string =>
  `${member}: ${faultWords[fault]}`;

/** A new status defined by an integration. */
export interface DefineUserStatus extends StatusDefinition {
  integrationId: string;
  /** Who defines it, for the audit log. */
  actor: string;
}

export type DefinedUserStatus =
  | { outcome: 'defined'; statusId: string; code: string }
  | ({ outcome: 'refused' } & DefinitionFault)
  /** Another status of the integration, possibly a retired one, has the code. */
  | { outcome: 'name-taken'; code: string }
  | { outcome: 'too-many-statuses' }
  | { outcome: 'unknown-integration' };

/** Defines a status that people may add to attempts; its code is derived from its name. @see spec/contract.md A-250 */
export const defineUserStatus =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  ({ integrationId, actor, ...definition }: DefineUserStatus): Promise<DefinedUserStatus> =>
    database.transaction(async (tx): Promise<DefinedUserStatus> => {
      if (!(await lockIntegration(tx, integrationId))) return { outcome: 'unknown-integration' };
      const fault = judgeDefinition(definition);
      if (fault !== null) return { outcome: 'refused', ...fault };
      const code = userStatusCode(definition.name);
      const known = await listUserStatuses(tx, integrationId);
      if (known.some((status) => status.code === code)) return { outcome: 'name-taken', code };
      if (known.filter(({ retiredAt }) => retiredAt === null).length >= userStatusesPerIntegration)
        return { outcome: 'too-many-statuses' };
      const statusId = randomUUID();
      await insertUserStatus(
        tx,
        { integrationId, statusId },
        { ...definition, code, reasons: [...definition.reasons] },
      );
      const details = { statusId, code, ...definition };
      await insertAudit(tx, { integrationId, actor, action: 'define-status', sessionId: null, details });
      return { outcome: 'defined', statusId, code };
    });
