import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { dropDataKey } from '../../src/storage/session/attempt-pictures.ts';
import type { Tx } from '../../src/storage/engine/database.ts';
import { describeEngines } from '../support/engines.ts';

describeEngines('dropping the data key of a session', (open) => {
  it('finds the session by its key, not among all that were deleted', async () => {
    const database = await open();
    const plans: string[] = [];
    const explained: Tx = {
      report: () => {},
      query: async (text, values) => {
        const rows = await database.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
        return [];
      },
    };
    await dropDataKey(explained, { integrationId: randomUUID(), sessionId: randomUUID() });
    expect(plans).toHaveLength(1);
    expect(plans[0]).not.toContain('session_deletions');
  });
});
