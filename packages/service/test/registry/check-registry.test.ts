import type { PictureFindings } from '@countersign/findings';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { configureIntegration } from '../../src/usecases/integration/configure-integration.ts';
import type { GivenSettings } from '../../src/settings/integration-settings.ts';
import { reviewSession } from '../../src/usecases/operator/review-session.ts';
import type { RegistryClients } from '../../src/workers/registry/registry-clients.ts';
import { type Client, onePixelPng } from '../support/api.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { seeing, verify } from '../support/decide.ts';
import { seenPictures } from '../support/findings.ts';
import { createTestRegistryClients, seenCard, type TestDesk } from '../support/mexican-queries.ts';
import { runCheck } from '../support/registry-jobs.ts';

describeApiOnce('a registry check of an integration whose settings change', (given) => {
  let test: TestDesk;
  beforeAll(async () => {
    test = await createTestRegistryClients();
  });
  afterAll(() => test.close());
  afterEach(() => test.simulator.control.reset());

  const configure = ({ integrationId }: Client, settings: GivenSettings) =>
    configureIntegration(given.api.ctx)({ integrationId, settings, actor: 'test' });
  const jobsOf = async (sessionId: string) => {
    const rows = await given.api.ctx.database.query<{ kind: string }>(
      `select kind from job where session_id = $1`,
      [sessionId],
    );
    return rows.map(({ kind }) => kind);
  };
  const checksOf = (sessionId: string) =>
    given.api.ctx.database.query(
      `select registry, starts, ended_at is not null as ended from registry_check where session_id = $1 order by registry`,
      [sessionId],
    );
  const findings = seenPictures();
  const brazil = { registry: 'br', findings } as const;
  const colombia = { registry: 'co', findings } as const;

  /** Somebody whom Brazil's registry knows and the identity checks let pass, handed over to that registry. */
  const handedOver = async (client: Client): Promise<string> => {
    const id = await client.createSession({ person: { idNumber: '12345678900' } });
    await client.upload(id, { context: 'face', content: onePixelPng });
    await client.submit(id);
    await verify(given.api, id, seeing(findings));
    expect(await jobsOf(id)).toEqual(['check-br-test']);
    return id;
  };
  const integrate = () => given.api.integrate({ settings: { registry: 'BR_CPF' } });

  it('is made by the registry that is configured when it is to be called', async () => {
    const client = await integrate();
    const id = await handedOver(client);
    await configure(client, { registry: 'CO' });
    await runCheck(given.api, id, { ...brazil, registryClients: test.registryClients });
    expect(await jobsOf(id)).toEqual(['verify-session']);
    await verify(given.api, id, seeing(findings));
    await runCheck(given.api, id, { ...colombia, registryClients: test.registryClients });
    // Neither number nor type of a Colombian card is known: row C2, without a question.
    expect((await client.decision(id)).json.verification).toMatchObject({
      status: 'declined',
      reasonCode: 529,
      additionalVerifiedData: { registryValidation: { documentValid: false } },
    });
    expect(test.simulator.control.count('br.validate')).toBe(0);
    expect(await checksOf(id)).toEqual([{ registry: 'co', starts: 0, ended: true }]);
  });

  it('is left out where the integration has no registry any more', async () => {
    const client = await integrate();
    const id = await handedOver(client);
    await configure(client, { registry: null });
    await runCheck(given.api, id, { ...brazil, registryClients: test.registryClients });
    await verify(given.api, id, seeing(findings));
    const { verification } = (await client.decision(id)).json;
    expect(verification).toMatchObject({ status: 'approved' });
    expect(verification).not.toHaveProperty('registryValidations');
    expect(await checksOf(id)).toEqual([]);
  });

  it('decides nothing by an answer that comes after the registry was changed', async () => {
    const client = await integrate();
    const id = await handedOver(client);
    const changing: RegistryClients = {
      ...test.registryClients,
      registriesOf: async (mode) => {
        await configure(client, { registry: 'CO' });
        return test.registryClients.registriesOf(mode);
      },
    };
    await expect(runCheck(given.api, id, { ...brazil, registryClients: changing })).rejects.toThrow(
      'the session has moved on',
    );
    expect((await client.decision(id)).json.verification).toBeNull();
    await runCheck(given.api, id, { ...brazil, registryClients: test.registryClients });
    await verify(given.api, id, seeing(findings));
    await runCheck(given.api, id, { ...colombia, registryClients: test.registryClients });
    expect((await client.decision(id)).json.verification).toMatchObject({
      status: 'declined',
      reasonCode: 529,
    });
  });

  it('does not approve by earlier checks alone once a registry was added', async () => {
    const client = await given.api.integrate();
    const id = await client.createSession();
    await client.submit(id);
    const eyes = seeing(findings);
    const slow = {
      ...eyes,
      inspect: async (...asked: Parameters<typeof eyes.inspect>) => {
        await configure(client, { registry: 'CO' });
        return eyes.inspect(...asked);
      },
    };
    await expect(verify(given.api, id, slow)).rejects.toThrow('the session has moved on');
    expect((await client.decision(id)).json.verification).toBeNull();
    await verify(given.api, id, eyes);
    expect(await jobsOf(id)).toEqual(['check-co-test']);
  });

  it('is over for the operator too where it does not run', async () => {
    const client = await integrate();
    const id = await client.createSession();
    await client.submit(id);
    const seen = seenCard({ cic: '999900001' });
    await verify(given.api, id, seeing(seen));
    await runCheck(given.api, id, { ...brazil, findings: seen, registryClients: test.registryClients });
    expect((await client.decision(id)).json.verification).toMatchObject({
      status: 'approved',
      registryValidations: {},
    });
    expect(await checksOf(id)).toEqual([{ registry: 'br', starts: 0, ended: true }]);
  });
});

