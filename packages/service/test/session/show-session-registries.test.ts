import { afterAll, beforeAll, expect, it } from 'vitest';
import type { GivenSettings } from '../../src/settings/integration-settings.ts';
import { showSession } from '../../src/usecases/operator/show-session.ts';
import { onePixelPng } from '../support/api.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { createTestRegistryClients, type TestDesk } from '../support/mexican-queries.ts';
import { runCheck } from '../support/registry-jobs.ts';

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

type Verification = Record<string, unknown>;
interface Asked {
  settings: GivenSettings;
  registry: 'br' | 'mx' | 'co' | 'us';
  verification: Verification;
}

const standalone = (registry: 'BR_CPF' | 'MX_INE' | 'CO'): GivenSettings => ({
  identityVerification: false,
  registry,
});

/** The licence number's check digits are wrong. */
const brazil = (idNumber: string): Asked => ({
  settings: standalone('BR_CPF'),
  registry: 'br',
  verification: {
    person: { firstName: 'ANA BEATRIZ', lastName: 'SOUZA LIMA', dateOfBirth: '1990-01-31', idNumber },
    document: { country: 'BR', type: 'DRIVERS_LICENSE', registrationNumber: '58316794535' },
  },
});

/** The CURP's check digit is wrong. */
const mexico = (number: string): Asked => ({
  settings: standalone('MX_INE'),
  registry: 'mx',
  verification: {
    person: { firstName: 'JUAN CARLOS', lastName: 'PEREZ', idNumber: 'PELJ850101HDFRPN07' },
    document: { number, country: 'MX', type: 'ID_CARD' },
    consents: [{ type: 'ine', approved: true }],
  },
});

const colombia = (number: string, idCardType = 'CC'): Asked => ({
  settings: standalone('CO'),
  registry: 'co',
  verification: {
    person: { firstName: 'MARIA GABRIELA', lastName: 'NUÑEZ GARCIA' },
    document: { number, idCardType, country: 'CO', type: 'ID_CARD', firstIssue: '2015-06-20' },
  },
});

const unitedStates = (idNumber: string): Asked => ({
  settings: { validateRegistry: true },
  registry: 'us',
  verification: {
    person: { idNumber, firstName: 'Marlon', lastName: 'Tavistock', dateOfBirth: '1979-12-05' },
  },
});

/** Everything personal that was sent or is on record; no part of it is shown. */
const personal = [
  'SOUZA',
  'BEATRIZ',
  '1990-01-31',
  '58316794535',
  '58316794534',
  '12345678',
  '11150300011',
  'JUAN',
  'PEREZ',
  'PELJ850101',
  '999900004',
  '0123098765432',
  'PRLPJN85010109H400',
  'GABRIELA',
  'MARIA',
  'LUZ',
  'NUÑEZ',
  'NUNEZ',
  'GARCIA',
  '9000000004',
  '2015-06-20',
  '9001234561',
  'Marlon',
  'MARLON',
  'Tavistock',
  'TAVISTOCK',
  '1979-12-05',
  '98765432',
  '987-65-432',
];

