import { createHash } from 'node:crypto';
import type {
  PortalLanguage,
  PortalSsoAcceptRequest,
  PortalSsoBeginRequest,
  PortalSsoBegun,
  PortalSsoOwnRequest,
} from '@countersign/contract';
import { newToken, tokenHash } from '../../../signing/opaque-token.ts';
import { findInvitation } from '../../../storage/portal/invitations.ts';
import {
  findLink,
  findSso,
  findSsoByDomain,
  insertSsoAttempt,
  type SsoPurpose,
  type SsoRow,
} from '../../../storage/portal/single-sign-on.ts';
import type { PortalContext } from '../portal-context.ts';
import { notFound, PortalRefused, tooMany } from '../portal-refused.ts';
import { lockoutKey, ssoProof } from '../portal-tokens.ts';
import { authorizationUrl, type SsoProviders } from './sso-provider.ts';
import { accountOf, type Knock } from './start-sign-in.ts';
import { requireStepUp, type Viewer } from '../viewer.ts';

/** Dependencies of single sign-on: the context, and access to providers. */
export interface SsoContext extends PortalContext {
  providers: SsoProviders;
}

/** The visitor, and where the provider redirects the browser. */
export interface SsoVisit {
  knock: Knock;
  /** Origin of our pages. */
  origin: string;
  /** The browser's cookie for attempts; `null`: none yet. */
  browser: string | null;
}

/** The page at the provider, and a cookie for this browser only. */
export interface SsoStarted {
  begun: PortalSsoBegun;
  browser: string;
}

/** Where providers redirect browsers: the only URI that must be registered there. */
export const ssoRedirectUri = (origin: string): string => `${origin}/portal/sign-in/sso`;

/** The same error whether or not the organisation exists: it depends on the domain, never on an account. */
const noSso = (): PortalRefused =>
  new PortalRefused('no-sso', 'There is no single sign-on for this. Use your password or a passkey.');

const prompts = { 'sign-in': null, accept: null, link: 'select_account', 'step-up': 'login' } as const;

interface Beginning {
  sso: SsoRow | null;
  purpose: SsoPurpose;
  signInId?: string;
  invitationHash?: Uint8Array;
  language?: PortalLanguage;
  path?: string | undefined;
  loginHint?: string;
}

/** @throws PortalRefused no-sso, too-many, sso-unavailable */
async function begin(ctx: SsoContext, { sso, ...wanted }: Beginning, visit: SsoVisit): Promise<SsoStarted> {
  if (sso?.enabled !== true) throw noSso();
  const { database, vault, providers } = ctx;
  const { issuer, clientId, organisationId } = sso;
  const [state, browser] = [newToken(), visit.browser ?? newToken()];
  const isOpen = await insertSsoAttempt(database, {
    stateHash: tokenHash(state),
    browserHash: tokenHash(browser),
    organisationId,
    issuer,
    clientId,
    purpose: wanted.purpose,
    signInId: wanted.signInId ?? null,
    invitationHash: wanted.invitationHash ?? null,
    language: wanted.language ?? null,
    path: wanted.path ?? null,
    network: lockoutKey(vault, 'address', visit.knock.network),
  });
  if (!isOpen) throw tooMany(600);
  const discovery = await providers.discover(issuer);
  if (discovery.fault !== null) throw providerAway(ctx, { organisationId, fault: discovery.fault });
  const verifier = ssoProof(vault, 'verifier', state);
  const url = authorizationUrl(discovery.provider, {
    clientId,
    redirectUri: ssoRedirectUri(visit.origin),
    state,
    nonce: ssoProof(vault, 'nonce', state),
    challenge: createHash('sha256').update(verifier).digest('base64url'),
    prompt: prompts[wanted.purpose],
    loginHint: wanted.loginHint ?? null,
  });
  return { begun: { url }, browser };
}

/** The provider cannot be used now: the reason is logged for the operator, and the person is offered another way to sign in. */
export function providerAway(
  { log }: Pick<PortalContext, 'log'>,
  about: { organisationId: string; fault: string },
): PortalRefused {
  log.warn(about, 'provider of single sign-on cannot be used');
  return new PortalRefused(
    'sso-unavailable',
    'The single sign-on of the organisation does not answer as it must. Try again later, or use another way to sign in.',
  );
}

/** Redirects to the provider of an organisation or of an e-mail address's domain. @throws PortalRefused no-sso, too-many, sso-unavailable */
export const beginSsoSignIn =
  (ctx: SsoContext) =>
  async (request: PortalSsoBeginRequest, visit: SsoVisit): Promise<SsoStarted> => {
    const purpose = 'sign-in';
    const { next: path } = request;
    if ('organisation' in request)
      return begin(ctx, { sso: await findSso(ctx.database, request.organisation), purpose, path }, visit);
    const loginHint = accountOf(request.email);
    const sso = await findSsoByDomain(ctx.database, loginHint.split('@')[1] ?? '');
    return begin(ctx, { sso, purpose, path, loginHint }, visit);
  };

/** Accepts an invitation by single sign-on. @throws PortalRefused not-found, no-sso, too-many, sso-unavailable */
export const beginSsoAccept =
  (ctx: SsoContext) =>
  async (token: string, { language }: PortalSsoAcceptRequest, visit: SsoVisit): Promise<SsoStarted> => {
    const invitationHash = tokenHash(token);
    const invitation = await findInvitation(ctx.database, invitationHash);
    if (!invitation) throw notFound();
    const sso = await findSso(ctx.database, invitation.organisationId);
    const loginHint = invitation.email;
    return begin(ctx, { sso, purpose: 'accept', invitationHash, language, loginHint }, visit);
  };

/** Links an account at the provider to the person. @throws PortalRefused step-up, no-sso, too-many, sso-unavailable */
export const beginSsoLink =
  (ctx: SsoContext) =>
  async (viewer: Viewer, { next }: PortalSsoOwnRequest, visit: SsoVisit): Promise<SsoStarted> => {
    requireStepUp(viewer);
    return beginOwn(ctx, { viewer, purpose: 'link', path: next }, visit);
  };

/** Confirms through a fresh sign-in at the provider. @throws PortalRefused no-sso, too-many, sso-unavailable */
export const beginSsoStepUp =
  (ctx: SsoContext) =>
  async (viewer: Viewer, { next }: PortalSsoOwnRequest, visit: SsoVisit): Promise<SsoStarted> => {
    const sso = await findSso(ctx.database, viewer.organisation.id);
    const link = sso && (await findLink(ctx.database, { userId: viewer.userId, issuer: sso.issuer }));
    if (!link) throw noSso();
    return beginOwn(ctx, { viewer, purpose: 'step-up', path: next }, visit);
  };

async function beginOwn(
  ctx: SsoContext,
  {
    viewer: { organisation, signInId },
    ...wanted
  }: { viewer: Viewer; purpose: 'link' | 'step-up'; path: string | undefined },
  visit: SsoVisit,
): Promise<SsoStarted> {
  const sso = await findSso(ctx.database, organisation.id);
  return begin(ctx, { sso, signInId, ...wanted }, visit);
}
