import type { GivenSettings } from '@countersign/service';
import {
  approved,
  type Card,
  declined,
  type EarlierSession,
  front,
  genuine,
  resubmission,
  review,
  type Picture,
  rowsOf,
  selfie,
} from '../scenario.ts';
import * as people from './people.ts';

const linked: GivenSettings = { crosslinks: true };
const strict: GivenSettings = { crosslinks: true, duplicates: 'decline' };
const [anna, boris] = ['2b5c1a34-71e8-4a50-9c1d-3f6d0b7a9e41', '8e0f47d2-5a6b-4d3e-b1c9-64a27f1e8d53'];

/** Another document of the same person, and another selfie. */
const secondPassport: Card = {
  ...people.passport,
  person: { ...people.passport.person, documentNumber: 'KT4401927' },
};
const secondSelfie: Picture = { context: 'face', shows: 'selfie', face: 46, variant: 2 };
/** The passports of two people with dissimilar faces, according to `facePairs`. */
const ziga: Card = { kind: 'td3', seed: 47 };
const quentin: Card = { kind: 'td3', seed: 8 };
const zigasNumber = 'W8250S521';

const first = (collected: EarlierSession['collected'] = {}): EarlierSession => ({
  collected,
  pictures: genuine(people.passport),
  expected: 'approved',
});
const zigaFirst: EarlierSession = {
  collected: { endUserId: anna },
  pictures: genuine(ziga),
  expected: 'approved',
};
const again = [front({ ...people.passport, condition: 'pale' }), secondSelfie];
const otherDocument = [front(secondPassport), secondSelfie];

/** People and documents that appeared in earlier sessions. */
export const otherSessionScenarios = rowsOf('other sessions', [
  {
    id: 'again-own',
    does: 'comes again as the same end-user, where repeated use declines',
    settings: strict,
    earlier: [first({ endUserId: anna })],
    collected: { endUserId: anna },
    pictures: again,
    expected: approved(people.passportRead),
  },
  {
    id: 'again-own-pictures',
    does: 'comes again as the same end-user with the same pictures, where links inform',
    settings: linked,
    earlier: [first({ endUserId: anna })],
    collected: { endUserId: anna },
    pictures: genuine(people.passport),
    expected: approved(people.passportRead),
  },
  {
    id: 'again-other-pictures',
    does: 'sends the same pictures for another end-user, where links inform',
    settings: linked,
    earlier: [first({ endUserId: anna })],
    collected: { endUserId: boris },
    pictures: genuine(people.passport),
    expected: resubmission(606, { reason: 'A new picture of the face is needed' }),
  },
  {
    id: 'again-informs',
    does: 'comes again for another end-user, where links inform',
    settings: linked,
    earlier: [first({ endUserId: anna })],
    collected: { endUserId: boris },
    pictures: again,
    expected: approved(people.passportRead),
  },
  {
    id: 'again-document',
    does: 'comes with the same passport for another end-user, where repeated use declines',
    settings: strict,
    earlier: [first({ endUserId: anna })],
    collected: { endUserId: boris },
    pictures: again,
    expected: declined(110, { reason: 'Repeated use of the same document' }),
  },
  {
    id: 'again-face',
    does: 'comes with another passport for another end-user, where repeated use declines',
    settings: strict,
    earlier: [first({ endUserId: anna })],
    collected: { endUserId: boris },
    pictures: otherDocument,
    expected: declined(108, { reason: 'The same person was approved for another end-user' }),
  },
  {
    id: 'again-unnamed',
    does: 'comes again, no end-user was named, where repeated use declines',
    settings: strict,
    earlier: [first()],
    pictures: again,
    expected: declined(108, { reason: 'Repeated use by the same end-user' }),
  },
  {
    id: 'again-number',
    does: 'sends a passport with the number of somebody approved before, where repeated use declines',
    settings: strict,
    earlier: [zigaFirst],
    collected: { endUserId: boris },
    pictures: genuine({ ...quentin, person: { documentNumber: zigasNumber } }),
    expected: declined(110, { reason: 'Repeated use of the same document' }),
  },
  {
    id: 'again-mixed',
    does: 'photographs a passport approved before beside the own one, where repeated use declines',
    settings: strict,
    earlier: [zigaFirst],
    collected: { endUserId: boris },
    pictures: [front(ziga), ...genuine(quentin)],
    expected: resubmission(642),
  },
  {
    id: 'again-review',
    does: 'comes with the same passport for another end-user, where reviewers decide',
    integration: 'test',
    settings: { crosslinks: true, duplicates: 'review' },
    earlier: [first({ endUserId: anna })],
    collected: { endUserId: boris },
    pictures: again,
    expected: review(),
  },
  {
    id: 'again-off',
    does: 'comes again for another end-user, where sessions are not compared',
    earlier: [first({ endUserId: anna })],
    collected: { endUserId: boris },
    pictures: genuine(people.passport),
    expected: approved(people.passportRead),
  },
  {
    id: 'again-stranger',
    does: 'comes after somebody else, where repeated use declines',
    settings: strict,
    earlier: [zigaFirst],
    collected: { endUserId: boris },
    pictures: genuine(quentin),
    expected: approved({ 'document.number': '566871577' }),
  },
  {
    id: 'again-born-otherwise',
    does: 'comes again with a passport of another birth date, where links inform',
    settings: linked,
    earlier: [first({ endUserId: anna })],
    collected: { endUserId: anna },
    pictures: [
      front({ ...secondPassport, person: { ...secondPassport.person, birthDate: '1984-02-17' } }),
      secondSelfie,
    ],
    expected: approved({ 'person.dateOfBirth': '1984-02-17' }, [
      'document_holder_photo_crosslinked_with_multiple_dobs',
      'session_person_crosslinked_with_multiple_dobs',
    ]),
  },
  {
    id: 'again-after-decline',
    does: 'comes with her own passport after she was declined with somebody else’s',
    settings: strict,
    earlier: [{ pictures: [front({ kind: 'td3', seed: 40 }), selfie(14)], expected: 'declined' }],
    pictures: genuine({ kind: 'td3', seed: 16, person: { firstName: 'Mari', lastName: 'Kask' } }),
    expected: approved({ 'person.lastName': 'KASK' }),
  },
  {
    id: 'blocked',
    does: 'comes with another passport after her face was blocked',
    settings: { blocklist: true },
    earlier: [{ ...first(), blocked: true }],
    pictures: otherDocument,
    expected: declined(127, { reason: 'The face is on the blocklist' }),
  },
  {
    id: 'blocked-stranger',
    does: 'comes after somebody else’s face was blocked',
    settings: { blocklist: true },
    earlier: [{ ...first(), blocked: true }],
    pictures: genuine(people.idCard),
    expected: approved(people.idCardRead),
  },
]);
