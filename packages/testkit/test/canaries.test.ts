import fs from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { startTestService, type TestService } from '../src/index.ts';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../service/src/runtime/log.ts';
import { createTestDatabase, systemEngines } from '../../service/test/support/engines.ts';
import { uploadOf } from '../../service/test/support/flow-client.ts';
import { pageOf } from './support/flow-page.ts';

/** Values that must be found nowhere but in answers to the client they belong to. */
const canary = {
  firstName: 'Kanarina',
  lastName: 'Zwitscherbach',
  idNumber: 'CANARY0000042',
  email: 'kanarina@mail.example',
  phone: '+372 555 0142',
  street: 'Vogelweg 42, Canaryville',
  number: 'CNRY42424242',
  vendorData: 'canary-vendor-9f2c',
  fingerprint: 'canary-device-77aa',
  address: '203.0.113.142',
};
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Every text and byte column of every table, as one string. */
async function dump(query: (text: string) => Promise<Record<string, unknown>[]>): Promise<string> {
  const tables = await query(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const rows = await Promise.all(tables.map(({ name }) => query(`select * from "${String(name)}"`)));
  const text = (value: unknown): string =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : JSON.stringify(value);
  return rows.flatMap((table) => table.flatMap((row) => Object.values(row).map(text))).join('\n');
}

async function filesUnder(directory: string): Promise<string> {
  const entries = await fs.readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  return (await Promise.all(files.map((file) => fs.readFile(file, 'latin1')))).join('\n');
}

/** What a person leaves in the flow, half of an upload and a refused request included. @returns further values to look for */
async function inFlow(service: TestService): Promise<string[]> {
  const settings = { identityVerification: false, watchlistScreening: true } as const;
  const { client } = await service.integrate({ settings });
  const page = await pageOf(client);
  const { firstName, lastName } = canary;
  const start = { attempt: 1, consents: [] };
  await page.send({ method: 'POST', path: '/start', body: start });
  const typed = await page.send({ method: 'PUT', path: '/fields', body: { firstName, lastName } });
  const wrong = await page.send({ method: 'PUT', path: '/fields', body: { [lastName]: firstName } });
  const picture = Buffer.concat([png, Buffer.from(JSON.stringify(canary))]);
  await page.upload('face', picture);
  const larger = Buffer.concat([picture, picture]);
  const half = await page.send({ method: 'POST', path: '/uploads', body: uploadOf('face', larger) });
  const part = await page.send({
    method: 'PATCH',
    path: `/uploads/${half.body.id}`,
    headers: { 'upload-offset': '0' },
    body: picture,
  });
  const lost = await page.send({
    path: `/media/${lastName}/verdict?bearer=${page.bearer}`,
    bearer: `${page.bearer}x`,
  });
  const submitted = await page.submit();
  expect([typed, wrong, part, lost, submitted].map(({ status }) => status)).toEqual([
    200, 400, 200, 404, 200,
  ]);
  return [page.bearer, page.token];
}

describe.each(systemEngines())('personal data [%s]', (engine) => {
  it('is in no log line, no table and no stored file, whatever route it came by and whatever went wrong (S18, S21)', async () => {
    const lines: string[] = [];
    const sink = new Writable({ write: (chunk: Buffer, _, done) => (lines.push(String(chunk)), done()) });
    const log = createLog('trace', { destination: sink });
    const database = engine === 'postgres' ? await createTestDatabase({ migrated: true }) : null;
    const service = await startTestService({ log, ...(database ? { databaseUrl: database.url } : {}) });
    try {
      const { client, secret } = await service.integrate();
      const { firstName, lastName, idNumber, email, vendorData, number } = canary;
      const person = { firstName, lastName, idNumber, email, phoneNumber: canary.phone };
      const sessionId = await client.createSession({
        person,
        vendorData,
        document: { number, type: 'PASSPORT' },
        address: { fullAddress: canary.street },
      });
      const token = (await client.submit(await client.createSession({ person }))).body as {
        verification: { sessionToken: string };
      };
      await client.uploadMedia(sessionId, {
        context: 'face',
        bytes: Buffer.concat([png, Buffer.from(JSON.stringify(canary))]),
      });
      const collected = await client.call({
        method: 'POST',
        path: `/sessions/${sessionId}/collected-data`,
        body: {
          providerName: lastName,
          person: { email },
          network: { ip: { addressV4: canary.address } },
          device: { fingerprint: canary.fingerprint },
        },
      });
      expect(collected.status).toBe(200);
      await client.submit(sessionId);
      const { bytes } = await client.waitForDecision(sessionId);
      expect(bytes.toString('utf8')).toContain(lastName);
      await client.call({ method: 'GET', path: `/sessions/${sessionId}/person`, sign: sessionId });

      const failures = [
        { body: `{"verification":{"person":{"firstName":"${firstName}",` },
        { body: { verification: { person: { firstName, gender: lastName } } } },
        { body: { verification: { vendorData: 42, person } } },
      ].map(({ body }) => client.call({ method: 'POST', path: '/sessions', body, sign: null }));
      const badSignature = client.call({
        method: 'PATCH',
        path: `/sessions/${sessionId}`,
        body: { verification: { status: lastName } },
        sign: secret,
      });
      const badPath = client.call({
        method: 'GET',
        path: `/sessions/${lastName}/decision?name=${lastName}`,
        sign: lastName,
      });
      const badMedia = client.call({
        method: 'POST',
        path: `/sessions/${sessionId}/media`,
        body: { image: { context: lastName, content: idNumber } },
      });
      const page = fetch(`${service.url}/v/${token.verification.sessionToken}`);
      const statuses = (await Promise.all([...failures, badSignature, badPath, badMedia])).map(
        ({ status }) => status,
      );
      expect(statuses).toEqual([400, 400, 400, 401, 400, 400]);
      expect((await page).status).toBe(200);
      await service.receiver.waitFor(2);

      const flow = await inFlow(service);

      const secrets = [...Object.values(canary), secret, token.verification.sessionToken, ...flow];
      const { config } = service.ctx;
      const stored = [
        ['log', lines.join('\n')],
        ['tables', await dump((text) => service.ctx.database.query(text))],
        ['blobs', await filesUnder(path.join(config.dataDir, 'blobs'))],
      ] as const;
      expect(lines.length).toBeGreaterThan(0);
      for (const [place, text] of stored) {
        for (const value of secrets) expect(text.includes(value), `${value} in ${place}`).toBe(false);
        for (const value of secrets)
          expect(text.includes(Buffer.from(value).toString('base64')), `${value} in ${place}`).toBe(false);
      }
    } finally {
      await service.close();
      await database?.drop();
    }
  });
});
