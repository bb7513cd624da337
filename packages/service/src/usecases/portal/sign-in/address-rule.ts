import { isWithin, networksOf } from '../../../runtime/networks.ts';
import { insertOrganisationAudit } from '../../../storage/portal/organisation-audit.ts';
import type { PortalUserRow } from '../../../storage/portal/portal-users.ts';
import { portalActor, type PortalContext } from '../portal-context.ts';
import { PortalRefused } from '../portal-refused.ts';

type Ruled = Pick<PortalUserRow, 'id' | 'organisationId' | 'rules'>;

/** A known person calls from an address that the organisation does not allow. */
export class AddressRefused extends PortalRefused {
  readonly person: Ruled;
  readonly address: string;

  constructor(person: Ruled, address: string) {
    super(
      'address-refused',
      `Your organisation does not allow its portal to be used from ${address}. Use one of its networks, or ask an owner.`,
    );
    this.person = person;
    this.address = address;
  }
}

/** Whether an organisation allows its people to use the portal from an address. An empty list allows every address. */
export const isAllowedFrom = (networks: readonly string[], address: string): boolean =>
  networks.length === 0 || isWithin(networksOf(networks), address);

/** @throws AddressRefused */
export function requireAllowedFrom(person: Ruled, address: string): void {
  if (!isAllowedFrom(person.rules.allowedAddresses, address)) throw new AddressRefused(person, address);
}

/** Signs in, and records a rejected address even though the rest of the transaction is rolled back. */
export async function notingAddress<Done>(
  { database }: Pick<PortalContext, 'database'>,
  signIn: () => Promise<Done>,
): Promise<Done> {
  try {
    return await signIn();
  } catch (error) {
    if (error instanceof AddressRefused) {
      const { person, address } = error;
      await database.transaction((tx) =>
        insertOrganisationAudit(tx, {
          organisationId: person.organisationId,
          actor: portalActor(person.id),
          action: 'sign-in-failed',
          details: { wrong: 'address', address },
        }),
      );
    }
    throw error;
  }
}
