import { forgetTries, type LockoutRule, takeBackTry } from '../../../storage/portal/lockouts.ts';
import type { Tx } from '../../../storage/engine/database.ts';
import type { PortalContext } from '../portal-context.ts';
import { lockoutKey } from '../portal-tokens.ts';
import { requireTry } from '../sign-in/start-sign-in.ts';

/** An invited person is a stranger until they accept; a large organisation invites all of its people within a day. */
const rules = {
  organisation: { free: 50, firstSeconds: 60, mostSeconds: 3_600 },
  address: { free: 3, firstSeconds: 600, mostSeconds: 21_600 },
} satisfies Record<string, LockoutRule>;

interface Invited {
  organisationId: string;
  email: string;
}

const keysOf = (vault: PortalContext['vault'], { organisationId, email }: Invited) => ({
  organisation: lockoutKey(vault, 'invitations', organisationId),
  // Includes the organisation: another one must not be able to prevent it from inviting a person.
  address: lockoutKey(vault, 'invited', `${organisationId}\n${email}`),
});

/**
 * Counts an invitation sent by e-mail, in the transaction that creates it, so that a rejected one does not count.
 * @throws PortalRefused too-many
 * @see spec/contract.md A-407
 */
export async function countInvitation(
  tx: Tx,
  { vault }: Pick<PortalContext, 'vault'>,
  invited: Invited,
): Promise<void> {
  const keys = keysOf(vault, invited);
  await requireTry({ database: tx }, keys.organisation, rules.organisation);
  await requireTry({ database: tx }, keys.address, rules.address);
}

/** The invited person accepted, so the e-mail did not go to a stranger. */
export async function takeInvitationBack(
  tx: Tx,
  { vault }: Pick<PortalContext, 'vault'>,
  invited: Invited,
): Promise<void> {
  const keys = keysOf(vault, invited);
  await takeBackTry(tx, keys.organisation);
  await forgetTries(tx, keys.address);
}
