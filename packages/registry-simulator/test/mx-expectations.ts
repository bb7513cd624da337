/** What the connector answers about the simulated cards of Mexico, and what is decided on it. */
import { onTestFinished } from 'vitest';
import type { MexicoResult } from '@countersign/contract';
import {
  type Evaluated,
  evaluateMx,
  type MxAnswer,
  type MxInput,
  type MxPolicy,
  type MxQuestion,
  type RegistryResult,
} from '@countersign/core';
import { createRegistryHttp } from '../../registries/src/calls/create-registry-http.ts';
import { createIneConnector } from '../../registries/src/mx-ine/ine-connector.ts';
import { digestSignature } from '../../registries/src/mx-ine/signature.ts';
import type { IneOptions } from '../../registries/src/registry-settings.ts';
import { callContext } from '../../registries/test/br-fixtures.ts';
import { identityClaims, ineOptions, wholeQuestion } from '../../registries/test/mx-fixtures.ts';
import { developmentPublicKey } from '../src/mx-ine/development-keys.ts';

const consentedInput: MxInput = {
  consents: [{ type: 'ine', approved: true }],
  cic: '999900001',
  selfie: true,
  claims: identityClaims,
};

/** Every check on, the usual threshold. */
const policy: MxPolicy = {
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

function evaluate(result: RegistryResult<MxAnswer>, input: MxInput): Evaluated<MexicoResult> {
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
