import type { PortalRole } from '@countersign/contract';
import type { Tx } from '../engine/database.ts';
import type { Queryable } from '../integration/live-caller.ts';
import { instant } from '../instant.ts';

export interface NewInvitation {
  id: string;
  organisationId: string;
  email: string;
  role: PortalRole;
  integrations: readonly string[] | null;
  grantReveal: boolean | null;
  tokenHash: Uint8Array;
  invitedBy: string;
}

export type InvitationRow = {
  id: string;
  organisationId: string;
  organisation: string;
  email: string;
  role: PortalRole;
  integrations: string[] | null;
  grantReveal: boolean | null;
  createdAt: string;
  expiresAt: string;
};

const columns = `i.id, i.organisation_id as "organisationId", o.name as organisation, i.email, i.role, i.integrations,
  i.grant_reveal as "grantReveal", ${instant('i.created_at')} as "createdAt", ${instant('i.expires_at')} as "expiresAt"`;
const source = `from portal_invitation i join organisation o on o.id = i.organisation_id`;

/** Records an invitation for 72 hours, replacing an earlier one for the same address. @returns when it expires */
export async function insertInvitation(tx: Tx, invitation: NewInvitation): Promise<string> {
  await tx.query(`delete from portal_invitation where organisation_id = $1 and email = $2`, [
    invitation.organisationId,
    invitation.email,
  ]);
  const [row] = await tx.query<{ expiresAt: string }>(
    `insert into portal_invitation (id, organisation_id, email, role, integrations, grant_reveal, token_hash, invited_by, expires_at)
     values ($1, $2, $3, $4, $5::uuid[], $6, $7, $8, now() + interval '72 hours')
     returning ${instant('expires_at')} as "expiresAt"`,
    [
      invitation.id,
      invitation.organisationId,
      invitation.email,
      invitation.role,
      invitation.integrations,
      invitation.grantReveal,
      invitation.tokenHash,
      invitation.invitedBy,
    ],
  );
  return row?.expiresAt ?? '';
}

/** The invitation for a token, if it is valid. */
export async function findInvitation(db: Queryable, tokenHash: Uint8Array): Promise<InvitationRow | null> {
  const [row] = await db.query<InvitationRow>(
    `select ${columns} ${source} where i.token_hash = $1 and i.expires_at > now()`,
    [tokenHash],
  );
  return row ?? null;
}

/** Removes and returns a valid invitation, so that it is accepted only once. */
export async function takeInvitation(tx: Tx, tokenHash: Uint8Array): Promise<InvitationRow | null> {
  const [row] = await tx.query<InvitationRow>(
    `with i as (delete from portal_invitation where token_hash = $1 and expires_at > now() returning *)
     select ${columns} from i join organisation o on o.id = i.organisation_id`,
    [tokenHash],
  );
  return row ?? null;
}

/** Valid invitations of an organisation, oldest first. */
export function listInvitations(db: Queryable, organisationId: string): Promise<InvitationRow[]> {
  return db.query<InvitationRow>(
    `select ${columns} ${source} where i.organisation_id = $1 and i.expires_at > now() order by i.created_at, i.id`,
    [organisationId],
  );
}

/** Valid invitations of an organisation created by one actor. */
export function listInvitationsBy(
  tx: Tx,
  { organisationId, invitedBy }: { organisationId: string; invitedBy: string },
): Promise<InvitationRow[]> {
  return tx.query<InvitationRow>(
    `select ${columns} ${source} where i.organisation_id = $1 and i.invited_by = $2 and i.expires_at > now()
     order by i.created_at, i.id`,
    [organisationId, invitedBy],
  );
}

/** Withdraws an invitation. @returns it, or `null` when the organisation has no such invitation */
export async function deleteInvitation(
  tx: Tx,
  { organisationId, invitationId }: { organisationId: string; invitationId: string },
): Promise<Pick<InvitationRow, 'email' | 'role' | 'integrations'> | null> {
  const [row] = await tx.query<Pick<InvitationRow, 'email' | 'role' | 'integrations'>>(
    `delete from portal_invitation where organisation_id = $1 and id = $2 returning email, role, integrations`,
    [organisationId, invitationId],
  );
  return row ?? null;
}
