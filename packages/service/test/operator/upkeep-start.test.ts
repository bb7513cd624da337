import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/storage/engine/open-database.ts';
import { startUpkeep } from '../../src/workers/upkeep.ts';
import { startApi } from '../support/api.ts';
import { createTestDatabase, engines, silent } from '../support/engines.ts';

describe.runIf(engines().includes('postgres'))('upkeep after a start', () => {
  it('takes few connections, and does everything within seconds', async () => {
    const connections = 10;
    const { url, drop } = await createTestDatabase({ migrated: true });
    const database = await openDatabase({ url, log: silent, connections, connectionWaitMs: 15_000 });
    const api = await startApi(database);
    const upkeep = startUpkeep(api.ctx);
    try {
      // The first figures are those of the eleventh of 18 tasks.
      await expect.poll(() => api.ctx.metrics.registry.metrics(), { timeout: 30_000 }).toContain('hold="no"');
      // A pool keeps the connections that it has opened.
      const open = await database.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity where datname = current_database()`,
      );
      expect(open[0]?.count).toBeLessThan(connections / 2);
    } finally {
      await upkeep.stop();
      await api.close();
      await database.close();
      await drop();
    }
  });
});
