/** The identity of the scenarios, a connector for it, and a remote end that answers as a test specifies. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { BrPolicy, BrQuestion, CallContext } from '@countersign/core';
import { createDatavalidConnector } from '../src/br-cpf/datavalid-connector.ts';
import { createRegistryHttp, type RegistryHttpDeps } from '../src/calls/create-registry-http.ts';
import type { CallRecord } from '../src/calls/registry-http.ts';
import type { DatavalidOptions, Resilience } from '../src/registry-settings.ts';

export const identityClaims = {
  name: 'ANA BEATRIZ SOUZA LIMA',
  dateOfBirth: '1990-01-31',
  gender: 'F',
  licenceNumber: '58316794534',
  licenceCategory: 'AB',
  firstIssue: '2010-03-15',
  validFrom: '2022-05-10',
  validUntil: '2032-05-09',
} as const satisfies Required<BrQuestion['claims']>;

/** Three bytes that every JPEG begins with; `/9j/` in base64. */
export const selfie = { format: 'jpeg', bytes: Uint8Array.of(0xff, 0xd8, 0xff) } as const;

/** A question about `br.pass` with every possible claim. */
export const wholeQuestion: BrQuestion = {
  cpf: '90000000175',
  selfie,
  claims: identityClaims,
  compareLicenceStatus: true,
};

/** All checks on, with the usual thresholds. */
export const policy: BrPolicy = {
  faceThreshold: 80,
  nameThreshold: 90,
  fields: {
    name_match: 'on',
    date_of_birth_match: 'on',
    gender_match: 'on',
    drivers_license_number_match: 'on',
    drivers_license_category_match: 'on',
    drivers_license_is_valid: 'on',
    drivers_license_first_issue_match: 'on',
    drivers_license_valid_from_match: 'on',
    drivers_license_valid_until_match: 'on',
  },
};

export const resilience: Resilience = {
  connectMs: 1_000,
  dataMs: 5_000,
  biometricMs: 20_000,
  overallMs: 30_000,
  retries: 2,
  retryMinMs: 1,
  retryMaxMs: 2,
  retryAfterMaxMs: 100,
  breaker: null,
  responseBytes: 1_000_000,
  concurrency: 64,
};

let calls = 0;

/** A call with its own tag; the simulator gives the same tag the same answer. */
export const callContext = (more: Partial<CallContext> = {}): CallContext => ({
  signal: new AbortController().signal,
  deadline: new Date(Date.now() + 30_000).toISOString(),
  correlationId: `call-${(calls += 1)}`,
  consentRef: 'consent-1',
  ...more,
});

export const datavalidOptions = (
  baseUrl: string,
  more: Partial<DatavalidOptions> = {},
): DatavalidOptions => ({
  baseUrl,
  auth: { type: 'oauth2', tokenUrl: `${baseUrl}/token`, clientId: 'env:KEY', clientSecret: 'env:SECRET' },
  resilience,
  wireVersion: 'v5',
  product: 'datavalid',
  tokenUrl: `${baseUrl}/token`,
  consumerKey: 'env:KEY',
  consumerSecret: 'env:SECRET',
  consultaCpf: { path: '/consulta-cpf-df/v2' },
  consent: {
    idTemplate: '00000000-0000-4000-8000-000000000001',
    payerCnpj: '11222333000181',
    provider: { url: `${baseUrl}/datavalid/v5/gcc/token`, auth: { type: 'none' } },
  },
  requestLiveness: false,
  ...more,
});

/** A connector with a real connection to its registry, closed with the test; `records` are the calls as logged. */
export function openDatavalid(options: DatavalidOptions, deps: Partial<RegistryHttpDeps> = {}) {
  const records: CallRecord[] = [];
  const http = createRegistryHttp(options, {
    connector: 'datavalid',
    readSecret: (reference) => `the text of ${reference}`,
    onCall: (record) => records.push(record),
    ...deps,
  });
  onTestFinished(() => http.close());
  return { connector: createDatavalidConnector(options, http), http, records };
}

/** A request as it arrived. */
export interface Arrived {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface FarReply {
  status?: number;
  headers?: Record<string, string>;
  /** A string is sent as it is, a value as JSON, `drop` breaks the connection. */
  body: unknown;
}

export const drop = Symbol('drop');

/** A registry that answers with `reply` and records what it received; it issues bearer tokens to anyone. */
export async function openFarEnd(reply: (request: Arrived) => FarReply) {
  const requests: Arrived[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming;
      const request = { method, path: url, headers, body: Buffer.concat(chunks).toString('utf8') };
      if (url === '/token') {
        response.writeHead(200).end(JSON.stringify({ access_token: 'bearer-1', expires_in: 3295 }));
        return;
      }
      requests.push(request);
      const { status = 200, headers: replyHeaders = {}, body } = reply(request);
      if (body === drop) {
        incoming.socket.resetAndDestroy();
        return;
      }
      response.writeHead(status, replyHeaders).end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests };
}

/** The remote end's answers to the steps before the validation: regular, and a token. */
export function stepBefore({ path }: Arrived): FarReply | null {
  const cpf = /\/cpf\/(\d{11})$/.exec(path)?.[1];
  if (cpf !== undefined) return { body: { ni: cpf, situacao: { codigo: '0', descricao: 'Regular' } } };
  return path.endsWith('/gcc/token')
    ? { headers: { 'content-type': 'text/plain' }, body: 'consent-token-1' }
    : null;
}
