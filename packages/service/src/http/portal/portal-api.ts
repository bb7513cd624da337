import { portalHeaders, portalPath, webhookTypeNames } from '@countersign/contract';
import type { ServiceContext } from '../../context.ts';
import { equalInConstantTime } from '../../encryption/constant-time.ts';
import { requireAllowedFrom } from '../../usecases/portal/sign-in/address-rule.ts';
import { PortalRefused } from '../../usecases/portal/portal-refused.ts';
import { csrfOf } from '../../usecases/portal/portal-tokens.ts';
import type { PasskeySite } from '../../signing/webauthn.ts';
import type { PortalUseCases } from '../../usecases/portal/portal-use-cases.ts';
import type { Visitor } from '../../usecases/portal/viewer.ts';
import { addressesOf } from '../../usecases/session/session-link.ts';
import { addressGroup } from '../client-address.ts';
import type { Answer } from '../public/answer.ts';
import { type Exchange, headerValues } from '../public/exchange.ts';
import type { BodyIntake } from '../public/intake/body-intake.ts';
import { requireContentLength, requireJsonContentType } from '../public/intake/read-body.ts';
import { createTokenBuckets, type TokenBuckets } from '../public/intake/token-buckets.ts';
import { previewPage } from '../flow/preview-page.ts';
import { accountRoutes } from './account-routes.ts';
import { brandingRoutes } from './branding-routes.ts';
import { developerRoutes } from './developer-routes.ts';
import { deviceWords } from '../device-words.ts';
import { exportRoutes } from './export-routes.ts';
import { operationRoutes } from './operation-routes.ts';
import { organisationRoutes } from './organisation-routes.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { type PortalCookie, portalCookie } from './portal-cookie.ts';
import { PortalMethodRefused } from './portal-refusal.ts';
import { readPortalBody, readPortalQuery } from './portal-requests.ts';
import type { PortalRoute } from './portal-route.ts';
import { sessionRoutes } from './session-routes.ts';
import { ssoRoutes } from './sso-routes.ts';
import { statusRoutes } from './status-routes.ts';

/** Largest size of a JSON body, in bytes. */
const jsonBytes = 32 * 1024;
/** Request rates of one address and of one sign-in: a page makes a dozen requests, a person few. */
const rates = {
  address: { size: 600, perSecond: 60 },
  signIn: { size: 200, perSecond: 20 },
  costly: { size: 10, perSecond: 0.5 },
};

/** Every route of the portal. */
export const portalRoutes: readonly PortalRoute[] = [
  ...accountRoutes,
  ...passkeyRoutes,
  ...ssoRoutes,
  ...organisationRoutes,
  ...sessionRoutes,
  ...exportRoutes,
  ...statusRoutes,
  ...operationRoutes,
  ...developerRoutes,
  ...brandingRoutes,
];

