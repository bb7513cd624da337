import { randomUUID } from 'node:crypto';
import type { PortalErrorCode, PortalSsoAnswer, PortalSsoDone } from '@countersign/contract';
import { tokenHash } from '../../../signing/opaque-token.ts';
import { claimsOf, type IdTokenClaims, judgeIdToken } from '../../../signing/id-token.ts';
import type { Tx } from '../../../storage/engine/database.ts';
import { readClock } from '../../../storage/engine/database-clock.ts';
import { takeBackTry } from '../../../storage/portal/lockouts.ts';
import { insertOrganisationAudit } from '../../../storage/portal/organisation-audit.ts';
import { findInvitation, takeInvitation } from '../../../storage/portal/invitations.ts';
import { insertUser, lockUser } from '../../../storage/portal/portal-users.ts';
import { findSignIn, type SignInRow, stepUp } from '../../../storage/portal/sign-ins.ts';
import {
  findLinkedUser,
  findSso,
  linkUser,
  noteLinkUsed,
  type SsoRow,
  type SsoSubject,
  takeSsoAttempt,
  type TakenSsoAttempt,
  unlinkUser,
} from '../../../storage/portal/single-sign-on.ts';
import { isAllowedFrom, notingAddress } from './address-rule.ts';
import { providerAway, type SsoContext, ssoRedirectUri, type SsoVisit } from './begin-sso.ts';
import { takeInvitationBack } from '../mail/invitation-budget.ts';
import { portalActor } from '../portal-context.ts';
import { PortalRefused } from '../portal-refused.ts';
import { lockoutKey, openSsoSecret, ssoProof } from '../portal-tokens.ts';
import type { SsoProvider } from './sso-provider.ts';
import { accountOf, addressRule, openSignIn, requireTry, type SignedIn } from './start-sign-in.ts';

/** A browser that returns from the provider, with the cookie of its current sign-in if it has one. */
export interface SsoReturn extends SsoVisit {
  signInToken: string | null;
}

/** The result; for `sign-in` and `accept`, with the new sign-in. */
export interface SsoFinished {
  done: PortalSsoDone;
  signedIn: SignedIn | null;
}

type SsoCode = Extract<PortalErrorCode, `sso-${string}`>;

/** Why it failed: the code that the page shows, and the exact cause for the audit log. */
interface SsoFailure {
  code: SsoCode;
  cause: string;
}

/** Default messages; pages have their own words for each. */
const messages: Readonly<Record<SsoCode, string>> = {
  'sso-expired':
    'The sign-in was begun in another browser, longer than ten minutes ago, or answered before. Begin again.',
  'sso-cancelled': 'The provider reports that the sign-in was cancelled. Begin again.',
  'sso-failed':
    'What the provider answered does not prove who you are. Begin again; the audit log has the cause.',
  'sso-unknown':
    'No account of the portal is linked to this account of the provider. Sign in another way and link it under your account.',
  'sso-email':
    'The provider must confirm the e-mail address of the invitation, and it did not. Use the account with that address.',
  'sso-taken': 'Another person of the organisation is linked to this account of the provider.',
  'sso-required': 'Your organisation requires its single sign-on.',
  'sso-refused': 'The provider cannot be used as it describes itself.',
  'sso-unavailable': 'The provider does not answer as it must. Try again later.',
};

const refusal = (code: SsoCode) => new PortalRefused(code, messages[code]);

interface Finishing {
  attempt: TakenSsoAttempt;
  /** The person signed in in this browser. */
  visitor: SignInRow | null;
  visit: SsoReturn;
}

/**
 * Completes the action for which the browser went to the provider. The state is valid once, within ten minutes, in the browser that began;
 * everything else depends on the token that the provider returns for the code.
 * @throws PortalRefused sso-…, too-many, address-refused
 */
