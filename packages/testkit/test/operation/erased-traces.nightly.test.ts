import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { dropDataKey } from '../../../service/src/storage/session/attempt-pictures.ts';
import { restoreMissingErasures } from '../../../service/src/storage/session/erasures.ts';
import { seededNumbers } from '../../../service/test/support/property-seed.ts';
import { clockOf } from '../../../service/test/support/clock.ts';
import { filmOf, jpegOfSize } from '../../../service/test/support/film.ts';
import { enterFlow, uploadOf } from '../../../service/test/support/flow-client.ts';
import { pngOfSize } from '../../../service/test/support/png-of-size.ts';
import type { ApiClient } from '../../src/api-client.ts';
import type { TestIntegration } from '../../src/index.ts';
import { describeService, onePixel } from '../support/each-engine.ts';
import { overNetwork } from '../support/flow-page.ts';

/** What a client sent of somebody, and what could be guessed about them from a digest of it. */
interface Sent {
  texts: string[];
  bytes: Buffer[];
}

/** Everything that stands in any column of any table, once as text and once as bytes. */
async function stored(
  query: (text: string) => Promise<Record<string, unknown>[]>,
): Promise<{ place: string; bytes: Buffer }[]> {
  const columns = await query(
    `select c.table_name as "table", c.column_name as "column", c.data_type as type
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`,
  );
  const found: { place: string; bytes: Buffer }[] = [];
  for (const { table, column, type } of columns) {
    const value = type === 'bytea' ? `"${String(column)}"` : `"${String(column)}"::text`;
    const rows = await query(
      `select ${value} as value from "${String(table)}" where "${String(column)}" is not null`,
    );
    for (const row of rows) {
      const bytes = Buffer.from(row['value'] as string | Uint8Array);
      found.push({ place: `${String(table)}.${String(column)}`, bytes });
    }
  }
  return found;
}

/** The ways in which a value can stand somewhere: itself, and its SHA-256, raw and in the usual spellings. */
function spellings({ texts, bytes }: Sent): [string, Buffer][] {
  const values: [string, Buffer][] = [
    ...texts.map((text): [string, Buffer] => [text, Buffer.from(text)]),
    ...bytes.map((sent, index): [string, Buffer] => [`sent bytes ${index}`, sent]),
  ];
  return values.flatMap(([name, value]) => {
    const digest = createHash('sha256').update(value).digest();
    const both: [string, Buffer][] = [
      [name, value],
      [`SHA-256 of ${name}`, digest],
    ];
    return both.flatMap(([of, exact]): [string, Buffer][] => [
      [of, exact],
      [`hex of ${of}`, Buffer.from(exact.toString('hex'))],
      [`base64 of ${of}`, Buffer.from(exact.toString('base64'))],
      [`base64url of ${of}`, Buffer.from(exact.toString('base64url'))],
    ]);
  });
}

