import type { PortalOrganisation, PortalRetentionChange } from '@countersign/contract';
import { expect, it } from 'vitest';
import { describeApiOnce } from '../support/describe-api.ts';
import type { Person } from '../support/portal-browser.ts';
import { newOrganisation } from '../support/portal-organisation.ts';

const asConfigured: PortalRetentionChange = {
  sessionDays: 400,
  pictureDays: null,
  descriptorDays: 1095,
  webhookDays: 90,
};

describeApiOnce('retention in the portal', (given) => {
  async function ofOwner() {
    const own = await newOrganisation(given.api, { settings: { retention: asConfigured } });
    const owner = await own.add({ role: 'owner' });
    const { integrationId } = own.client;
    const put = ({ browser }: Person, change: object) =>
      browser.call({
        method: 'PUT',
        path: `/integrations/${integrationId}/retention`,
        body: { ...asConfigured, ...change },
      });
    const shown = async () => {
      const { bytes } = await owner.browser.get('/organisation');
      const { retention } = JSON.parse(bytes.toString()) as PortalOrganisation;
      return retention.find((row) => row.integrationId === integrationId);
    };
    return { own, owner, put, shown };
  }

  it('is shortened by an owner after a step-up, shown, and recorded with old and new values', async () => {
    const { owner, put, shown } = await ofOwner();
    const wanted = { sessionDays: 365, pictureDays: 30, descriptorDays: 180 };
    expect((await put(owner, wanted)).json.error.code).toBe('step-up');
    expect(await shown()).toMatchObject(asConfigured);
    await owner.stepUp();
    expect((await put(owner, wanted)).status).toBe(204);
    expect(await shown()).toMatchObject({ ...asConfigured, ...wanted });
    const [entry] = (await owner.browser.get('/audit?action=configure-integration')).json.rows;
    expect(entry?.details).toMatchObject({
      changed: { retention: { from: asConfigured, to: { ...asConfigured, ...wanted } } },
    });
  });

  it.each([
    ['sessionDays', { sessionDays: 401 }, 'must be at most 400, as now, and is 401'],
    ['sessionDays', { sessionDays: null }, 'must be at most 400, as now, and is null'],
    ['webhookDays', { webhookDays: 91 }, 'must be at most 90, as now, and is 91'],
  ])('cannot be lengthened: %s %j', async (member, change, problem) => {
    const { owner, put, shown } = await ofOwner();
    await owner.stepUp();
    const { status, json } = await put(owner, { ...change, descriptorDays: 10 });
    expect([status, json.error]).toMatchObject([422, { code: 'invalid', member }]);
    expect(json.error.message).toContain(problem);
    expect(await shown()).toMatchObject(asConfigured);
  });

  it('is compared with the value in force, however many owners change it at once', async () => {
    const { own, owner, put, shown } = await ofOwner();
    const other = await own.add({ role: 'owner' });
    await Promise.all([owner.stepUp(), other.stepUp()]);
    await Promise.all([
      put(owner, { sessionDays: 50 }),
      put(other, { sessionDays: 300 }),
      put(owner, { sessionDays: 200 }),
    ]);
    expect((await shown())?.sessionDays).toBe(50);
  });

  it.each([
    ['sessionDays', 0],
    ['pictureDays', 1.5],
    ['descriptorDays', null],
    ['descriptorDays', 1096],
    ['webhookDays', '30'],
    ['everything', 1],
  ])('is rejected where %s is %j', async (member, value) => {
    const { owner, put, shown } = await ofOwner();
    await owner.stepUp();
    expect((await put(owner, { [member]: value })).status).toBe(422);
    expect(await shown()).toMatchObject(asConfigured);
  });

  it.each(['admin', 'developer', 'reviewer', 'viewer', 'auditor'] as const)(
    'cannot be shortened by a person with the role %s',
    async (role) => {
      const { own, put } = await ofOwner();
      const person = await own.add({ role });
      await person.stepUp();
      expect((await put(person, { sessionDays: 1 })).json.error.code).toBe('not-allowed');
    },
  );
});
