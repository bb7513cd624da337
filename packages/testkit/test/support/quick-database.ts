import { createTestDatabase, isNightly, systemEngines } from '../../../service/test/support/engines.ts';
import { type PortalStage, type PortalStageOptions, startPortalStage } from '../../src/portal/stage.ts';
import { startTestService, type TestService, type TestServiceOptions } from '../../src/index.ts';
import { printUnread } from './print-unread.ts';
import { sharePool } from './shared-threads.ts';

/**
 * Where a process keeps its rows when a test is about something else: by day in a database that is migrated already, which costs it
 * half of what the embedded one does; at night, and without a server, embedded as it comes.
 */
export async function quickDatabase(): Promise<{ env: Record<string, string>; drop: () => Promise<void> }> {
  if (isNightly || !systemEngines().includes('postgres')) return { env: {}, drop: () => Promise.resolve() };
  const { url, drop } = await createTestDatabase({ migrated: true });
  return { env: { DATABASE_URL: url }, drop };
}

/**
 * `startTestService` in this process, for a test that is about something else than the rows and the print of documents: on a quick
 * database.
 */
export async function startQuickService({
  env = {},
  ...options
}: Omit<TestServiceOptions, 'databaseUrl'> = {}): Promise<TestService> {
  const database = await quickDatabase();
  const service = await startTestService({
    vision: { sharePool },
    ...options,
    env: { ...printUnread, ...env, ...database.env },
  });
  return withDrop(service, database.drop);
}

/** `startPortalStage` on a quick database: what a browser shows of the portal is the same on both engines. */
export async function startQuickStage({
  env = {},
  ...options
}: PortalStageOptions = {}): Promise<PortalStage> {
  const database = await quickDatabase();
  const stage = await startPortalStage({
    vision: { sharePool },
    ...options,
    env: { ...printUnread, ...env, ...database.env },
  });
  return withDrop(stage, database.drop);
}

const withDrop = <T extends { close(): Promise<void> }>(running: T, drop: () => Promise<void>): T => ({
  ...running,
  async close() {
    await running.close();
    await drop();
  },
});
