import { randomUUID } from 'node:crypto';
import type {
  PortalAddPasskeyRequest,
  PortalPasskey,
  PortalPasskeyBegun,
  PortalPasskeys,
} from '@countersign/contract';
import {
  judgeNewPasskey,
  passkeyAlgorithms,
  type PasskeySite,
  userHandleOf,
} from '../../signing/webauthn.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { insertOrganisationAudit, type OrganisationEntry } from '../../storage/portal/organisation-audit.ts';
import {
  countPasskeys,
  deletePasskey,
  insertPasskey,
  listCredentialIds,
  listPasskeys,
} from '../../storage/portal/passkeys.ts';
import { lockUser } from '../../storage/portal/portal-users.ts';
import { deleteSignIns } from '../../storage/portal/sign-ins.ts';
import { endAttempt, openAttempt, passkeyTimeoutMs, wrongPasskey } from './passkey-attempts.ts';
import type { PortalContext } from './portal-context.ts';
import { notFound, PortalRefused } from './portal-refused.ts';
import type { Knock } from './start-sign-in.ts';
import { ownSso } from './organisation-sso.ts';
import { requireStepUp, type Viewer } from './viewer.ts';

const mostPasskeys = 10;

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** Credentials in the form of browsers. */
export const namedCredentials = (ids: readonly Uint8Array[]) =>
  ids.map((id) => ({ type: 'public-key' as const, id: base64url(id) }));

/** The person's own passkeys, oldest first. */
export const listOwnPasskeys =
  ({ database }: PortalContext) =>
  async ({ userId }: Viewer): Promise<PortalPasskeys> => ({ rows: await listPasskeys(database, userId) });

/** What the browser makes a passkey of, on this device or on one beside it. @throws PortalRefused step-up, too-many-passkeys, too-many */
export const beginPasskey =
  (ctx: PortalContext) =>
  async (viewer: Viewer, site: PasskeySite, knock: Knock): Promise<PortalPasskeyBegun> => {
    requireStepUp(viewer);
    const known = await listCredentialIds(ctx.database, viewer.userId);
    requireRoom(known.length);
    const { signInId } = viewer;
    const { attempt, challenge } = await openAttempt(ctx, { purpose: 'add', signInId, knock });
    return {
      attempt,
      options: {
        rp: { id: site.rpId, name: 'Countersign' },
        user: { id: userHandleOf(viewer.userId), name: viewer.email, displayName: viewer.name },
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
  };

function requireRoom(count: number): void {
  if (count >= mostPasskeys)
    throw new PortalRefused(
      'too-many-passkeys',
      `passkeys: must be at most ${mostPasskeys}, and there are ${count}. Remove one first.`,
    );
}

type Note = Pick<OrganisationEntry, 'action' | 'details'>;

const note = (tx: Tx, { organisation, actor }: Viewer, entry: Note): Promise<void> =>
  insertOrganisationAudit(tx, { organisationId: organisation.id, actor, ...entry });

/**
 * Keeps a passkey that the browser made.
 * @throws PortalRefused step-up, wrong-passkey, too-many-passkeys
 */
export const addPasskey =
  (ctx: PortalContext) =>
  async (viewer: Viewer, site: PasskeySite, request: PortalAddPasskeyRequest): Promise<PortalPasskey> => {
    requireStepUp(viewer);
    const { attempt, name } = request;
    const { signInId, userId } = viewer;
    const challenge = await endAttempt(ctx, { attempt, purpose: 'add', signInId });
    const verdict =
      challenge === null ? ({ fault: 'challenge' } as const) : judgeNewPasskey(request, { site, challenge });
    if (verdict.fault !== null) return refuse(ctx, viewer, verdict.fault);
    const id = randomUUID();
    const isNew = await ctx.database.transaction(async (tx) => {
      await lockUser(tx, userId);
      requireRoom(await countPasskeys(tx, userId));
      if (!(await insertPasskey(tx, { id, userId, name, ...verdict.right }))) return false;
      await note(tx, viewer, { action: 'add-passkey', details: { passkey: id, name } });
      return true;
    });
    if (!isNew) return refuse(ctx, viewer, 'credential');
    const added = (await listPasskeys(ctx.database, userId)).find((each) => each.id === id);
    if (!added) throw notFound();
    return added;
  };

/** @throws PortalRefused wrong-passkey */
async function refuse({ database }: PortalContext, viewer: Viewer, cause: string): Promise<never> {
  await database.transaction((tx) => note(tx, viewer, { action: 'add-passkey-failed', details: { cause } }));
  throw wrongPasskey();
}

/**
 * Removes a passkey. Other sign-ins end: one of them may be of the device that was lost.
 * @throws PortalRefused step-up, not-found, last-means
 */
export const removePasskey =
  ({ database }: PortalContext) =>
  (viewer: Viewer, id: string): Promise<void> => {
    requireStepUp(viewer);
    const { userId, signInId } = viewer;
    return database.transaction(async (tx) => {
      const user = await lockUser(tx, userId);
      const name = await deletePasskey(tx, { userId, id });
      if (name === null) throw notFound();
      const hasOther = user?.passwordHash != null || (await countPasskeys(tx, userId)) > 0;
      if (!hasOther && (await ownSso({ database: tx }, viewer))?.account == null)
        throw new PortalRefused(
          'last-means',
          'passkey: must not be the only way to sign in. Add another passkey first.',
        );
      await deleteSignIns(tx, { userId, except: signInId });
      await note(tx, viewer, { action: 'remove-passkey', details: { passkey: id, name } });
    });
  };