export const finishSso =
  (ctx: SsoContext) =>
  async (answer: PortalSsoAnswer, visit: SsoReturn): Promise<SsoFinished> => {
    const { database, vault } = ctx;
    const network = lockoutKey(vault, 'address', visit.knock.network);
    await requireTry(ctx, network, addressRule);
    const { browser, signInToken } = visit;
    const stateHash = tokenHash(answer.state);
    const attempt =
      browser && (await takeSsoAttempt(database, { stateHash, browserHash: tokenHash(browser) }));
    if (!attempt) throw refusal('sso-expired');
    const visitor = signInToken === null ? null : await findSignIn(database, tokenHash(signInToken));
    const finishing = { attempt, visitor, visit };
    const sso = await findSso(database, attempt.organisationId);
    const proved = await prove(ctx, answer, { ...finishing, sso });
    const finished =
      'code' in proved
        ? proved
        : await notingAddress(ctx, () =>
            database.transaction((tx) => finish(tx, ctx, { ...finishing, ...proved })),
          );
    const isFailure = 'code' in finished;
    // An outage of the provider, or a person without an account, must not lock out others in the same network.
    if (!isFailure || finished.code !== 'sso-failed') await takeBackTry(database, network);
    return isFailure ? fail(ctx, finishing, finished) : finished;
  };

/** Records the failure, under the person's id if the sign-in is theirs, and refuses. */
async function fail(
  { database }: SsoContext,
  { attempt, visitor, visit }: Finishing,
  { code, cause }: SsoFailure,
): Promise<never> {
  const isOwn = visitor !== null && visitor.signInId === attempt.signInId;
  await database.transaction((tx) =>
    insertOrganisationAudit(tx, {
      organisationId: attempt.organisationId,
      actor: isOwn ? portalActor(visitor.id) : 'sso',
      action: {
        'sign-in': 'sign-in-failed',
        accept: 'accept-failed',
        link: 'link-sso-failed',
        'step-up': 'step-up-failed',
      }[attempt.purpose],
      details: { wrong: 'sso', cause, address: visit.knock.address },
    }),
  );
  throw refusal(code);
}

type Proved = { subject: SsoSubject; claims: IdTokenClaims };

const failed = (cause: string): SsoFailure => ({ code: 'sso-failed', cause });

/** Checks an answer by itself: whether it comes from the provider to which the browser was sent. */
function answerFault(
  { iss, error }: PortalSsoAnswer,
  { issuer, clientId }: TakenSsoAttempt,
  sso: SsoRow | null,
): SsoFailure | null {
  if (sso?.enabled !== true || sso.issuer !== issuer || sso.clientId !== clientId) return failed('changed');
  if (iss !== undefined && iss !== issuer) return failed('mix-up');
  if (error === undefined) return null;
  return error === 'access_denied'
    ? { code: 'sso-cancelled', cause: 'cancelled' }
    : failed(`provider: ${error.slice(0, 60)}`);
}

/** Has the provider prove who returned. */
async function prove(
  ctx: SsoContext,
  answer: PortalSsoAnswer,
  { attempt, visit, sso }: Finishing & { sso: SsoRow | null },
): Promise<Proved | SsoFailure> {
  const fault = answerFault(answer, attempt, sso);
  if (fault !== null || sso === null) return fault ?? failed('changed');
  const { organisationId, issuer, clientId } = attempt;
  const discovery = await ctx.providers.discover(issuer);
  if (discovery.fault !== null) return away(ctx, organisationId, discovery.fault);
  const { provider } = discovery;
  if (answer.iss === undefined && provider.namesItself) return failed('mix-up');
  if (answer.code === undefined) return failed('no-code');
  const exchanged = await ctx.providers.exchange(provider, {
    code: answer.code,
    clientId,
    clientSecret: openSsoSecret(ctx.vault, organisationId, sso.clientSecret),
    verifier: ssoProof(ctx.vault, 'verifier', answer.state),
    redirectUri: ssoRedirectUri(visit.origin),
  });
  if (exchanged.fault === 'refused' || exchanged.fault === 'client')
    return failed(`code: ${exchanged.fault}`);
  if (exchanged.fault !== null) return away(ctx, organisationId, exchanged.fault);
  const nonce = ssoProof(ctx.vault, 'nonce', answer.state);
  const judged = await judge(ctx, { attempt, provider, idToken: exchanged.idToken, nonce });
  return 'code' in judged ? judged : withUserinfo(ctx, judged, { attempt, provider, ...exchanged });
}

/**
 * Adds the e-mail address that a token lacks, if it is needed: some providers return it only for the access token. It is accepted only for
 * the person whom the token names.
 */
