import type {
  PortalMe,
  PortalSso,
  PortalSsoChange,
  PortalSsoChecked,
  PortalSsoFault,
} from '@countersign/contract';
import type { Tx } from '../../../storage/engine/database.ts';
import type { Queryable } from '../../../storage/integration/live-caller.ts';
import { insertOrganisationAudit } from '../../../storage/portal/organisation-audit.ts';
import { countPasskeys } from '../../../storage/portal/passkeys.ts';
import { listTeam, lockUser } from '../../../storage/portal/portal-users.ts';
import {
  countLinked,
  deleteSignInsOfMembers,
  deleteSso,
  findLink,
  findSso,
  lockSso,
  saveSso,
  type SsoRow,
  unlinkUser,
} from '../../../storage/portal/single-sign-on.ts';
import { type SsoContext, ssoRedirectUri } from './begin-sso.ts';
import type { PortalContext } from '../portal-context.ts';
import { changedMeanwhile, notFound, PortalRefused } from '../portal-refused.ts';
import { sealSsoSecret } from '../portal-tokens.ts';
import { isRequiredOf, requireFreeWay } from './sso-offer.ts';
import type { Discovery } from './sso-provider.ts';
import { requireMay, requireStepUp, type Viewer } from '../viewer.ts';

/** Only owners can view and change it. @throws PortalRefused not-allowed */
function requireOwner(viewer: Viewer): void {
  requireMay(viewer, 'manage-organisation', null);
  if (viewer.isNarrowed)
    throw new PortalRefused(
      'not-allowed',
      'Single sign-on is of the whole organisation: your role must cover all of it.',
    );
}

/** The configuration, without the secret. @param origin of our pages @throws PortalRefused not-allowed */
export const showSso =
  ({ database }: PortalContext) =>
  async (viewer: Viewer, origin: string): Promise<PortalSso> => {
    requireOwner(viewer);
    const { id: organisationId } = viewer.organisation;
    const sso = await findSso(database, organisationId);
    const counts = sso
      ? await countLinked(database, { organisationId, issuer: sso.issuer })
      : { linked: 0, onlyLinked: 0 };
    return {
      issuer: sso?.issuer ?? null,
      clientId: sso?.clientId ?? null,
      domains: sso?.domains ?? [],
      enabled: sso?.enabled ?? false,
      required: sso?.required ?? false,
      version: sso?.version ?? 0,
      redirectUri: ssoRedirectUri(origin),
      signInUrl: `${origin}/portal/sign-in?organisation=${organisationId}`,
      ...counts,
    };
  };

/** Fetches and validates a provider's published metadata. Nothing is stored. @throws PortalRefused not-allowed, invalid */
export const checkSso =
  (ctx: SsoContext) =>
  async (viewer: Viewer, issuer: string): Promise<PortalSsoChecked> => {
    requireOwner(viewer);
    requireIssuer(ctx, issuer);
    const checked = await check(ctx, issuer);
    if (checked.fault !== null) return { ...checked, authorizationEndpoint: null };
    const { authorizationEndpoint } = checked.provider;
    return { fault: null, found: null, authorizationEndpoint };
  };

/** Checks the provider's metadata, and that it publishes keys. */
async function check({ providers }: SsoContext, issuer: string): Promise<Discovery> {
  const discovery = await providers.discover(issuer, 'now');
  if (discovery.fault !== null) return discovery;
  const keys = await providers.keys(discovery.provider, 'now');
  const isWrong = typeof keys === 'string' || keys.length === 0;
  return isWrong ? { fault: 'no-keys', found: typeof keys === 'string' ? keys : null } : discovery;
}

