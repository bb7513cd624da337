import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runOn } from '../../src/bin/run-command.ts';
import { insertAudit } from '../../src/storage/audit-chain/audit.ts';
import { sealAudit } from '../../src/usecases/operator/seal-audit.ts';
import { startApi } from '../support/api.ts';
import { auditChains, idAt } from '../support/audit-chain.ts';
import { describeApi } from '../support/describe-api.ts';
import { engines, openTestDatabase } from '../support/engines.ts';

describeApi('the chain over the audit log', (given) => {
  const { query, seal, verify, record, idsOf, newChain } = auditChains(given);

  it('holds the SHA-256 of the hash before and of the entry as canonical JSON', async () => {
    const chain = await newChain(2);
    const links = await query<{ position: number; auditId: number; hash: Uint8Array }>(
      `select position, audit_id as "auditId", hash from audit_link where chain_id = $1 order by position`,
      [chain.integrationId],
    );
    expect(links.map(({ position, auditId }) => [position, auditId])).toEqual([
      [1, idAt(chain, 1)],
      [2, idAt(chain, 2)],
    ]);
    const [row] = await query<{ at: string }>(
      `select to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from audit where id = $1`,
      [idAt(chain, 2)],
    );
    const entry =
      `{"action":"change-2","actor":"test","at":"${row?.at ?? ''}","attemptId":null,` +
      `"chain":"integration:${chain.integrationId}","details":{"a":"ä","b":2},"from":null,` +
      `"id":${idAt(chain, 2)},"sessionId":null,"to":null}`;
    const hash = createHash('sha256')
      .update(links[0]?.hash ?? '')
      .update(entry)
      .digest('hex');
    expect(Buffer.from(links[1]?.hash ?? []).toString('hex')).toBe(hash);
  });

  it('verifies, and the command exits with 0', async () => {
    const { integrationId } = await newChain();
    const { exitCode, line } = await verify(integrationId);
    expect(exitCode).toBe(0);
    expect(line).toMatchObject({
      chain: `integration:${integrationId}`,
      result: 'intact',
      rows: 6,
      waiting: 0,
      signed: 6,
      position: null,
      auditId: null,
    });
    expect(line.end).toMatch(/^6:[0-9a-f]{64}$/);
  });

  it('finds an entry that was inserted among older ones (S20)', async () => {
    const { integrationId } = await given.api.integrate();
    await record(integrationId, 2);
    const [gap] = await query<{ id: number }>(`select nextval('audit_id_seq') as id`);
    await record(integrationId, 3);
    await seal();
    const insert = `insert into audit (integration_id, id, actor, action) values ($1, $2, 'api', 'approve')`;
    await query(insert, [integrationId, gap?.id]);
    await seal();
    const { exitCode, line } = await verify(integrationId);
    expect([exitCode, line.result, line.auditId]).toEqual([1, 'row-inserted', gap?.id]);
  });

  it('finds an entry that was changed together with every link behind it', async () => {
    const chain = await newChain();
    await query(`update audit set actor = 'somebody' where id = $1`, [idAt(chain, 4)]);
    await query(`delete from audit_link where chain_id = $1`, [chain.integrationId]);
    await query(`update audit_horizon set closed = $1 where source = 'integration'`, [idAt(chain, 1) - 1]);
    await query(`update audit_chain set position = 0, hash = $2 where chain_id = $1`, [
      chain.integrationId,
      new Uint8Array(32),
    ]);
    // Makes every link anew, as whoever has the program can; the signature takes the key.
    await seal();
    const { exitCode, line } = await verify(chain.integrationId);
    expect([exitCode, line.result, line.position]).toEqual([1, 'links-rewritten', 6]);
  });

  it('compares with an end that was kept elsewhere (S20)', async () => {
    const chain = await newChain();
    const { line } = await verify(chain.integrationId);
    const kept = line.end ?? '';
    await record(chain.integrationId, 7);
    expect((await verify(chain.integrationId, '--checkpoint', kept)).line.result).toBe('intact');
    const other = `6:${'0'.repeat(64)}`;
    expect((await verify(chain.integrationId, '--checkpoint', other)).line).toMatchObject({
      result: 'links-rewritten',
      position: 6,
    });
    const beyond = await verify(chain.integrationId, '--checkpoint', `99:${'0'.repeat(64)}`);
    expect([beyond.exitCode, beyond.line.result, beyond.line.position]).toEqual([1, 'end-removed', 99]);
    const wrong = await runOn(given.api.ctx, { command: 'audit verify', args: ['--checkpoint', kept] });
    expect([wrong.exitCode, wrong.note]).toEqual([
      2,
      '--checkpoint: must be given with one of --integration and --organisation',
    ]);
  });

  it('finds what was changed, wherever it is in a chain of any length', async () => {
    const changed = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.nat(), fc.constantFrom('actor', 'action'));
    await fc.assert(
      fc.asyncProperty(changed, async ([length, at, column]) => {
        const chain = await newChain(length);
        const position = (at % chain.ids.length) + 1;
        expect((await verify(chain.integrationId)).line.result).toBe('intact');
        await query(`update audit set ${column} = ${column} || '.' where id = $1`, [idAt(chain, position)]);
        expect((await verify(chain.integrationId)).line).toMatchObject({
          result: 'row-changed',
          rows: position - 1,
          position,
          auditId: idAt(chain, position),
        });
      }),
      { numRuns: 15 },
    );
  });

  it('links each entry once, however many runs link at the same time', async () => {
    const { integrationId } = await given.api.integrate();
    await Promise.all(Array.from({ length: 20 }, (_, number) => record(integrationId, number)));
    await Promise.all([seal(), seal(), seal()]);
    const [links] = await query<{ count: number; entries: number }>(
      `select count(*)::int as count, count(distinct audit_id)::int as entries from audit_link where chain_id = $1`,
      [integrationId],
    );
    const count = (await idsOf(integrationId)).length;
    expect(links).toEqual({ count, entries: count });
    expect((await verify(integrationId)).line).toMatchObject({ result: 'intact', rows: count });
  });

  it('goes over entries of transactions that were rolled back', async () => {
    const { integrationId } = await given.api.integrate();
    const { database } = given.api.ctx;
    const failing = database.transaction(async (tx) => {
      await insertAudit(tx, { integrationId, actor: 'test', action: 'lost', sessionId: null });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await record(integrationId, 2);
    expect((await verify(integrationId)).line).toMatchObject({ result: 'intact', rows: 2, waiting: 0 });
  });

  it('is signed at once, and then once a minute while it grows', async () => {
    const { integrationId } = await newChain(2);
    const signed = async () => {
      const rows = await query<{ position: number }>(
        `select position from audit_checkpoint where chain_id = $1 order by position`,
        [integrationId],
      );
      return rows.map(({ position }) => position);
    };
    expect(await signed()).toEqual([2]);
    await record(integrationId, 3);
    await seal();
    expect(await signed()).toEqual([2]);
    await given.clock.advance({ seconds: 61 });
    await record(integrationId, 4);
    await seal();
    expect(await signed()).toEqual([2, 4]);
    await given.clock.advance({ hours: 1 });
    await seal();
    expect(await signed()).toEqual([2, 4]);
    expect((await verify(integrationId)).line).toMatchObject({ result: 'intact', rows: 4, signed: 4 });
  });

  it('holds when a session is erased, and when what names a person is taken out of an entry', async () => {
    const client = await given.api.integrate({ settings: { deletion: true } });
    const id = await client.createSession({ person: { firstName: 'Ada' } });
    const noted = [client.integrationId, id, 'Her own words'];
    await runOn(given.api.ctx, { command: 'session note', args: noted });
    await given.api.ctx.database.transaction((tx) =>
      insertAudit(tx, {
        integrationId: client.integrationId,
        actor: 'test',
        action: 'invite',
        sessionId: null,
        details: { email: 'ada@example.com', role: 'viewer' },
      }),
    );
    await seal();
    await query(`update session set data_key = null where id = $1`, [id]);
    await query(`update audit set note = null where session_id = $1`, [id]);
    await query(
      `update audit set details = '{"role": "viewer"}' where integration_id = $1 and action = 'invite'`,
      [client.integrationId],
    );
    expect((await verify(client.integrationId)).line.result).toBe('intact');
  });
});

// The embedded engine has one connection: nothing is open beside a transaction.
const withConnections = engines().filter((engine) => engine === 'postgres');
describe.each(withConnections)('an entry whose transaction is open [%s]', (engine) => {
  it('is waited for, and linked in its place', async () => {
    const api = await startApi(await openTestDatabase(engine));
    const { database } = api.ctx;
    const { integrationId } = await api.integrate();
    const [inserted, commit] = [newSignal(), newSignal()];
    const entry = { integrationId, actor: 'test', sessionId: null };
    const slow = database.transaction(async (tx) => {
      await insertAudit(tx, { ...entry, action: 'first' });
      inserted.give();
      await commit.given;
    });
    await inserted.given;
    await database.transaction((tx) => insertAudit(tx, { ...entry, action: 'second' }));
    let isSealed = false;
    const sealing = sealAudit(api.ctx)().then(() => (isSealed = true));
    const looks = `select count(*)::int as count from pg_stat_activity where query like '%pg_locks%' and datname = current_database()`;
    await expect
      .poll(async () => (await database.query<{ count: number }>(looks))[0]?.count)
      .toBeGreaterThan(1);
    expect(isSealed).toBe(false);
    commit.give();
    await Promise.all([slow, sealing]);
    const linked = await database.query(
      `select l.position, a.action from audit_link l join audit a on a.id = l.audit_id
       where l.chain_id = $1 order by l.position`,
      [integrationId],
    );
    expect(linked).toEqual([
      { position: 1, action: 'create-integration' },
      { position: 2, action: 'first' },
      { position: 3, action: 'second' },
    ]);
    await api.close();
  });
});

/** Something that one waits for and another gives. */
function newSignal() {
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give };
}
