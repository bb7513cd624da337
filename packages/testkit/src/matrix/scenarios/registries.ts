import {
  approved,
  type Card,
  declined,
  front,
  genuine,
  resubmission,
  review,
  rowsOf,
  selfie,
  sides,
} from '../scenario.ts';
import * as people from './people.ts';

const brazil = { registry: 'BR_CPF' } as const;
const mexico = { registry: 'MX_INE', identityVerification: false } as const;
const colombia = { registry: 'CO' } as const;
const coreChecks = {
  first_name_match: false,
  father_last_name_match: false,
  mother_last_name_match: false,
  personal_number_match: false,
  registration_year_match: false,
  issue_year_match: false,
} as const;
/** A card whose portrait is a doubtful match for the selfie of seed 40, according to `facePairs`. */
const lookAlike: Card = { kind: 'mx-ine', seed: 50 };
const doubtful = ['low_face_similarity_image_quality_good'];
const consents = [{ type: 'ine', approved: true }];

/** Sessions that depend on a registry, which is simulated. */
export const registryScenarios = rowsOf(
  'registry',
  [
    {
      id: 'brazil-empty',
      does: 'sends her Brazilian licence and a selfie, with an empty request, where the registry is called in addition',
      settings: brazil,
      registered: { card: people.brazilianLicence },
      pictures: genuine(people.brazilianLicence),
      expected: approved(people.brazilianLicenceRead),
    },
    {
      id: 'brazil-front',
      does: 'sends the front of her Brazilian licence, with an empty request, where the registry alone decides',
      settings: { ...brazil, identityVerification: false },
      registered: { card: people.brazilianLicence },
      pictures: [front(people.brazilianLicence), selfie(16)],
      expected: approved(people.brazilianLicenceRead),
    },
    {
      id: 'brazil-other-birth-date',
      does: 'sends a Brazilian licence of which the registry holds another birth date',
      settings: brazil,
      collected: {
        person: { firstName: 'Zuleica', lastName: 'Assunção Simões', dateOfBirth: '1964-03-22' },
      },
      registered: { card: { kind: 'br-cnh', seed: 46 }, differing: { dateOfBirth: '1965-03-22' } },
      pictures: genuine({ kind: 'br-cnh', seed: 46 }),
      expected: declined(903, { reason: 'Field value mismatch' }),
    },
    {
      id: 'brazil-unknown',
      does: 'sends a Brazilian licence that the registry does not hold',
      settings: brazil,
      collected: {
        person: { firstName: 'Estêvão', lastName: 'Lobão Fogaça', dateOfBirth: '1993-03-03' },
      },
      pictures: genuine({ kind: 'br-cnh', seed: 12 }),
      expected: declined(902, { reason: 'Person not found' }),
    },
    {
      id: 'mexico-card',
      does: 'sends her Mexican voter card and her consent',
      settings: mexico,
      collected: { consents },
      registered: { card: people.voterCard },
      pictures: genuine(people.voterCard),
      expected: approved(people.voterCardRead),
    },
    {
      id: 'mexico-no-consent',
      does: 'sends her Mexican voter card without her consent',
      settings: mexico,
      registered: { card: people.voterCard },
      pictures: genuine(people.voterCard),
      expected: declined(640, { reason: 'Consent not obtained' }),
    },
    {
      id: 'colombia-yellow',
      does: 'sends his yellow Colombian card, where the registry is called in addition',
      settings: colombia,
      registered: { card: people.yellowCard },
      pictures: genuine(people.yellowCard),
      expected: approved(people.yellowCardRead),
    },
    {
      id: 'colombia-digital',
      does: 'sends his digital Colombian card, where the registry is called in addition',
      settings: colombia,
      registered: { card: people.digitalCard },
      pictures: genuine(people.digitalCard),
      expected: approved(people.digitalCardRead),
    },
    {
      id: 'colombia-cancelled',
      does: 'sends a yellow Colombian card that the registry has cancelled',
      settings: colombia,
      registered: { card: { kind: 'co-yellow', seed: 46 }, differing: { state: 21 } },
      pictures: genuine({ kind: 'co-yellow', seed: 46 }),
      expected: declined(529, { reason: 'National ID data could not be validated' }),
    },
    {
      id: 'brazil-passport',
      does: 'sends her passport with the data of another person’s licence, where the registry alone decides',
      settings: { ...brazil, identityVerification: false },
      collected: {
        person: { firstName: 'Caíque', lastName: 'Façanha da Conceição', idNumber: '90007334133' },
        document: { country: 'BR', type: 'DRIVERS_LICENSE' },
      },
      registered: { card: { kind: 'br-cnh', seed: 7 } },
      pictures: genuine(people.passport),
      expected: declined(903, {
        reason: 'Field value mismatch',
        labels: ['document_type_differences_detected', 'name_differences_detected'],
      }),
    },
    {
      id: 'brazil-foreign-licence',
      does: 'sends a licence of the United States with her CPF, where the registry is called in addition',
      settings: brazil,
      collected: {
        person: { firstName: 'Paige Marlow', lastName: 'Whitlock', idNumber: '90004546466' },
      },
      registered: {
        card: { kind: 'br-cnh', seed: 55 },
        differing: { name: 'PAIGE MARLOW WHITLOCK', dateOfBirth: '1953-03-09', gender: 'F' },
      },
      pictures: genuine(people.stateLicence),
      expected: approved(people.stateLicenceRead),
    },
    {
      id: 'mexico-other-card',
      does: 'sends a voter card that names somebody else than the client and the registry do',
      settings: mexico,
      collected: {
        consents,
        person: { firstName: 'Ofelia', lastName: 'Olvera', secondLastName: 'Quiroz' },
      },
      registered: {
        card: { kind: 'mx-ine', seed: 46 },
        differing: { firstName: 'OFELIA', fatherLastName: 'OLVERA', motherLastName: 'QUIROZ' },
      },
      pictures: genuine({ kind: 'mx-ine', seed: 46 }),
      expected: declined(903, { reason: 'Field value mismatch', labels: ['name_differences_detected'] }),
    },
    {
      id: 'mexico-passport',
      does: 'sends her passport with the data of another person’s voter card',
      settings: mexico,
      collected: {
        consents,
        person: { firstName: 'Óscar', lastName: 'Pérez', secondLastName: 'Marín' },
        document: { country: 'MX', type: 'ID_CARD', number: '999980252' },
      },
      registered: { card: { kind: 'mx-ine', seed: 7 } },
      pictures: genuine(people.passport),
      expected: declined(903, {
        reason: 'Field value mismatch',
        labels: ['document_type_differences_detected', 'name_differences_detected'],
      }),
    },
    {
      id: 'mexico-look-alike-front',
      does: 'sends her own CIC and selfie with the front of the card of somebody who looks like her',
      settings: { ...mexico, mexico: coreChecks },
      collected: { consents, document: { country: 'MX', type: 'ID_CARD', number: '999976219' } },
      registered: { card: { kind: 'mx-ine', seed: 40 } },
      pictures: [front(lookAlike), selfie(40)],
      expected: review({ labels: doubtful }),
    },
    {
      id: 'mexico-look-alike-front-again',
      does: 'sends her own CIC and selfie with the front of the card of somebody who looks like her, and nobody reviews',
      settings: { ...mexico, mexico: coreChecks, manualReview: false },
      collected: { consents, document: { country: 'MX', type: 'ID_CARD', number: '999976219' } },
      registered: { card: { kind: 'mx-ine', seed: 40 } },
      pictures: [front(lookAlike), selfie(40)],
      expected: resubmission(606, {
        reason: 'The face does not clearly match the document photo',
        labels: doubtful,
      }),
    },
    {
      id: 'mexico-old-portrait',
      does: 'sends both sides of a card with a portrait that is hardly like the selfie, which the registry matches',
      settings: mexico,
      collected: { consents },
      registered: { card: lookAlike },
      pictures: [...sides(lookAlike), selfie(40)],
      expected: approved({ 'document.number': '999957325' }, doubtful),
    },
    {
      id: 'mexico-apostrophe',
      does: 'the client sends decomposed letters and a typographic apostrophe to the Mexican registry',
      settings: mexico,
      collected: {
        consents,
        person: {
          firstName: 'Ramo\u0301n Dari\u0301o',
          lastName: 'D’Angelo',
          secondLastName: 'Nu\u0301n\u0303ez',
        },
        document: { country: 'MX', type: 'ID_CARD', number: '999924572' },
      },
      registered: {
        card: { kind: 'mx-ine', seed: 12 },
        differing: { fatherLastName: "D'ANGELO", motherLastName: 'NUÑEZ' },
      },
      pictures: [selfie(12)],
      expected: approved(),
    },
    {
      id: 'colombia-passport',
      does: 'sends her passport with the data of another person’s card, where the registry alone decides',
      settings: { ...colombia, identityVerification: false },
      collected: {
        person: { firstName: 'Fermín', lastName: 'Pérez', secondLastName: 'Bermúdez' },
        document: { country: 'CO', idCardType: 'CC', number: '9000836557', firstIssue: '2025-09-18' },
      },
      registered: { card: { kind: 'co-yellow', seed: 7 } },
      pictures: genuine(people.passport),
      expected: declined(529, {
        reason: 'National ID data could not be validated',
        labels: ['document_number_differences_detected', 'name_differences_detected'],
      }),
    },
    {
      id: 'colombia-other-number',
      does: 'sends her digital Colombian card, of which the client has another number',
      settings: colombia,
      collected: { document: { country: 'CO', idCardType: 'CC', number: '9000000001' } },
      registered: { card: { kind: 'co-digital', seed: 46 } },
      pictures: genuine({ kind: 'co-digital', seed: 46 }),
      expected: declined(104, { labels: ['document_number_differences_detected'] }),
    },
    {
      id: 'brazil-country',
      does: 'the client announces a Colombian document to the Brazilian registry',
      settings: { ...brazil, identityVerification: false },
      collected: { document: { country: 'CO', type: 'ID_CARD' } },
      pictures: [],
      expected: { request: 'create', status: 400, code: '2104' },
    },
    {
      id: 'brazil-type',
      does: 'the client announces a passport to the Brazilian registry',
      settings: { ...brazil, identityVerification: false },
      collected: { document: { country: 'BR', type: 'PASSPORT' } },
      pictures: [],
      expected: { request: 'create', status: 400, code: '2103' },
    },
  ],
  { integration: 'test' },
);