describeApiOnce('countersign session show, about registries', (given) => {
  let registryClients: TestDesk;
  beforeAll(async () => {
    registryClients = await createTestRegistryClients();
  });
  afterAll(() => registryClients.close());

  /** `registries` of a session that was checked. */
  const shownOf = async ({ settings, registry, verification }: Asked) => {
    const client = await given.api.integrate({ settings });
    const sessionId = await submit(client, registry, verification);
    await runCheck(given.api, sessionId, { registry, registryClients: registryClients.registryClients });
    const { integrationId } = client;
    const shown = await showSession(given.api.ctx)({ integrationId, sessionId });
    if (shown.outcome !== 'shown') throw new Error('the session is there');
    for (const secret of personal) expect(JSON.stringify(shown)).not.toContain(secret);
    return shown.session.registries;
  };

  type Client = Awaited<ReturnType<typeof given.api.integrate>>;
  async function submit(client: Client, registry: Asked['registry'], verification: Verification) {
    if (registry === 'us') {
      const created = await client.call({
        method: 'POST',
        path: '/sessions/validate-registry',
        body: { verification },
      });
      return created.json.verification.id;
    }
    const sessionId = await client.createSession(verification);
    if (registry !== 'co') await client.upload(sessionId, { context: 'face', content: onePixelPng });
    await client.submit(sessionId);
    return sessionId;
  }

  it('shows of Brazil the row, the score that decided it, and what is odd about the licence', async () => {
    expect(await shownOf(brazil('12345678905'))).toEqual([
      {
        attemptId: expect.any(String) as string,
        registry: 'br',
        row: 'B11',
        starts: 1,
        startedAt: moment,
        deferrals: 0,
        nextTryAt: null,
        endedAt: moment,
        result: {
          kind: 'answered',
          at: moment,
          answer: {
            taxpayerStatus: 'regular',
            licenceFound: true,
            face: { onFile: true, similarity: 41, liveness: null },
            compared: {
              name: { similarity: 100 },
              dateOfBirth: { equal: true },
              licenceNumber: { equal: true },
              licenceStatus: { equal: true },
            },
          },
        },
        findings: null,
        advice: [{ code: 'check_digit', field: 'licenceNumber' }],
      },
    ]);
  });

  it('shows why a registry gave no answer', async () => {
    expect(await shownOf(brazil('11150300011'))).toMatchObject([
      {
        row: 'B5',
        starts: 1,
        result: { kind: 'unavailable', cause: 'http_5xx', attempts: 1, delivered: 'maybe' },
      },
    ]);
  });

  it('shows that no registry was called where the check was settled before', async () => {
    expect(await shownOf(brazil('12345678906'))).toMatchObject([
      { row: 'B4', starts: 0, startedAt: null, result: null, endedAt: moment },
    ]);
  });

  it('shows of Mexico the row, the score, the report, and what is odd about the CURP', async () => {
    expect(await shownOf(mexico('999900004'))).toMatchObject([
      {
        registry: 'mx',
        row: 'M10',
        starts: 1,
        result: {
          kind: 'answered',
          answer: { standing: 'current', theftReport: 'stolen', face: { similarity: 97.3 } },
        },
        advice: [{ code: 'check_digit', field: 'curp' }],
      },
    ]);
  });

  it('shows of Colombia the row, the score and why, by places and rules, and keeps no answer', async () => {
    expect(await shownOf(colombia('9000000004'))).toMatchObject([
      {
        registry: 'co',
        row: 'C9',
        starts: 1,
        result: { kind: 'answered', at: moment, answer: null },
        findings: {
          stateCode: 0,
          deceased: false,
          issueDates: 'equal',
          similarity: 72.3,
          explanation: {
            decisive: 'bag',
            readings: [
              { kind: 'roles', guarded: false, reordered: false },
              { kind: 'bag', guarded: false },
            ],
          },
        },
        advice: [],
      },
    ]);
  });

  it('shows of a Colombian number what is odd about it where no registry could be called', async () => {
    expect(await shownOf(colombia('9001234561', 'NIT'))).toMatchObject([
      {
        row: 'C1',
        result: { kind: 'technical', cause: 'unsupported', attempts: 0, at: null },
        findings: null,
        advice: [{ code: 'check_digit', field: 'number' }],
      },
    ]);
  });

  it('shows of the United States the row and the levels of what was compared', async () => {
    expect(await shownOf(unitedStates('987-65-4322'))).toMatchObject([
      {
        registry: 'us',
        row: 'U3',
        starts: 1,
        result: {
          kind: 'answered',
          at: moment,
          answer: {
            compared: {
              firstName: 'no_match',
              lastName: 'full_match',
              dateOfBirth: 'full_match',
              address: null,
              city: null,
              state: null,
              zip: null,
              idNumber: 'full_match',
            },
          },
        },
        findings: null,
        advice: [],
      },
    ]);
  });
});
