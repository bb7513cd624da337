import { randomUUID } from 'node:crypto';
import type { AttackCase, Expectation } from '../attack-case.ts';
import {
  brandingOf,
  callPortal,
  peopleOf,
  type PortalCall,
  portalOrigin,
  portalRequest,
} from '../portal-people.ts';
import type { PortalPerson } from '../portal-person.ts';
import { logoBomb, smallPng } from '../pictures/logos.ts';
import { blackPng, header, pngOf } from '../pictures/png.ts';
import type { Request } from '../request.ts';
import { sendRequest, type Target } from '../target.ts';
import { portalAddressCases } from './portal-addresses.ts';
import { portalPasskeyCases } from './portal-passkeys.ts';
import { refusedBy, row } from './portal-row.ts';
import { portalSsoCases } from './portal-sso.ts';

const nothingThere = refusedBy(404, 'not-found');
const forged = refusedBy(403, 'forged');
const signedOut = refusedBy(401, 'signed-out');

const change: PortalCall = { method: 'DELETE', path: `/exports/${randomUUID()}` };

/** Changes that do not come from a page of the portal, or not from this sign-in. */
const forgeries: readonly (readonly [
  name: string,
  holds: Expectation,
  build: (people: { owner: PortalPerson; stranger: PortalPerson }) => Request,
])[] = [
  [
    'another origin',
    forged,
    ({ owner }) => portalRequest(owner, { ...change, headers: [['origin', 'https://evil.example']] }),
  ],
  [
    'the origin “null”',
    forged,
    ({ owner }) => portalRequest(owner, { ...change, headers: [['origin', 'null']] }),
  ],
  [
    'another site, by what browsers add',
    forged,
    ({ owner }) =>
      portalRequest(owner, {
        ...change,
        headers: [
          ['origin', portalOrigin],
          ['sec-fetch-site', 'cross-site'],
        ],
      }),
  ],
  ['no token against forgery', forged, ({ owner }) => portalRequest({ ...owner, csrf: '' }, change)],
  [
    'the token of a stranger',
    forged,
    ({ owner, stranger }) => portalRequest({ ...owner, csrf: stranger.csrf }, change),
  ],
  [
    'the cookie of a stranger beside the own one',
    signedOut,
    ({ owner, stranger }) => portalRequest(owner, { ...change, cookies: [stranger.cookie] }),
  ],
  [
    'a cookie of no sign-in',
    signedOut,
    ({ owner }) =>
      portalRequest({ ...owner, cookie: owner.cookie.replace(/=.*/, `=${'A'.repeat(43)}`) }, change),
  ],
  ['no cookie', signedOut, () => portalRequest(null, change)],
];

const forgeryCases: readonly AttackCase[] = forgeries.map(([name, holds, build]) =>
  row(`a change with ${name}`, ['S09'], { holds, build: (target) => build(peopleOf(target)) }),
);

/** Another organisation's resources, requested by an owner with full rights in their own. */
const foreign: readonly (readonly [name: string, call: (stranger: PortalPerson) => PortalCall])[] = [
  ['the file of an export', ({ exportId }) => ({ method: 'GET', path: `/exports/${exportId}/file` })],
  ['cancelling an export', ({ exportId }) => ({ method: 'DELETE', path: `/exports/${exportId}` })],
  [
    'an export of an integration',
    ({ integrationId: integration }) => ({
      path: '/exports',
      body: { format: 'csv', personal: false, reason: null, integration },
    }),
  ],
  ['branding', ({ integrationId: id }) => ({ method: 'GET', path: `/integrations/${id}/branding` })],
  [
    'the preview of branding',
    ({ integrationId: id }) => ({ method: 'GET', path: `/integrations/${id}/branding/preview` }),
  ],
  ['keys', ({ integrationId: id }) => ({ method: 'GET', path: `/integrations/${id}` })],
  ['a person', ({ userId }) => ({ method: 'DELETE', path: `/team/${userId}` })],
];

const foreignCases: readonly AttackCase[] = [
  ...foreign.map(([name, call]) =>
    row(`a stranger’s: ${name}`, ['S01', 'S02'], {
      holds: nothingThere,
      build: (target) => {
        const { owner, stranger } = peopleOf(target);
        return portalRequest(owner, call(stranger));
      },
    }),
  ),
  row('a stranger’s: changing branding', ['S01', 'S02', 'A-265'], {
    holds: nothingThere,
    build: async (target) => {
      const { owner, stranger } = peopleOf(target);
      const { path, chosen } = await brandingOf(target.address, stranger);
      return portalRequest(owner, { method: 'PUT', path, body: { ...chosen, logo: 'keep' } });
    },
  }),
  row('a stranger’s: reporting a session as fraud', ['S01', 'S02'], {
    holds: nothingThere,
    build: (target) =>
      portalRequest(peopleOf(target).owner, {
        path: `/sessions/${target.foreign?.sessionId ?? randomUUID()}/fraud-report`,
        body: { categories: ['injected_media'], comment: null },
      }),
  }),
  row('a stranger’s: a logo under the own integration', ['S02', 'A-265'], {
    holds: { status: [404] },
    build: (target) => {
      const { owner, stranger } = peopleOf(target);
      return { target: stranger.logo.replace(stranger.integrationId, owner.integrationId) };
    },
  }),
];

