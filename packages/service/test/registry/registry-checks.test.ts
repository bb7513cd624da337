import { expect, it } from 'vitest';
import { finishJob, insertJob, type JobKind, LeaseLost } from '../../src/storage/job/jobs.ts';
import { claimFrom } from '../support/claim.ts';
import {
  endRegistryCheck,
  findRegistryCheck,
  openRegistryCheck,
  type RegistryCheckKey,
  startRegistryCheck,
} from '../../src/storage/registry/registry-checks.ts';
import { configureIntegration } from '../../src/usecases/integration/configure-integration.ts';
import { describeApiOnce } from '../support/describe-api.ts';

describeApiOnce('a registry check', (given) => {
  const waiting = async (): Promise<RegistryCheckKey> => {
    const sessionId = await given.client.createSession({ person: { firstName: 'Liisa' } });
    const { database } = given.api.ctx;
    const [row] = await database.query<{ integrationId: string; attemptId: string }>(
      `select integration_id as "integrationId", attempt_id as "attemptId" from session where id = $1`,
      [sessionId],
    );
    if (!row) throw new Error('the session is there');
    return { ...row, sessionId, registry: 'co' };
  };
  const claimed = async (key: RegistryCheckKey, kind: JobKind = 'check-co-test') => {
    const { database } = given.api.ctx;
    await database.transaction((tx) => insertJob(tx, { ...key, kind }));
    const jobs = await claimFrom(database, { [kind]: 100 });
    const job = jobs.find(({ sessionId }) => sessionId === key.sessionId);
    if (!job) throw new Error('a due job is claimed');
    return job;
  };

  it('may be begun twice, and not a third time', async () => {
    const { database } = given.api.ctx;
    const key = await waiting();
    const job = await claimed(key);
    const begin = () => database.transaction((tx) => startRegistryCheck(tx, key, job));
    await database.transaction((tx) => openRegistryCheck(tx, key));
    expect([await begin(), await begin(), await begin()]).toEqual([1, 2, null]);
    expect(await findRegistryCheck(database, key)).toMatchObject({ starts: 2, endedAt: null, result: null });
  });

  it('is not begun by a worker that has lost the job', async () => {
    const { database } = given.api.ctx;
    const key = await waiting();
    const job = await claimed(key);
    const late = { ...job, lease: job.lease - 1 };
    await expect(database.transaction((tx) => startRegistryCheck(tx, key, late))).rejects.toThrow(LeaseLost);
    expect(await findRegistryCheck(database, key)).toBeNull();
  });

  it('is not begun again once there is a result, and keeps its first result', async () => {
    const { database } = given.api.ctx;
    const key = await waiting();
    const job = await claimed(key);
    const end = (result: string) =>
      database.transaction((tx) =>
        endRegistryCheck(tx, { ...key, result: Buffer.from(result), object: Buffer.from('o') }),
      );
    await end('first');
    await end('second');
    expect(await database.transaction((tx) => startRegistryCheck(tx, key, job))).toBeNull();
    const kept = await findRegistryCheck(database, key);
    expect(kept?.starts).toBe(0);
    expect(Buffer.from(kept?.result ?? []).toString()).toBe('first');
  });

  it('has a lane of its own: a full one leaves the places of the others alone', async () => {
    const { database } = given.api.ctx;
    // The database is that of every file in this process.
    await database.query(`delete from job where kind like 'check-%'`);
    const key = await waiting();
    for (let place = 0; place < 3; place += 1)
      for (const kind of ['check-br', 'check-br-test', 'check-mx'] as const)
        await database.transaction((tx) => insertJob(tx, { ...key, kind }));
    const jobs = await claimFrom(database, { 'check-br': 1, 'check-br-test': 2, 'check-co': 5 });
    expect(jobs.map(({ kind }) => kind).sort()).toEqual(['check-br', 'check-br-test', 'check-br-test']);
    for (const job of jobs) await database.transaction((tx) => finishJob(tx, job));
    await database.query(`delete from job where session_id = $1`, [key.sessionId]);
  });

  it.each([
    ['begin', {}, { identityVerification: false, registry: 'CO' }],
    ['cease', { identityVerification: false, registry: 'CO' }, { registry: null, watchlistScreening: true }],
    ['change', { identityVerification: false, registry: 'CO' }, { registry: 'MX_INE' }],
  ] as const)(
    'that decides alone cannot %s on an integration that has sessions',
    async (_, before, after) => {
      const { ctx } = given.api;
      const client = await given.api.integrate({ settings: before });
      const { integrationId } = client;
      const configure = () => configureIntegration(ctx)({ integrationId, settings: after, actor: 'test' });
      await client.createSession();
      expect(await configure()).toEqual({ outcome: 'standalone-registry-needs-a-new-integration' });
      const unused = await given.api.integrate({ settings: before });
      expect(
        await configureIntegration(ctx)({
          integrationId: unused.integrationId,
          settings: after,
          actor: 'test',
        }),
      ).toMatchObject({ outcome: 'configured' });
    },
  );

  it('is added to identity checks whenever the operator likes', async () => {
    const client = await given.api.integrate();
    await client.createSession();
    expect(
      await configureIntegration(given.api.ctx)({
        integrationId: client.integrationId,
        settings: { registry: 'BR_CPF', brazil: { name_match: 'required' } },
        actor: 'test',
      }),
    ).toMatchObject({
      outcome: 'configured',
      settings: { registry: 'BR_CPF', brazil: { name_match: 'required', gender_match: 'on' } },
    });
  });
});
