/** What the connector says of the identity of the scenarios, and what is decided on it. */
import { expect } from 'vitest';
import {
  type BrAnswer,
  type BrField,
  type BrPolicy,
  evaluateBr,
  type RegistryResult,
} from '@countersign/core';
import type { DatavalidOptions } from '../../registries/src/registry-settings.ts';
import type { Simulator } from '../src/server/simulator.ts';
import {
  callContext,
  datavalidOptions,
  identityClaims,
  openDatavalid,
  policy,
  wholeQuestion,
} from '../../registries/test/br-fixtures.ts';

export const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
export const equal = { equal: true };
export const different = { equal: false };
export const allEqual: Record<BrField, BrAnswer['compared'][BrField] & object> = {
  name: { similarity: 100 },
  dateOfBirth: equal,
  gender: equal,
  licenceNumber: equal,
  licenceCategory: equal,
  licenceStatus: equal,
  firstIssue: equal,
  validFrom: equal,
  validUntil: equal,
};

/** Everything equal and regular but for this. */
export const answered = (more: Partial<BrAnswer> = {}): RegistryResult<BrAnswer> => ({
  kind: 'answered',
  at,
  answer: {
    taxpayerStatus: 'regular',
    licenceFound: true,
    face: { onFile: true, similarity: 97, liveness: null },
    compared: allEqual,
    ...more,
  },
});
export const face = (similarity: number) => answered({ face: { onFile: true, similarity, liveness: null } });
export const compared = (more: BrAnswer['compared']) => answered({ compared: { ...allEqual, ...more } });
export const ended = (taxpayerStatus: NonNullable<BrAnswer['taxpayerStatus']>) =>
  answered({ taxpayerStatus, licenceFound: null, face: null, compared: {} });
export const rejected = (
  input: 'id_number' | 'minor' | 'selfie' | 'portrait',
  code: string,
): RegistryResult<BrAnswer> => ({
  kind: 'rejected',
  at,
  input,
  code,
});
export const technical = (cause: 'config' | 'auth' | 'unexpected_status', httpStatus: number, attempts = 1) =>
  ({ kind: 'technical', cause, attempts, at, httpStatus }) as const;
export const unavailable = (cause: 'maintenance' | 'timeout' | 'http_5xx' | 'rate_limited', attempts = 1) =>
  ({ kind: 'unavailable', cause, attempts, delivered: 'maybe' }) as const;
export const notFound: RegistryResult<BrAnswer> = { kind: 'not_found', at };
export const noPortrait: BrAnswer['face'] = { onFile: false, similarity: null, liveness: null };
export const withoutLicence = answered({
  licenceFound: false,
  face: null,
  compared: { name: { similarity: 100 }, dateOfBirth: equal },
});

const today = '2026-11-20';

export interface Asking {
  claims?: Partial<typeof identityClaims> | Record<string, string>;
  options?: Partial<DatavalidOptions>;
  deadlineMs?: number;
  prefix?: '' | '/sandbox';
  fields?: Partial<BrPolicy['fields']>;
}

/** Asks a simulator through the real connector and evaluates what comes. */
export async function askSimulator(
  simulator: Simulator,
  cpf: string,
  { claims = identityClaims, prefix = '', ...more }: Asking = {},
) {
  const { connector } = openDatavalid(datavalidOptions(simulator.url + prefix, more.options));
  const deadline = new Date(Date.now() + (more.deadlineMs ?? 30_000)).toISOString();
  const result = await connector.check({ ...wholeQuestion, cpf, claims }, callContext({ deadline }));
  const evaluated = evaluateBr(
    { cpf, cpfExempt: prefix === '/sandbox', selfie: true, licencePresented: true, claims },
    { ...policy, fields: { ...policy.fields, ...more.fields } },
    result,
    today,
  );
  if (evaluated === 'call') throw new Error('a result was not taken');
  const { row, object, verdict } = evaluated;
  const validations: Record<string, { result: string } | undefined> = object.validations ?? {};
  const failed = Object.keys(validations).filter((check) => validations[check]?.result === 'failure');
  return { result, row, verdict, failed };
}