const parts: Readonly<Record<string, string>> = {
  '{id}': '([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})',
  '{token}': '([\\w-]{43})',
  '{type}': `(${webhookTypeNames.join('|')})`,
};
const table = portalRoutes.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, (part) => parts[part] ?? '')}$`),
}));

interface Api {
  useCases: PortalUseCases;
  intake: BodyIntake;
  cookie: PortalCookie;
  ssoCookie: PortalCookie;
  knownCookie: PortalCookie;
  /** Origin of pages that may call; `null`: the host that is called. */
  origin: string | null;
  vault: ServiceContext['vault'];
  addresses: TokenBuckets;
  signIns: TokenBuckets;
  costly: TokenBuckets;
  preview: () => Answer | null;
}

/** The portal's endpoints over its use cases; throws errors that `portalRefusal` turns into answers. */
export function createPortalApi(
  { config, vault }: Pick<ServiceContext, 'config' | 'vault'>,
  useCases: PortalUseCases,
  { intake, flowFolder }: { intake: BodyIntake; flowFolder: string | null },
): (exchange: Exchange) => Promise<Answer> {
  const api: Api = {
    useCases,
    intake,
    vault,
    cookie: portalCookie(config),
    ssoCookie: portalCookie(config, 'sso'),
    knownCookie: portalCookie(config, 'known'),
    origin: config.publicUrl === null ? null : new URL(addressesOf(config).api).origin,
    addresses: createTokenBuckets(),
    signIns: createTokenBuckets(),
    costly: createTokenBuckets(),
    preview: previewPage(flowFolder),
  };
  return (exchange) => answer(api, exchange);
}

/** The path below `/portal/api`, or `null` when the path is not below it. */
export function portalPathOf(url: string): string | null {
  const path = url.split('?', 1)[0] ?? '';
  return path === portalPath || path.startsWith(`${portalPath}/`) ? path.slice(portalPath.length) : null;
}

/**
 * Checks address, route, origin of the page, sign-in, rate and body in this order, so that the cheapest checks come first. The
 * sign-in must still be valid once the body has arrived: a client may delay its last byte until after it was signed out.
 * @see spec/contract.md A-393
 */
async function answer(api: Api, exchange: Exchange): Promise<Answer> {
  const { request, address, query } = exchange;
  requireRate(api.addresses, addressGroup(address), rates.address);
  const { route, ids } = findRoute(request.method ?? '', portalPathOf(exchange.fullPath) ?? '');
  exchange.endpoint = route.name;
  const changes = route.method !== 'GET';
  if (changes) requireOwnPage(api, exchange);
  const visit = await visitOf(api, exchange, { route, changes });
  const isLate = !exchange.request.complete;
  const body = changes ? readPortalBody(route.body, await takeJson(api, exchange, route.bodyBytes)) : {};
  const who = visit && (await signedIn(api, exchange, { route, visit, isLate }));
  const view = visit?.visitor.operatorView ?? null;
  if (view !== null && !changes) await api.useCases.noteRead(view, { route: route.name, ids });
  const known = api.knownCookie.readList(exchange);
  const call = {
    exchange,
    useCases: api.useCases,
    ids,
    query: readPortalQuery(route.query, query),
    body,
    knock: {
      network: addressGroup(address),
      address,
      device: deviceWords(request.headers['user-agent']),
      known,
    },
    cookie: (token: string | null) => api.cookie.write(token),
    knownCookie: (token: string) => api.knownCookie.write(addedTo(known, token)),
    site: () => siteOf(api, exchange),
    signInToken: () => api.cookie.read(exchange),
    ssoCookie: {
      read: () => api.ssoCookie.read(exchange),
      write: (token: string) => api.ssoCookie.write(token),
    },
    preview: api.preview,
    ...who,
  };
  return route.answer(call as unknown as Parameters<PortalRoute['answer']>[0]);
}

/** How many known accounts a browser remembers; beyond that, the oldest is forgotten. */
const mostKnown = 5;

const addedTo = (known: readonly string[], token: string): string =>
  [token, ...known.filter((each) => each !== token)].slice(0, mostKnown).join('.');

function findRoute(method: string, path: string): { route: PortalRoute; ids: string[] } {
  const known = table.filter(({ pattern }) => pattern.test(path));
  const found = known.find(({ route }) => route.method === method);
  if (known.length === 0) throw new PortalRefused('not-found', 'There is nothing at this address.');
  if (!found) throw new PortalMethodRefused(known.map(({ route }) => route.method).join(', '));
  return { route: found.route, ids: (found.pattern.exec(path) ?? []).slice(1) };
}

/** The origin of the portal's pages: the public address of the installation; if none is set, the host that is called. */
const originOf = ({ origin }: Pick<Api, 'origin'>, { request }: Exchange): string =>
  origin ?? `http://${request.headers.host ?? ''}`;

/** @throws PortalRefused invalid */
function siteOf(api: Api, exchange: Exchange): PasskeySite {
  const origin = originOf(api, exchange);
  if (!URL.canParse(origin))
    throw new PortalRefused(
      'invalid',
      `host: must be a host with an optional port, not "${origin.slice(7)}"`,
    );
  return { rpId: new URL(origin).hostname, origin };
}

function requireRate(buckets: TokenBuckets, name: string, rate: { size: number; perSecond: number }): void {
  if (!buckets.take(name, rate))
    throw new PortalRefused('too-many', 'Too many requests. Wait a second.', { retryAfter: 1 });
}

