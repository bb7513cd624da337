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

/** Times in minutes that a view lasts at most, and unless another time is given. */
export const viewMinutes = { most: 60, usual: 15 };

/** Characters of a token of a view; that of a sign-in has 43. */
const tokenLength = 75;
/** Bytes of organisation, entry of its log, and what proves both. */
const parts = { organisation: 16, entry: 8 };

/** What a token is good for: beginning the view in a browser, once, or reading there. */
type Purpose = 'link' | 'cookie';

const proofOf = (vault: Deriving, purpose: Purpose, key: Uint8Array): Buffer =>
  createHmac('sha256', vault.derive('portal-operator-view')).update(`${purpose}\n`).update(key).digest();

function tokenOf(vault: Deriving, purpose: Purpose, { organisationId, entry }: ViewKey): string {
  const key = Buffer.alloc(parts.organisation + parts.entry);
  key.write(organisationId.replaceAll('-', ''), 'hex');
  key.writeBigUInt64BE(BigInt(entry), parts.organisation);
  return Buffer.concat([key, proofOf(vault, purpose, key)]).toString('base64url');
}

/** The view that a token names; `null`: it is none of ours, or not for this. */
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
 * Begins a view of an organisation's portal, which its log has from now on. The link opens it in one browser, once.
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
    /** For the log; never personal data. */
    reason: string;
    minutes: number;
  }): Promise<{ outcome: 'begun'; url: string; until: string } | { outcome: 'unknown-organisation' }> =>
    database.transaction(async (tx) => {
      const found = await lockHeldOrganisation(tx, organisation);
      if (!found) return { outcome: 'unknown-organisation' };
      const { until, ...key } = await insertOperatorView(tx, { organisationId: found.id, ...view });
      // Behind `#`: no proxy and no log gets it.
      return { outcome: 'begun', url: `${portalUrlOf(config)}/view#${tokenOf(vault, 'link', key)}`, until };
    });

/** Opens a view by its link. @returns the cookie and what changes carry beside it @throws PortalRefused not-found */
export const openOperatorView =
  ({ database, vault }: Pick<ServiceContext, 'database' | 'vault'>) =>
  (link: string): Promise<{ token: string; csrf: string }> =>
    database.transaction(async (tx) => {
      const key = viewOf(vault, 'link', link);
      if (key === null) throw notFound();
      // Of two browsers at once, one opens it.
      await lockRuledOrganisation(tx, key.organisationId);
      const view = await findOperatorView(tx, key);
      if (view === null || !(await noteOfOperatorView(tx, view, { action: 'open-operator-view' })))
        throw notFound();
      const token = tokenOf(vault, 'cookie', key);
      return { token, csrf: csrfOf(vault, token) };
    });

/** Whether a cookie is that of a view, in force or not. */
export const isViewToken = (token: string): boolean => token.length === tokenLength;

/** The view of a cookie; `null`: none is in force. */
export async function findViewOfCookie(
  { database, vault }: Pick<ServiceContext, 'database' | 'vault'>,
  token: string,
): Promise<OperatorViewRow | null> {
  const key = viewOf(vault, 'cookie', token);
  return key && findOperatorView(database, key);
}

/**
 * Whoever views, as somebody signed in: an auditor of the organisation whom nothing was granted, and who has no account. Where the
 * organisation's people may come from does not bind the operator.
 */
export function viewerOfView(view: OperatorViewRow): SignInRow {
  const { organisationId, organisation, rules, actor, beganAt, entry } = view;
  // An id that no person and no sign-in has: versions of theirs are not 0.
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

/** Records what is read in a view, before it is shown: each thing once. */
export const noteRead =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  async (view: OperatorViewRow, { route, ids }: { route: string; ids: readonly string[] }): Promise<void> => {
    const what = { route, ...(ids.length === 0 ? {} : { ids }) };
    await noteOfOperatorView(database, view, { action: 'read-in-operator-view', what });
  };

/** Ends a view before its time. */
export const endOperatorView = async (
  { database }: Pick<ServiceContext, 'database'>,
  view: OperatorViewRow,
): Promise<void> => {
  await noteOfOperatorView(database, view, { action: 'end-operator-view' });
};
