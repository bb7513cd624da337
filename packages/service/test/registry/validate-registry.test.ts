import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { setWebhookUrl } from '../../src/usecases/webhook/set-webhook-url.ts';
import { type Client, failure } from '../support/api.ts';
import { describeApiOnce } from '../support/describe-api.ts';

const person = {
  idNumber: '987-65-4329',
  firstName: 'Marlon',
  lastName: 'Tavistock',
  dateOfBirth: '1979-12-05',
};
const addresses = ['/sessions/validate-registry', '/validate-registry'];

describeApiOnce('POST /sessions/validate-registry (A-34)', (given) => {
  let client: Client;
  beforeAll(async () => {
    client = await given.api.integrate({ settings: { validateRegistry: true } });
    const { integrationId } = client;
    const url = 'https://hooks.example.com/event';
    await setWebhookUrl(given.api.ctx)({ integrationId, type: 'event', url, actor: 'test' });
  });
  const validate = (verification: unknown, { path = '/validate-registry', key = '', by = client } = {}) =>
    by.call({
      method: 'POST',
      path,
      body: { verification },
      headers: key === '' ? {} : { 'idempotency-key': key },
    });
  const rows = <Row>(sql: string, sessionId: string) =>
    given.api.ctx.database.query<Row & Record<string, unknown>>(sql, [sessionId]);

  it.each(addresses)('creates and submits in one step at %s', async (path) => {
    const { status, json } = await validate({ vendorData: 'us-2201', person }, { path });
    const { id } = json.verification;
    expect(status).toBe(201);
    expect(json).toMatchObject({
      status: 'success',
      verification: { vendorData: 'us-2201', endUserId: null, status: 'submitted' },
    });
    expect(await rows(`select status from session where id = $1`, id)).toEqual([{ status: 'submitted' }]);
    expect(await rows(`select status, ordinal from attempt where session_id = $1`, id)).toEqual([
      { status: 'submitted', ordinal: 1 },
    ]);
  });

  it('leaves the registry’s job in the lane of test integrations, the event webhook, and an entry in the audit log', async () => {
    const { id } = (await validate({ person })).json.verification;
    expect(await rows(`select kind from job where session_id = $1`, id)).toEqual([{ kind: 'check-us-test' }]);
    expect(await rows(`select type from webhook where session_id = $1`, id)).toEqual([{ type: 'event' }]);
    expect(await rows(`select registry, starts from registry_check where session_id = $1`, id)).toEqual([
      { registry: 'us', starts: 0 },
    ]);
    const audited = await rows(
      `select action, to_state as "to" from audit where session_id = $1 order by id`,
      id,
    );
    expect(audited).toEqual([
      { action: 'create-session', to: 'created' },
      { action: 'submit-session', to: 'submitted' },
    ]);
  });

  it('takes no pictures and no second submission that changes anything', async () => {
    const { id } = (await validate({ person })).json.verification;
    expect((await client.upload(id, {})).status).toBe(400);
    expect((await client.submit(id)).json.verification.status).toBe('submitted');
    expect(await rows(`select kind from job where session_id = $1`, id)).toEqual([{ kind: 'check-us-test' }]);
  });

  it.each([
    ['without a person', {}, '1308'],
    ['without a number', { person: { ...person, idNumber: '' } }, '1308'],
    ['with eight digits', { person: { ...person, idNumber: '987-65-432' } }, '1104'],
    ['with a first name only', { person: { ...person, lastName: undefined } }, '1309'],
    ['with neither date of birth nor address', { person: { ...person, dateOfBirth: undefined } }, '1310'],
    ['with an identifier', { id: randomUUID(), person }, '1104'],
  ])('%s is refused, and nothing is created', async (_, verification, code) => {
    const before = await rows(`select count(*)::int as n from session where id <> $1`, randomUUID());
    const { status, json } = await validate(verification);
    expect([status, json.code]).toEqual([400, code]);
    expect(await rows(`select count(*)::int as n from session where id <> $1`, randomUUID())).toEqual(before);
  });

  it('requires nothing of document.number but what A-25 does', async () => {
    const mexican = await given.api.integrate({
      settings: { validateRegistry: true, registry: 'MX_INE', identityVerification: false },
    });
    const verification = { person, document: { number: 'KQ0914725' } };
    expect((await validate(verification, { by: mexican })).status).toBe(201);
  });

  it('is refused on integrations without the feature, after its signature', async () => {
    for (const path of addresses) {
      const { status, json } = await validate({ person }, { path, by: given.client });
      expect([status, json]).toEqual([
        400,
        failure('1301', 'This feature is not enabled for the integration.'),
      ]);
      const unsigned = await given.client.call({ method: 'POST', path, body: {}, sign: 'x' });
      expect(unsigned.json.code).toBe('1819');
    }
  });

  it('repeated with one key gives the first answer again, also when all come at once (A-111)', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => validate({ person }, { key })));
    expect(new Set(answers.map(({ status, bytes }) => `${status} ${bytes.toString()}`)).size).toBe(1);
    const id = answers[0]?.json.verification.id ?? '';
    expect(await rows(`select kind from job where session_id = $1`, id)).toHaveLength(1);
    expect(await rows(`select type from webhook where session_id = $1`, id)).toHaveLength(1);
    const other = await validate({ person: { ...person, firstName: 'Marla' } }, { key });
    expect([other.status, other.json.code]).toEqual([409, '1104']);
  });

  it('keeps the number nowhere in the clear', async () => {
    const { id } = (await validate({ person })).json.verification;
    const stored = await rows(`select encode(sealed, 'escape') as text from session where id = $1`, id);
    expect(JSON.stringify(stored)).not.toContain('Tavistock');
    const jobs = JSON.stringify(await rows(`select * from job where session_id = $1`, id));
    // Identifiers and times may hold any digits.
    const readable = jobs.replaceAll(
      /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\d[ T][\d:.+]+/g,
      '',
    );
    expect(readable).not.toContain('4329');
  });
});
