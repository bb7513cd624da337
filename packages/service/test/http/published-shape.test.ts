import { contractExamples, emitJson, endpoints } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { describeApiOnce } from '../support/describe-api.ts';
import { shapeFlaws } from '../support/published-shape.ts';

const answer = (status: number, body: unknown) => ({
  status,
  bytes: Buffer.from(emitJson(body)),
  headers: { 'content-type': 'application/json; charset=utf-8' },
});
const [session] = contractExamples['A-27'];

describe('the shape of answers', () => {
  it.each<[string, string, string, number, unknown, string[]]>([
    ['as published', 'POST', '/v1/sessions', 201, session, []],
    [
      'an error as published',
      'POST',
      '/v1/sessions',
      400,
      { status: 'fail', code: '1101', message: 'No.' },
      [],
    ],
    [
      'an internal member',
      'POST',
      '/v1/sessions',
      201,
      { ...session, verification: { ...session.verification, integrationId: 'x' } },
      ['$.verification.integrationId unknown'],
    ],
    [
      'another status than published',
      'POST',
      '/v1/sessions',
      200,
      session,
      ['POST /v1/sessions has no published answer 200'],
    ],
    [
      'an error with more members',
      'POST',
      '/v1/sessions',
      400,
      { status: 'fail', code: '1101', message: 'No.', stack: 'at x' },
      ['400 has the members status,code,message,stack instead of status,code,message'],
    ],
  ])('%s is judged so in every test of the API (S03)', (_, method, path, status, body, flaws) => {
    expect(shapeFlaws(method, path, answer(status, body))).toEqual(flaws);
  });
});

describeApiOnce('routes', (given) => {
  it('are exactly the published ones: no other method of a path, and no other path, answers anything but 404 and 405 (S10)', async () => {
    const { client } = given;
    const id = '3f2b1c9e-7a54-4d0e-9c1b-2a6f5e8d7c10';
    const published = new Set(endpoints.map(({ method, path }) => `${method} ${path}`));
    const paths = [...new Set(endpoints.map(({ path }) => path))];
    const methods = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT'];
    const answered: string[] = [];
    for (const path of paths) {
      for (const method of methods) {
        const target = path.replaceAll(/:[a-zA-Z]+/g, id);
        const { status } = await client.call({ method, path: target, sign: id });
        if (status !== 405) answered.push(`${method} ${path}`);
      }
    }
    expect(answered.toSorted()).toEqual([...published].toSorted());
    for (const path of ['/admin', '/integrations', '/keys', '/jobs', '/webhooks', '/metrics', '/internal'])
      expect((await client.call({ path })).status).toBe(404);
  });

  it('ignore unknown members, internal column names included: they are neither stored nor echoed (S04)', async () => {
    const { client, api } = given;
    const columns = await api.ctx.database.query<{ name: string }>(
      `select distinct column_name as name from information_schema.columns where table_schema = 'public'`,
    );
    const camel = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const planted = Object.fromEntries(
      columns.flatMap(({ name }) => [
        [name, 'planted-value'],
        [camel(name), 'planted-value'],
      ]),
    );
    const known = { firstName: 'Nils', email: 'nils@example.com' };
    const harmless = Object.fromEntries(
      Object.entries(planted).filter(([name]) => !['id', 'status', 'address'].includes(name)),
    );
    const created = await client.call({
      method: 'POST',
      path: '/sessions',
      body: { ...planted, verification: { ...harmless, person: { ...planted, ...known } } },
    });
    expect([created.status, created.bytes.toString().includes('planted-value')]).toEqual([201, false]);
    const rows = await api.ctx.database.query(
      `select s.status, s.attempt_count, a.ordinal, a.status as attempt, a.fed_by from session s join attempt a on a.session_id = s.id where s.id = $1`,
      [created.json.verification.id],
    );
    expect(rows).toEqual([
      { status: 'created', attempt_count: 1, ordinal: 1, attempt: 'created', fed_by: null },
    ]);
  });
});
