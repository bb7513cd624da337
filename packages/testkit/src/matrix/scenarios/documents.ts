import {
  approved,
  back,
  type Card,
  declined,
  front,
  genuine,
  type Picture,
  resubmission,
  type Row,
  rowsOf,
  selfie,
  sentAs,
} from '../scenario.ts';
import * as people from './people.ts';

const invisible = resubmission(619, { reason: 'The document data is not visible' });
const portrait = resubmission(619, { reason: 'The photo on the document is not clearly visible' });

/** Pictures of documents with something that cannot be seen. */
export const documentScenarios = rowsOf('document picture', [
  {
    id: 'document-blurred',
    does: 'sends a hopelessly blurred passport',
    collected: people.liisasData,
    pictures: genuine({ ...people.passport, condition: 'unreadable-blur' }),
    expected: {
      ...invisible,
      published: {
        'person.firstName': 'Liisa',
        'person.lastName': 'Maasikas',
        'document.number': null,
        'document.validUntil': null,
      },
    },
  },
  {
    id: 'document-blurred-undeclared',
    does: 'sends a hopelessly blurred passport, with nothing declared',
    pictures: genuine({ ...people.passport, condition: 'unreadable-blur' }),
    expected: {
      ...invisible,
      published: { 'person.firstName': null, 'person.lastName': null, 'document.number': null },
    },
  },
  {
    id: 'document-blurred-card',
    does: 'sends a hopelessly blurred identity card',
    pictures: genuine({ ...people.idCard, condition: 'unreadable-blur' }),
    expected: resubmission(619),
  },
  {
    id: 'document-dark',
    does: 'sends a passport taken in the dark, of which everything can be read',
    pictures: [front(people.passport, 'dark'), selfie(46)],
    expected: approved(people.passportRead),
  },
  {
    id: 'document-black',
    does: 'sends a passport taken in the dark, of which nothing can be read',
    pictures: [front(people.passport, 'black'), selfie(46)],
    expected: resubmission(619),
  },
  {
    id: 'document-cropped',
    does: 'sends a passport whose right edge is outside the picture; nothing that counts is missing',
    pictures: genuine({ ...people.passport, condition: 'crop' }),
    expected: approved(people.passportRead),
  },
  {
    id: 'document-cropped-portrait',
    does: 'sends a passport that is cut off through its portrait',
    pictures: [front(people.passport, 'cut through the portrait'), selfie(46)],
    expected: resubmission(614, { reason: 'The document front is not fully in frame' }),
  },
  {
    id: 'document-half',
    does: 'sends the right half of a passport',
    pictures: [front(people.passport, 'left half cut off'), selfie(46)],
    expected: resubmission(614, { reason: 'The document front is not fully in frame' }),
  },
  {
    id: 'document-without-zone',
    does: 'sends the upper half of a passport',
    pictures: [front(people.passport, 'lower half cut off'), selfie(46)],
    expected: resubmission(614, { reason: 'The document front is not fully in frame' }),
  },
  {
    id: 'document-cropped-back',
    does: 'sends an identity card whose back reaches out of the picture',
    pictures: [front(people.idCard), back({ ...people.idCard, condition: 'crop' }), selfie(12)],
    expected: resubmission(615, { reason: 'The document back is not fully in frame' }),
  },
  {
    id: 'document-tiny',
    does: 'sends a passport of 240 pixels',
    pictures: [front(people.passport, 'tiny'), selfie(46)],
    expected: resubmission(619),
  },
  {
    id: 'portrait-covered',
    does: 'covers the portrait of her passport',
    pictures: [front(people.passport, 'portrait covered'), selfie(46)],
    expected: portrait,
  },
  {
    id: 'portrait-covered-card',
    does: 'covers the portrait of his identity card',
    pictures: [front(people.idCard, 'portrait covered'), back(people.idCard), selfie(12)],
    expected: portrait,
  },
  {
    id: 'portrait-reflection',
    does: 'sends a passport with a reflection on its portrait',
    pictures: [front(people.passport, 'reflection on the portrait'), selfie(46)],
    expected: portrait,
  },
  {
    id: 'document-mirrored',
    does: 'sends a mirrored picture of a passport',
    pictures: [front(people.passport, 'mirrored'), selfie(46)],
    expected: resubmission(619),
  },
  {
    id: 'document-table',
    does: 'sends a picture of an empty table as passport',
    collected: people.withType(people.liisasData, 'PASSPORT'),
    pictures: [{ context: 'document-front', shows: 'empty table' }, selfie(46)],
    expected: invisible,
  },
  {
    id: 'document-sheet',
    does: 'sends a sheet of text as passport',
    collected: people.withType(people.liisasData, 'PASSPORT'),
    pictures: [{ context: 'document-front', shows: 'sheet of text' }, selfie(46)],
    expected: invisible,
  },
  {
    id: 'document-broken',
    does: 'sends a document file that breaks off',
    pictures: [front(people.passport, 'broken off'), selfie(46)],
    expected: resubmission(204, { reason: 'The document picture could not be opened' }),
  },
  {
    id: 'document-text-file',
    does: 'sends a text file as document',
    pictures: [front(people.passport, 'as a text file')],
    expected: { request: 'upload', status: 400, code: '1104' },
  },
  {
    id: 'document-expired',
    does: 'sends a passport that expired in 2019',
    pictures: genuine({
      ...people.passport,
      person: { ...people.passport.person, issueDate: '2009-03-14', expiryDate: '2019-03-14' },
    }),
    expected: resubmission(620, {
      reason: 'The document has expired',
      published: { ...people.passportRead, 'document.validUntil': '2019-03-14' },
    }),
  },
  {
    id: 'document-expired-declines',
    does: 'sends a passport that expired in 2019, and that declines',
    settings: { declineExpired: true },
    pictures: genuine({
      ...people.passport,
      person: { ...people.passport.person, issueDate: '2009-03-14', expiryDate: '2019-03-14' },
    }),
    expected: declined(511),
  },
  {
    id: 'document-expired-licence',
    does: 'sends a licence of an American state that expired in 2021',
    pictures: genuine({
      ...people.stateLicence,
      person: { issueDate: '2013-01-16', expiryDate: '2021-01-16' },
    }),
    expected: resubmission(620, { reason: 'The document has expired' }),
  },
  {
    id: 'document-expired-print',
    does: 'sends a Brazilian licence that expired in 2021',
    collected: people.brazilianLicenceData,
    pictures: genuine({
      ...people.brazilianLicence,
      person: { issueDate: '2011-02-28', expiryDate: '2021-02-28' },
    }),
    expected: resubmission(620, { reason: 'The document has expired' }),
  },
]);