async function withUserinfo(
  ctx: SsoContext,
  proved: Proved,
  from: { attempt: TakenSsoAttempt; provider: SsoProvider; accessToken: string | null },
): Promise<Proved | SsoFailure> {
  const { attempt, provider, accessToken } = from;
  const isWanted = proved.claims.email === null && ['accept', 'link'].includes(attempt.purpose);
  if (!isWanted || provider.userinfoEndpoint === null || accessToken === null) return proved;
  const answer = await ctx.providers.userinfo(provider.userinfoEndpoint, accessToken);
  if (answer.fault !== null) return away(ctx, attempt.organisationId, answer.fault);
  if (answer.body['sub'] !== proved.claims.subject) return failed('userinfo: subject');
  const { email, emailVerified, name } = claimsOf(answer.body, proved.claims.subject);
  return { ...proved, claims: { ...proved.claims, email, emailVerified, name: proved.claims.name ?? name } };
}

interface Judging {
  attempt: TakenSsoAttempt;
  provider: SsoProvider;
  idToken: string;
  nonce: string;
}

/** Verifies the token with the provider's keys, which are fetched again if they may have changed. */
async function judge(
  ctx: SsoContext,
  { attempt, provider, idToken, nonce }: Judging,
): Promise<Proved | SsoFailure> {
  const { organisationId, issuer, clientId, purpose, startedAt } = attempt;
  const signedInSince = purpose === 'step-up' ? startedAt : null;
  const expected = { issuer, clientId, nonce, signedInSince, now: await readClock(ctx.database) };
  for (const reading of ['remembered', 'again'] as const) {
    const keys = await ctx.providers.keys(provider, reading);
    if (typeof keys === 'string') return away(ctx, organisationId, keys);
    const verdict = judgeIdToken(idToken, keys, expected);
    if (verdict.fault === null) {
      const { claims } = verdict;
      return { claims, subject: { organisationId, issuer, subject: claims.subject } };
    }
    if (verdict.fault !== 'unknown-key') return failed(`token: ${verdict.fault}`);
  }
  return failed('token: unknown-key');
}

function away(ctx: SsoContext, organisationId: string, fault: string): SsoFailure {
  providerAway(ctx, { organisationId, fault });
  return { code: 'sso-unavailable', cause: `provider: ${fault}` };
}

type Finish = Finishing & Proved;

const finish = (tx: Tx, ctx: SsoContext, finishing: Finish): Promise<SsoFinished | SsoFailure> =>
  finishes[finishing.attempt.purpose](tx, ctx, finishing);

const finishes: Readonly<
  Record<
    TakenSsoAttempt['purpose'],
    (tx: Tx, ctx: SsoContext, finishing: Finish) => Promise<SsoFinished | SsoFailure>
  >
> = { 'sign-in': signIn, accept, link, 'step-up': confirm };

const enter = ({ purpose, path }: TakenSsoAttempt, signedIn: SignedIn): SsoFinished => ({
  done: { purpose, path, csrf: signedIn.csrf },
  signedIn,
});

/** The link determines the account; e-mail addresses are never used for that. */
async function signIn(
  tx: Tx,
  ctx: SsoContext,
  { attempt, subject, visit: { knock } }: Finish,
): Promise<SsoFinished | SsoFailure> {
  const userId = await findLinkedUser(tx, subject);
  const user = userId === null ? null : await lockUser(tx, userId);
  if (user?.organisationId !== subject.organisationId) return { code: 'sso-unknown', cause: 'unknown' };
  await noteLinkUsed(tx, subject);
  return enter(attempt, await openSignIn(tx, ctx, { user, knock, by: 'sso' }));
}

