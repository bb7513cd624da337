import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { sealAudit } from '../../src/usecases/operator/seal-audit.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import type { Person } from '../support/portal-browser.ts';
import { newOrganisation, type TestOrganisation } from '../support/portal-organisation.ts';

const guide = path.resolve(import.meta.dirname, '../../../../docs/guides/audit.md');

describeApiOnce('the integrity of the audit log in the portal', (given) => {
  let own: TestOrganisation;
  let owner: Person;
  let auditor: Person;
  const seal = () => sealAudit(given.api.ctx)();
  const verify = async ({ browser }: Person, query = '') =>
    (await browser.get(`/audit/verification${query}`)).json;
  const exportOf = async (integrationId: string | null) =>
    (await owner.browser.post('/audit/export', { integrationId, after: 0 })).json;
  beforeAll(async () => {
    own = await newOrganisation(given.api);
    owner = await own.add({ role: 'owner' });
    auditor = await own.add({ role: 'auditor' });
    await own.client.createSession();
    await seal();
  });

  it('shows the chains that a person may read, and the key that signs them', async () => {
    const { chains, publicKey } = (await auditor.browser.get('/audit/chains')).json;
    const checkpoint = { position: expect.any(Number), at: expect.any(String) };
    expect(chains[0]).toMatchObject({ integrationId: null, waiting: 0, checkpoint });
    const { integrationId } = own.client;
    expect(chains).toContainEqual({
      integrationId,
      rows: 3,
      waiting: 0,
      checkpoint: { ...checkpoint, position: 3 },
    });
    expect(publicKey).toMatch(/^MCowBQYDK2VwAyEA[\w+/]{43}=$/);
    const narrowed = await own.add({ role: 'auditor' });
    await owner.stepUp();
    const body = { version: 1, integrations: [own.client.integrationId] };
    await owner.browser.call({ method: 'PATCH', path: `/team/${narrowed.id}`, body });
    const seen = (await narrowed.browser.get('/audit/chains')).json.chains;
    expect(seen.map((chain) => chain.integrationId)).toEqual([own.client.integrationId]);
    expect((await narrowed.browser.get('/audit/verification')).json.error.code).toBe('not-allowed');
  });

  it('verifies the log of an integration and that of the organisation', async () => {
    await seal();
    const integration = await verify(auditor, `?integration=${own.client.integrationId}`);
    expect(integration).toMatchObject({ isEnd: true, broken: null });
    expect(integration.through).toBeGreaterThanOrEqual(2);
    expect(await verify(auditor)).toMatchObject({ isEnd: true, broken: null });
    const behind = await verify(auditor, `?integration=${own.client.integrationId}&after=1`);
    expect(behind).toEqual(integration);
    expect((await verify(auditor, '?after=x')).error.code).toBe('invalid');
  });

  it('names the first altered entry', async () => {
    const client = await own.integrate();
    await client.createSession();
    await seal();
    const [row] = await given.api.ctx.database.query<{ id: number }>(
      `update audit set actor = 'somebody' where integration_id = $1 and action = 'create-session' returning id`,
      [client.integrationId],
    );
    const { broken, through, isEnd } = await verify(auditor, `?integration=${client.integrationId}`);
    expect(broken).toMatchObject({ fault: 'row-changed', auditId: row?.id });
    expect([through, isEnd]).toEqual([(broken?.position ?? 0) - 1, true]);
  });

  it('exports after a step-up, and records the export', async () => {
    const fresh = await own.add({ role: 'owner' });
    const body = { integrationId: own.client.integrationId, after: 0 };
    expect((await fresh.browser.post('/audit/export', body)).json.error.code).toBe('step-up');
    await fresh.stepUp();
    await seal();
    const { lines, through, isEnd } = (await fresh.browser.post('/audit/export', body)).json;
    expect(isEnd).toBe(true);
    const parsed = lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(parsed[0]).toEqual({
      chain: `integration:${own.client.integrationId}`,
      publicKey: (await fresh.browser.get('/audit/chains')).json.publicKey,
    });
    expect(parsed.filter(({ row }) => row !== undefined)).toHaveLength(through);
    expect(parsed.filter(({ signature }) => signature !== undefined).length).toBeGreaterThan(0);
    const { rows } = (await fresh.browser.get('/audit?action=export-audit')).json;
    expect(rows[0]).toMatchObject({
      actor: `portal:${fresh.id}`,
      integrationId: own.client.integrationId,
      details: { after: 0, through },
    });
  });

  it('exports a log that the guide’s program verifies, and rejects after one changed character', async () => {
    await owner.stepUp();
    await seal();
    const folder = await mkdtemp(path.join(os.tmpdir(), 'audit-export-'));
    const [, program = ''] = /```js\n([^]*?)```/.exec(await readFile(guide, 'utf8')) ?? [];
    await writeFile(path.join(folder, 'verify-export.mjs'), program);
    const { publicKey } = (await owner.browser.get('/audit/chains')).json;
    const run = async (lines: string, key = publicKey) => {
      await writeFile(path.join(folder, 'export.jsonl'), lines);
      return promisify(execFile)(process.execPath, ['verify-export.mjs', 'export.jsonl', key], {
        cwd: folder,
      }).then(
        ({ stdout }) => stdout,
        ({ stderr }: { stderr: string }) => /Error: (.*)/.exec(stderr)?.[1],
      );
    };
    for (const id of [own.client.integrationId, null]) {
      const { lines, through } = await exportOf(id);
      const chain = id === null ? /"chain":"(organisation:[\w-]+)"/.exec(lines)?.[1] : `integration:${id}`;
      expect(await run(lines)).toMatch(new RegExp(`^${chain}: ${through} entries, \\d+ of them signed\\n$`));
      expect(lines).not.toContain('@example.com');
      expect(await run(lines.replace('"actor":"', '"actor":"x'))).toMatch(/^entry \d+: is not right$/);
      const withoutSecond = lines.split('\n').filter((line) => !line.includes('"position":2,"row"'));
      expect(await run(withoutSecond.join('\n'))).toBe('entry 2: is not right');
      const forged = lines.replace(/"signature":"../, '"signature":"AA');
      expect(await run(forged)).toMatch(/^checkpoint \d+: is not right$/);
    }
    await rm(folder, { recursive: true });
  });
});
