import type { BrazilResult, ColombiaResult, MexicoResult, ValidationResult } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { noReading } from './document/document-reading.ts';
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

describe('a name that the document prints as one and nothing parts', () => {
  const reading = { ...noReading, source: 'VIZ', wholeName: 'ODRADEK ZAMZA' } as const;
  const wide = { ...plain, extendedData: true };

  it('is the full name, and no first or last name', () => {
    const session = { ...declined.session, person: {} };
    expect(decided({ session, reading, features: wide }).person).toMatchObject({
      firstName: null,
      lastName: null,
      fullName: 'ODRADEK ZAMZA',
    });
  });

  it('leaves the first and last name to the client', () => {
    const session = { ...declined.session, person: { firstName: 'Odradek', lastName: 'Samsa' } };
    expect(decided({ session, reading, features: wide }).person).toMatchObject({
      firstName: 'Odradek',
      lastName: 'Samsa',
      fullName: 'ODRADEK ZAMZA',
    });
  });
});

describe('the one name of a person (A-49)', () => {
  const reading = { ...noReading, source: 'MRZ', lastName: 'SUHARJA' } as const;
  const shown = (person: DecisionInput['session']['person']) => {
    const { firstName, lastName } = decided({
      reading,
      session: { ...declined.session, person },
    }).person;
    return [firstName, lastName];
  };

  it.each([
    [{ firstName: 'Suharja' }, [null, 'SUHARJA']],
    [{ lastName: 'Suharja' }, [null, 'SUHARJA']],
    [{ firstName: 'Dewi' }, ['Dewi', 'SUHARJA']],
    [{ firstName: 'Suharja', lastName: 'Suharja' }, ['Suharja', 'SUHARJA']],
  ])('sent as %j is shown as %j', (person, expected) => {
    expect(shown(person)).toEqual(expected);
  });
});

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

  it('carries the answer of the Brazilian or Mexican registry under the name of the check (A-52)', () => {
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

  describe('person.idNumber beside the answer of a registry (A-381)', () => {
    const passport = { ...noReading, type: 'PASSPORT', country: 'PT', idNumber: '69619430401' } as const;
    const licence = { ...passport, type: 'DRIVERS_LICENSE', country: 'BR', idNumber: '90007334133' } as const;
    const number = (differing: Partial<DecisionInput>, idNumber?: string) =>
      decided({
        ...differing,
        session: { ...declined.session, person: idNumber === undefined ? {} : { idNumber } },
      }).person.idNumber;
    const brazil = { registry: 'br', object: unavailable } as const;

    it('is the CPF of the registry call, whatever number another country prints', () => {
      expect(number({ registry: brazil, reading: passport }, '123.456.789-00')).toBe('123.456.789-00');
      expect(number({ registry: brazil, reading: licence }, '123.456.789-00')).toBe('90007334133');
      expect(number({ registry: brazil, reading: passport })).toBe('69619430401');
      expect(number({ registry: null, reading: passport }, '123.456.789-00')).toBe('69619430401');
    });

    it('is the CURP of the registry call', () => {
      const registry = { registry: 'mx', object: stolen } as const;
      expect(number({ registry, reading: passport }, 'PELJ850101HDFRPN06')).toBe('PELJ850101HDFRPN06');
    });
  });

  it('leaves registryValidation out where the Colombian check did not run (A-51)', () => {
    expect(decided({ features: { ...plain, registry: 'CO' } }).additionalVerifiedData).toEqual({});
  });

  it('carries the answer of the Colombian registry, with full name and addresses (A-49, A-51)', () => {
    const { additionalVerifiedData, person } = decided({
      features: { ...plain, registry: 'CO' },
      registry: { registry: 'co', object: silent },
    });
    expect(additionalVerifiedData).toEqual({ registryValidation: silent });
    expect(person).toMatchObject({ fullName: 'MARIA GABRIELA NUÑEZ GARCIA', addresses: [] });
  });

  const inParts = {
    ...declined.session,
    person: { firstName: 'MARIA GABRIELA', lastName: 'NUÑEZ', secondLastName: 'GARCIA' },
  };
  it('shows a second last name in the full name alone (A-300)', () => {
    const { person } = decided({ features: { ...plain, registry: 'CO' }, session: inParts });
    expect(person).toMatchObject({ lastName: 'NUÑEZ', fullName: 'MARIA GABRIELA NUÑEZ GARCIA' });
  });

  it('takes a last name that was read for whole (A-300)', () => {
    const { person } = decided({
      features: { ...plain, registry: 'CO' },
      session: inParts,
      reading: { ...noReading, firstName: 'MARIA GABRIELA', lastName: 'NUÑEZ GARCIA' },
    });
    expect(person).toMatchObject({
      lastName: 'NUÑEZ GARCIA',
      fullName: 'MARIA GABRIELA NUÑEZ GARCIA',
    });
  });

  it.each([[[matched]], [[]]])(
    'carries the results of registry validation, of none as well (A-34)',
    (object) => {
      expect(decided({ registry: { registry: 'us', object } }).additionalVerifiedData).toEqual({
        validationResults: object,
      });
    },
  );

  describe('with extended data (A-49, A-50)', () => {
    const extended = { ...plain, extendedData: true };
    const voterCard = {
      cic: '999900001',
      ocr: '0123098765432',
      curp: 'PELJ850101HDFRPN06',
      voterKey: 'PRLPJN85010109H400',
      emissionNumber: '02',
      givenNames: null,
      registrationYear: '2003',
      issueYear: '2023',
    };
    const parsed = {
      street: 'ANYDER ST',
      houseNumber: '120',
      unit: null,
      city: 'AMAUROT',
      state: 'XX',
      postcode: '12345',
      country: null,
    };

    it('has the parsed address and the appearance of the holder, in the order of the table', () => {
      const { person } = decided({
        features: extended,
        reading: {
          ...noReading,
          source: 'BARCODE',
          firstName: 'PAIGE',
          lastName: 'WHITLOCK',
          address: { full: '120 ANYDER ST, AMAUROT, XX 12345', parsed },
          eyeColor: 'BRO',
          hairColor: 'GRY',
          height: '165',
          weight: '68',
        },
      });
      expect(JSON.stringify(person)).toBe(
        '{"firstName":"PAIGE","lastName":"WHITLOCK","citizenship":null,"idNumber":null,"gender":null,"dateOfBirth":null,' +
          '"yearOfBirth":null,"placeOfBirth":null,"nationality":null,"pepSanctionMatch":null,"fullName":"PAIGE WHITLOCK",' +
          '"addresses":[{"fullAddress":"120 ANYDER ST, AMAUROT, XX 12345","parsedAddress":{"street":"ANYDER ST",' +
          '"houseNumber":"120","unit":null,"city":"AMAUROT","state":"XX","postcode":"12345","country":null}}],' +
          '"extraNames":null,"title":null,"occupation":null,"employer":null,"foreignerStatus":null,"eyeColor":"BRO",' +
          '"hairColor":"GRY","height":"165","weight":"68","electorNumber":null,"ifeIdentifier":null,"ineIdentifier":null}',
      );
    });

    it.each([
      ['2023', null, '098765432'],
      ['2013', '098765432', null],
      [null, null, '098765432'],
    ])('has the numbers of a voter card that was issued in %s', (issueYear, ifeIdentifier, ineIdentifier) => {
      const reading = { ...noReading, source: 'MRZ', voterCard: { ...voterCard, issueYear } } as const;
      expect(decided({ features: extended, reading }).person).toMatchObject({
        electorNumber: 'PRLPJN85010109H400',
        ifeIdentifier,
        ineIdentifier,
      });
    });

    it('has the portrait as visible only where one was found', () => {
      const visible = (hasPortrait: boolean) =>
        decided({ features: extended, reading: { ...noReading, source: 'MRZ', hasPortrait } }).document;
      expect(visible(true)).toMatchObject({ portraitIsVisible: true });
      expect(visible(false)).toMatchObject({ portraitIsVisible: false });
      expect(decided({ features: extended }).document).toMatchObject({ portraitIsVisible: null });
    });

    it('has the day of the first licence as read, else as supplied', () => {
      const licence = { number: '1', firstIssue: '2012-07-05', categories: null };
      const reading = { ...noReading, source: 'VIZ', licence } as const;
      expect(decided({ features: extended, reading }).document).toMatchObject({ firstIssue: '2012-07-05' });
      const session = { ...declined.session, document: { firstIssue: '2010-01-02' } };
      expect(decided({ features: extended, session }).document).toMatchObject({ firstIssue: '2010-01-02' });
    });

    it('has the address that was supplied where none was read', () => {
      const address = { street: 'Näidise', houseNumber: '1', postcode: '50603', country: 'EE' };
      const supplied = { features: extended, session: { ...declined.session, address } };
      expect(decided(supplied).person).toMatchObject({
        addresses: [
          {
            fullAddress: 'Näidise 1, 50603',
            parsedAddress: {
              street: 'Näidise',
              houseNumber: '1',
              unit: null,
              city: null,
              postcode: '50603',
              country: 'EE',
            },
          },
        ],
      });
      const full = { ...declined.session, address: { ...address, fullAddress: 'Näidise 1-2, Tartu' } };
      const proof = decided({ features: { ...plain, proofOfAddress: true }, session: full }).person;
      expect(proof).toMatchObject({ addresses: [{ fullAddress: 'Näidise 1-2, Tartu' }] });
      expect(JSON.stringify(proof)).not.toContain('parsedAddress');
      const country = { ...declined.session, address: { country: 'EE' } };
      expect(decided({ features: extended, session: country }).person).toMatchObject({ addresses: [] });
    });
  });

  it('shows no person in a session that was only screened (A-49, A-55)', () => {
    const { person, document } = decided({ onlyScreened: true });
    expect(new Set([...Object.values(person), ...Object.values(document)])).toEqual(new Set([null]));
  });

  it.each(['expired', 'abandoned'] as const)(
    'shows no person and no registry in a session that is %s (A-49, A-52)',
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
