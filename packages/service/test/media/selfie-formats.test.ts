import { afterAll, beforeAll, expect, it } from 'vitest';
import { onePixelPng } from '../support/api.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { createTestRegistryClients, type TestDesk } from '../support/mexican-queries.ts';
import { runCheck } from '../support/registry-jobs.ts';

/** A WebP of one pixel. */
const onePixelWebp = 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA';

describeApiOnce('a selfie of a test integration that cannot be prepared for a registry', (given) => {
  let test: TestDesk;
  beforeAll(async () => {
    test = await createTestRegistryClients();
  });
  afterAll(() => test.close());

  const decidedWith = async (content: string) => {
    const client = await given.api.integrate({
      settings: { identityVerification: false, registry: 'MX_INE' },
    });
    const id = await client.createSession({
      person: { firstName: 'JUAN CARLOS', lastName: 'PEREZ' },
      document: { number: '999900001', country: 'MX', type: 'ID_CARD' },
      consents: [{ type: 'ine', approved: true }],
    });
    await client.upload(id, { context: 'face', content });
    await client.submit(id);
    const before = test.simulator.control.count('mx.ine');
    await runCheck(given.api, id, { registry: 'mx', registryClients: test.registryClients });
    const { verification } = (await client.decision(id)).json;
    return { verification, calls: test.simulator.control.count('mx.ine') - before };
  };

  it('goes as it is where registries take its format', async () => {
    expect(await decidedWith(onePixelPng)).toMatchObject({ verification: { status: 'approved' }, calls: 1 });
  });

  it('is requested again where they do not: nothing is sent under another format’s name', async () => {
    expect(await decidedWith(onePixelWebp)).toMatchObject({
      verification: { status: 'resubmission_requested', reasonCode: 202 },
      calls: 0,
    });
  });
});
