import { randomUUID } from 'node:crypto';
import { IdentityProvider } from '../identity-provider.ts';
import { nextCode } from '../portal/one-time-code.ts';
import { SoftwareAuthenticator } from '../software-authenticator.ts';
import type { Address } from './address.ts';
import type { WireAnswer } from './answers.ts';
import { smallPng } from './pictures/logos.ts';
import type { PortalPeople, PortalPerson } from './portal-person.ts';
import type { Request } from './request.ts';
import { sendRequest, type Target } from './target.ts';

const base = '/portal/api';
/** Host of every request, and of passkeys. */
export const portalOrigin = 'http://localhost';
const password = 'correct horse battery';

/** A request from a page of the portal. */
export interface PortalCall {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below `/portal/api`. */
  path: string;
  body?: object;
  headers?: readonly (readonly [string, string])[];
  cookies?: readonly string[];
}

/** Builds the request as a page sends it. @param person `null`: without a sign-in */
export function portalRequest(
  person: Pick<PortalPerson, 'cookie' | 'csrf'> | null,
  { method = 'POST', path, body, headers = [], cookies = [] }: PortalCall,
): Request {
  const all = [...(person ? [person.cookie] : []), ...cookies];
  return {
    method,
    target: base + path,
    headers: [
      ...(all.length > 0 ? [['cookie', all.join('; ')] as const] : []),
      ...(person ? [['x-csrf-token', person.csrf] as const] : []),
      ['x-countersign-portal', '1'],
      ...headers,
    ],
    ...(body === undefined ? (method === 'GET' ? {} : { length: 0 }) : { body: JSON.stringify(body) }),
  };
}

/** A response of the portal's API. */
export interface PortalAnswer extends WireAnswer {
  /** Members of the body; a test that reads an absent one fails. */
  json: Record<string, unknown>;
  /** `name=value` of the cookie that it sets; '' if there is none. */
  cookie: string;
}

/** Sends a request as a page does. */
export async function callPortal(
  address: Address,
  person: Pick<PortalPerson, 'cookie' | 'csrf'> | null,
  call: PortalCall,
): Promise<PortalAnswer> {
  const answer = await sendRequest(address, portalRequest(person, call));
  const text = answer.body.toString('utf8');
  const json = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
  return { ...answer, json, cookie: answer.headers['set-cookie']?.split(';', 1)[0] ?? '' };
}

/** Like `callPortal`. @throws Error unless the status indicates success */
export async function expectPortal(...args: Parameters<typeof callPortal>): Promise<PortalAnswer> {
  const answer = await callPortal(...args);
  if (answer.status < 300) return answer;
  const [, , { path }] = args;
  throw new Error(`${path}: ${answer.status} ${answer.body.toString('utf8').slice(0, 200)}`);
}

/** The people that the cases use. @throws Error when there are none: a case that needs them lists `portal` in `needs` */
export function peopleOf({ portal }: Target): PortalPeople {
  if (portal === null) throw new Error('people of the portal are missing');
  return portal;
}

/** Starts a passkey operation. @returns what the browser has to sign */
export const beginPasskey = async (
  address: Address,
  person: PortalPerson | null,
  path: string,
): Promise<Parameters<SoftwareAuthenticator['use']>[0]> =>
  (await expectPortal(address, person, { path })).json as never;

/** The current branding, in the format of a change. */
export async function brandingOf(
  address: Address,
  person: PortalPerson | Pick<PortalPerson, 'cookie' | 'csrf' | 'integrationId'>,
): Promise<{ path: string; chosen: object; logo: { url: string } | null }> {
  const path = `/integrations/${person.integrationId}/branding`;
  const { json } = await expectPortal(address, person, { method: 'GET', path });
  const { logo, canConfigure: _, ...chosen } = json;
  return { path, chosen, logo: logo as { url: string } | null };
}

/** An invitation for an owner, and an integration of the organisation. */
export interface Invited {
  url: string;
  integrationId: string;
}