/**
 * Requires that a change comes from the portal's own page: a page of another site can neither set the portal's header nor hide its origin.
 * @throws PortalRefused forged
 */
function requireOwnPage(api: Api, exchange: Exchange): void {
  const { request } = exchange;
  const [site] = headerValues(request, 'sec-fetch-site');
  const [from] = headerValues(request, 'origin');
  const isOwn =
    headerValues(request, portalHeaders.marker).join() === '1' &&
    (site === undefined || site === 'same-origin') &&
    (from === undefined || from === originOf(api, exchange));
  if (!isOwn) throw new PortalRefused('forged', 'The request does not come from a page of the portal.');
}

/** A sign-in and its cookie. */
interface Visit {
  token: string;
  visitor: Visitor;
}

/** The sign-in of a request, within its rate limits; `null` if the route needs none. @throws PortalRefused */
async function visitOf(
  api: Api,
  exchange: Exchange,
  { route, changes }: { route: PortalRoute; changes: boolean },
): Promise<Visit | null> {
  if (route.access === 'public') return null;
  const token = api.cookie.read(exchange);
  if (token === null) throw signedOut();
  const visitor = await findVisitor(api, exchange, { route, token });
  if (changes) requireCsrf(api, exchange, token);
  requireRate(api.signIns, visitor.signInId, rates.signIn);
  if (route.isCostly) requireRate(api.costly, visitor.signInId, rates.costly);
  requireStage(route, visitor);
  if (changes) requireOwnAccount(route, visitor);
  return { token, visitor };
}

const signedOut = () => new PortalRefused('signed-out', 'Sign in first.');

/** @throws PortalRefused signed-out, address-refused */
async function findVisitor(
  { useCases }: Api,
  { address }: Exchange,
  { route, token }: { route: PortalRoute; token: string },
): Promise<Visitor> {
  const visitor = await useCases.findVisitor(token);
  if (visitor === null) throw signedOut();
  if (!route.fromAnywhere) requireAllowedFrom(visitor, address);
  return visitor;
}

/** @throws PortalRefused totp-required */
function requireStage({ access }: PortalRoute, { stage }: Visitor): void {
  if (access === 'viewer' && stage !== 'done')
    throw new PortalRefused('totp-required', 'Complete the sign-in with a code of your authenticator.');
}

/** An operator who views an organisation may read, and end the view. @throws PortalRefused not-allowed */
function requireOwnAccount({ name }: PortalRoute, { operatorView }: Visitor): void {
  if (operatorView !== null && name !== 'portal-sign-out')
    throw new PortalRefused('not-allowed', 'An operator views this portal, and changes nothing in it.');
}

/** The caller's details that a route receives. @throws PortalRefused */
async function signedIn(
  api: Api,
  exchange: Exchange,
  { route, visit, isLate }: { route: PortalRoute; visit: Visit; isLate: boolean },
): Promise<Record<string, unknown>> {
  const { token } = visit;
  const visitor = isLate ? await findVisitor(api, exchange, { route, token }) : visit.visitor;
  requireStage(route, visitor);
  if (route.access === 'visitor') return { token, visitor };
  return { token, visitor, viewer: await api.useCases.findViewer(visitor) };
}

/** @throws PortalRefused forged */
function requireCsrf({ vault }: Api, { request }: Exchange, token: string): void {
  const given = headerValues(request, portalHeaders.csrf).join();
  if (!equalInConstantTime(Buffer.from(given), Buffer.from(csrfOf(vault, token))))
    throw new PortalRefused(
      'forged',
      'The request does not carry the token of this sign-in. Load the page again.',
    );
}

async function takeJson({ intake }: Api, exchange: Exchange, most = jsonBytes): Promise<Buffer> {
  const { headers } = exchange.request;
  const announced = headers['content-length'] ?? headers['transfer-encoding'];
  if (announced === undefined || announced === '0') return Buffer.alloc(0);
  requireJsonContentType(exchange);
  requireContentLength(exchange, most);
  const body = intake.open(exchange, 'portal', false);
  try {
    // A copy, because the bytes belong to the budget only until they are released.
    return Buffer.from(await body.whole(most));
  } finally {
    body.release();
  }
}
