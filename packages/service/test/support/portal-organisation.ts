import { randomUUID } from 'node:crypto';
import { assignIntegration } from '../../src/usecases/portal/assign-integration.ts';
import type { GivenSettings } from '../../src/settings/integration-settings.ts';
import { inviteFirst } from '../../src/usecases/portal/invite-person.ts';
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

/** An organisation that nothing else belongs to. */
export async function newOrganisation(
  api: TestApi,
  options: { mode?: 'test' | 'live'; settings?: GivenSettings } = {},
): Promise<TestOrganisation> {
  const name = `Organisation ${randomUUID()}`;
  // The first invitation makes it; nobody accepts this one.
  const email = `first-${randomUUID()}@example.com`;
  await inviteFirst(api.ctx)({ email, organisation: name, role: 'viewer', reveal: false, actor: 'cli' });
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
