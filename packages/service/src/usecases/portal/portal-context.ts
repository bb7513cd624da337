import type { ServiceContext } from '../../context.ts';
import type { PasswordHasher } from '../../signing/password-hasher.ts';
import { addressesOf } from '../session/session-link.ts';

/** What the portal's use cases need: the service's context, and what hashes passwords. */
export interface PortalContext extends ServiceContext {
  passwords: PasswordHasher;
}

/** Address of the portal, without a slash at the end. */
export const portalUrlOf = (config: ServiceContext['config']): string =>
  `${new URL(addressesOf(config).api).origin}/portal`;

/** Who did something, in the audit log. */
export const portalActor = (userId: string): string => `portal:${userId}`;
