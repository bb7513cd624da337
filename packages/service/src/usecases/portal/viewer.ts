import { mayDo, needsCodes } from '@countersign/core';
import type { PortalCapability, PortalGrants, PortalLanguage, PortalRole } from '@countersign/contract';
import { tokenHash } from '../../signing/opaque-token.ts';
import type { OperatorViewRow } from '../../storage/portal/operator-views.ts';
import { listOwnIntegrations, type OwnIntegration } from '../../storage/portal/organisations.ts';
import { findSignIn, type SignInRow } from '../../storage/portal/sign-ins.ts';
import type { PortalUserRow } from '../../storage/portal/portal-users.ts';
import { findViewOfCookie, isViewToken, viewerOfView } from './operator-view.ts';
import { portalActor, type PortalContext } from './portal-context.ts';
import { notFound, PortalRefused } from './portal-refused.ts';

/** A signed-in person with the rights of the role. Every use case of the portal takes one. */
export interface Viewer {
  signInId: string;
  userId: string;
  email: string;
  name: string;
  language: PortalLanguage;
  organisation: { id: string; name: string };
  role: PortalRole;
  grants: PortalGrants;
  /** A rule of the organisation: revealing personal data always requires a grant. */
  revealByGrant: boolean;
  /** Integrations of the organisation that the person's role covers, oldest first. */
  integrations: readonly OwnIntegration[];
  /** The role covers only some integrations. */
  isNarrowed: boolean;
  steppedUpUntil: string | null;
  /** Name in the audit log. */
  actor: string;
}

/** A valid sign-in, complete or not, with its person; or an operator's view, which changes nothing. */
export type Visitor = SignInRow & {
  /** `null`: a person of the organisation. */
  operatorView: OperatorViewRow | null;
};

/** The sign-in of a cookie, complete or not; `null` if none is valid. */
export const findVisitor =
  (ctx: Pick<PortalContext, 'database' | 'vault'>) =>
  async (token: string): Promise<Visitor | null> => {
    if (isViewToken(token)) {
      const operatorView = await findViewOfCookie(ctx, token);
      return operatorView && { ...viewerOfView(operatorView), operatorView };
    }
    const row = await findSignIn(ctx.database, tokenHash(token));
    return row && { ...row, operatorView: null };
  };

/** The person of a complete sign-in. */
export const findViewer =
  ({ database }: Pick<PortalContext, 'database'>) =>
  async (row: Visitor): Promise<Viewer> => {
    const all = await listOwnIntegrations(database, row.organisationId);
    const { integrations } = row;
    return {
      signInId: row.signInId,
      userId: row.id,
      email: row.email,
      name: row.name,
      language: row.language,
      organisation: { id: row.organisationId, name: row.organisation },
      role: row.role,
      grants: grantsOf(row),
      revealByGrant: row.rules.revealByGrant,
      integrations: integrations === null ? all : all.filter(({ id }) => integrations.includes(id)),
      isNarrowed: integrations !== null,
      steppedUpUntil: row.steppedUpUntil,
      actor: row.operatorView?.actor ?? portalActor(row.id),
    };
  };

/**
 * The viewer with current rights, for a change that grants or revokes rights; the caller holds the lock on the person.
 * @param row `null`: the person was removed
 * @throws PortalRefused signed-out
 */
export function viewerNow(viewer: Viewer, row: PortalUserRow | null | undefined): Viewer {
  if (!row) throw new PortalRefused('signed-out', 'Sign in first.');
  const { role, integrations } = row;
  return {
    ...viewer,
    role,
    grants: grantsOf(row),
    integrations:
      integrations === null
        ? viewer.integrations
        : viewer.integrations.filter(({ id }) => integrations.includes(id)),
    isNarrowed: integrations !== null,
  };
}

/** Whether one set of integrations is within another; `null`: all of the organisation's. */
export const isWithinReach = (
  integrations: readonly string[] | null,
  reach: readonly string[] | null,
): boolean => reach === null || (integrations?.every((id) => reach.includes(id)) ?? false);

/** The integrations that the role covers; `null`: all of the organisation's. */
export const reachOf = ({ isNarrowed, integrations }: Viewer): string[] | null =>
  isNarrowed ? integrations.map(({ id }) => id) : null;

/** The permissions granted to or revoked from a person. */
export const grantsOf = ({ grantReveal, grantExport }: PortalUserRow): PortalGrants => ({
  reveal: grantReveal,
  export: grantExport,
});

/** Whether a person must set up one-time codes before anything else. */
export const mustEnrol = (
  { config }: Pick<PortalContext, 'config'>,
  {
    role,
    rules,
    totpSealed,
    totpWaived,
  }: Pick<PortalUserRow, 'role' | 'rules' | 'totpSealed' | 'totpWaived'>,
): boolean =>
  totpSealed === null &&
  (rules.codesRequired || needsCodes(role)) &&
  !(totpWaived && config.environment === 'development');

/** Whether the person may do something on an integration. */
export const may = (
  viewer: Viewer,
  capability: PortalCapability,
  integration: Pick<OwnIntegration, 'mode'> | null,
): boolean => mayDo(viewer, capability, integration?.mode ?? null);

/** @throws PortalRefused not-allowed */
export function requireMay(
  viewer: Viewer,
  capability: PortalCapability,
  integration: Pick<OwnIntegration, 'mode'> | null,
): void {
  if (!may(viewer, capability, integration))
    throw new PortalRefused('not-allowed', `The role ${viewer.role} does not allow this.`);
}

/** An integration that the person may access. @throws PortalRefused not-found */
export function requireIntegration(viewer: Viewer, integrationId: string): OwnIntegration {
  const found = viewer.integrations.find(({ id }) => id === integrationId);
  if (!found) throw notFound();
  return found;
}

/**
 * Ids of the integrations on which the person may do something, or of the requested one.
 * @throws PortalRefused not-found, not-allowed
 */
export function reachFor(
  viewer: Viewer,
  capability: PortalCapability,
  integrationId: string | undefined,
): string[] {
  if (integrationId === undefined) {
    if (viewer.integrations.length === 0) requireMay(viewer, capability, null);
    const allowed = viewer.integrations.filter((integration) => may(viewer, capability, integration));
    if (allowed.length === 0 && viewer.integrations.length > 0) requireMay(viewer, capability, null);
    return allowed.map(({ id }) => id);
  }
  requireMay(viewer, capability, requireIntegration(viewer, integrationId));
  return [integrationId];
}

/** @throws PortalRefused step-up */
export function requireStepUp({ steppedUpUntil }: Viewer): void {
  if (steppedUpUntil === null)
    throw new PortalRefused('step-up', 'Confirm with your password first; that lasts ten minutes.');
}