/** Creates the account of an invitation, whose address the provider has confirmed, and links it. */
async function accept(
  tx: Tx,
  ctx: SsoContext,
  { attempt, subject, claims, visit: { knock } }: Finish,
): Promise<SsoFinished | SsoFailure> {
  const { organisationId } = subject;
  const hash = attempt.invitationHash ?? new Uint8Array();
  const invitation = await findInvitation(tx, hash);
  if (invitation?.organisationId !== organisationId) return { code: 'sso-expired', cause: 'invitation' };
  if (!claims.emailVerified) return { code: 'sso-email', cause: 'email-unverified' };
  if (claims.email === null || accountOf(claims.email) !== invitation.email)
    return { code: 'sso-email', cause: 'email' };
  if ((await findLinkedUser(tx, subject)) !== null) return { code: 'sso-taken', cause: 'taken' };
  const taken = await takeInvitation(tx, hash);
  if (!taken) return { code: 'sso-expired', cause: 'invitation' };
  const { email, role, integrations, grantReveal } = taken;
  const id = randomUUID();
  const name = nameOf(claims) ?? email;
  const language = attempt.language ?? 'en';
  const person = { id, organisationId, email, name, language, role, integrations, grantReveal };
  if (!(await insertUser(tx, { ...person, passwordHash: null })))
    return { code: 'sso-taken', cause: 'account' };
  await takeInvitationBack(tx, ctx, { organisationId, email });
  await insertOrganisationAudit(tx, {
    organisationId,
    actor: portalActor(id),
    action: 'accept-invitation',
    details: { email, role, by: 'sso' },
  });
  const user = await lockUser(tx, id);
  if (!user || !(await linkUser(tx, { ...subject, userId: id, name: labelOf(claims) })))
    throw new Error('a person who was just added cannot be linked');
  return enter(attempt, await openSignIn(tx, ctx, { user, knock, by: 'sso' }));
}

/**
 * A text from the provider as one line of limited length, without characters that end a line or change the direction of text, which names
 * of people may not contain either; `null` if nothing is left. Some providers let people choose the text.
 */
function lineOf(text: string | null, longest: number): string | null {
  const line = (text ?? '').replaceAll(
    /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\p{Surrogate}]/gu,
    ' ',
  );
  // Cut by characters, because the database rejects half of one.
  const plain = Array.from(line.trim()).slice(0, longest).join('').trim();
  return plain === '' ? null : plain;
}

/** A name in the form that people's names may have. */
const nameOf = ({ name }: IdTokenClaims): string | null => lineOf(name, 100);

/** The text by which a person recognises the account. */
const labelOf = (claims: IdTokenClaims): string =>
  lineOf(claims.email, 254) ?? nameOf(claims) ?? lineOf(claims.subject, 100) ?? '?';

/** Whether the person who began is the one signed in now, from an allowed network. */
const isSame = ({ attempt, visitor, visit }: Finishing): boolean =>
  visitor !== null &&
  visitor.stage === 'done' &&
  visitor.signInId === attempt.signInId &&
  isAllowedFrom(visitor.rules.allowedAddresses, visit.knock.address);

async function link(tx: Tx, _: SsoContext, finishing: Finish): Promise<SsoFinished | SsoFailure> {
  const { attempt, subject, claims, visitor } = finishing;
  if (visitor === null || !isSame(finishing)) return { code: 'sso-expired', cause: 'other-sign-in' };
  await lockUser(tx, visitor.id);
  const holder = await findLinkedUser(tx, subject);
  if (holder !== null && holder !== visitor.id) return { code: 'sso-taken', cause: 'taken' };
  await unlinkUser(tx, visitor.id);
  if (!(await linkUser(tx, { ...subject, userId: visitor.id, name: labelOf(claims) })))
    throw new Error('an account without a holder cannot be linked');
  await insertOrganisationAudit(tx, {
    organisationId: subject.organisationId,
    actor: portalActor(visitor.id),
    action: 'link-sso',
    details: { issuer: subject.issuer, account: labelOf(claims) },
  });
  return { done: { purpose: 'link', path: attempt.path, csrf: null }, signedIn: null };
}

/** Steps up the sign-in after the same person has signed in again at the provider. */
async function confirm(tx: Tx, _: SsoContext, finishing: Finish): Promise<SsoFinished | SsoFailure> {
  const { attempt, subject, visitor } = finishing;
  if (visitor === null || !isSame(finishing)) return { code: 'sso-expired', cause: 'other-sign-in' };
  if ((await findLinkedUser(tx, subject)) !== visitor.id)
    return { code: 'sso-unknown', cause: 'other-person' };
  if ((await stepUp(tx, visitor.signInId)) === null) return { code: 'sso-expired', cause: 'signed-out' };
  await noteLinkUsed(tx, subject);
  await insertOrganisationAudit(tx, {
    organisationId: subject.organisationId,
    actor: portalActor(visitor.id),
    action: 'step-up',
    details: { by: 'sso' },
  });
  return { done: { purpose: 'step-up', path: attempt.path, csrf: null }, signedIn: null };
}
