import { approved, declined, genuine, type Published, resubmission, review, rowsOf } from '../scenario.ts';
import * as people from './people.ts';

/** Client data with a name that forces an outcome. */
const forcing = (firstName: string) => ({
  person: { firstName, lastName: 'Maasikas', dateOfBirth: '1990-02-03' },
  document: { number: 'AB123', type: 'PASSPORT', country: 'EE' },
});
/** Values from the creation of the session, as in the decision. */
const sent = (firstName: string): Published => ({
  'person.firstName': firstName,
  'person.lastName': 'Maasikas',
  'person.dateOfBirth': '1990-02-03',
  'document.number': 'AB123',
  'document.type': 'PASSPORT',
  'document.country': 'EE',
});
const blank: Published = {
  'person.firstName': null,
  'person.lastName': null,
  'person.dateOfBirth': null,
  'document.number': null,
  'document.type': null,
};

/** Names that force an outcome. @see spec/contract.md A-102 */
export const testIntegrationScenarios = rowsOf(
  'test integration',
  [
    {
      id: 'forced-approve',
      does: 'is named Approve',
      collected: forcing('Approve'),
      expected: approved(sent('Approve')),
    },
    {
      id: 'forced-decline',
      does: 'is named Decline',
      collected: forcing('Decline'),
      expected: declined(102, { published: sent('Decline') }),
    },
    {
      id: 'forced-resubmit',
      does: 'is named Resubmit',
      collected: forcing('Resubmit'),
      expected: resubmission(201, { published: sent('Resubmit') }),
    },
    {
      id: 'forced-expire',
      does: 'is named Expire',
      collected: forcing('Expire'),
      expected: { status: 'expired', code: null, published: blank },
    },
    {
      id: 'forced-abandon',
      does: 'is named Abandon',
      collected: forcing('Abandon'),
      expected: { status: 'abandoned', code: null, published: blank },
    },
    {
      id: 'forced-review',
      does: 'is named Review',
      collected: forcing('Review'),
      expected: review({ published: sent('Review') }),
    },
    {
      id: 'forced-spelling',
      does: 'is named aPPROVE, with blanks around it',
      collected: forcing('  aPPROVE '),
      expected: approved(sent('aPPROVE')),
    },
    {
      id: 'forced-pictures',
      does: 'is named Approve and sends somebody else’s pictures, which nothing looks at',
      collected: forcing('Approve'),
      pictures: genuine(people.idCard),
      expected: approved(sent('Approve')),
    },
    {
      id: 'forced-review-off',
      does: 'is named Review and sends nothing, where nobody reviews',
      settings: { manualReview: false },
      collected: forcing('Review'),
      expected: resubmission(635),
    },
    {
      id: 'forced-tenth',
      does: 'is named Resubmit, at the tenth attempt',
      collected: forcing('Resubmit'),
      attempts: Array.from({ length: 9 }, () => []),
      expected: declined(539),
    },
    {
      id: 'forced-live',
      does: 'is named Approve on a live integration and sends nothing',
      integration: 'live',
      collected: forcing('Approve'),
      expected: resubmission(635),
    },
    {
      id: 'forced-live-passport',
      does: 'is named Decline on a live integration and sends Liisa’s passport',
      integration: 'live',
      collected: { person: { firstName: 'Decline', lastName: 'Maasikas' } },
      pictures: genuine(people.passport),
      expected: declined(104),
    },
    {
      id: 'test-genuine',
      does: 'sends her own passport: pictures are looked at as on live integrations',
      collected: people.liisasData,
      pictures: genuine(people.passport),
      expected: approved(people.passportRead),
    },
  ],
  { integration: 'test' },
);
