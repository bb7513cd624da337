import { randomBytes } from 'node:crypto';
import type { ProviderFaults } from '../../identity-provider.ts';
import type { AttackCase, Build } from '../attack-case.ts';
import { expectPortal, ownerAccount, peopleOf, portalRequest } from '../portal-people.ts';
import type { PortalPerson } from '../portal-person.ts';
import { sendRequest, type Target } from '../target.ts';
import { refusedBy, row } from './portal-row.ts';

const path = '/sign-in/sso';
const token = (): string => randomBytes(32).toString('base64url');

/** A browser that was sent to the provider, and what it has to return. */
interface Sent {
  cookie: string;
  answer: { state: string; code: string; iss: string };
}

/** Starts a sign-in of the owner's organisation, and signs in at the provider. */
async function send(target: Target, account = ownerAccount): Promise<Sent> {
  const { owner, provider } = peopleOf(target);
  const body = { organisation: owner.organisationId };
  const begun = await expectPortal(target.address, null, { path: '/sign-in/sso/begin', body });
  return { cookie: begun.cookie, answer: provider.authorize(String(begun.json['url']), account) };
}

const bring = ({ cookie, answer }: Sent, change: object = {}, person: PortalPerson | null = null) =>
  portalRequest(person, { path, body: { ...answer, ...change }, cookies: cookie === '' ? [] : [cookie] });

const ssoCase = (name: string, code: string, build: Build): AttackCase =>
  row(`single sign-on: ${name}`, ['S01'], { holds: refusedBy(401, code), build });

/** Returns of a browser that did not start the sign-in, or has completed it before. */
const returns: readonly AttackCase[] = [
  ssoCase('a forged state', 'sso-expired', async (target) => bring(await send(target), { state: token() })),
  ssoCase('a return without the cookie of the browser that began', 'sso-expired', async (target) =>
    bring({ ...(await send(target)), cookie: '' }),
  ),
  ssoCase('a return in another browser, which began as well', 'sso-expired', async (target) => {
    const [one, other] = [await send(target), await send(target)];
    return bring({ ...one, cookie: other.cookie });
  }),
  ssoCase('a return with a forged cookie', 'sso-expired', async (target) => {
    const sent = await send(target);
    return bring({ ...sent, cookie: sent.cookie.replace(/=.*/, `=${token()}`) });
  }),
  ssoCase('a return sent once more', 'sso-expired', async (target) => {
    const sent = await send(target);
    const first = await sendRequest(target.address, bring(sent));
    if (first.status !== 200) throw new Error(`${path}: ${first.status}, must be 200 the first time`);
    return bring(sent);
  }),
  ssoCase('a code that was used, under a new state', 'sso-failed', async (target) => {
    const used = await send(target);
    await sendRequest(target.address, bring(used));
    return bring(await send(target), { code: used.answer.code });
  }),
  ssoCase('the code of another browser, under its own state', 'sso-failed', async (target) => {
    const other = await send(target);
    return bring(await send(target), { code: other.answer.code });
  }),
  ssoCase('a code of the attacker’s own', 'sso-failed', async (target) =>
    bring(await send(target), { code: token() }),
  ),
  ssoCase('a return that names another issuer', 'sso-failed', async (target) =>
    bring(await send(target), { iss: 'https://evil.example' }),
  ),
  ssoCase('a return without the issuer, which the provider announces', 'sso-failed', async (target) =>
    bring(await send(target), { iss: undefined }),
  ),
  ssoCase('an account at the provider that is not linked', 'sso-unknown', async (target) =>
    bring(await send(target, { subject: 'unknown' })),
  ),
  ssoCase(
    'a link to an account, returned without the cookie of the browser that began',
    'sso-expired',
    async (target) => {
      const { owner, provider } = peopleOf(target);
      const begun = await expectPortal(target.address, owner, { path: '/me/sso/begin', body: {} });
      const answer = provider.authorize(String(begun.json['url']), { subject: 'attacker' });
      return bring({ cookie: '', answer }, {}, owner);
    },
  ),
];

/** Tokens that prove nothing. */
const tokens: readonly (readonly [name: string, faults: ProviderFaults])[] = [
  ['of another issuer', { claims: { iss: 'https://evil.example' } }],
  ['for another client', { claims: { aud: 'another' } }],
  ['for several clients', { claims: { aud: ['countersign', 'another'] } }],
  ['with the nonce of another sign-in', { claims: { nonce: 'another' } }],
  ['without a nonce', { claims: { nonce: undefined } }],
  ['of yesterday', { claims: { iat: 1, exp: 2 } }],
  ['without a subject', { claims: { sub: undefined } }],
  [
    'without a signature',
    {
      token: (claims) =>
        [{ alg: 'none', typ: 'JWT' }, claims]
          .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
          .join('.')
          .concat('.'),
    },
  ],
];

/** The provider responds wrongly for a single case. */
const forgedTokens: readonly AttackCase[] = tokens.map(([name, faults]) => {
  const one = ssoCase(`a token ${name}`, 'sso-failed', async (target) => bring(await send(target)));
  return {
    ...one,
    attack: async (target) => {
      const { provider } = peopleOf(target);
      provider.faults = faults;
      try {
        return await one.attack(target);
      } finally {
        provider.faults = {};
      }
    },
  };
});

/** Destinations to which a sign-in must not redirect. */
const elsewhere = [
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '\\\\evil.example',
  'javascript:alert(1)',
  '/sessions\n//evil.example',
  ' //evil.example',
  '',
];

const redirects: readonly AttackCase[] = elsewhere.map((next) =>
  row(`single sign-on: a return path ${JSON.stringify(next)}`, ['S01'], {
    holds: refusedBy(422, 'invalid'),
    build: (target) =>
      portalRequest(null, {
        path: '/sign-in/sso/begin',
        body: { organisation: peopleOf(target).owner.organisationId, next },
      }),
  }),
);

/** Single sign-on that proves nothing, or redirects elsewhere. */
export const portalSsoCases: readonly AttackCase[] = [
  ...returns,
  ...forgedTokens,
  ...redirects,
  row('single sign-on: the provider of a stranger’s organisation', ['S01', 'S02'], {
    holds: refusedBy(404, 'no-sso'),
    build: (target) =>
      portalRequest(null, {
        path: '/sign-in/sso/begin',
        body: { organisation: peopleOf(target).stranger.organisationId },
      }),
  }),
];