/** @throws PortalRefused invalid */
function requireIssuer({ providers }: SsoContext, issuer: string): void {
  const isUsable =
    URL.canParse(issuer) &&
    !/[?#]/.test(issuer) &&
    !issuer.includes('/.well-known/') &&
    providers.mayCall(issuer);
  if (!isUsable)
    throw new PortalRefused(
      'invalid',
      `issuer: “${issuer.slice(0, 200)}” must be the https address by which the provider names itself, such as https://login.example.com, ` +
        'without query, and reachable from this service. Its description names it as "issuer".',
      { member: 'issuer' },
    );
}

const safe = (sso: Pick<SsoRow, 'issuer' | 'clientId' | 'domains' | 'enabled' | 'required'> | null) =>
  sso && {
    issuer: sso.issuer,
    clientId: sso.clientId,
    domains: sso.domains,
    enabled: sso.enabled,
    required: sso.required,
  };

/**
 * Configures the provider. It can be enabled only while its metadata is valid, and required only by an owner who has a password, because
 * owners must be able to sign in when the provider is unavailable. Requiring it ends all other people's sign-ins.
 * @throws PortalRefused not-allowed, step-up, invalid, changed-meanwhile, sso-refused, no-local-owner
 */
export const changeSso =
  (ctx: SsoContext) =>
  async (viewer: Viewer, change: PortalSsoChange): Promise<void> => {
    requireOwner(viewer);
    requireStepUp(viewer);
    requireIssuer(ctx, change.issuer);
    if (change.required && !change.enabled)
      throw new PortalRefused('invalid', 'required: must be false while single sign-on is switched off', {
        member: 'required',
      });
    const { id: organisationId } = viewer.organisation;
    const before = await findSso(ctx.database, organisationId);
    await requireDomains(ctx, viewer, { wanted: change.domains, known: before?.domains ?? [] });
    if (change.enabled && !(before?.enabled === true && before.issuer === change.issuer))
      await requireGoodProvider(ctx, change.issuer);
    await ctx.database.transaction(async (tx) => {
      const inForce = await lockSso(tx, organisationId);
      const clientSecret = secretOf(ctx, { organisationId, change, inForce });
      if (change.required) await requireLocalOwner(tx, viewer);
      const { issuer, clientId, domains, enabled, required } = change;
      const next = { organisationId, issuer, clientId, clientSecret, domains, enabled, required };
      if ((await saveSso(tx, next, change.version)) === null) throw changedMeanwhile();
      await insertOrganisationAudit(tx, {
        organisationId,
        actor: viewer.actor,
        action: 'change-sso',
        details: { from: safe(inForce), to: safe(next), secret: change.clientSecret !== undefined },
      });
      if (required && inForce?.required !== true) await deleteSignInsOfMembers(tx, organisationId);
    });
  };

/** The new secret, or the stored one, which is never sent to a different provider. @throws PortalRefused invalid */
function secretOf(
  { vault }: SsoContext,
  {
    organisationId,
    change: { issuer, clientSecret },
    inForce,
  }: { organisationId: string; change: PortalSsoChange; inForce: SsoRow | null },
): Uint8Array {
  if (clientSecret !== undefined) return sealSsoSecret(vault, organisationId, clientSecret.trim());
  if (inForce?.issuer === issuer) return inForce.clientSecret;
  throw new PortalRefused(
    'invalid',
    'clientSecret: must be given with a new issuer; the stored one is of another provider',
    { member: 'clientSecret' },
  );
}

/** @throws PortalRefused sso-refused */
async function requireGoodProvider(ctx: SsoContext, issuer: string): Promise<void> {
  const { fault } = await check(ctx, issuer);
  if (fault !== null)
    throw new PortalRefused(
      'sso-refused',
      `issuer: must describe itself so that it can be used before it is switched on, and failed with “${fault satisfies PortalSsoFault}”. Test the connection.`,
      { member: 'issuer' },
    );
}

/**
 * A domain can be added only by an organisation with an owner whose address is in it.
 * @throws PortalRefused invalid
 */
async function requireDomains(
  { database }: SsoContext,
  { organisation }: Viewer,
  { wanted, known }: { wanted: readonly string[]; known: readonly string[] },
): Promise<void> {
  const added = wanted.filter((domain) => !known.includes(domain));
  if (added.length === 0) return;
  const team = await listTeam(database, organisation.id);
  const own = new Set(team.flatMap(({ role, email }) => (role === 'owner' ? [email.split('@')[1]] : [])));
  const foreign = added.find((domain) => !own.has(domain));
  if (foreign !== undefined)
    throw new PortalRefused(
      'invalid',
      `domains: “${foreign}” must be the domain of the e-mail address of an owner of the organisation`,
      { member: 'domains' },
    );
}

/** @throws PortalRefused no-local-owner */
async function requireLocalOwner(tx: Tx, { userId }: Viewer): Promise<void> {
  const user = await lockUser(tx, userId);
  if (user?.passwordHash == null)
    throw new PortalRefused(
      'no-local-owner',
      'required: must be set by an owner with a password, who gets in when the provider does not answer',
    );
}

/** Deletes the provider, its secret and all links. @throws PortalRefused not-allowed, step-up, not-found */
export const removeSso =
  ({ database }: PortalContext) =>
  (viewer: Viewer): Promise<void> => {
    requireOwner(viewer);
    requireStepUp(viewer);
    const { id: organisationId } = viewer.organisation;
    return database.transaction(async (tx) => {
      const issuer = await deleteSso(tx, organisationId);
      if (issuer === null) throw notFound();
      await insertOrganisationAudit(tx, {
        organisationId,
        actor: viewer.actor,
        action: 'remove-sso',
        details: { issuer },
      });
    });
  };

/** Unlinks the person's own account at the provider. @throws PortalRefused step-up, not-found, last-means, sso-required */
export const unlinkSso =
  ({ database }: PortalContext) =>
  (viewer: Viewer): Promise<void> => {
    requireStepUp(viewer);
    const { userId, role, actor, organisation } = viewer;
    return database.transaction(async (tx) => {
      const user = await lockUser(tx, userId);
      if ((await unlinkUser(tx, userId)) === null) throw notFound();
      await requireFreeWay(tx, { organisationId: organisation.id, role });
      if (user?.passwordHash == null && (await countPasskeys(tx, userId)) === 0)
        throw new PortalRefused(
          'last-means',
          'single sign-on: must not be the only way to sign in. Add a passkey first.',
        );
      await insertOrganisationAudit(tx, { organisationId: organisation.id, actor, action: 'unlink-sso' });
    });
  };

/** Single sign-on for the person's own pages; `null`: the organisation has none. */
export async function ownSso(
  { database }: { database: Queryable },
  { userId, organisation, role }: Viewer,
): Promise<PortalMe['sso']> {
  const sso = await findSso(database, organisation.id);
  if (sso?.enabled !== true) return null;
  const link = await findLink(database, { userId, issuer: sso.issuer });
  return { account: link && (link.name ?? link.subject), required: isRequiredOf(sso, role) };
}
