/** The identity of the Colombian scenarios, connectors to a simulator, and the check around them. */
import { evaluateCo, questionCo, type CallContext, type CoInput, type CoPolicy } from '@countersign/core';
import { createRegistryHttp } from '../src/calls/create-registry-http.ts';
import type { CallRecord, RegistryHttp } from '../src/calls/registry-http.ts';
import { createAniConnector } from '../src/co-civil/ani-connector.ts';
import { createGenericConnector } from '../src/generic/generic-connector.ts';
import type { AniOptions, ConnectorOptions, Resilience } from '../src/registry-settings.ts';

/** What the identity's holder claims. */
export const claim: CoInput = {
  idType: 'CC',
  givenNames: 'MARIA GABRIELA',
  surnames: 'NUÑEZ GARCIA',
  firstIssue: '2015-06-20',
};

export const policy: CoPolicy = {
  passAbove: 85,
  resubmitFrom: 70,
  registryName: 'Registraduría Nacional del Estado Civil',
};

export const resilience: Resilience = {
  connectMs: 2_000,
  dataMs: 15_000,
  biometricMs: 20_000,
  overallMs: 40_000,
  retries: 0,
  retryMinMs: 1,
  retryMaxMs: 2,
  retryAfterMaxMs: 100,
  breaker: null,
  responseBytes: 1_000_000,
  concurrency: 256,
};

let calls = 0;

export const callContext = (): CallContext => ({
  signal: new AbortController().signal,
  deadline: new Date(Date.now() + 40_000).toISOString(),
  correlationId: `call-${(calls += 1)}`,
});

const optionsOf = (url: string, more: Partial<Resilience>): ConnectorOptions => ({
  baseUrl: url,
  auth: { type: 'oauth2', tokenUrl: `${url}/token`, clientId: 'env:ID', clientSecret: 'env:SECRET' },
  resilience: { ...resilience, ...more },
});

function openHttp(options: ConnectorOptions, connector: string) {
  const records: CallRecord[] = [];
  const http: RegistryHttp = createRegistryHttp(options, {
    connector,
    readSecret: (reference) => `the text of ${reference}`,
    onCall: (record) => records.push(record),
  });
  return { http, records, [Symbol.asyncDispose]: () => http.close() };
}

export const aniOptions = (
  url: string,
  shape: AniOptions['shape'],
  more: Partial<Resilience> = {},
): AniOptions => ({ ...optionsOf(url, more), contractId: 'contract-1', shape });

/** The archive's connector with a real connection to its registry; `records` are the calls as logged. */
export function openAni(options: AniOptions) {
  const way = openHttp(options, 'ani-json');
  return { ...way, connector: createAniConnector(options, way.http) };
}

/** The generic connector in front of the same simulator. */
export function openGeneric(url: string, more: Partial<Resilience> = {}) {
  const way = openHttp({ ...optionsOf(`${url}/generic/co`, more), auth: { type: 'none' } }, 'http-generic');
  const connector: ReturnType<typeof openAni>['connector'] = createGenericConnector(
    { registry: 'co', hmacSecret: null },
    way.http,
  );
  return { ...way, connector };
}

/** The whole check of one claim: pre-check, call, evaluation. */
export async function check(
  { connector }: Pick<ReturnType<typeof openAni>, 'connector'>,
  more: Partial<CoInput>,
) {
  const input = { ...claim, ...more };
  const question = questionCo(input);
  const result = question && (await connector.check(question, callContext()));
  const evaluated = evaluateCo(input, policy, result);
  if (evaluated === 'call') throw new Error('the check was neither refused nor called');
  const { object, row, verdict } = evaluated;
  return { result, object, row, decision: [verdict.status, verdict.reasonCode].filter(Boolean).join(' ') };
}
