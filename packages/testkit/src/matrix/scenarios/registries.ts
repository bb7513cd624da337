import { approved, declined, front, genuine, rowsOf, selfie } from '../scenario.ts';
import * as people from './people.ts';

const brazil = { registry: 'BR_CPF' } as const;
const mexico = { registry: 'MX_INE', identityVerification: false } as const;
const colombia = { registry: 'CO' } as const;
const consents = [{ type: 'ine', approved: true }];

/** Sessions that a registry decides with. Its far end is the simulator. */
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
