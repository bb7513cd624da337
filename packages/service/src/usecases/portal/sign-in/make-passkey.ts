import { randomUUID } from 'node:crypto';
import type { PortalAddPasskeyRequest, PortalPasskeyBegun } from '@countersign/contract';
import {
  judgeNewPasskey,
  passkeyAlgorithms,
  type PasskeySite,
  userHandleOf,
} from '../../../signing/webauthn.ts';
import type { Tx } from '../../../storage/engine/database.ts';
import { insertOrganisationAudit } from '../../../storage/portal/organisation-audit.ts';
import { countPasskeys, insertPasskey, listCredentialIds } from '../../../storage/portal/passkeys.ts';
import { lockUser, type PortalUserRow } from '../../../storage/portal/portal-users.ts';
import { endAttempt, openAttempt, passkeyTimeoutMs, wrongPasskey } from './passkey-attempts.ts';
import { portalActor, type PortalContext } from '../portal-context.ts';
import { notFound, PortalRefused } from '../portal-refused.ts';
import type { Knock } from './start-sign-in.ts';

const mostPasskeys = 10;

/** A person creating a passkey, in one sign-in. */
export interface Maker {
  userId: string;
  organisationId: string;
  signInId: string;
  email: string;
  name: string;
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** Credentials in the browser's format. */
export const namedCredentials = (ids: readonly Uint8Array[]) =>
  ids.map((id) => ({ type: 'public-key' as const, id: base64url(id) }));

/** Options for creating a passkey, on this device or another. @throws PortalRefused too-many-passkeys, too-many */
export async function beginMaking(
  ctx: PortalContext,
  { userId, signInId, email, name }: Maker,
  { site, knock }: { site: PasskeySite; knock: Knock },
): Promise<PortalPasskeyBegun> {
  const known = await listCredentialIds(ctx.database, userId);
  requireRoom(known.length);
  const { attempt, challenge } = await openAttempt(ctx, { purpose: 'add', signInId, knock });
  return {
    attempt,
    options: {
      rp: { id: site.rpId, name: 'Countersign' },
      user: { id: userHandleOf(userId), name: email, displayName: name },
      challenge,
      pubKeyCredParams: Object.values(passkeyAlgorithms).map((alg) => ({ type: 'public-key', alg })),
      timeout: passkeyTimeoutMs,
      excludeCredentials: namedCredentials(known),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    },
  };
}

function requireRoom(count: number): void {
  if (count >= mostPasskeys)
    throw new PortalRefused(
      'too-many-passkeys',
      `passkeys: must be at most ${mostPasskeys}, and there are ${count}. Remove one first.`,
    );
}

interface Made {
  site: PasskeySite;
  request: PortalAddPasskeyRequest;
}

/** State before a passkey is added. */
export interface Before {
  user: PortalUserRow;
  /** Number of passkeys the person had. */
  count: number;
}

/**
 * Stores a passkey created by the browser.
 * @param afterwards runs in the same transaction once it is stored; if it throws, both are undone
 * @returns its id, and the result of `afterwards`
 * @throws PortalRefused wrong-passkey, too-many-passkeys, not-found
 */
export async function keepMade<T>(
  ctx: PortalContext,
  maker: Maker,
  { site, request, afterwards }: Made & { afterwards: (tx: Tx, before: Before) => Promise<T> },
): Promise<{ id: string; done: T }> {
  const { attempt, name } = request;
  const { userId, signInId } = maker;
  const challenge = await endAttempt(ctx, { attempt, purpose: 'add', signInId });
  const verdict =
    challenge === null ? ({ fault: 'challenge' } as const) : judgeNewPasskey(request, { site, challenge });
  if (verdict.fault !== null) return refuse(ctx, maker, verdict.fault);
  const id = randomUUID();
  const kept = await ctx.database.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) throw notFound();
    const count = await countPasskeys(tx, userId);
    requireRoom(count);
    if (!(await insertPasskey(tx, { id, userId, name, ...verdict.right }))) return null;
    await insertOrganisationAudit(tx, {
      ...by(maker),
      action: 'add-passkey',
      details: { passkey: id, name },
    });
    return { id, done: await afterwards(tx, { user, count }) };
  });
  return kept ?? refuse(ctx, maker, 'credential');
}

const by = ({ organisationId, userId }: Maker) => ({ organisationId, actor: portalActor(userId) });

/** @throws PortalRefused wrong-passkey */
async function refuse({ database }: PortalContext, maker: Maker, cause: string): Promise<never> {
  await database.transaction((tx) =>
    insertOrganisationAudit(tx, { ...by(maker), action: 'add-passkey-failed', details: { cause } }),
  );
  throw wrongPasskey();
}
