import type { PortalRole } from '@countersign/contract';
import type { Queryable } from '../../../storage/integration/live-caller.ts';
import { findSso, type SsoRow } from '../../../storage/portal/single-sign-on.ts';
import { PortalRefused } from '../portal-refused.ts';

/** Sign-in options for people of the organisation: if it is required, everyone but owners can use only single sign-on. */
export async function ssoOffer(
  db: Queryable,
  { organisationId, role }: { organisationId: string; role: PortalRole },
): Promise<'none' | 'offered' | 'required'> {
  const sso = await findSso(db, organisationId);
  if (sso?.enabled !== true) return 'none';
  return isRequiredOf(sso, role) ? 'required' : 'offered';
}

/** Whether enabled single sign-on is the only way to sign in with this role. */
export const isRequiredOf = ({ required }: Pick<SsoRow, 'required'>, role: PortalRole): boolean =>
  required && role !== 'owner';

/** Rejects other ways to sign in than the required one. @throws PortalRefused sso-required */
export async function requireFreeWay(
  db: Queryable,
  person: { organisationId: string; role: PortalRole },
): Promise<void> {
  if ((await ssoOffer(db, person)) === 'required')
    throw new PortalRefused('sso-required', 'Your organisation requires its single sign-on.');
}
