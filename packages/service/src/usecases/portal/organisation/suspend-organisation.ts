import type { ServiceContext } from '../../../context.ts';
import type { Tx } from '../../../storage/engine/database.ts';
import { insertOrganisationAudit } from '../../../storage/portal/organisation-audit.ts';
import { deleteSignInsOf } from '../../../storage/portal/sign-ins.ts';
import { type CountedLimit, listSessionLimits } from '../../../storage/portal/organisation-limits.ts';
import {
  findHeldOrganisation,
  type HeldIntegration,
  type HeldOrganisation,
  type HeldPerson,
  listHeldIntegrations,
  listHeldPeople,
  listOpenInvitations,
  listOrganisationAudit,
  lockHeldOrganisation,
  type OpenInvitation,
  type OrganisationChange,
  setContact,
  setSuspension,
} from '../../../storage/portal/suspensions.ts';
import { configureIn } from '../../integration/configure-integration.ts';

interface OfOrganisation {
  /** Its name, in any case. */
  organisation: string;
  actor: string;
}

interface Reasoned extends OfOrganisation {
  /** For the audit log; never personal data. */
  reason: string;
}

/** An organisation with everything that belongs to it. */
export interface ShownOrganisation extends Omit<HeldOrganisation, 'suspendedIntegrations'> {
  integrations: HeldIntegration[];
  people: HeldPerson[];
  invitations: OpenInvitation[];
  /** Session limits; empty: unlimited. */
  sessionLimits: CountedLimit[];
}

/** An organisation for the operator; `null`: there is none with this name. */
export const showHeldOrganisation =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  async (organisation: string): Promise<ShownOrganisation | null> => {
    const found = await findHeldOrganisation(database, organisation);
    if (!found) return null;
    const { suspendedIntegrations: _, ...shown } = found;
    return {
      ...shown,
      integrations: await listHeldIntegrations(database, found),
      people: await listHeldPeople(database, found.id),
      invitations: await listOpenInvitations(database, found.id),
      sessionLimits: await listSessionLimits(database, found.id),
    };
  };

/** Changes of an organisation as a whole, newest first; `null`: there is none with this name. */
export const listOrganisationChanges =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  async ({
    organisation,
    limit,
  }: {
    organisation: string;
    limit: number;
  }): Promise<OrganisationChange[] | null> => {
    const found = await findHeldOrganisation(database, organisation);
    return found && listOrganisationAudit(database, { organisationId: found.id, limit });
  };

/**
 * Suspends an organisation: its integrations are stopped, so their requests are rejected immediately, sign-ins of its people end, and none of them
 * can sign in. Nothing is deleted; work in progress is finished, and webhooks are still sent.
 * @see spec/contract.md A-371
 */
export const suspendOrganisation =
  ({ database, keyRing }: Pick<ServiceContext, 'database' | 'keyRing'>) =>
  async ({
    organisation,
    reason,
    actor,
  }: Reasoned): Promise<
    { outcome: 'suspended'; integrations: number } | { outcome: 'unknown-organisation' | 'already-suspended' }
  > => {
    const suspended = await database.transaction(async (tx) => {
      const found = await lockHeldOrganisation(tx, organisation);
      if (!found) return { outcome: 'unknown-organisation' as const };
      if (found.suspendedAt !== null) return { outcome: 'already-suspended' as const };
      const running = (await listHeldIntegrations(tx, found)).filter(({ active }) => active);
      const stopped = running.map(({ integrationId }) => integrationId);
      await switchAll(tx, stopped, { active: false, reason, actor });
      await setSuspension(tx, { id: found.id, stopped });
      await deleteSignInsOf(tx, found.id);
      const details = { reason, integrations: stopped };
      await insertOrganisationAudit(tx, {
        organisationId: found.id,
        actor,
        action: 'suspend-organisation',
        details,
      });
      return { outcome: 'suspended' as const, integrations: stopped.length };
    });
    keyRing.forget();
    return suspended;
  };

/** Lifts a suspension: integrations that it stopped, and that still belong to the organisation, run again; others stay stopped. */
export const resumeOrganisation =
  ({ database, keyRing }: Pick<ServiceContext, 'database' | 'keyRing'>) =>
  async ({
    organisation,
    reason,
    actor,
  }: Reasoned): Promise<
    { outcome: 'resumed'; integrations: number } | { outcome: 'unknown-organisation' | 'not-suspended' }
  > => {
    const resumed = await database.transaction(async (tx) => {
      const found = await lockHeldOrganisation(tx, organisation);
      if (!found) return { outcome: 'unknown-organisation' as const };
      if (found.suspendedAt === null) return { outcome: 'not-suspended' as const };
      const started = (await listHeldIntegrations(tx, found))
        .filter(({ active, integrationId }) => !active && found.suspendedIntegrations.includes(integrationId))
        .map(({ integrationId }) => integrationId);
      // First, because an integration of a suspended organisation cannot be started.
      await setSuspension(tx, { id: found.id, stopped: null });
      await switchAll(tx, started, { active: true, reason, actor });
      const details = { reason, integrations: started };
      await insertOrganisationAudit(tx, {
        organisationId: found.id,
        actor,
        action: 'resume-organisation',
        details,
      });
      return { outcome: 'resumed' as const, integrations: started.length };
    });
    keyRing.forget();
    return resumed;
  };

async function switchAll(
  tx: Tx,
  integrationIds: readonly string[],
  change: { active: boolean; reason: string; actor: string },
): Promise<void> {
  for (const integrationId of integrationIds) await configureIn(tx, { integrationId, ...change });
}

/** Records the operator's contact at an organisation. The audit log records that it changed, not its value. */
export const noteContact =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  ({
    organisation,
    contact,
    actor,
  }: OfOrganisation & { contact: string }): Promise<{ outcome: 'noted' | 'unknown-organisation' }> =>
    database.transaction(async (tx) => {
      const found = await lockHeldOrganisation(tx, organisation);
      if (!found) return { outcome: 'unknown-organisation' };
      await setContact(tx, { id: found.id, contact });
      await insertOrganisationAudit(tx, { organisationId: found.id, actor, action: 'note-contact' });
      return { outcome: 'noted' };
    });
