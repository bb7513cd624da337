import { createHmac } from 'node:crypto';
import { equalInConstantTime } from '../../encryption/constant-time.ts';
import type { ServiceContext } from '../../context.ts';
import type { Vault } from '../../signing/vault.ts';
import {
  findOperatorView,
  insertOperatorView,
  noteOfOperatorView,
  operatorOf,
  type OperatorViewRow,
  type ViewKey,
} from '../../storage/portal/operator-views.ts';
import { lockRuledOrganisation } from '../../storage/portal/organisation-rules.ts';
import type { SignInRow } from '../../storage/portal/sign-ins.ts';
import { lockHeldOrganisation } from '../../storage/portal/suspensions.ts';
import { portalUrlOf } from './portal-context.ts';
import { notFound } from './portal-refused.ts';
import { csrfOf } from './portal-tokens.ts';

type Deriving = Pick<Vault, 'derive'>;

/** Duration of a view in minutes: the maximum and the default. */
export const viewMinutes = { most: 60, usual: 15 };

/** Length in characters of a view's token; a sign-in's token has 43. */
const tokenLength = 75;
/** Lengths in bytes of the key's parts: the organisation, and the entry in its log. */
const parts = { organisation: 16, entry: 8 };

/** The purpose of a token: to begin the view in a browser, once, or to read there. */
type Purpose = 'link' | 'cookie';

const proofOf = (vault: Deriving, purpose: Purpose, key: Uint8Array): Buffer =>
  createHmac('sha256', vault.derive('portal-operator-view')).update(`${purpose}\n`).update(key).digest();

function tokenOf(vault: Deriving, purpose: Purpose, { organisationId, entry }: ViewKey): string {
  const key = Buffer.alloc(parts.organisation + parts.entry);
  key.write(organisationId.replaceAll('-', ''), 'hex');
  key.writeBigUInt64BE(BigInt(entry), parts.organisation);
  return Buffer.concat([key, proofOf(vault, purpose, key)]).toString('base64url');
}

/** The view named by a token; `null` if the token is not genuine or has another purpose. */
function viewOf(vault: Deriving, purpose: Purpose, token: string): ViewKey | null {
  const bytes = Buffer.from(token, 'base64url');
  const key = bytes.subarray(0, parts.organisation + parts.entry);
  const proof = bytes.subarray(parts.organisation + parts.entry);
  if (token.length !== tokenLength || !equalInConstantTime(proof, proofOf(vault, purpose, key))) return null;
  const [hex, entry] = [key.toString('hex', 0, parts.organisation), key.readBigUInt64BE(parts.organisation)];
  const organisationId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { organisationId, entry: Number(entry) };
}

/**
 * Begins a view of an organisation's portal and records it in the organisation's log. The link opens it in one browser, once.
 * @see spec/contract.md A-427
 */
export const beginOperatorView =
  ({ database, vault, config }: Pick<ServiceContext, 'database' | 'vault' | 'config'>) =>
  ({
    organisation,
    ...view
  }: {
    organisation: string;
    actor: string;
    /** Reason for the log; never personal data. */
    reason: string;
    minutes: number;
  }): Promise<{ outcome: 'begun'; url: string; until: string } | { outcome: 'unknown-organisation' }> =>
    database.transaction(async (tx) => {
      const found = await lockHeldOrganisation(tx, organisation);
      if (!found) return { outcome: 'unknown-organisation' };
      const { until, ...key } = await insertOperatorView(tx, { organisationId: found.id, ...view });
      // After `#`, so that no proxy or log receives it.
      return { outcome: 'begun', url: `${portalUrlOf(config)}/view#${tokenOf(vault, 'link', key)}`, until };
    });

/** Opens a view by its link. @returns the cookie, and the token that changes must carry with it @throws PortalRefused not-found */
export const openOperatorView =
  ({ database, vault }: Pick<ServiceContext, 'database' | 'vault'>) =>
  (link: string): Promise<{ token: string; csrf: string }> =>
    database.transaction(async (tx) => {
      const key = viewOf(vault, 'link', link);
      if (key === null) throw notFound();
      // If two browsers try at once, only one opens it.
      await lockRuledOrganisation(tx, key.organisationId);
      const view = await findOperatorView(tx, key);
      if (view === null || !(await noteOfOperatorView(tx, view, { action: 'open-operator-view' })))
        throw notFound();
      const token = tokenOf(vault, 'cookie', key);
      return { token, csrf: csrfOf(vault, token) };
    });

/** Whether a cookie is a view's, in force or not. */
export const isViewToken = (token: string): boolean => token.length === tokenLength;

/** The view of a cookie; `null` if none is in force. */
export async function findViewOfCookie(
  { database, vault }: Pick<ServiceContext, 'database' | 'vault'>,
  token: string,
): Promise<OperatorViewRow | null> {
  const key = viewOf(vault, 'cookie', token);
  return key && findOperatorView(database, key);
}

/**
 * Represents the operator as a signed-in person: an auditor of the organisation, without grants and without an account. The organisation's
 * allowed networks do not apply to the operator.
 */
export function viewerOfView(view: OperatorViewRow): SignInRow {
  const { organisationId, organisation, rules, actor, beganAt, entry } = view;
  // An id that no person or sign-in can have: their UUID versions are never 0.
  const id = `00000000-0000-0000-0000-${entry.toString(16).padStart(12, '0')}`;
  return {
    id,
    signInId: id,
    organisationId,
    organisation,
    suspended: false,
    rules: { ...rules, allowedAddresses: [] },
    email: '',
    name: operatorOf(actor),
    language: 'en',
    role: 'auditor',
    integrations: null,
    grantReveal: false,
    grantExport: false,
    passwordHash: null,
    totpSealed: null,
    totpPending: null,
    totpStep: null,
    totpWaived: true,
    preferences: {},
    version: 1,
    createdAt: beganAt,
    seenAt: null,
    stage: 'done',
    steppedUpUntil: null,
  };
}

/** Records what is read in a view before it is shown, once for each thing. */
export const noteRead =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  async (view: OperatorViewRow, { route, ids }: { route: string; ids: readonly string[] }): Promise<void> => {
    const what = { route, ...(ids.length === 0 ? {} : { ids }) };
    await noteOfOperatorView(database, view, { action: 'read-in-operator-view', what });
  };

/** Ends a view early. */
export const endOperatorView = async (
  { database }: Pick<ServiceContext, 'database'>,
  view: OperatorViewRow,
): Promise<void> => {
  await noteOfOperatorView(database, view, { action: 'end-operator-view' });
};