const twoDocuments = declined(507, { reason: 'The front and the back belong to different documents' });
const noBack = resubmission(609, { reason: 'The document back is missing' });

/** A card of the same kind with another holder. */
const another = (card: Card, seed: number): Card => ({ kind: card.kind, seed });

interface Kind {
  name: string;
  words: string;
  card: Card;
  strangers: Card;
}

const twoSided: readonly Kind[] = [
  { name: 'id-card', words: 'identity card', card: people.idCard, strangers: another(people.idCard, 55) },
  { name: 'permit', words: 'residence permit', card: people.permit, strangers: another(people.permit, 55) },
  { name: 'voter-card', words: 'Mexican voter card', card: people.voterCard, strangers: another(people.voterCard, 46) },
  { name: 'yellow-card', words: 'yellow Colombian card', card: people.yellowCard, strangers: another(people.yellowCard, 12) },
  { name: 'digital-card', words: 'digital Colombian card', card: people.digitalCard, strangers: another(people.digitalCard, 55) },
  { name: 'state-licence', words: 'licence of an American state', card: people.stateLicence, strangers: another(people.stateLicence, 16) },
]; // prettier-ignore

const bothWays = ({ name, words, card, strangers }: Kind): Row[] => [
  {
    id: `foreign-back-${name}`,
    does: `sends the front of the own ${words} with the back of somebody else’s`,
    pictures: [front(card), back(strangers), selfie(card.seed)],
    expected: twoDocuments,
  },
  {
    id: `no-back-${name}`,
    does: `sends the front of a ${words} and no back`,
    pictures: [front(card), selfie(card.seed)],
    expected: noBack,
  },
  {
    id: `swapped-${name}`,
    does: `sends back and front of a ${words} in each other’s place`,
    pictures: [sentAs('document-front', back(card)), sentAs('document-back', front(card)), selfie(card.seed)],
    expected: approved(),
  },
];

const pair = (first: Picture, second: Picture): Picture[] => [first, second, selfie(people.kestutisFace)];