const exportCases: readonly AttackCase[] = [
  row('the file of an export with a guessed id', ['S01'], {
    holds: nothingThere,
    build: (target) =>
      portalRequest(peopleOf(target).owner, { method: 'GET', path: `/exports/${randomUUID()}/file` }),
  }),
  row('the file of an export without a sign-in', ['S01'], {
    holds: signedOut,
    build: (target) =>
      portalRequest(null, { method: 'GET', path: `/exports/${peopleOf(target).owner.exportId}/file` }),
  }),
  row('the file of an export that is erased', ['S01'], {
    holds: refusedBy(410, 'export-over'),
    build: async (target) => {
      const { owner } = peopleOf(target);
      const path = `/exports/${owner.exportId}`;
      // Deletion is idempotent, so the case can run again on this service.
      await callPortal(target.address, owner, { method: 'DELETE', path });
      return portalRequest(owner, { method: 'GET', path: `${path}/file` });
    },
  }),
];

/** Saves the branding of the owner's integration. */
async function save(target: Target, look: object): Promise<Request> {
  const { owner } = peopleOf(target);
  const { path, chosen } = await brandingOf(target.address, owner);
  return portalRequest(owner, { method: 'PUT', path, body: { ...chosen, logo: 'keep', ...look } });
}

const logo = (file: Buffer | string): object => ({ logo: { png: Buffer.from(file).toString('base64') } });

const colours = { primary: '#7a1fa2', primaryText: '#ffffff', background: '#ffffff', text: '#111111' };

const looks: readonly (readonly [name: string, look: () => object])[] = [
  ['an SVG with a script as logo', () => logo('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['a page as logo', () => logo('<!doctype html><script>alert(1)</script>')],
  ['a JPEG as logo', () => logo(Buffer.from('ffd8ffe000104a46494600', 'hex'))],
  ['a logo of four billion pixels', () => logo(pngOf(header({ width: 65_535, height: 65_535 })))],
  ['a logo wider than allowed', () => logo(blackPng({ width: 1_025, height: 16 }))],
  ['a logo that unpacks to 64 MB', () => logo(logoBomb())],
  ['a logo that ends early', () => logo(smallPng().subarray(0, 60))],
  ['a style in a colour', () => ({ light: { ...colours, primary: '#fff;}</style><script>' } })],
  ['an address in a colour', () => ({ light: { ...colours, background: 'url(//evil.example)' } })],
  ['text that cannot be read', () => ({ light: { ...colours, text: '#fefefe' } })],
  ['a negative radius', () => ({ radius: -1 })],
  ['a name of two lines', () => ({ name: 'Bank\nof Evil' })],
  ['a language that is none', () => ({ languages: ['../../etc/passwd'] })],
];

const brandingCases: readonly AttackCase[] = [
  ...looks.map(([name, look]) =>
    row(`branding: ${name}`, ['A-265'], {
      holds: { ...refusedBy(422, 'invalid'), cpuSeconds: 2, memoryMiB: 128 },
      build: (target) => save(target, look()),
    }),
  ),
  polyglot(),
];

/** A picture that is also an HTML page: only its pixels may be served. */
function polyglot(): AttackCase {
  const one = row('branding: a logo with a page behind its end', ['A-265'], {
    holds: { status: [200, 422] },
    build: (target) =>
      save(target, logo(Buffer.concat([smallPng(), Buffer.from('<script>alert(1)</script>')]))),
  });
  return {
    ...one,
    attack: async (target) => {
      const seen = await one.attack(target);
      const { logo: shown } = await brandingOf(target.address, peopleOf(target).owner);
      const { body, headers } = await sendRequest(target.address, { target: shown?.url ?? '/' });
      const isServed = body.includes('script') || headers['content-type'] !== 'image/png';
      return isServed ? { ...seen, finding: 'what is not a picture is served with the logo' } : seen;
    },
  };
}

/** The portal's API: forged requests, passkeys and sign-ins; other organisations' resources; invalid branding. */
export const portalCases: readonly AttackCase[] = [
  ...forgeryCases,
  ...portalPasskeyCases,
  ...portalSsoCases,
  ...portalAddressCases,
  ...foreignCases,
  ...exportCases,
  ...brandingCases,
];
