import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Database } from '../../src/storage/engine/database.ts';
import { createDecisionFinder, findDecision } from '../../src/storage/session/read-decision.ts';
import { describeAlone } from '../support/engines.ts';
import { explaining, rowsRead } from '../support/plans.ts';

describeAlone('looking up a decision', (open) => {
  /** Sessions of one integration, each with an attempt and a decision. @returns their ids */
  const insertSessions = async (database: Database, integrationId: string, count: number) => {
    const rows = await database.query<{ id: string }>(
      `with made as (
         insert into session (integration_id, id, status, expires_at, data_key, kek_version, attempt_id, token_issued_at)
         select $1::uuid, gen_random_uuid(), 'approved', (select now()), '', 1, gen_random_uuid(), 0 from generate_series(1, $2::int)
         returning id, attempt_id)
       select id, attempt_id from made`,
      [integrationId, count],
    );
    const ids = [rows.map(({ id }) => id)];
    await database.query(
      `insert into attempt (integration_id, id, session_id, ordinal, status)
       select s.integration_id, s.attempt_id, s.id, 1, 'approved' from session s where s.id = any($1::uuid[])`,
      ids,
    );
    await database.query(
      `insert into decision (integration_id, id, session_id, attempt_id, ordinal, status, code, kind, final, body)
       select s.integration_id, gen_random_uuid(), s.id, s.attempt_id, 1, 'approved', 9001, 'automatic', true, ''
       from session s where s.id = any($1::uuid[])`,
      ids,
    );
    return rows.map(({ id }) => id);
  };

  it('reads one row of each table where the statistics are of an empty table', async () => {
    const database = await open();
    const integrationId = randomUUID();
    const caller = { integrationId, keyId: null };
    await insertSessions(database, integrationId, 1);
    for (const table of ['session', 'attempt', 'decision']) await database.query(`analyze ${table}`);
    const [sessionId = ''] = await insertSessions(database, integrationId, 3_000);
    const { asked, plans } = explaining(database);
    // The statements are explained and answer nothing.
    await createDecisionFinder(asked)(caller, sessionId).catch(() => null);
    await findDecision(asked, caller, sessionId).catch(() => null);
    const read = plans.map((plan) =>
      ['session', 'attempt', 'decision'].map((table) => rowsRead(plan, table)),
    );
    expect(read.filter((rows) => rows.some((count) => count > 0))).toEqual([
      [1, 1, 1],
      [1, 1, 1],
    ]);
  });
});
