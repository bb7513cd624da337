import { expect, it } from 'vitest';
import { type Client, onePixelPng } from '../support/api.ts';
import { describeApi } from '../support/describe-api.ts';

describeApi('what is queued for a session that is submitted', (given) => {
  const alone = { identityVerification: false, registry: 'CO' } as const;
  const person = { firstName: 'MARIA GABRIELA', lastName: 'NUÑEZ GARCIA' };
  const queuedFor = async (client: Client, sessionId: string) => {
    await client.submit(sessionId);
    const { database } = given.api.ctx;
    const jobs = await database.query<{ kind: string }>(`select kind from job where session_id = $1`, [
      sessionId,
    ]);
    const checks = await database.query<{ registry: string }>(
      `select registry from registry_check where session_id = $1`,
      [sessionId],
    );
    return { jobs: jobs.map(({ kind }) => kind), checks: checks.map(({ registry }) => registry) };
  };
  const verifiedFirst = { jobs: ['verify-session'], checks: [] };

  it.each([
    ['BR_CPF', 'br'],
    ['MX_INE', 'mx'],
    ['CO', 'co'],
  ] as const)('is the call of the registry where %s alone decides', async (registry, asked) => {
    const client = await given.api.integrate({ settings: { ...alone, registry } });
    const id = await client.createSession({ person });
    await client.upload(id, { context: 'face', content: onePixelPng });
    expect(await queuedFor(client, id)).toEqual({ jobs: [`check-${asked}-test`], checks: [asked] });
  });

  it('is the reading of a document that was uploaded', async () => {
    const client = await given.api.integrate({ settings: alone });
    const id = await client.createSession({ person });
    await client.upload(id, { context: 'document-front', content: onePixelPng });
    expect(await queuedFor(client, id)).toEqual(verifiedFirst);
  });

  it('is the verification where the registry only has the last word', async () => {
    const client = await given.api.integrate({ settings: { registry: 'CO' } });
    expect(await queuedFor(client, await client.createSession({ person }))).toEqual(verifiedFirst);
  });

  it.each([
    { firstName: 'Decline', lastName: 'Maasikas' },
    { firstName: 'Review', lastName: 'Maasikas' },
    { firstName: 'Liisa', lastName: 'Stuck' },
  ])('is the verification for the names $firstName $lastName of a test integration', async (forced) => {
    const client = await given.api.integrate({ settings: alone });
    expect(await queuedFor(client, await client.createSession({ person: forced }))).toEqual(verifiedFirst);
  });

  it('is the call of the registry for any name on a live integration', async () => {
    const client = await given.api.integrate({ mode: 'live', settings: alone });
    const id = await client.createSession({ person: { firstName: 'Decline', lastName: 'Stuck' } });
    expect(await queuedFor(client, id)).toEqual({ jobs: ['check-co'], checks: ['co'] });
  });
});
