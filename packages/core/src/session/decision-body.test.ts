import type { BrazilResult, ColombiaResult, MexicoResult, ValidationResult } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { decisionBody, type DecisionFeatures, type DecisionInput } from './decision-body.ts';

const plain: DecisionFeatures = {
  registry: null,
  extendedData: false,
  proofOfAddress: false,
  drivingLicenceData: false,
  ageEstimation: false,
  riskScore: false,
  riskLabels: false,
};

const declined = {
  sessionId: '5043de43-828c-4b68-9ca0-15a1b9ea504d',
  attemptId: 'bbd09660-d069-4140-bb59-6658ccad8216',
  session: {
    vendorData: null,
    endUserId: null,
    callback: null,
    person: { firstName: 'MARIA GABRIELA', lastName: 'NUÑEZ GARCIA' },
    document: { number: '9000000001', type: 'ID_CARD', country: 'CO' },
    address: {},
    consents: [],
    proofOfAddressTypes: [],
  },
  status: 'declined',
  reasonCode: 902,
  reason: 'Person not found',
  decisionTime: '2026-11-20T10:04:38.912Z',
  acceptanceTime: '2026-11-20T10:00:00.000Z',
  submissionTime: '2026-11-20T10:04:31.207514Z',
  reading: null,
  registry: null,
  onlyScreened: false,
  risk: { score: null, labels: [] },
  ip: null,
  features: plain,
} satisfies DecisionInput;

const decided = (differing: Partial<DecisionInput>) =>
  decisionBody({ ...declined, ...differing }).verification;

const unavailable: BrazilResult = {
  status: 'error',
  data: null,
  validations: null,
  error: { code: 'registry_error', message: 'registry_unavailable' },
  timestamp: null,
};
const stolen: MexicoResult = {
  status: 'failure',
  data: null,
  validations: { not_reported_lost_or_stolen: { result: 'failure', reason: 'VALUE_MISMATCH' } },
  error: null,
  timestamp: '2026-11-20T17:02:50.871Z',
};
const silent: ColombiaResult = {
  countryRegistry: null,
  registryName: null,
  fullNameSimilarity: null,
  documentValid: null,
  personIsAlive: null,
  error: ['Unable to get response from registry'],
};
const matched: ValidationResult = {
  registryName: 'ssn',
  firstName: 'full_match',
  lastName: 'full_match',
  dateOfBirth: 'full_match',
  address: null,
  city: null,
  state: null,
  zip: null,
  idNumber: 'full_match',
};

describe('the decision object', () => {
  it('has no registryValidations where neither the Brazilian nor the Mexican check is on (A-52)', () => {
    expect(decided({})).not.toHaveProperty('registryValidations');
    expect(decided({ features: { ...plain, registry: 'CO' } })).not.toHaveProperty('registryValidations');
  });

  it.each(['BR_CPF', 'MX_INE'] as const)(
    'has empty registryValidations where %s did not run (A-52)',
    (registry) => {
      expect(decided({ features: { ...plain, registry } })).toHaveProperty('registryValidations', {});
    },
  );

  it('carries what the Brazilian or Mexican registry said under the name of the check (A-52)', () => {
    const brazil = decided({
      features: { ...plain, registry: 'BR_CPF' },
      registry: { registry: 'br', object: unavailable },
    });
    expect(brazil).toHaveProperty('registryValidations', { BR_CPF: unavailable });
    expect(brazil).toHaveProperty('additionalVerifiedData', {});
    expect(
      decided({ features: { ...plain, registry: 'MX_INE' }, registry: { registry: 'mx', object: stolen } }),
    ).toHaveProperty('registryValidations', { MX_INE: stolen });
  });

  it('leaves registryValidation out where the Colombian check did not run (A-51)', () => {
    expect(decided({ features: { ...plain, registry: 'CO' } }).additionalVerifiedData).toEqual({});
  });

  it('carries what the Colombian registry said, with full name and addresses (A-49, A-51)', () => {
    const { additionalVerifiedData, person } = decided({
      features: { ...plain, registry: 'CO' },
      registry: { registry: 'co', object: silent },
    });
    expect(additionalVerifiedData).toEqual({ registryValidation: silent });
    expect(person).toMatchObject({ fullName: 'MARIA GABRIELA NUÑEZ GARCIA', addresses: [] });
  });

  it.each([[[matched]], [[]]])(
    'carries the results of registry validation, of none as well (A-34)',
    (object) => {
      expect(decided({ registry: { registry: 'us', object } }).additionalVerifiedData).toEqual({
        validationResults: object,
      });
    },
  );

  it('shows nobody in a session that was only screened (A-49, A-55)', () => {
    const { person, document } = decided({ onlyScreened: true });
    expect(new Set([...Object.values(person), ...Object.values(document)])).toEqual(new Set([null]));
  });

  it.each(['expired', 'abandoned'] as const)(
    'shows nobody and no registry in a session that is %s (A-49, A-52)',
    (status) => {
      const { person, document, registryValidations } = decided({
        status,
        features: { ...plain, registry: 'BR_CPF' },
      }) as ReturnType<typeof decided> & { registryValidations: unknown };
      expect(new Set([...Object.values(person), ...Object.values(document)])).toEqual(new Set([null]));
      expect(registryValidations).toEqual({});
    },
  );
});
