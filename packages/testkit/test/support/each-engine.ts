import { afterAll, beforeAll, describe } from 'vitest';
import { createTestDatabase, type Engine, systemEngines } from '../../../service/test/support/engines.ts';
import { startTestService, type TestService, type TestServiceOptions } from '../../src/index.ts';
import { printUnread } from './print-unread.ts';
import { sharePool } from './shared-threads.ts';

export { onePixel } from './one-pixel.ts';

/**
 * Runs the same tests once per engine, each time on a service of their own; `service()` gives it inside tests. It reads no print
 * unless its `env` asks for it.
 * @param options.embedded when on the embedded engine; at night by default
 */
export function describeService(
  name: string,
  tests: (service: () => TestService, engine: Engine) => void,
  {
    embedded,
    env = {},
    ...options
  }: Omit<TestServiceOptions, 'databaseUrl'> & { embedded?: 'always' | 'nightly' } = {},
): void {
  describe.each(systemEngines(embedded))(`${name} [%s]`, (engine) => {
    let started: TestService | undefined;
    let drop = async () => {};
    beforeAll(async () => {
      const database = engine === 'postgres' ? await createTestDatabase({ migrated: true }) : null;
      drop = database?.drop ?? drop;
      started = await startTestService({
        vision: { sharePool },
        ...options,
        env: { ...printUnread, ...env },
        ...(database ? { databaseUrl: database.url } : {}),
      });
    });
    afterAll(async () => {
      await started?.close();
      await drop();
    });
    tests(() => {
      if (!started) throw new Error('the service of these tests has not started');
      return started;
    }, engine);
  });
}

/** `person` of a decision that shows nobody. */
export const blankPerson = {
  firstName: null,
  lastName: null,
  citizenship: null,
  idNumber: null,
  gender: null,
  dateOfBirth: null,
  yearOfBirth: null,
  placeOfBirth: null,
  nationality: null,
  pepSanctionMatch: null,
};