/** Accepts an invitation, and sets up what owners have: codes, a passkey, an export, a logo. */
export async function joinPortal(
  address: Address,
  { url, integrationId }: Invited,
  logo: Buffer,
): Promise<PortalPerson> {
  const accepted = await expectPortal(address, null, {
    path: `/invitations/${url.split('/').at(-1) ?? ''}`,
    body: { name: 'Owner', password, language: 'en' },
  });
  const first = { cookie: accepted.cookie, csrf: String(accepted.json['csrf']) };
  const { secret } = (await expectPortal(address, first, { path: '/totp/begin' })).json;
  const confirmed = await expectPortal(address, first, {
    path: '/totp/confirm',
    body: { code: await nextCode(String(secret)) },
  });
  const { cookie } = confirmed;
  const me = await expectPortal(address, { cookie, csrf: '' }, { method: 'GET', path: '/me' });
  const { csrf, user, organisation } = me.json as {
    csrf: string;
    user: { id: string };
    organisation: { id: string };
  };
  const signedIn = { cookie, csrf, integrationId };
  await expectPortal(address, signedIn, {
    path: '/step-up',
    body: { password, code: await nextCode(String(secret)) },
  });
  return {
    ...signedIn,
    userId: user.id,
    organisationId: organisation.id,
    ...(await belongingsOfPerson(address, signedIn, logo)),
  };
}

async function belongingsOfPerson(
  address: Address,
  person: Pick<PortalPerson, 'cookie' | 'csrf' | 'integrationId'>,
  png: Buffer,
): Promise<Pick<PortalPerson, 'device' | 'exportId' | 'logo'>> {
  const device = new SoftwareAuthenticator(portalOrigin);
  const begun = await expectPortal(address, person, { path: '/me/passkeys/begin' });
  await expectPortal(address, person, {
    path: '/me/passkeys',
    body: device.make(begun.json as never, 'Laptop'),
  });
  const exported = await expectPortal(address, person, {
    path: '/exports',
    body: { format: 'csv', personal: false, reason: null },
  });
  const { path, chosen } = await brandingOf(address, person);
  const logo = { png: png.toString('base64') };
  await expectPortal(address, person, { method: 'PUT', path, body: { ...chosen, logo } });
  const { logo: shown } = await brandingOf(address, person);
  return { device, exportId: String(exported.json['id']), logo: shown?.url ?? '' };
}

/** The owner's account at the provider. */
export const ownerAccount = { subject: 'owner' };

/** Configures a provider for single sign-on of the owner's organisation, and links the owner. */
async function linkOwner(address: Address, owner: PortalPerson, provider: IdentityProvider): Promise<void> {
  const { issuer, clientId, clientSecret } = provider;
  await expectPortal(address, owner, {
    method: 'PUT',
    path: '/organisation/sso',
    body: { version: 0, issuer, clientId, clientSecret, domains: [], enabled: true, required: false },
  });
  const begun = await expectPortal(address, owner, { path: '/me/sso/begin', body: {} });
  const body = provider.authorize(String(begun.json['url']), ownerAccount);
  await expectPortal(address, owner, { path: '/sign-in/sso', body, cookies: [begun.cookie] });
}

/**
 * Creates the people for attacks on the portal.
 * @param invite invites an owner into a new organisation that gets the integration
 * @param providerPort port of the provider; 0: any free one
 */
export async function portalPeople(
  address: Address,
  {
    invite,
    providerPort = 0,
  }: { invite(who: 'owner' | 'stranger', organisation: string): Promise<Invited>; providerPort?: number },
): Promise<PortalPeople> {
  const provider = await new IdentityProvider().start(providerPort);
  try {
    // The first organisation gets all integrations until they are assigned to others.
    const invited = {
      owner: await invite('owner', `Owner ${randomUUID()}`),
      stranger: await invite('stranger', `Stranger ${randomUUID()}`),
    };
    const owner = await joinPortal(address, invited.owner, smallPng(32));
    const stranger = await joinPortal(address, invited.stranger, smallPng(48));
    await linkOwner(address, owner, provider);
    return { owner, stranger, provider };
  } catch (error) {
    await provider.close();
    throw error;
  }
}
