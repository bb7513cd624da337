import { afterAll, beforeAll, expect, it } from 'vitest';
import { runOn } from '../../src/bin/run-command.ts';
import { writeExports } from '../../src/usecases/portal/session/write-exports.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { sharedClock } from '../support/clock.ts';
import { describeAlone } from '../support/engines.ts';
import { newOrganisation } from '../support/portal-organisation.ts';

/** The sessions of an export as JSON lines. */
const linesOf = (text: string): Record<string, unknown>[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describeAlone('an export with sessions whose stored columns are damaged', (open) => {
  const clock = sharedClock(open);
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(await open());
  });
  afterAll(() => api.close());

  /** Three sessions: a good one between one without a usable key and one without usable data. */
  async function damagedOrganisation() {
    const organisation = await newOrganisation(api);
    const person = await organisation.add({ role: 'owner', reveal: true });
    await person.stepUp();
    const { client } = organisation;
    const create = (vendorData: string) => client.createSession({ vendorData });
    const [withoutKey, good, withoutData] = [await create('a'), await create('b'), await create('c')];
    const start = async (format: string) =>
      (await person.browser.post('/exports', { format, personal: false, reason: null })).json.id;
    const file = async (id: string) => (await person.browser.get(`/exports/${id}/file`)).bytes.toString();
    const damage = async (column: 'data_key' | 'sealed', id: string) =>
      api.ctx.database.query(
        `update session set ${column} = set_byte(${column}, 20, get_byte(${column}, 20) # 1) where id = $1`,
        [id],
      );
    return { client, person, withoutKey, good, withoutData, start, file, damage };
  }
  const write = () => writeExports(api.ctx)(new AbortController().signal);
  const withoutAnything = {
    integration: null,
    mode: null,
    status: null,
    code: null,
    reasonCode: null,
    reason: null,
    createdAt: null,
    changedAt: null,
    attempts: null,
    vendorData: null,
    endUserId: null,
    firstName: null,
    lastName: null,
    dateOfBirth: null,
  };

  it('has the others and names those with the reason, and the operator is alerted', async () => {
    const { client, person, withoutKey, good, withoutData, start, file, damage } =
      await damagedOrganisation();
    await damage('data_key', withoutKey);
    await damage('sealed', withoutData);
    const [lines, table] = [await start('jsonl'), await start('csv')];
    await write();
    expect((await person.browser.get('/exports')).json.rows).toMatchObject([
      { id: table, state: 'done', rows: 3 },
      { id: lines, state: 'done', rows: 3 },
    ]);
    const { integrationId } = client;
    const sessions = (await file(lines))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(sessions).toEqual([
      {
        ...withoutAnything,
        sessionId: withoutData,
        integrationId,
        unreadable: 'The stored data cannot be decrypted.',
      },
      expect.objectContaining({ sessionId: good, status: 'created', unreadable: null }),
      {
        ...withoutAnything,
        sessionId: withoutKey,
        integrationId,
        unreadable: 'The data key cannot be decrypted.',
      },
    ]);
    const rows = (await file(table)).trimEnd().split('\r\n');
    expect(rows[0]?.endsWith(',date_of_birth,unreadable')).toBe(true);
    expect(rows[1]).toBe(
      `${withoutData},${integrationId},,,,,,,,,,,,,,,The stored data cannot be decrypted.`,
    );
    expect(rows[2]?.startsWith(`${good},${integrationId},`)).toBe(true);
    expect(rows[3]).toBe(`${withoutKey},${integrationId},,,,,,,,,,,,,,,The data key cannot be decrypted.`);
    const { output } = await runOn(api.ctx, { command: 'alerts list', args: [] });
    const alerts = (output as { kind: string; cause: string; integrationId: string }[]).filter(
      (alert) => alert.integrationId === integrationId && alert.kind === 'upkeep_failed',
    );
    expect(new Set(alerts.map(({ cause }) => cause))).toEqual(
      new Set([`write-exports: ${withoutKey}`, `write-exports: ${withoutData}`]),
    );
    expect(alerts).toHaveLength(2);
  });

  it('names a session whose key version does not exist, after a time in which a new key could have come', async () => {
    const { person, withoutKey, good, withoutData, start, file } = await damagedOrganisation();
    await api.ctx.database.query('update session set kek_version = 77 where id = $1', [withoutKey]);
    const id = await start('jsonl');
    for (let claims = 1; claims <= 4; claims += 1) {
      await expect(write()).rejects.toThrow('key-encryption key: must hold version 77');
      await clock.advance({ seconds: 31 });
    }
    await write();
    expect((await person.browser.get('/exports')).json.rows).toMatchObject([{ id, state: 'done', rows: 3 }]);
    const sessions = linesOf(await file(id));
    expect(sessions.map(({ sessionId, unreadable }) => [sessionId, unreadable])).toEqual([
      [withoutData, null],
      [good, null],
      [withoutKey, 'The data key cannot be decrypted.'],
    ]);
  });

  it('can be downloaded if the damage came after it was written', async () => {
    const { client, withoutKey, good, withoutData, start, file, damage } = await damagedOrganisation();
    const id = await start('jsonl');
    await write();
    await damage('data_key', withoutKey);
    const sessions = linesOf(await file(id));
    expect(sessions.map(({ sessionId, unreadable }) => [sessionId, unreadable])).toEqual([
      [withoutData, null],
      [good, null],
      [withoutKey, 'The data key cannot be decrypted.'],
    ]);
    expect(sessions[2]).toMatchObject({ integrationId: client.integrationId, status: null });
  });
});
