import type { IdentityProvider } from '../identity-provider.ts';
import type { SoftwareAuthenticator } from '../software-authenticator.ts';

/** An owner of an organisation of the portal, signed in and stepped up. */
export interface PortalPerson {
  /** `name=value` */
  cookie: string;
  csrf: string;
  userId: string;
  organisationId: string;
  /** One of the organisation. */
  integrationId: string;
  /** A device with a passkey of the account. */
  device: SoftwareAuthenticator;
  exportId: string;
  /** Path of the logo of the integration. */
  logo: string;
}

/** Who the portal is attacked with. */
export interface PortalPeople {
  owner: PortalPerson;
  /** Of another organisation. */
  stranger: PortalPerson;
  /** The identity provider of the owner's organisation; the owner is linked to its account `owner`. */
  provider: IdentityProvider;
}
