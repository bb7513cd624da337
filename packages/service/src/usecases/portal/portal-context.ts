import type { ServiceContext } from '../../context.ts';
import type { PasswordHasher } from '../../signing/password-hasher.ts';
import { addressesOf } from '../session/session-link.ts';

/** Dependencies of the portal's use cases: the service's context, and the password hasher. */
export interface PortalContext extends ServiceContext {
  passwords: PasswordHasher;
}

/** Address of the portal, without trailing slash. */
export const portalUrlOf = (config: ServiceContext['config']): string =>
  `${new URL(addressesOf(config).api).origin}/portal`;

/** A portal user as actor in the audit log. */
export const portalActor = (userId: string): string => `portal:${userId}`;