/** Two-sided cards. */
export const sideScenarios = rowsOf('sides', [
  ...twoSided.flatMap(bothWays),
  {
    id: 'foreign-back-test',
    does: 'sends the front of his identity card with the back of somebody else’s, and reviewers decide in doubt',
    integration: 'test',
    pictures: pair(front(people.idCard), back({ kind: 'td1', seed: 55 })),
    expected: { status: 'review', code: null },
  },
  {
    id: 'foreign-back-brazil',
    does: 'sends the front of the own Brazilian licence with the back of somebody else’s: it repeats nothing',
    collected: people.brazilianLicenceData,
    pictures: [front(people.brazilianLicence), back({ kind: 'br-cnh', seed: 55 }), selfie(16)],
    expected: approved(people.brazilianLicenceRead),
  },
  {
    id: 'foreign-front',
    does: 'sends the front of his identity card with the back of a Mexican voter card',
    pictures: pair(front(people.idCard), back(people.voterCard)),
    expected: twoDocuments,
  },
  {
    id: 'no-back-announced',
    does: 'announces a passport and sends the front of his identity card',
    collected: people.withType(people.kestutisData, 'PASSPORT'),
    pictures: [front(people.idCard), selfie(12)],
    expected: { ...noBack, labels: ['document_type_differences_detected'] },
  },
  {
    id: 'no-back-test',
    does: 'sends the front of his identity card and no back',
    integration: 'test',
    pictures: [front(people.idCard), selfie(12)],
    expected: noBack,
  },
  {
    id: 'no-back-brazil',
    does: 'sends the front of a Brazilian licence, which is all that is read',
    collected: people.brazilianLicenceData,
    pictures: [front(people.brazilianLicence), selfie(16)],
    expected: approved(people.brazilianLicenceRead),
  },
  {
    id: 'two-fronts',
    does: 'sends the front of his identity card as front and as back',
    pictures: pair(front(people.idCard), sentAs('document-back', front(people.idCard))),
    expected: noBack,
  },
  {
    id: 'two-backs',
    does: 'sends the back of his identity card as front and as back',
    pictures: pair(sentAs('document-front', back(people.idCard)), back(people.idCard)),
    expected: resubmission(608, { reason: 'The document front is missing' }),
  },
]);

/** Missing pictures. */
export const missingScenarios = rowsOf('missing', [
  {
    id: 'missing-all',
    does: 'sends no picture at all',
    pictures: [],
    expected: resubmission(635, { reason: 'The document and the face image are missing' }),
  },
  {
    id: 'missing-all-plain',
    does: 'sends no picture at all, on an integration without granular codes',
    settings: { granularReasonCodes: false },
    pictures: [],
    expected: resubmission(201),
  },
  {
    id: 'missing-selfie',
    does: 'sends her passport and no selfie',
    pictures: [front(people.passport)],
    expected: resubmission(605, { reason: 'The face image is missing' }),
  },
  {
    id: 'missing-selfie-plain',
    does: 'sends her passport and no selfie, on an integration without granular codes',
    settings: { granularReasonCodes: false },
    pictures: [front(people.passport)],
    expected: resubmission(208),
  },
  {
    id: 'missing-selfie-allowed',
    does: 'sends her passport and no selfie, where none is needed',
    settings: { requireSelfie: false },
    pictures: [front(people.passport)],
    expected: approved(people.passportRead),
  },
  {
    id: 'missing-document',
    does: 'sends a selfie and no document',
    pictures: [selfie(46)],
    expected: resubmission(209, { reason: 'The document photo is missing' }),
  },
  {
    id: 'missing-front',
    does: 'sends the back of his identity card and a selfie',
    pictures: [back(people.idCard), selfie(12)],
    expected: resubmission(608, { reason: 'The document front is missing' }),
  },
  {
    id: 'selfie-as-document',
    does: 'sends the selfie again as document',
    pictures: [sentAs('document-front', selfie(46)), selfie(46)],
    expected: resubmission(209, { reason: 'The document photo is missing' }),
  },
  {
    id: 'other-selfie-as-document',
    does: 'sends another selfie as document',
    pictures: [{ context: 'document-front', shows: 'selfie', face: 46, variant: 2 }, selfie(46)],
    expected: resubmission(209, { reason: 'The document photo is missing' }),
  },
  {
    id: 'selfie-as-front',
    does: 'sends a selfie as front of his identity card, and its back',
    pictures: [sentAs('document-front', selfie(12)), back(people.idCard), selfie(12)],
    expected: resubmission(608, { reason: 'The document front is missing' }),
  },
]);
