/** The identity of Mexico's scenarios, questions about it, and answers as its registries write them. */
import { onTestFinished } from 'vitest';
import {
  evaluateMx,
  type MxAnswer,
  type MxInput,
  type MxPolicy,
  type MxQuestion,
  type RegistryResult,
} from '@countersign/core';
import { createRegistryHttp } from '../src/calls/create-registry-http.ts';
import type { HttpAnswer } from '../src/calls/registry-http.ts';
import { developmentPublicKey } from '../src/mx-ine/development-keys.ts';
import { createIneConnector } from '../src/mx-ine/ine-connector.ts';
import { digestSignature } from '../src/mx-ine/signature.ts';
import type { IneOptions } from '../src/registry-settings.ts';
import { callContext, resilience, selfie } from './br-fixtures.ts';

/** Everything that can be compared, as a session supplies it. */
export const identityClaims = {
  firstName: 'Juan Carlos',
  fatherLastName: 'Pérez',
  motherLastName: 'López',
  curp: 'PELJ850101HDFRPN06',
  registrationYear: '2003',
  issueYear: '2023',
} as const satisfies Required<MxQuestion['claims']>;

export const wholeQuestion: MxQuestion = {
  cic: '999900001',
  selfie,
  consent: true,
  claims: identityClaims,
};

export const consentedInput: MxInput = {
  consents: [{ type: 'ine', approved: true }],
  cic: '999900001',
  selfie: true,
  claims: identityClaims,
};

/** Every check on, the usual threshold. */
export const policy: MxPolicy = {
  faceThreshold: 80,
  optional: {
    first_name_match: true,
    father_last_name_match: true,
    mother_last_name_match: true,
    personal_number_match: true,
    registration_year_match: true,
    issue_year_match: true,
  },
};

export const ineOptions = (baseUrl: string, more: Partial<IneOptions> = {}): IneOptions => ({
  baseUrl,
  auth: { type: 'none' },
  resilience,
  path: '/ine/v1/verificacion',
  face: {
    imagePath: 'facial.imagen',
    formatPath: 'facial.formato',
    codePath: 'response.facialResponse.codigoRespuestaFacial',
    similarityPath: 'response.facialResponse.similitud',
    okCodes: [0],
    selfieCodes: [1, 2],
    noPortraitCodes: [3],
    scale: 'percent',
  },
  absentTheftReport: 'not_returned',
  dataOkCodes: null,
  verifySignature: 'none',
  signatureKey: null,
  location: null,
  ...more,
});

/** When every hand-made response arrived. */
export const at = '2026-11-20T14:05:09.120Z';

/** A response that was read whole; a text goes in as it is, a value as JSON. */
export const response = (body: unknown, status = 200): HttpAnswer => ({
  status,
  headers: {},
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  at,
  attempts: 1,
});

/** 1 attempt, arrived. */
export const technical = (cause: 'schema' | 'malformed_body' | 'bad_signature', httpStatus = 200) => ({
  kind: 'technical',
  cause,
  attempts: 1,
  at,
  httpStatus,
});

export const maintenance = { kind: 'unavailable', cause: 'maintenance', attempts: 1, delivered: 'maybe' };

/** Of what the simulator signs. */
export const verifySignature = digestSignature(developmentPublicKey);

export interface Asked {
  cic: string;
  claims?: MxInput['claims'];
  verified?: boolean;
  correlationId?: string;
  /** Beside the address. */
  options?: Partial<IneOptions>;
}

/** What the connector answers about a card, on its way through HTTP, and what comes of it. */
export async function ask(baseUrl: string, { cic, claims = identityClaims, ...more }: Asked) {
  const options = ineOptions(baseUrl, more.options);
  const http = createRegistryHttp(options, {
    connector: 'ine-json',
    readSecret: () => 'unused',
    onCall: () => {},
  });
  onTestFinished(() => http.close());
  const connector = createIneConnector(options, http, more.verified === false ? null : verifySignature);
  const question: MxQuestion = { ...wholeQuestion, cic, claims };
  const context = callContext(more.correlationId === undefined ? {} : { correlationId: more.correlationId });
  const result = await connector.check(question, context);
  return { result, evaluated: evaluate(result, { ...consentedInput, cic, claims }) };
}

function evaluate(result: RegistryResult<MxAnswer>, input: MxInput) {
  const evaluated = evaluateMx(input, policy, result);
  if (evaluated === 'call') throw new Error('a result settles every check');
  return evaluated;
}

/** Row, status and reason code. */
export const decision = ({ evaluated: { row, verdict } }: Awaited<ReturnType<typeof ask>>) => [
  row,
  verdict.status,
  verdict.reasonCode,
];