describeApiOnce('pictures for whose print there was no time', (given) => {
  let test: TestDesk;
  beforeAll(async () => {
    test = await createTestRegistryClients();
  });
  afterAll(() => test.close());
  afterEach(() => test.simulator.control.reset());

  const whole = seenPictures();
  const inPart: PictureFindings = { ...whole, cutShort: ['printed'] };
  const notYet = 'checks could not run: printed';
  const brazil = { registry: 'BR_CPF' } as const;

  const submitted = async (client: Client): Promise<string> => {
    const id = await client.createSession({ person: { idNumber: '12345678900' } });
    for (const context of ['face', 'document-front'])
      await client.upload(id, { context, content: onePixelPng });
    await client.submit(id);
    return id;
  };
  const decisionOn = async (client: Client, id: string) => (await client.decision(id)).json.verification;
  const jobsOf = (sessionId: string) =>
    given.api.ctx.database.query(`select kind from job where session_id = $1`, [sessionId]);

  it.each<[string, GivenSettings]>([
    ['decides alone', { ...brazil, identityVerification: false }],
    ['is added to identity checks that approve', brazil],
  ])('are inspected again before a registry is called that %s', async (_, settings) => {
    const client = await given.api.integrate({ settings });
    const id = await submitted(client);
    await expect(verify(given.api, id, seeing(inPart))).rejects.toThrow(notYet);
    await expect(verify(given.api, id, seeing(inPart))).rejects.toThrow(notYet);
    expect(await decisionOn(client, id)).toBeNull();
    expect(await jobsOf(id)).toEqual([{ kind: 'verify-session' }]);
    await verify(given.api, id, seeing(whole));
    expect(await jobsOf(id)).toEqual([{ kind: 'check-br-test' }]);
    // Nobody looks a third time: what was seen is kept for the registry.
    await runCheck(given.api, id, {
      registry: 'br',
      findings: inPart,
      registryClients: test.registryClients,
    });
    expect(await decisionOn(client, id)).toHaveProperty('registryValidations.BR_CPF');
    expect(test.simulator.control.count('br.validate')).toBe(1);
  });

  it('are inspected again where identity alone decides: what was left unread might contradict the rest', async () => {
    const client = await given.api.integrate();
    const id = await submitted(client);
    await expect(verify(given.api, id, seeing(inPart))).rejects.toThrow(notYet);
    expect(await decisionOn(client, id)).toBeNull();
    await verify(given.api, id, seeing(whole));
    expect(await decisionOn(client, id)).toMatchObject({ status: 'approved' });
  });

  it('are no reason to decline or to request others, whatever was found', async () => {
    const client = await given.api.integrate({ settings: brazil });
    const id = await submitted(client);
    const stranger = { distance: 0.9, score: 1, model: 'test-face@1', weak: false };
    const nothingRead = { ...inPart, mrz: null, barcode: null, printed: null, documentClass: null };
    for (const seen of [{ ...inPart, comparison: stranger }, nothingRead])
      await expect(verify(given.api, id, seeing(seen))).rejects.toThrow(notYet);
    expect(await decisionOn(client, id)).toBeNull();
  });
});

describeApiOnce('a registry validation that a person decides', (given) => {
  let test: TestDesk;
  beforeAll(async () => {
    test = await createTestRegistryClients();
  });
  afterAll(() => test.close());

  it('shows who was validated, as its earlier decision did (A-34, A-49)', async () => {
    const client = await given.api.integrate({
      settings: { validateRegistry: true, identityVerification: false },
    });
    const person = {
      idNumber: '987654320',
      firstName: 'Review',
      lastName: 'Tavistock',
      dateOfBirth: '1979-12-05',
    };
    const { json } = await client.call({
      method: 'POST',
      path: '/validate-registry',
      body: { verification: { person } },
    });
    const { id } = json.verification;
    await runCheck(given.api, id, { registry: 'us', registryClients: test.registryClients });
    const shown = { person: { lastName: 'Tavistock', idNumber: '987654320' } };
    expect((await client.decision(id)).json.verification).toMatchObject({ status: 'review', ...shown });
    await reviewSession(given.api.ctx)({
      integrationId: client.integrationId,
      sessionId: id,
      verdict: 'approve',
      code: null,
      actor: 'person:reviewer',
    });
    expect((await client.decision(id)).json.verification).toMatchObject({ status: 'approved', ...shown });
  });

  it('makes no query of Mexico’s registries about it', async () => {
    const { ctx } = given.api;
    const client = await given.api.integrate({
      settings: { validateRegistry: true, mexico: { curpQuery: true, ineQuery: true } },
    });
    const verification = {
      person: {
        idNumber: '987654320',
        firstName: 'Marlon',
        lastName: 'Tavistock',
        dateOfBirth: '1979-12-05',
      },
      document: { number: '999900001' },
      consents: [{ type: 'ine', approved: true }],
    };
    const { json } = await client.call({
      method: 'POST',
      path: '/validate-registry',
      body: { verification },
    });
    const { id } = json.verification;
    await runCheck(given.api, id, { registry: 'us', registryClients: test.registryClients });
    expect((await client.decision(id)).json.verification.status).toBe('approved');
    expect(
      await ctx.database.query(`select registry from registry_check where session_id = $1`, [id]),
    ).toEqual([{ registry: 'us' }]);
  });
});
