import type { ServiceContext } from '../../../context.ts';
import type { Tx } from '../../../storage/engine/database.ts';
import { insertOrganisationAudit } from '../../../storage/portal/organisation-audit.ts';
import {
  type CountedLimit,
  deleteSessionLimit,
  listSessionLimits,
  saveSessionLimit,
  type SessionLimit,
} from '../../../storage/portal/organisation-limits.ts';
import { findHeldOrganisation, lockHeldOrganisation } from '../../../storage/portal/suspensions.ts';

interface LimitChange extends Pick<SessionLimit, 'mode'> {
  /** Name of the organisation, in any case. */
  organisation: string;
  /** For the audit log; never personal data. */
  reason: string;
  actor: string;
}

/** Changes to a limit: absent members are unchanged. */
export type SetSessionLimit = LimitChange & Partial<Omit<SessionLimit, 'mode'>>;

/** Default percentage of a limit at which operators are alerted. */
export const usualWarningPercent = 80;

/** Limits of an organisation with their current use; `null`: there is none with this name. */
export const showSessionLimits =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  async (organisation: string): Promise<CountedLimit[] | null> => {
    const found = await findHeldOrganisation(database, organisation);
    return found && listSessionLimits(database, found.id);
  };

const findLimit = async (tx: Tx, id: string, mode: SessionLimit['mode']): Promise<SessionLimit | null> => {
  const found = (await listSessionLimits(tx, id)).find((limit) => limit.mode === mode);
  if (!found) return null;
  const { perDay, perMonth, warningPercent } = found;
  return { mode, perDay, perMonth, warningPercent };
};

/**
 * Limits how many sessions the integrations of an organisation and mode may create, starting with the next one.
 * @see spec/contract.md A-412
 */
export const setSessionLimit =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  ({
    organisation,
    mode,
    reason,
    actor,
    ...wanted
  }: SetSessionLimit): Promise<
    | { outcome: 'limited'; limit: SessionLimit }
    | { outcome: 'unknown-organisation' | 'no-limit-left' | 'limit-unchanged' }
  > =>
    database.transaction(async (tx) => {
      const found = await lockHeldOrganisation(tx, organisation);
      if (!found) return { outcome: 'unknown-organisation' as const };
      const from = await findLimit(tx, found.id, mode);
      const none = { mode, perDay: null, perMonth: null, warningPercent: usualWarningPercent };
      const limit = { ...(from ?? none), ...wanted };
      if (limit.perDay === null && limit.perMonth === null) return { outcome: 'no-limit-left' as const };
      if (JSON.stringify(limit) === JSON.stringify(from)) return { outcome: 'limit-unchanged' as const };
      await saveSessionLimit(tx, { organisationId: found.id, ...limit });
      await insertOrganisationAudit(tx, {
        organisationId: found.id,
        actor,
        action: 'limit-sessions',
        details: { mode, from, to: limit, reason },
      });
      return { outcome: 'limited' as const, limit };
    });

/** Removes a limit and its counters. */
export const clearSessionLimit =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  ({
    organisation,
    mode,
    reason,
    actor,
  }: LimitChange): Promise<{ outcome: 'cleared' | 'unknown-organisation' | 'not-limited' }> =>
    database.transaction(async (tx) => {
      const found = await lockHeldOrganisation(tx, organisation);
      if (!found) return { outcome: 'unknown-organisation' };
      const from = await findLimit(tx, found.id, mode);
      if (!from || !(await deleteSessionLimit(tx, { organisationId: found.id, mode })))
        return { outcome: 'not-limited' };
      await insertOrganisationAudit(tx, {
        organisationId: found.id,
        actor,
        action: 'clear-session-limit',
        details: { mode, from, reason },
      });
      return { outcome: 'cleared' };
    });
