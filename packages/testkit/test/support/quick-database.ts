import { createTestDatabase, isNightly, systemEngines } from '../../../service/test/support/engines.ts';

/**
 * Where a process keeps its rows when a test is about something else: by day in a database that is migrated already, which costs it
 * half of what the embedded one does; at night, and without a server, embedded as it comes.
 */
export async function quickDatabase(): Promise<{ env: Record<string, string>; drop: () => Promise<void> }> {
  if (isNightly || !systemEngines().includes('postgres')) return { env: {}, drop: () => Promise.resolve() };
  const { url, drop } = await createTestDatabase({ migrated: true });
  return { env: { DATABASE_URL: url }, drop };
}
