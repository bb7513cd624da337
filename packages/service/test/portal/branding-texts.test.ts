import type { PortalBrandingChange } from '@countersign/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { configureIntegration } from '../../src/usecases/integration/configure-integration.ts';
import { createIntegration } from '../../src/usecases/integration/create-integration.ts';
import { type Client, startApi, type TestApi } from '../support/api.ts';
import { ownLook } from '../support/brand.ts';
import { describeEnginesOnce } from '../support/engines.ts';
import { writeShell } from '../support/flow-client.ts';
import { type Person } from '../support/portal-browser.ts';
import { newOrganisation, type TestOrganisation } from '../support/portal-organisation.ts';

const turned =
  'must be one line with a character that is seen, and without any that turns its direction (U+202A to U+202E, U+2066 to U+2069)';

// By day on PostgreSQL alone: settings are written on both engines elsewhere.
const brandTexts: Parameters<typeof describeEnginesOnce>[1] = (open) => {
  let api: TestApi;
  let shell: Awaited<ReturnType<typeof writeShell>>;
  let own: TestOrganisation;
  let developer: Person;
  beforeAll(async () => {
    shell = await writeShell();
    api = await startApi(await open(), {}, { flowFolder: shell.folder });
    own = await newOrganisation(api);
    developer = await own.add({ role: 'developer' });
  });
  afterAll(async () => {
    await api.close();
    await shell.remove();
  });

  const pathOf = ({ integrationId }: Client) => `/integrations/${integrationId}/branding`;
  const show = async (client: Client) => (await developer.browser.get(pathOf(client))).json;
  const put = async (client: Client, body: Partial<PortalBrandingChange>) =>
    developer.browser.call({
      method: 'PUT',
      path: pathOf(client),
      body: { ...ownLook, logo: 'keep', version: (await show(client)).version, ...body },
    });
  /** The page behind the link of a new session. */
  const page = async (client: Client) => {
    const made = await client.call({ method: 'POST', path: '/sessions', body: { verification: {} } });
    const path = `/v/${made.json.verification.sessionToken}`;
    return (await api.send({ method: 'GET', path, headers: {} })).bytes.toString();
  };

  it('shows every text as plain text, whatever it contains', async () => {
    const client = await own.integrate();
    const hostile = `</script><script>alert(1)</script><!-- {{nonce}} {{brand}} "'&';drop table integration;--\${x}`;
    const texts = { coBrand: hostile, nextStep: hostile, help: hostile };
    const name = hostile.slice(0, 60);
    expect((await put(client, { name, texts: { en: texts, es: texts, 'pt-BR': texts } })).status).toBe(200);
    expect(await show(client)).toMatchObject({ name, texts: { 'pt-BR': texts } });
    const html = await page(client);
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html).not.toContain('alert(1)</script>');
    expect(html).not.toContain('<!--');
    const brand = JSON.parse(/id="brand"[^>]*>([^<]*)</.exec(html)?.[1] ?? '') as {
      texts: Record<string, unknown>;
    };
    expect(brand.texts['es']).toEqual(texts);
  });

  it.each<[string, Partial<PortalBrandingChange>, string]>([
    ['that turns the direction', { name: 'Harbour \u202eknaB' }, 'name'],
    ['that turns it and ends, but not here', { name: '\u2066Harbour' }, 'name'],
    ['without width', { name: '\u200b\u2060\u3164\ufeff' }, 'name'],
    ['without ink', { name: '\u0301\u2800' }, 'name'],
    [
      'of Arabic that turns the direction',
      { texts: { ar: { coBrand: null, nextStep: null, help: 'مرحبا \u202e' } } },
      'texts.ar.help',
    ],
  ])('rejects a text %s with the form that is allowed', async (_, change, member) => {
    const client = await own.integrate();
    const { status, json } = await put(client, change);
    expect([status, json.error]).toEqual([422, { code: 'invalid', member, message: `${member}: ${turned}` }]);
    expect(await show(client)).toMatchObject(ownLook);
  });

  it('may contain the direction marks of Arabic and Hebrew, and joined characters', async () => {
    const client = await own.integrate();
    const texts = {
      ar: { coBrand: '\u200fمرحبا (ABC)\u200f', nextStep: null, help: null },
      he: { coBrand: 'שלום \u200eABC', nextStep: null, help: '👩\u200d💻' },
    };
    expect((await put(client, { texts })).status).toBe(200);
    expect(await show(client)).toMatchObject({ texts });
  });

  it('keep what an earlier release accepted, until it is changed (A-415)', async () => {
    const client = await own.integrate();
    const name = 'Harbour \u202eknaB';
    await api.ctx.database.query(
      `update integration set settings = settings || jsonb_build_object('branding', jsonb_build_object('name', $2::text)) where id = $1`,
      [client.integrationId, name],
    );
    expect(await show(client)).toMatchObject({ name });
    expect(await page(client)).toContain(`<title>${name}</title>`);
    const configure = configureIntegration(api.ctx);
    const change = { integrationId: client.integrationId, actor: 'cli' };
    expect(await configure({ ...change, settings: { deletion: true } })).toMatchObject({
      outcome: 'configured',
    });
    await expect(configure({ ...change, settings: { branding: { name } } })).rejects.toThrow(
      `branding.name: ${turned}, not "Harbour U+202EknaB"`,
    );
    await expect(
      createIntegration(api.ctx)({
        name: 'New',
        mode: 'test',
        actor: 'cli',
        settings: { branding: { name } },
      }),
    ).rejects.toThrow(`branding.name: ${turned}`);
    await expect(configure({ ...change, settings: { branding: { texts: null as never } } })).rejects.toThrow(
      'branding.texts: must be an object by language',
    );
    expect((await put(client, { name })).json.error.member).toBe('name');
    expect((await put(client, { name: 'Harbour' })).status).toBe(200);
  });
};
describeEnginesOnce('texts of a brand (A-265, A-415)', brandTexts);
