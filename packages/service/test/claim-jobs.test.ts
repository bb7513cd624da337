import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Database } from '../src/storage/database.ts';
import { claimJobs, type JobKind } from '../src/storage/jobs.ts';
import { describeEngines } from './support/engines.ts';

/** A node of PostgreSQL's plan after it ran. */
interface PlanNode {
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** Rows that a plan read and did not want. */
const readInVain = (node: PlanNode): number =>
  (node['Rows Removed by Filter'] ?? 0) + (node.Plans ?? []).reduce((sum, next) => sum + readInVain(next), 0);

describeEngines('claiming jobs', (open) => {
  it('reads none of 20,000 jobs that are due later, however often it looks', async () => {
    const database = await open();
    const integrationId = randomUUID();
    await database.query(
      `insert into job (integration_id, id, kind, session_id, due_at)
       select $1::uuid, gen_random_uuid(), 'check-us', gen_random_uuid(), now() + interval '20 minutes' + n * interval '1 second'
       from generate_series(1, 20000) as n`,
      [integrationId],
    );
    const plans: PlanNode[] = [];
    const explaining: Database = {
      ...database,
      query: async (text, values) => {
        const rows = await database.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
          `explain (analyze, format json) ${text}`,
          values,
        );
        plans.push(...rows.flatMap((row) => row['QUERY PLAN'].map(({ Plan }) => Plan)));
        return [];
      },
    };
    const lanes = new Map<JobKind, number>([['check-us', 4]]);
    await claimJobs(explaining, lanes);
    // With the table's statistics at hand as well as without.
    await database.query('analyze job');
    await claimJobs(explaining, lanes);
    await database.query('delete from job where integration_id = $1', [integrationId]);
    expect(plans.map(readInVain)).toEqual([0, 0]);
  });
});
