import type { PortalRole } from '@countersign/contract';
import type { Queryable } from '../../../storage/integration/live-caller.ts';
import { findSso, type SsoRow } from '../../../storage/portal/single-sign-on.ts';
import { PortalRefused } from '../portal-refused.ts';

/** What people of the organisation may come in by: everybody but owners by nothing else where it is required. */
export async function ssoOffer(
  db: Queryable,
  { organisationId, role }: { organisationId: string; role: PortalRole },
): Promise<'none' | 'offered' | 'required'> {
  const sso = await findSso(db, organisationId);
  if (sso?.enabled !== true) return 'none';
  return isRequiredOf(sso, role) ? 'required' : 'offered';
}

/** Whether single sign-on that is switched on is the only way in of somebody with this role. */
export const isRequiredOf = ({ required }: Pick<SsoRow, 'required'>, role: PortalRole): boolean =>
  required && role !== 'owner';

/** Refuses other ways in than the one that is required. @throws PortalRefused sso-required */
export async function requireFreeWay(
  db: Queryable,
  person: { organisationId: string; role: PortalRole },
): Promise<void> {
  if ((await ssoOffer(db, person)) === 'required')
    throw new PortalRefused('sso-required', 'Your organisation requires its single sign-on.');
}
