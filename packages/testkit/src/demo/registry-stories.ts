import type { Person } from '@countersign/specimens';
import { brazilianRecord, colombianRecord, mexicanRecord, type PersonRecord } from '../printed-people.ts';

/**
 * Stories of `npm run demo -- br | mx | co`. All people in them are invented; the numbers are those of spec/registries.md,
 * sections 15 and 16.
 */

/** A drawn card whose holder is added to the simulator; the look-up uses the values read from its pictures. */
export interface StoryCard {
  kind: 'br-cnh' | 'mx-ine' | 'co-yellow';
  /** Determines holder and photographs. */
  seed: number;
  /** The photographed sides. */
  sides: readonly ('front' | 'back')[];
  record(person: Person): [number: string, record: PersonRecord];
}

/** A session of a registry check, and its expected outcome. */
export interface RegistryStory {
  title: string;
  /** `verification` of POST /sessions. */
  verification: Record<string, unknown>;
  /** Whether a drawn selfie is uploaded; for a card, its holder's always is. */
  selfie: boolean;
  card?: StoryCard;
  expected: { status: string; reasonCode: number | null };
}

export interface RegistryCountry {
  title: string;
  /** Settings of the integration; test integrations have all optional checks enabled. */
  settings: { registry: 'BR_CPF' | 'MX_INE' | 'CO'; identityVerification: false };
  stories: readonly RegistryStory[];
}

const ana = {
  firstName: 'ANA BEATRIZ',
  lastName: 'SOUZA LIMA',
  dateOfBirth: '1990-01-31',
  gender: 'F',
};
const licence = {
  country: 'BR',
  type: 'DRIVERS_LICENSE',
  registrationNumber: '58316794534',
  category: 'AB',
  firstIssue: '2010-03-15',
  validFrom: '2022-05-10',
  validUntil: '2032-05-09',
};
const brazilian = (cpf: string, title: string, expected: RegistryStory['expected']): RegistryStory => ({
  title: `${title} (CPF ${cpf})`,
  verification: { person: { ...ana, idNumber: cpf }, document: licence, vendorData: 'demo' },
  selfie: true,
  expected,
});

const juan = {
  firstName: 'JUAN CARLOS',
  lastName: 'PEREZ',
  secondLastName: 'LOPEZ',
  idNumber: 'PELJ850101HDFRPN06',
};
const consented = [{ type: 'ine', approved: true }];
const mexican = (
  { cic, consents = consented }: { cic: string; consents?: readonly object[] },
  title: string,
  expected: RegistryStory['expected'],
): RegistryStory => ({
  title: `${title} (CIC ${cic})`,
  verification: {
    person: juan,
    document: {
      number: cic,
      country: 'MX',
      type: 'ID_CARD',
      firstIssue: '2003-06-15',
      validFrom: '2023-01-10',
    },
    consents,
    vendorData: 'demo',
  },
  selfie: true,
  expected,
});

const colombian = (number: string, title: string, expected: RegistryStory['expected']): RegistryStory => ({
  title: `${title} (cédula ${number})`,
  verification: {
    person: { firstName: 'María Gabriela', lastName: 'Núñez García' },
    document: { number, idCardType: 'CC', country: 'CO', type: 'ID_CARD', firstIssue: '2015-06-20' },
    vendorData: 'demo',
  },
  selfie: false,
  expected,
});

const drawn = (
  title: string,
  card: StoryCard,
  { verification = {}, expected }: Pick<RegistryStory, 'expected'> & Partial<RegistryStory>,
): RegistryStory => ({
  title,
  verification: { ...verification, vendorData: 'demo' },
  selfie: true,
  card,
  expected,
});

const approved = { status: 'approved', reasonCode: null };
const declined = (reasonCode: number) => ({ status: 'declined', reasonCode });
const resubmission = (reasonCode: number) => ({ status: 'resubmission_requested', reasonCode });

export const registryCountries = {
  br: {
    title: 'Brazil: the taxpayer registry and the driving licence behind it',
    settings: { registry: 'BR_CPF', identityVerification: false },
    stories: [
      brazilian('90000000175', 'Ana Beatriz, everything as the registry has it', approved),
      brazilian('90000001066', 'another date of birth', declined(903)),
      brazilian('90000000507', 'somebody else’s face', declined(581)),
      brazilian('90000002038', 'the registry says: deceased', declined(902)),
      brazilian('90000000176', 'a CPF whose check digits are wrong: nobody is asked', declined(902)),
      brazilian('90000003352', 'a selfie the registry cannot use', resubmission(202)),
      brazilian('11150300011', 'the registry is down, which is never “not found”', declined(901)),
      drawn(
        'a driving licence and nothing else: CPF, name, dates and numbers are read from its pictures',
        { kind: 'br-cnh', seed: 2, sides: ['front'], record: brazilianRecord },
        { expected: approved },
      ),
    ],
  },
  mx: {
    title: 'Mexico: the electoral registry',
    settings: { registry: 'MX_INE', identityVerification: false },
    stories: [
      mexican({ cic: '999900001' }, 'Juan Carlos, everything as the registry has it', approved),
      mexican({ cic: '999900001', consents: [] }, 'without consent: nobody is asked', declined(640)),
      mexican({ cic: '999900004' }, 'a card reported stolen', declined(904)),
      mexican({ cic: '999900008' }, 'another CURP', declined(903)),
      mexican({ cic: '999900018' }, 'a face just below the threshold', declined(581)),
      mexican({ cic: '999900011' }, 'the registry is down', declined(901)),
      drawn(
        'a voter card and nothing else but consent: CIC, CURP, first name and years are read from it',
        { kind: 'mx-ine', seed: 3, sides: ['front', 'back'], record: mexicanRecord },
        { verification: { consents: consented }, expected: approved },
      ),
    ],
  },
  co: {
    title: 'Colombia: the civil registry',
    settings: { registry: 'CO', identityVerification: false },
    stories: [
      colombian('9000000001', 'María Gabriela, as the registry has her', approved),
      colombian('9000000004', 'the registry holds a similar name', resubmission(529)),
      colombian('9000000003', 'the registry holds a stranger', declined(529)),
      colombian('9000000006', 'the registry says: deceased', declined(529)),
      colombian('9000000005', 'another date of issue', declined(529)),
      colombian('9000000014', 'the registry is down', declined(544)),
      drawn(
        'a yellow card and nothing else: the code on its back is read',
        { kind: 'co-yellow', seed: 4, sides: ['back'], record: colombianRecord },
        { expected: approved },
      ),
    ],
  },
} as const satisfies Record<string, RegistryCountry>;