describeService('after its erasure (A-33, I9)', (running) => {
  const clock = clockOf(() => running().ctx.database);
  const query = <T extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    running().ctx.database.query<T>(text, values);

  /** A session that was fed everything there is, under idempotency keys that name the person. */
  async function fed(integration: TestIntegration, name: string) {
    const { client } = integration;
    const sent: Sent = { texts: [], bytes: [] };
    const post = async (path: string, key: string, value: unknown) => {
      const body = JSON.stringify(value);
      sent.bytes.push(Buffer.from(body));
      sent.texts.push(key);
      const answer = await client.call<{ verification: { id: string; sessionToken: string } }>({
        method: 'POST',
        path,
        body,
        headers: { 'idempotency-key': key },
      });
      expect(answer.status).toBeLessThan(300);
      return answer;
    };
    const mark = `${name}-${seededNumbers(name)().toString(36).slice(2)}`;
    const person = { firstName: name, lastName: `Zwitscher ${mark}`, email: `${mark}@mail.example` };
    const { verification } = (
      await post('/sessions', `new ${mark}`, {
        verification: { person, vendorData: `vendor ${mark}`, document: { number: `N${mark.slice(-8)}` } },
      })
    ).body;
    const picture = Buffer.concat([onePixel, Buffer.from(mark)]);
    sent.bytes.push(picture);
    await post(`/sessions/${verification.id}/media`, `picture ${mark}`, {
      image: { context: 'face', content: picture.toString('base64') },
    });
    await post(`/sessions/${verification.id}/collected-data`, `data ${mark}`, {
      providerName: mark,
      person: { email: person.email },
      network: { ip: { addressV4: '203.0.113.142' } },
      device: { fingerprint: `device ${mark}` },
    });
    sent.texts.push(
      ...Object.values(person).filter((text) => text !== name),
      `vendor ${mark}`,
      `device ${mark}`,
      mark,
    );
    sent.texts.push(verification.sessionToken);
    await filmed(client, verification.sessionToken, { mark, sent });
    await client.submit(verification.id);
    await client.waitForDecision(verification.id);
    return { sessionId: verification.id, sent, mark };
  }
  /** What a person leaves in the flow: a picture, half of another one, a film, and a code for a phone. */
  async function filmed(client: ApiClient, token: string, { mark, sent }: { mark: string; sent: Sent }) {
    const page = await enterFlow(overNetwork(new URL(client.access.apiUrl).origin), token);
    await page.start();
    const picture = Buffer.concat([onePixel, Buffer.from(`front ${mark}`)]);
    await page.upload('document-front', picture);
    const back = pngOfSize(2_000, `back ${mark} `);
    const film = filmOf(12, jpegOfSize(480, 640, `frame ${mark}`));
    const half = await page.send({ method: 'POST', path: '/uploads', body: uploadOf('document-back', back) });
    const challenge = (await page.send({ method: 'POST', path: '/challenge' })).body.id;
    const opened = await page.send({
      method: 'POST',
      path: '/uploads',
      body: uploadOf('film', film, { challenge }),
    });
    const append = async (id: string, body: Buffer) =>
      (await page.send({ method: 'PATCH', path: `/uploads/${id}`, headers: { 'upload-offset': '0' }, body }))
        .status;
    expect([await append(half.body.id, back.subarray(0, 1_000)), await append(opened.body.id, film)]).toEqual(
      [200, 200],
    );
    const offer = { kind: 'scan', language: 'en' };
    expect((await page.send({ method: 'POST', path: '/handoff', body: offer })).status).toBe(200);
    sent.bytes.push(picture, film);
  }
  const integrate = () => running().integrate({ settings: { deletion: true, livenessChallenge: true } });
  const remove = ({ client }: TestIntegration, sessionId: string) =>
    client.call({ method: 'DELETE', path: `/sessions/${sessionId}`, sign: sessionId });
  async function erased(sessionId: string): Promise<void> {
    await expect
      .poll(() => query('select erased_at is not null as erased from session where id = $1', [sessionId]))
      .toEqual([{ erased: true }]);
  }
  async function expectNothing(sent: Sent) {
    const everything = await stored((text) => query(text));
    expect(everything.length).toBeGreaterThan(50);
    const left = spellings(sent).flatMap(([name, value]) =>
      everything.filter(({ bytes }) => bytes.includes(value)).map(({ place }) => `${name} in ${place}`),
    );
    expect(left).toEqual([]);
  }

  it('and before it: no table shows what was sent, without the key-encryption key (S18)', async () => {
    const { sent } = await fed(await integrate(), 'Approve');
    await expectNothing(sent);
  });

  it.each(['Approve', 'Decline', 'Resubmit'])(
    '"%s": no table holds what was sent, a digest of it, or the client’s keys',
    async (name) => {
      const integration = await integrate();
      running().receiver.behave(({ body }) => ({ status: 200, body: body.toString() }));
      const { sessionId, sent } = await fed(integration, name);
      expect((await remove(integration, sessionId)).status).toBe(200);
      await erased(sessionId);
      await expect
        .poll(() => query(`select type from webhook where session_id = $1 and state = 'due'`, [sessionId]))
        .toEqual([]);
      await expectNothing(sent);
      for (const table of [
        'flow_session',
        'flow_bearer',
        'flow_handoff',
        'flow_upload',
        'flow_picture',
        'flow_film',
      ])
        expect([table, await query(`select 1 from ${table} where session_id = $1`, [sessionId])]).toEqual([
          table,
          [],
        ]);
    },
  );

  it('repeating the request that made it makes no second session for the rest of its day (A-111, I15)', async () => {
    const integration = await integrate();
    const { sessionId, sent, mark } = await fed(integration, 'Approve');
    const repeat = async (body: string) => {
      const headers = { 'idempotency-key': `new ${mark}` };
      return integration.client.call({ method: 'POST', path: '/sessions', body, headers });
    };
    const first = sent.bytes[0]?.toString() ?? '';
    expect((await repeat(first)).body).toMatchObject({ verification: { id: sessionId } });
    await remove(integration, sessionId);
    expect([(await repeat(first)).status, (await repeat('{"verification":{}}')).status]).toEqual([404, 404]);
    await erased(sessionId);
    expect([(await repeat(first)).status, (await repeat('{"verification":{}}')).status]).toEqual([404, 404]);
    await clock.advance({ hours: 24 });
    expect((await repeat(first)).status).toBe(201);
  });

  it.each([
    ['before anything was done', async () => {}],
    [
      'after the data key was dropped',
      async (key: { integrationId: string; sessionId: string }) =>
        running().ctx.database.transaction((tx) => dropDataKey(tx, key)),
    ],
    [
      'between two files',
      async (key: { integrationId: string; sessionId: string }) => {
        await running().ctx.database.transaction((tx) => dropDataKey(tx, key));
        const [medium] = await query<{ blob: string }>('select blob from media where session_id = $1', [
          key.sessionId,
        ]);
        await running().ctx.blobs.delete(medium?.blob ?? '');
      },
    ],
  ])('killed %s it is found again and finished (F36)', async (_when, leave) => {
    const integration = await integrate();
    const { sessionId, sent } = await fed(integration, 'Approve');
    const { integrationId } = integration;
    // As a process leaves it that was killed over it, and its job is lost as well.
    await query(`update session set deleted_at = now() where id = $1`, [sessionId]);
    await leave({ integrationId, sessionId });
    expect((await integration.client.decision(sessionId)).status).toBe(404);
    await clock.advance({ seconds: 61 });
    // The service itself looks for it every 20 s, and may have found it first.
    await restoreMissingErasures(running().ctx.database);
    running().ctx.wake.notify('job');
    await erased(sessionId);
    await expectNothing(sent);
  });
});
