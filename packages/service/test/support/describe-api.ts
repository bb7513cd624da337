import { afterAll, beforeAll } from 'vitest';
import { type Client, startApi, type TestApi } from './api.ts';
import { type Clock, sharedClock } from './clock.ts';
import { describeEngines, type Engine, engines, type OpenTestDatabase, systemEngines } from './engines.ts';

/** What the tests of one block share. Filled before the first of them runs, so read it inside a test. */
export interface GivenApi {
  /** The only member that is there already when tests are registered. */
  engine: Engine;
  api: TestApi;
  /** A test integration of the block's own. */
  client: Client;
  /** Of the database under the server. Right again after each test. */
  clock: Clock;
}

/**
 * Runs the same tests over HTTP once per engine, each time against a server of their own.
 * @param options.on `describeAlone`: on a database of their own too
 * @param options.engines `systemEngines()`: by day on PostgreSQL alone
 */
export function describeApi(
  name: string,
  tests: (given: GivenApi) => void,
  { on = describeEngines, engines: those = engines() } = {},
): void {
  const block = (open: OpenTestDatabase, engine: Engine): void => {
    const given = { engine, clock: sharedClock(open) } as GivenApi;
    beforeAll(async () => {
      given.api = await startApi(await open());
      given.client = await given.api.integrate();
    });
    afterAll(() => given.api.close());
    tests(given);
  };
  on(name, block, those);
}

/** `describeApi` for what is shown by day on PostgreSQL alone, and at night on both engines. */
export const describeApiOnce: typeof describeApi = (name, tests, options) =>
  describeApi(name, tests, { ...options, engines: systemEngines() });
