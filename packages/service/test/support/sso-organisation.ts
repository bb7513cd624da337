import { expect } from 'vitest';
import type { PortalRole } from '@countersign/contract';
import type { Brought } from '../../../testkit/src/certified-provider.ts';
import type { IdentityProvider, ProviderAccount } from '../../../testkit/src/identity-provider.ts';
import { inviteFirst } from '../../src/usecases/portal/organisation/invite-person.ts';
import type { TestApi } from './api.ts';
import { me, openBrowser, type Person, type PortalAnswer, type PortalBrowser } from './portal-browser.ts';
import { newOrganisation, type TestOrganisation } from './portal-organisation.ts';

/** A provider of the tests. */
export interface SignInProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Somebody signs in there. */
  authorize(address: string, account: ProviderAccount): Brought | Promise<Brought>;
}

/** An organisation with single sign-on switched on, by an owner whose sign-in is stepped up. */
export interface SsoOrganisation<Provider extends SignInProvider = IdentityProvider> {
  own: TestOrganisation;
  /** Id of the organisation. */
  id: string;
  owner: Person;
  provider: Provider;
  /** Changes what is configured, from what is in force. */
  configure(change?: object): Promise<PortalAnswer>;
}

const usual = (provider: SignInProvider) => ({
  issuer: provider.issuer,
  clientId: provider.clientId,
  clientSecret: provider.clientSecret,
  domains: [],
  enabled: true,
  required: false,
});

export async function withSso<Provider extends SignInProvider>(
  api: TestApi,
  provider: Provider,
): Promise<SsoOrganisation<Provider>> {
  const own = await newOrganisation(api);
  const owner = await own.add({ role: 'owner' });
  expect((await owner.stepUp()).status).toBe(200);
  const { id } = (await owner.browser.get('/me')).json.organisation;
  let version = 0;
  const configure: SsoOrganisation<Provider>['configure'] = async (change = {}) => {
    const body = { version, ...usual(provider), ...change };
    const answer = await owner.browser.call({ method: 'PUT', path: '/organisation/sso', body });
    if (answer.status === 204) version += 1;
    return answer;
  };
  const configured = await configure();
  expect([configured.status, configured.bytes.toString()]).toEqual([204, '']);
  return { own, id, owner, provider, configure };
}

/** Begins somewhere, and lets somebody sign in at the provider. @returns what the browser brings back */
export async function goThrough(
  browser: PortalBrowser,
  { path, body, provider, account }: Visit,
): Promise<Brought> {
  const begun = await browser.post(path, body);
  expect([begun.status, begun.json.error]).toEqual([200, undefined]);
  return provider.authorize(begun.json.url, account);
}

export interface Visit {
  path: string;
  body: object;
  provider: SignInProvider;
  account: ProviderAccount;
}

export const finish = (browser: PortalBrowser, answer: object): Promise<PortalAnswer> =>
  browser.post('/sign-in/sso', answer);

/** Links somebody to an account of the provider. */
export async function link(
  person: Person,
  provider: SignInProvider,
  account: ProviderAccount,
): Promise<void> {
  if ((await me(person.browser)).steppedUpUntil === null) expect((await person.stepUp()).status).toBe(200);
  const answer = await goThrough(person.browser, { path: '/me/sso/begin', body: {}, provider, account });
  const done = await finish(person.browser, answer);
  expect([done.status, done.json.error]).toEqual([200, undefined]);
}

/** Signs in by the link of the organisation, in a browser that was never here. */
export async function signInBySso(
  api: TestApi,
  { id, provider }: Pick<SsoOrganisation<SignInProvider>, 'id' | 'provider'>,
  account: ProviderAccount,
): Promise<{ browser: PortalBrowser; answer: PortalAnswer }> {
  const browser = openBrowser(api);
  const brought = await goThrough(browser, {
    path: '/sign-in/sso/begin',
    body: { organisation: id },
    provider,
    account,
  });
  return { browser, answer: await finish(browser, brought) };
}

/** The path of an invitation of the organisation. */
export async function inviteTo(
  api: TestApi,
  { own }: Pick<SsoOrganisation<SignInProvider>, 'own'>,
  { email, role }: { email: string; role: PortalRole },
): Promise<string> {
  const { url } = await inviteFirst(api.ctx)({
    email,
    organisation: own.name,
    role,
    reveal: false,
    actor: 'cli',
  });
  return `/invitations/${url.split('/').at(-1) ?? ''}`;
}

/** The newest entry of the audit log of an organisation. */
export async function newestOf(api: TestApi, organisationId: string) {
  const [row] = await api.ctx.database.query<{
    actor: string;
    action: string;
    details: Record<string, unknown>;
  }>(
    `select actor, action, details from organisation_audit where organisation_id = $1 order by id desc limit 1`,
    [organisationId],
  );
  return row;
}
