import { expect, it } from 'vitest';
import { portalRoutes } from '../../src/http/portal/portal-api.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { addPerson, openBrowser } from '../support/portal-browser.ts';

const id = '00000000-0000-4000-8000-000000000000';
const filled = (path: string) =>
  path.replaceAll('{id}', id).replaceAll('{token}', 'A'.repeat(43)).replaceAll('{type}', 'decision');
const changes = portalRoutes.filter(({ method }) => method !== 'GET');

describeApiOnce('forged requests to the portal', (given) => {
  it.each(changes)(
    '$method $path is refused without the portal’s own header, and from other sites (S09, S16)',
    async (route) => {
      const { api } = given;
      const browser = openBrowser(api);
      const request = { method: route.method, path: filled(route.path), body: {} };
      for (const headers of [
        { 'x-countersign-portal': null },
        { 'x-countersign-portal': '0' },
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
      ]) {
        const { status, json } = await browser.call({ ...request, headers });
        expect([status, json.error.code]).toEqual([403, 'forged']);
      }
    },
  );

  it.each(changes.filter(({ access }) => access !== 'public'))(
    '$method $path is refused without a sign-in, and without its anti-forgery token (S16)',
    async (route) => {
      const { api } = given;
      const request = { method: route.method, path: filled(route.path), body: {} };
      const stranger = openBrowser(api);
      expect((await stranger.call(request)).json.error.code).toBe('signed-out');
      const { browser } = await viewerOf(given);
      const { browser: other } = await viewerOf({ api: given.api });
      for (const token of [null, '', 'A'.repeat(43), other.csrf]) {
        const { status, json } = await browser.call({ ...request, headers: { 'x-csrf-token': token } });
        expect([token, status, json.error.code]).toEqual([token, 403, 'forged']);
      }
    },
  );

  it.each(portalRoutes.filter(({ access, method }) => access === 'viewer' && method === 'GET'))(
    'GET $path is refused without a sign-in',
    async (route) => {
      const answer = await openBrowser(given.api).get(filled(route.path));
      expect([answer.status, answer.json.error.code]).toEqual([401, 'signed-out']);
    },
  );

  it('answers unknown paths 404 and other methods 405', async () => {
    const browser = openBrowser(given.api);
    expect((await browser.get('/nothing')).json.error.code).toBe('not-found');
    expect((await browser.get('')).status).toBe(404);
    expect((await browser.get('/sessions/1')).status).toBe(404);
    const put = await browser.call({ method: 'PUT', path: '/sessions' });
    expect([put.status, put.headers['allow'], put.json.error.code]).toEqual([
      405,
      'GET, POST',
      'method-not-allowed',
    ]);
    expect((await browser.call({ method: 'OPTIONS', path: '/me' })).status).toBe(405);
  });

  it('lets no other origin read a response, and no cache store one', async () => {
    const { browser } = await viewerOf(given);
    const { headers } = await browser.call({ path: '/me', headers: { origin: 'https://evil.example' } });
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect([headers['cache-control'], headers['x-content-type-options']]).toEqual(['no-store', 'nosniff']);
  });
});

const made = new Map<object, Promise<Awaited<ReturnType<typeof addPerson>>[]>>();

/** Two people of each API, made once: what is refused here changes nothing. */
async function viewerOf(given: { api: Parameters<typeof addPerson>[0] }) {
  const people =
    made.get(given.api) ??
    Promise.all([addPerson(given.api, { role: 'viewer' }), addPerson(given.api, { role: 'viewer' })]);
  made.set(given.api, people);
  const [first, second] = await people;
  const person = 'client' in given ? first : second;
  if (!person) throw new Error('nobody was made');
  return person;
}
