import { expect, it } from 'vitest';
import { NameTaken } from '../../src/storage/integration/integration-names.ts';
import { configureIntegration } from '../../src/usecases/integration/configure-integration.ts';
import { createIntegration } from '../../src/usecases/integration/create-integration.ts';
import { describeApiOnce } from '../support/describe-api.ts';

describeApiOnce('the name of an integration', (given) => {
  const create = (name: string) =>
    createIntegration(given.api.ctx)({ name, uniqueName: true, mode: 'test', actor: 'cli' });
  /** Those that came about, and why the others did not. */
  const outcomes = (tries: readonly Promise<unknown>[]) =>
    Promise.allSettled(tries).then((settled) =>
      settled.map((one) => (one.status === 'fulfilled' ? 'done' : (one.reason as Error).name)).toSorted(),
    );

  it("is one integration's, also of several that are created at once", async () => {
    const names = ['Corner shop', 'corner SHOP', 'Corner Shop', 'CORNER SHOP'];
    expect(await outcomes(names.map(create))).toEqual(['NameTaken', 'NameTaken', 'NameTaken', 'done']);
  });

  it("is one integration's, also of two that are renamed at once", async () => {
    const [one, other] = [await create('First name'), await create('Second name')];
    const rename = (integrationId: string) =>
      configureIntegration(given.api.ctx)({
        integrationId,
        name: 'Third name',
        uniqueName: true,
        actor: 'cli',
      });
    expect(await outcomes([rename(one.integrationId), rename(other.integrationId)])).toEqual([
      'NameTaken',
      'done',
    ]);
  });

  it("names who has it, and stays an integration's own", async () => {
    const { integrationId } = await create('Market hall');
    await expect(create('market hall')).rejects.toMatchObject({
      other: { id: integrationId, name: 'Market hall' },
    });
    await expect(create('market hall')).rejects.toThrow(NameTaken);
    const { ctx } = given.api;
    const kept = { integrationId, name: 'Market Hall', uniqueName: true, actor: 'cli' };
    expect(await configureIntegration(ctx)(kept)).toMatchObject({ outcome: 'configured' });
  });
});
