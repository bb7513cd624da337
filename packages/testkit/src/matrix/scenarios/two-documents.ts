import * as people from './people.ts';
import { approved, back, front, resubmission, rowsOf, selfie, sentAs } from '../scenario.ts';

const mixed = resubmission(642);
const strangersPassport = front({ kind: 'td3', seed: 40 });
const ownCard = front({ kind: 'td1', seed: 14 });
const ownPassport = front({ kind: 'td3', seed: 14 });

/** Two documents, one of which could show the face and the other the data. */
export const mixedScenarios = rowsOf('sides', [
  {
    id: 'mixed-zone-first',
    does: 'sends somebody else’s passport and the front of his own identity card',
    pictures: [strangersPassport, ownCard, selfie(14)],
    expected: mixed,
  },
  {
    id: 'mixed-zone-last',
    does: 'sends the front of his own identity card and somebody else’s passport',
    pictures: [ownCard, strangersPassport, selfie(14)],
    expected: mixed,
  },
  {
    id: 'mixed-as-back',
    does: 'sends somebody else’s passport, and the front of his own identity card as its back',
    pictures: [strangersPassport, sentAs('document-back', ownCard), selfie(14)],
    expected: mixed,
  },
  {
    id: 'mixed-licence',
    does: 'sends somebody else’s passport and the own Brazilian licence',
    pictures: [strangersPassport, front({ kind: 'br-cnh', seed: 14 }), selfie(14)],
    expected: mixed,
  },
  {
    id: 'mixed-passports',
    does: 'sends somebody else’s passport and the own one',
    pictures: [strangersPassport, ownPassport, selfie(14)],
    expected: mixed,
  },
  {
    id: 'mixed-covered',
    does: 'sends somebody else’s passport with the portrait covered, and the front of his own identity card',
    pictures: [front({ kind: 'td3', seed: 40 }, 'portrait covered'), ownCard, selfie(14)],
    expected: resubmission(619, { reason: 'The photo on the document is not clearly visible' }),
  },
  {
    id: 'mixed-photograph',
    does: 'sends a photograph of himself as front, and the back of somebody else’s identity card',
    pictures: [
      front({ kind: 'td1', seed: 14 }, 'the portrait alone'),
      back({ kind: 'td1', seed: 41 }),
      selfie(14),
    ],
    expected: resubmission(619, { reason: 'The data printed on the document are not clearly visible' }),
  },
  {
    id: 'mixed-photograph-licence',
    does: 'sends a photograph of himself, and somebody else’s licence with the portrait covered',
    pictures: [
      front({ kind: 'td1', seed: 14 }, 'the portrait alone'),
      front(people.brazilianLicence, 'portrait covered'),
      selfie(14),
    ],
    expected: resubmission(619, { reason: 'The data printed on the document are not clearly visible' }),
  },
  {
    id: 'mixed-own',
    does: 'sends the own passport, and the front of the own identity card as its back',
    pictures: [ownPassport, sentAs('document-back', ownCard), selfie(14)],
    expected: approved(),
  },
]);
