import type { PortalOrganisation, PortalOrganisationChange } from '@countersign/contract';
import { isNetwork } from '../../../runtime/networks.ts';
import type { Tx } from '../../../storage/engine/database.ts';
import { insertOrganisationAudit } from '../../../storage/portal/organisation-audit.ts';
import { listSessionLimits } from '../../../storage/portal/organisation-limits.ts';
import {
  countWithoutSecondStep,
  findRuledOrganisation,
  isNameTaken,
  lockRuledOrganisation,
  type RuledOrganisation,
  saveRules,
} from '../../../storage/portal/organisation-rules.ts';
import { findOrganisation, lockOrganisationNames } from '../../../storage/portal/organisations.ts';
import type { OrganisationRules } from '../../../storage/portal/portal-users.ts';
import { deleteSignInsWithoutCodes } from '../../../storage/portal/sign-ins.ts';
import { isAllowedFrom } from '../sign-in/address-rule.ts';
import type { PortalContext } from '../portal-context.ts';
import { changedMeanwhile, notFound, PortalRefused } from '../portal-refused.ts';
import { retentionOf } from './retention-rules.ts';
import type { Knock } from '../sign-in/start-sign-in.ts';
import { requireMay, requireStepUp, type Viewer } from '../viewer.ts';

/** Only owners can view and change them. @throws PortalRefused not-allowed */
function requireOwner(viewer: Viewer): void {
  requireMay(viewer, 'manage-organisation', null);
  if (viewer.isNarrowed)
    throw new PortalRefused(
      'not-allowed',
      'Rules are of the whole organisation: your role must cover all of it.',
    );
}

/** Name and rules, with information on the effects of a change. @throws PortalRefused not-allowed */
export const showOrganisation =
  (ctx: PortalContext) =>
  async (viewer: Viewer, { address }: Pick<Knock, 'address'>): Promise<PortalOrganisation> => {
    requireOwner(viewer);
    const found = await findRuledOrganisation(ctx.database, viewer.organisation.id);
    if (!found) throw notFound();
    const { id, name, rules, version } = found;
    const limits = await listSessionLimits(ctx.database, id);
    return {
      name,
      ...rules,
      version,
      ownAddress: address,
      withoutSecondStep: await countWithoutSecondStep(ctx.database, id),
      sessionLimits: limits.map(({ mode, perDay, perMonth, usedToday, usedThisMonth }) => ({
        mode,
        perDay,
        perMonth,
        usedToday,
        usedThisMonth,
      })),
      retention: await retentionOf(ctx, viewer),
    };
  };

/** Networks in normalised form: trimmed, without duplicates. @throws PortalRefused invalid */
function networksFrom(texts: readonly string[]): string[] {
  const networks = [...new Set(texts.map((text) => text.trim().toLowerCase()))];
  const wrong = networks.find((network) => !isNetwork(network));
  if (wrong !== undefined)
    throw new PortalRefused(
      'invalid',
      `allowedAddresses: “${wrong}” must be an address or a network, such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32`,
      { member: 'allowedAddresses' },
    );
  return networks;
}

/** Members that differ, before and after. */
function changedMembers(
  before: RuledOrganisation,
  after: Pick<RuledOrganisation, 'name' | 'rules'>,
): { from: Record<string, unknown>; to: Record<string, unknown> } {
  const [from, to] = [before, after].map(({ name, rules }): Record<string, unknown> => ({ name, ...rules }));
  const names = Object.keys(to ?? {}).filter(
    (member) => JSON.stringify(from?.[member]) !== JSON.stringify(to?.[member]),
  );
  const only = (all: Record<string, unknown> = {}) =>
    Object.fromEntries(names.map((member) => [member, all[member]]));
  return { from: only(from), to: only(to) };
}

/**
 * Changes name and rules; rules apply from the next request on, including existing sign-ins. Requiring codes ends the sign-ins
 * of people who have a password and no codes: they set them up when they sign in again. A list of addresses must include the editor's own.
 * @throws PortalRefused not-allowed, step-up, invalid, own-address, organisation-name-taken, changed-meanwhile
 */
export const changeOrganisation =
  ({ database }: PortalContext) =>
  async (
    viewer: Viewer,
    { version, name, ...wanted }: PortalOrganisationChange,
    { address }: Pick<Knock, 'address'>,
  ): Promise<void> => {
    requireOwner(viewer);
    requireStepUp(viewer);
    const rules: OrganisationRules = { ...wanted, allowedAddresses: networksFrom(wanted.allowedAddresses) };
    if (!isAllowedFrom(rules.allowedAddresses, address))
      throw new PortalRefused(
        'own-address',
        `allowedAddresses: must contain your own address, ${address}; otherwise you would be locked out`,
        { member: 'allowedAddresses' },
      );
    if (rules.idleMinutes > rules.signInMinutes)
      throw new PortalRefused('invalid', 'idleMinutes: must be at most signInMinutes', {
        member: 'idleMinutes',
      });
    const next = { id: viewer.organisation.id, name: name.trim(), rules };
    await database.transaction((tx) => change(tx, viewer, { next, version }));
  };

async function change(
  tx: Tx,
  viewer: Viewer,
  { next, version }: { next: Omit<RuledOrganisation, 'version'>; version: number },
): Promise<void> {
  await lockOrganisationNames(tx);
  const before = await lockRuledOrganisation(tx, next.id);
  if (before?.version !== version) throw changedMeanwhile();
  if (await isNameTaken(tx, next))
    throw new PortalRefused(
      'organisation-name-taken',
      `name: “${next.name}” must not be the name of another organisation of this installation`,
      { member: 'name' },
    );
  await saveRules(tx, next);
  await insertOrganisationAudit(tx, {
    organisationId: next.id,
    actor: viewer.actor,
    action: 'change-organisation',
    details: changedMembers(before, next),
  });
  if (next.rules.codesRequired && !before.rules.codesRequired)
    await deleteSignInsWithoutCodes(tx, { organisationId: next.id, except: viewer.signInId });
}

/** Rules of an organisation, for the operator; `null`: there is none with this name. */
export const showRules =
  ({ database }: Pick<PortalContext, 'database'>) =>
  async (organisation: string): Promise<RuledOrganisation | null> => {
    const found = await findOrganisation(database, organisation);
    return found && findRuledOrganisation(database, found.id);
  };

/** Allows an organisation's people to sign in from every address again, for an operator when no one inside can do so. */
export const clearAddresses =
  ({ database }: Pick<PortalContext, 'database'>) =>
  ({
    organisation,
    actor,
  }: {
    organisation: string;
    actor: string;
  }): Promise<{ outcome: 'cleared' | 'unknown-organisation' }> =>
    database.transaction(async (tx) => {
      const found = await findOrganisation(tx, organisation);
      const before = found && (await lockRuledOrganisation(tx, found.id));
      if (!before) return { outcome: 'unknown-organisation' };
      const next = { ...before, rules: { ...before.rules, allowedAddresses: [] } };
      await saveRules(tx, next);
      await insertOrganisationAudit(tx, {
        organisationId: before.id,
        actor,
        action: 'change-organisation',
        details: changedMembers(before, next),
      });
      return { outcome: 'cleared' };
    });
