/** Sessions of registry checks as integrators send them; the people are those of spec/registries.md 15.2 to 15.4. */
import type { ApiClient, DecisionAnswer } from '../../src/api-client.ts';
import { onePixel } from './one-pixel.ts';

/** What POST /sessions is given. */
export type Verification = Record<string, unknown>;

/** **BR identity**, with a CPF of a scenario or persona. */
export const brazilian = (
  cpf: string,
  { person = {}, document = {} }: { person?: Verification; document?: Verification } = {},
): Verification => ({
  person: {
    firstName: 'ANA BEATRIZ',
    lastName: 'SOUZA LIMA',
    dateOfBirth: '1990-01-31',
    gender: 'F',
    idNumber: cpf,
    ...person,
  },
  document: {
    country: 'BR',
    type: 'DRIVERS_LICENSE',
    registrationNumber: '58316794534',
    category: 'AB',
    firstIssue: '2010-03-15',
    validFrom: '2022-05-10',
    validUntil: '2032-05-09',
    ...document,
  },
});

/** **MX identity**, with a CIC of a scenario or persona; consent is given unless told otherwise. */
export const mexican = (
  cic: string,
  consents: readonly object[] = [{ type: 'ine', approved: true }],
): Verification => ({
  person: {
    firstName: 'JUAN CARLOS',
    lastName: 'PEREZ',
    secondLastName: 'LOPEZ',
    idNumber: 'PELJ850101HDFRPN06',
  },
  document: {
    number: cic,
    country: 'MX',
    type: 'ID_CARD',
    firstIssue: '2003-06-15',
    validFrom: '2023-01-10',
  },
  consents,
});

/** **CO identity**, with a number of a scenario or persona. */
export const colombian = (number: string, document: Verification = {}): Verification => ({
  person: { firstName: 'MARIA GABRIELA', lastName: 'NUÑEZ GARCIA' },
  document: {
    number,
    country: 'CO',
    type: 'ID_CARD',
    idCardType: 'CC',
    firstIssue: '2015-06-20',
    ...document,
  },
});

/** Creates and submits a session, with a picture of the person unless told otherwise. @returns its id */
export async function submitted(
  client: ApiClient,
  verification: Verification,
  { selfie = true }: { selfie?: boolean } = {},
): Promise<string> {
  const sessionId = await client.createSession(verification);
  if (selfie) await client.uploadMedia(sessionId, { context: 'face', bytes: onePixel });
  await client.submit(sessionId);
  return sessionId;
}

/** The decision on a session as `submitted` makes it. */
export async function decisionOn(
  client: ApiClient,
  verification: Verification,
  options: { selfie?: boolean } = {},
): Promise<NonNullable<DecisionAnswer['verification']>> {
  const { body } = await client.waitForDecision(await submitted(client, verification, options));
  if (body.verification === null) throw new Error('waiting for a decision ends with one');
  return body.verification;
}

/** A check that passed. */
export const ok = { result: 'success', reason: null };
/** A check that failed, and why. */
export const failed = (reason: string) => ({ result: 'failure', reason });
/** A check that could not be made, and why. */
export const notApplicable = (reason: string) => ({ result: 'not_applicable', reason });
