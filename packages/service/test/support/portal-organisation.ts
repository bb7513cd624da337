import { randomUUID } from 'node:crypto';
import { assignIntegration } from '../../src/usecases/portal/integration/assign-integration.ts';
import type { GivenSettings } from '../../src/settings/integration-settings.ts';
import { inviteFirst } from '../../src/usecases/portal/organisation/invite-person.ts';
import type { Client, TestApi } from './api.ts';
import { addPerson, type NewPerson, type Person } from './portal-browser.ts';

/** An organisation of a test's own, with one integration. */
export interface TestOrganisation {
  name: string;
  client: Client;
  add(person: Omit<NewPerson, 'organisation'>): Promise<Person>;
  /** Another integration of it. */
  integrate(options?: { mode?: 'test' | 'live'; settings?: GivenSettings }): Promise<Client>;
}

/** The first invitation makes an organisation; nobody accepts this one. */
const makeOrganisation = (api: TestApi, organisation: string) =>
  inviteFirst(api.ctx)({
    email: `first-${randomUUID()}@example.com`,
    organisation,
    role: 'viewer',
    reveal: false,
    actor: 'cli',
  });

/** An organisation that nothing else belongs to. */
export async function newOrganisation(
  api: TestApi,
  options: { mode?: 'test' | 'live'; settings?: GivenSettings } = {},
): Promise<TestOrganisation> {
  const name = `Organisation ${randomUUID()}`;
  // The first of a database gets what other test files left there.
  await makeOrganisation(api, 'Default of the tests');
  await makeOrganisation(api, name);
  const integrate = async (given: typeof options = {}) => {
    const client = await api.integrate(given);
    const { integrationId } = client;
    await assignIntegration(api.ctx)({ integrationId, organisation: name, actor: 'cli' });
    return client;
  };
  return {
    name,
    client: await integrate(options),
    add: (person) => addPerson(api, { ...person, organisation: name }),
    integrate,
  };
}

/** Id of the last request of an integration to the API; it is written behind its answer. */
export async function requestOf({ ctx }: TestApi, { integrationId }: Client): Promise<string> {
  for (const end = performance.now() + 60_000; performance.now() < end;) {
    const [row] = await ctx.database.query<{ id: string }>(
      'select id from api_request where integration_id = $1 order by at desc limit 1',
      [integrationId],
    );
    if (row) return row.id;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('no request was logged within 60 s');
}
