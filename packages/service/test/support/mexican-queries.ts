/** Decided sessions about Mexican cards, and the registries that are asked about them: the real connectors before the simulator. */
import type { FieldReading, FieldReadings, PictureFindings } from '@countersign/findings';
import { openRegistries, sandboxSettings } from '@countersign/registries';
import { type Simulator, startSimulator } from '@countersign/registry-simulator';
import type { GivenSettings } from '../../src/settings/integration-settings.ts';
import { unsealText } from '../../src/encryption/seal.ts';
import type { LeasedJob } from '../../src/storage/job/jobs.ts';
import { setWebhookUrl } from '../../src/usecases/webhook/set-webhook-url.ts';
import { queryRegistry } from '../../src/workers/registry/query-registry.ts';
import type { RegistryClients } from '../../src/workers/registry/registry-clients.ts';
import type { Client, TestApi } from './api.ts';
import { claimJob, seeing, verify } from './decide.ts';
import { seenPictures } from './findings.ts';

/** A simulator and the desk before it. */
export interface TestDesk {
  simulator: Simulator;
  registryClients: RegistryClients;
  close(): Promise<void>;
}

export async function createTestRegistryClients(): Promise<TestDesk> {
  const simulator = await startSimulator();
  const registries = openRegistries(
    sandboxSettings(simulator.url, { retries: 0, retryMinMs: 1, retryMaxMs: 2, dataMs: 2_000 }),
    {
      readSecret: () => {
        throw new Error('the simulator needs no secret');
      },
      onCall: () => {},
    },
  );
  const registryClients: RegistryClients = {
    registriesOf: () => Promise.resolve(registries),
    ending: new AbortController().signal,
    refuse: () => {},
    close: () => registries.close(),
  };
  return {
    simulator,
    registryClients,
    close: async () => {
      await registries.close();
      await simulator.close();
    },
  };
}

/** What a voter card shows that is told to the registries. */
export interface ShownCard {
  cic: string;
  curp?: string;
  ocr?: string;
  issueYear?: string;
}

const read = (value: string): FieldReading => ({ value, text: value, confidence: 1, box: null });

/** The pictures of a Mexican card whose holder stands before the camera: its zone, and the print that a zone does not repeat. */
export function seenCard({
  cic,
  curp,
  ocr = '0123098765432',
  issueYear = '2023',
}: ShownCard): PictureFindings {
  const seen = seenPictures();
  const { mediaId = '' } = seen.pictures[1] ?? {};
  const fields: FieldReadings = {
    ...(curp === undefined ? {} : { curp: read(curp) }),
    expiryDate: { ...read('2033-12-31'), text: `${issueYear} - 2033` },
  };
  const documentClass = { kind: 'mx-ine', issuingState: 'MEX', confidence: 1, source: 'mrz' } as const;
  return {
    ...seen,
    barcode: null,
    documentClass,
    mrz: {
      mediaId,
      format: 'TD1',
      status: 'clean',
      lines: [],
      raw: [],
      checks: { number: true, birth: true, expiry: true, optional: null, composite: true },
      repaired: [],
      confidence: 0.99,
      fields: {
        documentCode: 'ID',
        issuingState: 'MEX',
        number: cic,
        lastName: 'PEREZ LOPEZ',
        firstName: 'JUAN CARLOS',
        truncated: false,
        birthDate: '1985-01-01',
        expiryDate: '2033-12-31',
        sex: 'M',
        rawSex: 'H',
        nationality: 'MEX',
        optional1: ocr || null,
        optional2: '02<<12345',
        personalNumber: null,
        confidence: {},
      },
    },
    printed: { mediaId, fields, documentClass, side: 'front', template: 'mx-ine-front', engine: 'test' },
  };
}

const allQueries = { ineQuery: true, curpQuery: true, combinedQuery: true };

/** An integration with queries, and an address for each of their webhooks. */
export async function integrateQueries(
  api: TestApi,
  mexico: NonNullable<GivenSettings['mexico']> = allQueries,
  settings: GivenSettings = {},
): Promise<Client> {
  const client = await api.integrate({ settings: { ...settings, mexico } });
  const { integrationId } = client;
  for (const type of ['ine-registry', 'curp-registry', 'ine-curp-registry'] as const) {
    const url = `https://hooks.example.com/${type}`;
    await setWebhookUrl(api.ctx)({ integrationId, type, url, actor: 'test' });
  }
  return client;
}

export const consented = [{ type: 'ine', approved: true }];

/** A session about a card, decided by its checks. @returns its id */
export async function decidedCard(
  api: TestApi,
  client: Client,
  {
    card,
    verification = { consents: consented },
  }: { card: ShownCard; verification?: Record<string, unknown> },
): Promise<string> {
  const id = await client.createSession(verification);
  await client.submit(id);
  await verify(api, id, seeing(seenCard(card)));
  return id;
}

/** Claims the query job of a session as a worker does. @returns `null` when it has none */
export const claimQuery = (api: TestApi, sessionId: string): Promise<LeasedJob | null> =>
  claimJob(api, sessionId, 'query-mx-test');

/** Runs the query job of a decided session. */
export async function runQueries(
  api: TestApi,
  { registryClients }: TestDesk,
  sessionId: string,
): Promise<void> {
  const job = await claimQuery(api, sessionId);
  if (!job) throw new Error('the session has no query job');
  await queryRegistry(api.ctx, registryClients)(job, new AbortController().signal);
}

/** Bodies of the webhooks about queries that wait for a session, by type. */
export async function queryWebhooks(
  { ctx }: TestApi,
  { integrationId }: Client,
  sessionId: string,
): Promise<Record<string, unknown>> {
  const rows = await ctx.database.query<{
    id: string;
    type: string;
    body: Uint8Array;
    wrapped: Uint8Array;
    kekVersion: number;
  }>(
    `select w.id, w.type, w.body, s.data_key as wrapped, s.kek_version as "kekVersion"
     from webhook w join session s on s.id = w.session_id where w.session_id = $1 and w.type like '%registry' order by w.type`,
    [sessionId],
  );
  const opened = rows.map(({ id, type, body, wrapped, kekVersion }) => {
    const dataKey = ctx.vault.openDataKey({ integrationId, sessionId, wrapped, kekVersion });
    return [type, JSON.parse(unsealText(dataKey, `webhook:${id}`, body)) as unknown] as const;
  });
  return Object.fromEntries(opened);
}

/** GET …/decision/{name} in its one version. */
export const getQuery = (client: Client, sessionId: string, name: string) =>
  client.call({ path: `/sessions/${sessionId}/decision/${name}?version=1.0.0` });
