import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { PortalRole } from '@countersign/contract';
import { addExportPart, claimExport } from '../../src/storage/portal/session-exports.ts';
import { sweepExports, writeExports } from '../../src/usecases/portal/session/write-exports.ts';
import { startApi } from '../support/api.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { describeAlone, describeAloneOnce, isNightly } from '../support/engines.ts';
import type { Person } from '../support/portal-browser.ts';
import { newOrganisation, type TestOrganisation } from '../support/portal-organisation.ts';

const never = new AbortController().signal;
const asked = { format: 'csv', personal: false, reason: null };

/** Metrics of exports as they are scraped; 0 for a series that is not there yet. */
async function figuresOf(api: Pick<Awaited<ReturnType<typeof startApi>>, 'send'>) {
  const text = (await api.send({ method: 'GET', path: '/metrics', headers: {} })).bytes.toString();
  const lines = new Map(text.split('\n').map((line) => line.split(' ') as [string, string]));
  const of = (series: string) => Number(lines.get(`countersign_${series}`) ?? 0);
  return {
    done: of('exports_total{outcome="done"}'),
    cancelled: of('exports_total{outcome="cancelled"}'),
    tooManyRows: of('exports_total{outcome="too-many-rows"}'),
    failedRepeatedly: of('exports_total{outcome="failed-repeatedly"}'),
    timed: of('export_seconds_count'),
    seconds: of('export_seconds_sum'),
    rows: of('export_rows_total'),
    bytes: of('export_bytes_total'),
  };
}

