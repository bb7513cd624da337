import type { IdentityProvider } from '../identity-provider.ts';
import type { SoftwareAuthenticator } from '../software-authenticator.ts';

/** An owner of an organisation of the portal, signed in and with a confirmed sign-in. */
export interface PortalPerson {
  /** `name=value` */
  cookie: string;
  csrf: string;
  userId: string;
  organisationId: string;
  /** An integration of the organisation. */
  integrationId: string;
  /** A device with a passkey of the account. */
  device: SoftwareAuthenticator;
  exportId: string;
  /** Path of the integration's logo. */
  logo: string;
}

/** The people for attacks on the portal. */
export interface PortalPeople {
  owner: PortalPerson;
  /** An owner of another organisation. */
  stranger: PortalPerson;
  /** The identity provider of the owner's organisation; the owner is linked to its account `owner`. */
  provider: IdentityProvider;
}
