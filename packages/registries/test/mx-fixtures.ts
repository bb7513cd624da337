/** The identity of Mexico's scenarios, a question about it, and answers in its registries' format. */
import type { MxQuestion } from '@countersign/core';
import type { HttpAnswer } from '../src/calls/registry-http.ts';
import type { IneOptions } from '../src/registry-settings.ts';
import { resilience, selfie } from './br-fixtures.ts';

/** All comparable data, as supplied by a session. */
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

/** Arrival time of every hand-made response. */
export const at = '2026-11-20T14:05:09.120Z';

/** A fully received response; a string is used as it is, a value as JSON. */
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