describeApiOnce(
  'exports of sessions in the portal',
  (given) => {
    let own: TestOrganisation;
    let owner: Person;
    beforeAll(async () => {
      own = await newOrganisation(given.api);
      owner = await own.add({ role: 'owner', reveal: true });
      await owner.stepUp();
    });
    const write = () => writeExports(given.api.ctx)(never);
    const sweep = () => sweepExports(given.api.ctx)(never);
    const listed = async ({ browser }: Person) => (await browser.get('/exports')).json.rows;
    const start = async (body: object, { browser }: Person = owner) => {
      const answer = await browser.post('/exports', { ...asked, ...body });
      if (answer.status !== 201) throw new Error(answer.bytes.toString());
      return answer.json.id;
    };
    const file = (id: string, { browser }: Person = owner) => browser.get(`/exports/${id}/file`);
    const textOf = async (id: string, person?: Person) => (await file(id, person)).bytes.toString();
    const partsOf = (id: string) =>
      given.api.ctx.database.query('select 1 from session_export_part where export_id = $1', [id]);
    /** Rights and what they mean, and the clock: everything starts anew. */
    const fresh = async (options: Parameters<typeof newOrganisation>[1] = {}) => {
      const organisation = await newOrganisation(given.api, options);
      const person = await organisation.add({ role: 'owner', reveal: true });
      await person.stepUp();
      return { organisation, person, client: organisation.client };
    };

    it('contain what the list shows under the same filters, newest first, with the same masking', async () => {
      const { client, person } = await fresh();
      const first = await client.createSession({
        vendorData: 'customer-000001',
        person: { firstName: 'Liisa', lastName: 'Mets' },
      });
      const second = await client.createSession({ vendorData: '=1+1', endUserId: randomUUID() });
      const id = await start({ integration: client.integrationId, status: 'created,started' }, person);
      expect(await listed(person)).toMatchObject([
        {
          id,
          state: 'running',
          rows: 0,
          statuses: ['created', 'started'],
          searched: false,
          canDownload: false,
        },
      ]);
      await write();
      expect(await listed(person)).toMatchObject([
        { id, state: 'done', rows: 2, personal: false, requestedBy: 'Test owner', canDownload: true },
      ]);
      const answer = await file(id, person);
      expect(answer.headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': expect.stringMatching(
          /^attachment; filename="sessions-\d{4}-\d\d-\d\d-[0-9a-f]{8}\.csv"$/,
        ),
        'cache-control': 'no-store',
      });
      const lines = answer.bytes.toString().split('\r\n');
      expect(lines).toHaveLength(4);
      expect(lines[1]?.startsWith(`${second},`)).toBe(true);
      expect(lines[2]?.startsWith(`${first},`)).toBe(true);
      expect(lines[2]?.endsWith(',•••01,,L•••,M•••,,')).toBe(true);
    });

    it('can be filtered by vendorData, and store that text only sealed', async () => {
      const { client, person } = await fresh();
      const wanted = await client.createSession({ vendorData: 'order 77-very-secret' });
      await client.createSession({ vendorData: 'order 78' });
      const id = await start({ format: 'jsonl', q: 'order 77-very-secret' }, person);
      await write();
      const lines = (await textOf(id, person)).trimEnd().split('\n');
      expect(lines.map((line) => (JSON.parse(line) as { sessionId: string }).sessionId)).toEqual([wanted]);
      const rows = await given.api.ctx.database.query(
        'select e.*, p.* from session_export e join session_export_part p on p.export_id = e.id where e.id = $1',
        [id],
      );
      const [{ request, sealed }] = rows as [{ request: Uint8Array; sealed: Uint8Array[] }];
      expect(JSON.stringify({ ...rows[0], request: null, sealed: null })).not.toContain('very-secret');
      for (const bytes of [request, ...sealed])
        expect(Buffer.from(bytes).toString('latin1')).not.toContain('very-secret');
    });

    it('contain personal data for people who may reveal it, with a reason that goes to the audit log', async () => {
      const { client, person } = await fresh();
      await client.createSession({ vendorData: 'customer-000001', person: { firstName: 'Liisa' } });
      const body = { ...asked, format: 'jsonl', personal: true };
      expect((await person.browser.post('/exports', body)).json.error).toMatchObject({
        code: 'invalid',
        member: 'reason',
      });
      const id = await start({ ...body, reason: 'Audit of the regulator' }, person);
      await write();
      expect(JSON.parse(await textOf(id, person))).toMatchObject({
        vendorData: 'customer-000001',
        firstName: 'Liisa',
      });
      const { rows } = (await person.browser.get(`/audit?integration=${client.integrationId}`)).json;
      expect(rows.slice(0, 2)).toMatchObject([
        {
          action: 'download-export',
          actor: `portal:${person.id}`,
          details: { exportId: id, personal: true },
        },
        {
          action: 'export-sessions',
          details: { exportId: id, personal: true, reason: 'Audit of the regulator', searched: false },
        },
      ]);
    });

    const rights: readonly [role: PortalRole, grant: boolean | null, status: number][] = [
      ['owner', null, 201],
      ['admin', null, 201],
      ['developer', null, 403],
      ['developer', true, 403],
      ['reviewer', null, 403],
      ['reviewer', true, 201],
      ['viewer', true, 403],
      ['auditor', null, 403],
      ['auditor', true, 201],
    ];
    it.each(rights)('%s with the grant %s: %s', async (role, grant, status) => {
      const { organisation, person } = await fresh();
      const other = await organisation.add({ role });
      await other.stepUp();
      if (grant !== null) {
        const body = { version: 1, grants: { reveal: null, export: grant } };
        expect((await person.browser.call({ method: 'PATCH', path: `/team/${other.id}`, body })).status).toBe(
          204,
        );
      }
      expect((await other.browser.post('/exports', asked)).status).toBe(status);
      expect((await other.browser.get('/exports')).status).toBe(status === 201 ? 200 : 403);
    });

    it('need a step-up first, and so does downloading a file with personal data', async () => {
      const { organisation, person } = await fresh();
      const admin = await organisation.add({ role: 'admin', reveal: true });
      expect((await admin.browser.post('/exports', asked)).json.error.code).toBe('step-up');
      const plain = await start({}, person);
      const personal = await start({ personal: true, reason: 'Check' }, person);
      await write();
      expect((await file(plain, admin)).status).toBe(200);
      expect((await file(personal, admin)).json.error.code).toBe('step-up');
    });

    it('with personal data are withheld from people who may export but not reveal', async () => {
      const { organisation, person } = await fresh();
      const admin = await organisation.add({ role: 'admin' });
      await admin.stepUp();
      const body = { ...asked, personal: true, reason: 'Curious' };
      expect((await admin.browser.post('/exports', body)).json.error.code).toBe('not-allowed');
      const id = await start({ personal: true, reason: 'Check' }, person);
      await write();
      expect(await listed(admin)).toMatchObject([{ id, canDownload: false }]);
      expect((await file(id, admin)).json.error.code).toBe('not-allowed');
    });

    it('of integrations that a person has no access to do not exist for that person', async () => {
      const { organisation, person } = await fresh();
      const hidden = await organisation.integrate();
      const admin = await organisation.add({ role: 'admin' });
      const body = { version: 1, integrations: [organisation.client.integrationId] };
      await person.browser.call({ method: 'PATCH', path: `/team/${admin.id}`, body });
      const all = await start({}, person);
      const seen = await start({ integration: organisation.client.integrationId }, person);
      await write();
      expect((await listed(admin)).map(({ id }) => id)).toEqual([seen]);
      expect((await file(all, admin)).json.error.code).toBe('not-found');
      await admin.stepUp();
      const answer = await admin.browser.post('/exports', { ...asked, integration: hidden.integrationId });
      expect(answer.json.error.code).toBe('not-found');
    });

    it('run two at a time per organisation, and more are refused until one ends', async () => {
      const { person } = await fresh();
      const first = await start({}, person);
      await start({}, person);
      const refused = await person.browser.post('/exports', asked);
      expect([refused.status, refused.json.error]).toEqual([
        409,
        {
          code: 'too-many-exports',
          message: '2 exports of the organisation are being written: wait for one of them, or cancel it.',
        },
      ]);
      expect((await person.browser.call({ method: 'DELETE', path: `/exports/${first}` })).status).toBe(204);
      await start({}, person);
      await write();
    });

    it('that are cancelled stop and leave nothing behind', async () => {
      const { client, person } = await fresh();
      await client.createSession();
      const id = await start({}, person);
      await person.browser.call({ method: 'DELETE', path: `/exports/${id}` });
      await write();
      await sweep();
      expect(await listed(person)).toMatchObject([{ id, state: 'cancelled', rows: 0 }]);
      expect((await file(id, person)).json.error.code).toBe('export-over');
      const again = await person.browser.call({ method: 'DELETE', path: `/exports/${id}` });
      expect([again.status, again.json.error.code]).toEqual([410, 'export-over']);
    });

    it('can be downloaded for 24 hours, after which the reaper erases them', async () => {
      const { client, organisation, person } = await fresh();
      await client.createSession();
      const id = await start({}, person);
      expect((await file(id, person)).json.error.code).toBe('export-not-ready');
      await write();
      await given.clock.advance({ hours: 23, minutes: 59 });
      const later = await organisation.add({ role: 'owner' });
      expect((await file(id, later)).status).toBe(200);
      await given.clock.advance({ minutes: 2 });
      expect((await file(id, later)).json.error.code).toBe('export-over');
      expect(await partsOf(id)).toHaveLength(1);
      await sweep();
      expect(await partsOf(id)).toHaveLength(0);
      expect(await listed(later)).toMatchObject([{ id, state: 'expired', rows: 1, canDownload: false }]);
      await given.clock.advance({ days: 31 });
      await sweep();
      const last = await organisation.add({ role: 'owner' });
      expect(await listed(last)).toEqual([]);
    });

    it('are counted by outcome, with duration, rows and bytes', async () => {
      const { client, person } = await fresh();
      await client.createSession({ vendorData: 'a' });
      const before = await figuresOf(given.api);
      const id = await start({ format: 'jsonl' }, person);
      await given.clock.advance({ seconds: 90 });
      await write();
      const cancelled = await start({}, person);
      await person.browser.call({ method: 'DELETE', path: `/exports/${cancelled}` });
      // The file of one that is done is erased, which ends no export.
      const { length } = (await file(id, person)).bytes;
      await person.browser.call({ method: 'DELETE', path: `/exports/${id}` });
      const { seconds, ...after } = await figuresOf(given.api);
      expect(after).toEqual({
        done: before.done + 1,
        cancelled: before.cancelled + 1,
        tooManyRows: before.tooManyRows,
        failedRepeatedly: before.failedRepeatedly,
        timed: before.timed + 1,
        rows: before.rows + 1,
        bytes: before.bytes + length,
      });
      expect(seconds - before.seconds).toBeGreaterThanOrEqual(90);
    });

    it('lose the line of a session that is erased (S19)', async () => {
      const { client, person } = await fresh({ settings: { deletion: true } });
      const erased = await client.createSession({ vendorData: 'a' });
      const kept = await client.createSession({ vendorData: 'b' });
      const id = await start({ format: 'jsonl', personal: true, reason: 'Check' }, person);
      await write();
      const path = `/sessions/${erased}`;
      expect((await client.call({ method: 'DELETE', path, sign: erased })).status).toBe(200);
      const lines = (await textOf(id, person)).trimEnd().split('\n');
      expect(lines.map((line) => (JSON.parse(line) as { sessionId: string }).sessionId)).toEqual([kept]);
    });

    it('resume after their last part when their worker dies', async () => {
      const { client, person } = await fresh();
      // Three parts each time; those of the night are as large as in the product.
      const [portion, rows] = isNightly ? [500, 1_010] : [3, 8];
      const writeParts = writeExports(given.api.ctx, portion);
      const sessions: string[] = [];
      for (let at = 0; at < rows; at += 1) sessions.unshift(await client.createSession());
      const id = await start({ format: 'jsonl' }, person);
      let looks = 0;
      // A process that is told to stop after its first part.
      const stopping = {
        get aborted() {
          looks += 1;
          return looks > 2;
        },
      } as AbortSignal;
      await writeParts(stopping);
      expect(await listed(person)).toMatchObject([{ id, state: 'running', rows: portion }]);
      // And one that claimed it and died.
      expect((await claimExport(given.api.ctx.database))?.exportId).toBe(id);
      await writeParts(never);
      expect(await listed(person)).toMatchObject([{ id, state: 'running', rows: portion }]);
      await given.clock.advance({ seconds: 31 });
      await writeParts(never);
      expect(await listed(person)).toMatchObject([{ id, state: 'done', rows }]);
      const lines = (await textOf(id, person)).trimEnd().split('\n');
      expect(lines.map((line) => (JSON.parse(line) as { sessionId: string }).sessionId)).toEqual(sessions);
    });

    it('accept nothing from a worker that has lost its lease', async () => {
      const { client, person } = await fresh();
      await client.createSession();
      const id = await start({}, person);
      const slept = await claimExport(given.api.ctx.database);
      await given.clock.advance({ seconds: 31 });
      await write();
      const part = { integrationIds: [], sessionIds: [], sealed: [], bytes: 0, place: null, isLast: true };
      if (slept === null) throw new Error('nothing was claimed');
      expect(await addExportPart(given.api.ctx.database, slept, { ...part, hours: 24 })).toBe(false);
      expect(await listed(person)).toMatchObject([{ id, state: 'done', rows: 1 }]);
    });

    it('that no worker finishes fail after eight claims, and report that', async () => {
      const { person } = await fresh();
      const id = await start({}, person);
      for (let claims = 0; claims < 8; claims += 1) {
        expect((await claimExport(given.api.ctx.database))?.claims).toBe(claims + 1);
        await given.clock.advance({ seconds: 31 });
      }
      const { failedRepeatedly } = await figuresOf(given.api);
      await write();
      expect(await listed(person)).toMatchObject([{ id, state: 'failed', cause: 'failed-repeatedly' }]);
      expect(await figuresOf(given.api)).toMatchObject({ failedRepeatedly: failedRepeatedly + 1 });
    });
  },
  { on: describeAlone },
);

describeAloneOnce('exports with too many rows', (open) => {
  it('fail with the reason, and leave nothing behind', async () => {
    const api = await startApi(await open(), { EXPORT_MAX_ROWS: '2' });
    try {
      const organisation = await newOrganisation(api);
      const owner = await organisation.add({ role: 'owner' });
      await owner.stepUp();
      for (let at = 0; at < 3; at += 1) await organisation.client.createSession();
      await owner.browser.post('/exports', asked);
      await writeExports(api.ctx)(never);
      expect((await owner.browser.get('/exports')).json.rows).toMatchObject([
        { state: 'failed', cause: 'too-many-rows', canDownload: false },
      ]);
      expect(await figuresOf(api)).toMatchObject({ done: 0, tooManyRows: 1, timed: 0, rows: 0, bytes: 0 });
      await sweepExports(api.ctx)(never);
      expect(await api.ctx.database.query('select 1 from session_export_part')).toEqual([]);
    } finally {
      await api.close();
    }
  });
});
