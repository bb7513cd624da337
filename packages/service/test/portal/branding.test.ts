import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { PortalBrandingChange } from '@countersign/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { integrationCommands } from '../../src/bin/commands/integration.ts';
import { type Client, startApi, type TestApi } from '../support/api.ts';
import { colouredPng, ownLook, writePng } from '../support/brand.ts';
import { describeEnginesOnce } from '../support/engines.ts';
import { writeShell } from '../support/flow-client.ts';
import { openBrowser, type Person } from '../support/portal-browser.ts';
import { newOrganisation, type TestOrganisation } from '../support/portal-organisation.ts';

const harbour = {
  ...ownLook,
  name: 'Harbour Lending',
  radius: 4,
  light: { primary: '#7a1fa2', primaryText: '#ffffff', background: '#fffdf7', text: '#221133' },
  texts: {
    en: { coBrand: 'Harbour checks you for Example Bank.', nextStep: null, help: 'Call 0800 123 456.' },
    es: { coBrand: null, nextStep: 'Le escribimos mañana.', help: null },
  },
} satisfies Partial<PortalBrandingChange>;

const logo = { png: colouredPng(120, 40, [122, 31, 162]).toString('base64') };

// By day on PostgreSQL alone: settings and pictures in a column of bytes are written on both engines elsewhere.
const branding: Parameters<typeof describeEnginesOnce>[1] = (open) => {
  let api: TestApi;
  let shell: Awaited<ReturnType<typeof writeShell>>;
  let own: TestOrganisation;
  let developer: Person;
  beforeAll(async () => {
    shell = await writeShell();
    api = await startApi(await open(), { TRUSTED_PROXIES: '127.0.0.1/32' }, { flowFolder: shell.folder });
    own = await newOrganisation(api);
    developer = await own.add({ role: 'developer' });
  });
  afterAll(async () => {
    await api.close();
    await shell.remove();
  });

  const pathOf = ({ integrationId }: Client) => `/integrations/${integrationId}/branding`;
  const show = async (client: Client, person = developer) => (await person.browser.get(pathOf(client))).json;
  const put = async (client: Client, body: object, person = developer) =>
    person.browser.call({
      method: 'PUT',
      path: pathOf(client),
      body: { ...ownLook, logo: 'keep', version: (await show(client)).version, ...body },
    });
  const get = (target: string, headers: Record<string, string> = {}) =>
    api.send({ method: 'GET', path: target, headers: { 'x-forwarded-for': '198.51.100.7', ...headers } });
  /** The page behind the link of a new session. */
  const page = async (client: Client, headers: Record<string, string> = {}) => {
    const made = await client.call({ method: 'POST', path: '/sessions', body: { verification: {} } });
    return (await get(`/v/${made.json.verification.sessionToken}`, headers)).bytes.toString();
  };

  it('starts as that of the flow itself, and every member can be changed', async () => {
    const client = await own.integrate();
    expect(await show(client)).toMatchObject({ ...ownLook, logo: null, canConfigure: true });
    expect((await put(client, { ...harbour, logo })).status).toBe(200);
    expect(await show(client)).toMatchObject({
      ...harbour,
      logo: {
        url: expect.stringMatching(
          new RegExp(`^/flow/logos/${client.integrationId}\\.[0-9a-f]{64}\\.png$`),
        ) as string,
        width: 120,
        height: 40,
      },
    });
  });

  it('is in the page of the next session, before its scripts run', async () => {
    const client = await own.integrate();
    await put(client, { ...harbour, logo, defaultLanguage: 'es', languages: ['es', 'pt-BR'] });
    const html = await page(client, { 'accept-language': 'en-GB' });
    expect(html).toContain('<html lang="es" dir="ltr">');
    expect(html).toContain('<title>Harbour Lending</title>');
    expect(html).toMatch(
      /:root\{--paper:#fff\}:root\{--radius:4px\}@media \(prefers-color-scheme:light\)\{:root\{--paper:#fffdf7;.*--accent:#7a1fa2;/,
    );
    expect(html).not.toContain('prefers-color-scheme:dark');
    const { url } = (await show(client)).logo ?? { url: '' };
    expect(html).toContain(
      `<span class="company"><img class="logo" src="${url}" alt="Harbour Lending" width="120" height="40"></span>`,
    );
    const brand = JSON.parse(/id="brand"[^>]*>([^<]*)</.exec(html)?.[1] ?? '') as unknown;
    expect(brand).toEqual({
      logo: { url, width: 120, height: 40 },
      texts: harbour.texts,
      languages: ['es', 'pt-BR'],
      defaultLanguage: 'es',
    });
    expect(await page(client, { 'accept-language': 'pt-PT,es;q=0.5' })).toContain(
      '<html lang="pt-BR" dir="ltr">',
    );
  });

  it('hides draft texts from end users, language by language', async () => {
    const client = await own.integrate();
    await put(client, { ...harbour, draftTexts: ['en'] });
    expect(await show(client)).toMatchObject({ texts: harbour.texts, draftTexts: ['en'] });
    const html = await page(client);
    expect(html).not.toContain('Harbour checks you');
    const brand = JSON.parse(/id="brand"[^>]*>([^<]*)</.exec(html)?.[1] ?? '') as unknown;
    expect(brand).toEqual({ texts: { es: harbour.texts.es } });
    await put(client, { ...harbour, draftTexts: ['en', 'es'] });
    expect(await page(client)).toMatch(/id="brand" nonce="[^"]+">\{\}</);
    await put(client, harbour);
    expect(await page(client)).toContain('Harbour checks you for Example Bank.');
  });

  it('has named steps for text size and spacing, and puts only non-default ones into the page', async () => {
    const client = await own.integrate();
    expect((await put(client, { textSize: 'large', spacing: 'relaxed' })).status).toBe(200);
    expect(await show(client)).toMatchObject({ textSize: 'large', spacing: 'relaxed' });
    expect(await page(client)).toContain(':root{--paper:#fff}:root{--text:20px;--gap:26px}</style>');
    await put(client, { textSize: 'normal', spacing: 'compact' });
    expect(await page(client)).toContain(':root{--paper:#fff}:root{--gap:14px}</style>');
  });

  it('adds nothing to the page where nothing was chosen', async () => {
    const client = await own.integrate();
    const html = await page(client);
    expect(html).toContain(':root{--paper:#fff}</style>');
    expect(html).toMatch(/id="brand" nonce="[^"]+">\{\}</);
    expect(html).toContain('<html lang="en" dir="ltr">');
  });

  it('serves the logo re-encoded and cacheable indefinitely, only by its full name', async () => {
    const client = await own.integrate();
    await put(client, { logo });
    const { url } = (await show(client)).logo ?? { url: '' };
    const answer = await get(url);
    expect([answer.status, answer.bytes.subarray(1, 4).toString()]).toEqual([200, 'PNG']);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': `default-src 'none'; sandbox`,
      'x-content-type-options': 'nosniff',
    });
    const other = await own.integrate();
    for (const wrong of [
      url.replace(client.integrationId, other.integrationId),
      url.replace(/[0-9a-f]\.png$/, 'x.png'),
      url.slice(0, -4),
      `/flow/logos/..%2f..%2fetc%2fpasswd`,
      `/flow/logos/${client.integrationId}.png`,
    ])
      expect((await get(wrong)).status).toBe(404);
  });

  it('keeps the previous logo for open pages, and no older one', async () => {
    const client = await own.integrate();
    const urls: string[] = [];
    for (const shade of [10, 20, 30]) {
      await put(client, { logo: { png: colouredPng(16, 16, [shade, 0, 0]).toString('base64') } });
      urls.push((await show(client)).logo?.url ?? '');
    }
    const statuses = async () => (await Promise.all(urls.map((url) => get(url)))).map(({ status }) => status);
    expect(await statuses()).toEqual([404, 200, 200]);
    expect((await put(client, { name: 'Other' })).status).toBe(200);
    expect(await statuses()).toEqual([404, 200, 200]);
    await put(client, { logo: null });
    expect((await show(client)).logo).toBeNull();
    expect(await statuses()).toEqual([404, 404, 200]);
  });

  it.each([
    [
      'an SVG with a script',
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      'must be a PNG; the file is an SVG',
    ],
    ['a page behind the name of a picture', '<!doctype html><script>alert(1)</script>', 'must be a PNG'],
    ['a JPEG', Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF', 'latin1'), 'must be a PNG; the file is a JPEG'],
    [
      'a picture of four billion pixels',
      writePng(65_535, 65_535, { rows: Buffer.alloc(0) }),
      '16 to 1024 pixels wide',
    ],
    [
      'pixels that unpack to 64 MB',
      writePng(64, 64, { rows: Buffer.alloc(64_000_000) }),
      'the file is damaged',
    ],
    [
      'a file of 200 KiB',
      Buffer.concat([colouredPng(16, 16, [0, 0, 0]), Buffer.alloc(204_800 - 200)]),
      'at most 131072 bytes',
    ],
    ['no file', '', 'logo'],
  ])('rejects %s as a logo with the form that is allowed', async (_, file, message) => {
    const client = await own.integrate();
    const { status, json } = await put(client, { logo: { png: Buffer.from(file).toString('base64') } });
    expect([status, json.error.member?.split('.')[0]]).toEqual([422, 'logo']);
    expect(json.error.message).toContain(message);
    expect((await show(client)).logo).toBeNull();
  });

  it('keeps nothing of a file but its pixels', async () => {
    const client = await own.integrate();
    const polyglot = Buffer.concat([
      colouredPng(32, 32, [1, 2, 3]),
      Buffer.from('<script>alert(1)</script>'),
    ]);
    await put(client, { logo: { png: polyglot.toString('base64') } });
    const { bytes } = await get((await show(client)).logo?.url ?? '');
    expect(bytes.includes('script')).toBe(false);
  });

  it.each([
    [
      { light: { ...harbour.light, primary: '#ff9900' } },
      'light.primary',
      'light.primary: must have a contrast of at least 4.5:1 to background #fffdf7; #ff9900 has 2.1:1; use #a96500',
    ],
    [{ light: { ...harbour.light, text: '#cccccc' } }, 'light.text', 'use #'],
    [
      { dark: { ...harbour.light, primaryText: '#222222' } },
      'dark.primaryText',
      'dark.primaryText: must have a contrast of at least 4.5:1 to primary #7a1fa2',
    ],
    [
      { languages: ['es'] },
      'defaultLanguage',
      'defaultLanguage: must be one of the languages offered (es), not en',
    ],
    [{ languages: [] }, 'languages', 'languages: '],
    [{ languages: ['nb'] }, 'languages.0', 'languages.0: '],
    [{ radius: 27 }, 'radius', 'radius: '],
    [{ textSize: 'huge' }, 'textSize', 'textSize: '],
    [{ draftTexts: ['nb'] }, 'draftTexts.0', 'draftTexts.0: '],
    [{ spacing: '26px' }, 'spacing', 'spacing: '],
    [{ name: ' ' }, 'name', 'name: '],
    [{ name: 'x'.repeat(61) }, 'name', 'name: '],
    [
      { texts: { en: { coBrand: 'two\nlines', nextStep: null, help: null } } },
      'texts.en.coBrand',
      'texts.en.coBrand: ',
    ],
    [{ texts: { nb: { coBrand: null, nextStep: null, help: null } } }, 'texts', 'texts: '],
    [{ light: { ...harbour.light, primary: 'red;}*{display:none' } }, 'light', 'light'],
    [{ css: '*{}' }, 'body', 'body: '],
  ])('rejects %j with the member and the form that is allowed', async (change, member, message) => {
    const client = await own.integrate();
    const { status, json } = await put(client, change);
    expect([status, json.error.code, json.error.member]).toEqual([422, 'invalid', member]);
    expect(json.error.message).toContain(message);
    expect(await show(client)).toMatchObject(ownLook);
  });

  it('answers 409 to the second of two concurrent changes, whichever members they change', async () => {
    const client = await own.integrate();
    const owner = await own.add({ role: 'owner' });
    const { version } = await show(client);
    const answers = await Promise.all([
      put(client, { name: 'One', version }),
      put(client, { radius: 0, version }, owner),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.json.error.code).toBe('changed-meanwhile');
  });

  it('does not conflict with a change of the origins, which have a version of their own', async () => {
    const client = await own.integrate();
    const { version } = await show(client);
    const flow = `/integrations/${client.integrationId}/flow`;
    const seen = (await developer.browser.get(flow)).json;
    const body = {
      origins: ['https://shop.example.com'],
      callback: null,
      handoff: 'offer',
      version: seen.version,
    };
    expect((await developer.browser.call({ method: 'PUT', path: flow, body })).status).toBe(200);
    expect((await put(client, { name: 'One', version })).status).toBe(200);
  });

  it('of a live integration is changed only after a step-up', async () => {
    const live = await own.integrate({ mode: 'live' });
    const other = await own.add({ role: 'developer' });
    expect((await put(live, { name: 'One' }, other)).json.error.code).toBe('step-up');
    await other.stepUp();
    expect((await put(live, { name: 'One' }, other)).status).toBe(200);
  });

  it('is in the audit log with old and new values, without the bytes of the logo', async () => {
    const client = await own.integrate();
    await put(client, { name: 'Harbour', logo });
    const auditor = await own.add({ role: 'auditor' });
    const { rows } = (
      await auditor.browser.get(`/audit?action=configure-integration&integration=${client.integrationId}`)
    ).json;
    expect(rows[0]).toMatchObject({
      actor: `portal:${developer.id}`,
      details: {
        changed: {
          branding: {
            from: { name: null, logo: null },
            to: { name: 'Harbour', logo: { width: 120, height: 40 } },
          },
        },
      },
    });
    expect(JSON.stringify(rows[0]).length).toBeLessThan(1_500);
  });

  it('is previewed in a page that only the portal may frame, for people with access to the integration (S14)', async () => {
    const client = await own.integrate();
    const preview = `${pathOf(client)}/preview`;
    const viewer = await own.add({ role: 'viewer' });
    const { status, headers, bytes } = await viewer.browser.get(preview);
    const nonce = /nonce="([^"]+)"/.exec(bytes.toString())?.[1] ?? '';
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; script-src 'nonce-${nonce}' 'self'; style-src 'nonce-${nonce}' 'self'; img-src 'self' data:; ` +
        `object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
    );
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    await put(client, { name: 'Harbour Lending' });
    expect((await viewer.browser.get(preview)).bytes.toString()).not.toContain('Harbour');
    expect((await openBrowser(api).get(preview)).status).toBe(401);
    const stranger = await (await newOrganisation(api)).add({ role: 'owner' });
    expect((await stranger.browser.get(preview)).status).toBe(404);
  });

  it('can be changed by command line too, which rejects wrong values with range and reason', async () => {
    const client = await own.integrate();
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-logo-'));
    try {
      const [png, svg] = ['logo.png', 'logo.svg'].map((name) => path.join(folder, name)) as [string, string];
      await fs.writeFile(png, colouredPng(64, 32, [0, 0, 0]));
      await fs.writeFile(svg, '<svg/>');
      const command = integrationCommands.find(({ name }) => name === 'integration configure');
      const configure = (options: object) =>
        command?.run(api.ctx, { positionals: [client.integrationId], options } as never, () => {
          throw new Error('shows no progress');
        });
      const set = ['branding.name=Harbour', 'branding.radius=0', 'branding.spacing=compact'];
      await configure({ set, logo: png });
      expect(await show(client)).toMatchObject({
        name: 'Harbour',
        radius: 0,
        spacing: 'compact',
        logo: { width: 64, height: 32 },
      });
      await expect(configure({ set: ['branding.radius=40'] })).rejects.toThrow(
        'branding.radius: must be a whole number from 0 to 26',
      );
      await expect(configure({ set: ['branding.light={"primary":"red"}'] })).rejects.toThrow(
        'branding.light: must be an object with primary, primaryText, background and text, each a colour such as #1550b8 or null',
      );
      await expect(configure({ logo: svg })).rejects.toThrow(
        'logo: must be a PNG; the file is an SVG or another text',
      );
      await expect(
        configure({ set: [`branding.logo={"digest":"${'0'.repeat(64)}","width":16,"height":16}`] }),
      ).rejects.toThrow('branding.logo: must be the digest of a stored logo; "--logo FILE" stores one');
      await configure({ unset: ['branding.logo'] });
      expect((await show(client)).logo).toBeNull();
    } finally {
      await fs.rm(folder, { recursive: true, force: true });
    }
  });
};
describeEnginesOnce('branding in the portal (A-265, A-266)', branding);
