import {
  declined,
  genuine,
  resubmission,
  review,
  rowsOf,
  sentAs,
  back,
  front,
  selfie,
  sides,
} from '../scenario.ts';
import * as people from './people.ts';

/** MRZs and bar codes that are inconsistent, contradict each other, or cannot be read. */
export const zoneScenarios = rowsOf('zone and code', [
  {
    id: 'digits-passport',
    does: 'sends a passport whose birth date has a wrong check digit in print',
    collected: people.liisasData,
    pictures: genuine({ ...people.passport, damagedMrz: true }),
    expected: declined(507),
  },
  {
    id: 'digits-passport-test',
    does: 'sends a passport whose birth date has a wrong check digit, and reviewers decide in doubt',
    integration: 'test',
    collected: people.liisasData,
    pictures: genuine({ ...people.passport, damagedMrz: true }),
    expected: review(),
  },
  {
    id: 'digits-id-card',
    does: 'sends an identity card whose birth date has a wrong check digit in print',
    collected: people.kestutisData,
    pictures: genuine({ ...people.idCard, damagedMrz: true, condition: 'clean' }),
    expected: declined(507),
  },
  {
    id: 'digits-old-id-card',
    does: 'sends an identity card of the older size with a wrong check digit in print',
    collected: people.kestutisData,
    pictures: genuine({ ...people.oldIdCard, damagedMrz: true, condition: 'clean' }),
    expected: declined(507),
  },
  {
    id: 'digits-voter-card',
    does: 'sends a Mexican voter card with a wrong check digit in print',
    collected: people.voterCardData,
    pictures: genuine({ ...people.voterCard, damagedMrz: true }),
    expected: declined(507),
  },
  {
    id: 'code-against-zone',
    does: 'sends his identity card, and as its bar code the back of somebody else’s licence',
    collected: people.kestutisData,
    pictures: [
      ...sides(people.idCard),
      sentAs('document-back-barcode', back(people.stateLicence)),
      selfie(people.kestutisFace),
    ],
    expected: declined(507),
  },
  {
    id: 'code-against-zone-test',
    does: 'sends his identity card and the back of somebody else’s licence, and reviewers decide in doubt',
    integration: 'test',
    collected: people.kestutisData,
    pictures: [
      ...sides(people.idCard),
      sentAs('document-back-barcode', back(people.stateLicence)),
      selfie(people.kestutisFace),
    ],
    expected: review(),
  },
  {
    id: 'zone-covered',
    does: 'sends a passport whose zone is covered, with nothing declared',
    pictures: [front(people.passport, 'zone covered'), selfie(people.liisasFace)],
    expected: resubmission(619),
  },
  {
    id: 'zone-reflection',
    does: 'sends a passport with a reflection on its zone, with nothing declared',
    pictures: [front(people.passport, 'reflection on the zone'), selfie(people.liisasFace)],
    expected: resubmission(619),
  },
]);
