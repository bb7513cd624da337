import { reasonCauses } from '@countersign/contract';
import type { CardFinding, PictureFindings } from '@countersign/findings';
import { describe, expect, it } from 'vitest';
import { meaningOf } from '../../test/decision-table.ts';
import {
  back,
  type Changes,
  film,
  front,
  linked,
  person,
  printedWith,
  read,
  score,
  selfie,
  sign,
  unread,
  zoneWith,
} from '../../test/identity-case.ts';
import type { Crosslinks, LinkedSession } from './crosslinks.ts';

/** What a client shows to an end-user has to name what is at fault. */
const names = {
  face: /face/i,
  document: /document/i,
  front: /front/,
  back: /back/,
  reference: /reference/,
  both: /document.*face/,
  user: /end-user|person/,
} as const;

const linkedBy = (changes: Partial<LinkedSession>): Crosslinks => ({
  sessions: [linked(changes)],
  blocklisted: false,
  attempts: null,
});
const strict = { duplicates: 'decline' as const };
const duplicate = { code: 'img.duplicate' as const, value: 1, region: 'image' as const };
const posing = { ...selfie, mediaId: 'm-front', context: 'document-front' };
const reference = { ...selfie, mediaId: 'm-reference', context: 'face-reference' };
const withoutPortrait = { portrait: null, comparison: null, comparisonReason: 'doc.portrait_none' as const };
const two = selfie.faces.flatMap((face) =>
  [0, 500].map((x) => ({ ...face, box: [x, 100, 300, 300] as const, flags: ['face.several' as const] })),
);
const outlined = (left: number, top: number, right: number, bottom: number): CardFinding => ({
  corners: [[left, top], [right, top], [right, bottom], [left, bottom]],
  format: null, share: 0.6, tilt: 2, cut: 0, rotation: 0, confidence: 0.9, source: 'outline',
}); // prettier-ignore
const outline = outlined(200, 150, 1400, 1000);
const half = outlined(0, 150, 700, 1000);
const whole = outlined(0, 0, 1600, 1200);
const small = (width: number) => ({ mediaId: 'm-front', box: [0, 0, width, width] as const, width });
const blurred = { ...front, quality: [{ code: 'img.blur' as const, value: 6, region: 'portrait' as const }] };
const noDocument = { ...unread, portrait: null, comparison: null };
const unopened = { refusal: 'img.unreadable' as const, faces: [], quality: [] };
const withReference = (compared: PictureFindings['reference']) => ({
  findings: { pictures: [selfie, front, reference], reference: compared, referenceReason: null },
});

type Row = [
  cause: string,
  changes: Changes,
  live: string,
  test: string,
  code: number,
  plain: number,
  reason: string,
  about: keyof typeof names,
];

// prettier-ignore
const rows: Row[] = [
  // The picture of the person.
  ['no selfie', { findings: { pictures: [front], comparison: null } },
    'resubmission', 'resubmission', 605, 208, 'The face image is missing', 'face'],
  ['a selfie that cannot be opened', { findings: { pictures: [{ ...selfie, ...unopened }, front] } },
    'resubmission', 'resubmission', 204, 204, 'The face image could not be opened', 'face'],
  ['no face in the selfie', { findings: { pictures: [{ ...selfie, faces: [] }, front], comparison: null } },
    'resubmission', 'resubmission', 606, 202, 'Face not clearly visible', 'face'],
  ['the document sent as selfie', { findings: { pictures: [{ ...selfie, quality: [duplicate] }, { ...front, quality: [duplicate] }] } },
    'resubmission', 'resubmission', 606, 202, 'The face image shows the document', 'face'],
  ['the document sent as selfie, with its ghost', { findings: { pictures: [
    { ...selfie, quality: [duplicate], faces: selfie.faces.map((face) => ({ ...face, flags: ['face.several' as const] })) }, front] } },
    'resubmission', 'resubmission', 606, 202, 'The face image shows the document', 'face'],
  ['another picture of the document sent as selfie', { findings: { pictures: [{ ...selfie, card: outline, faces: two }, front] } },
    'resubmission', 'resubmission', 606, 202, 'The face image shows the document', 'face'],
  ['two people in the selfie', { findings: { pictures: [{ ...selfie, faces: two }, front] } },
    'resubmission', 'resubmission', 641, 202, 'More than one face was found', 'face'],
  ['two people in the selfie, and another person in front', { findings: { pictures: [{ ...selfie, faces: two }, front], comparison: score(20) } },
    'resubmission', 'resubmission', 641, 202, 'More than one face was found', 'face'],
  ['two people in the better of two selfies, another person in front', { findings: {
    pictures: [{ ...selfie, mediaId: 'm-two', faces: two }, selfie, front], comparison: score(20), selfie: 'm-two' } },
    'resubmission', 'resubmission', 641, 202, 'More than one face was found', 'face'],
  ['two people in another selfie, and another person', { findings: {
    pictures: [{ ...selfie, mediaId: 'm-two', faces: two }, selfie, front], comparison: score(20), selfie: 'm-face' } },
    'declined', 'declined', 509, 103, 'The person does not match the document photo', 'document'],
  ['two people before something that may be a card', { findings: { pictures: [{ ...selfie, card: { ...outline, confidence: 0.3 }, faces: two }, front] } },
    'resubmission', 'resubmission', 641, 202, 'More than one face was found', 'face'],
  ['another person', { findings: { comparison: score(20) } },
    'declined', 'declined', 509, 103, 'The person does not match the document photo', 'document'],
  ['perhaps another person', { findings: { comparison: score(70) } },
    'resubmission', 'review', 606, 202, 'The face does not clearly match the document photo', 'face'],
  ['perhaps another person, on a small selfie', { findings: { comparison: score(20, true) } },
    'resubmission', 'resubmission', 606, 202, 'The face does not clearly match the document photo', 'face'],
  ['the same person on a small selfie', { findings: { comparison: score(97, true) } },
    'resubmission', 'resubmission', 606, 202, 'Face not clearly visible', 'face'],
  ['perhaps another person than on the reference', withReference(score(70)),
    'resubmission', 'review', 606, 202, 'The face does not clearly match the reference photo', 'reference'],
  ['signs of a copied selfie', { findings: { evidence: [sign('live.edges', 0.95)] } },
    'resubmission', 'review', 606, 202, 'A new picture of the face is needed', 'face'],
  ['a film that was not followed', { findings: { liveness: { examined: 'passive', challenge: film({ followed: false }) } } },
    'resubmission', 'review', 606, 202, 'A new picture of the face is needed', 'face'],
  ['a selfie sent before, of another end-user',
    { findings: { evidence: [sign('live.seen_before', 1)] }, links: linkedBy({ picture: true, sameEndUser: false }) },
    'resubmission', 'review', 606, 202, 'A new picture of the face is needed', 'face'],
  ['a selfie sent before, of an unknown end-user',
    { findings: { evidence: [sign('live.seen_before', 1)] }, links: linkedBy({ picture: true }) },
    'resubmission', 'review', 606, 202, 'A new picture of the face is needed', 'face'],

  // The document.
  ['no picture at all', { findings: { ...noDocument, pictures: [] } },
    'resubmission', 'resubmission', 635, 201, 'The document and the face image are missing', 'both'],
  ['no document', { findings: { ...noDocument, pictures: [selfie] } },
    'resubmission', 'resubmission', 209, 209, 'The document photo is missing', 'document'],
  ['the selfie sent as document', { findings: { ...unread, pictures: [{ ...selfie, quality: [duplicate] }, { ...posing, quality: [duplicate] }] } },
    'resubmission', 'resubmission', 209, 209, 'The document photo is missing', 'document'],
  ['another selfie sent as document', { findings: { ...unread, pictures: [selfie, posing] } },
    'resubmission', 'resubmission', 209, 209, 'The document photo is missing', 'document'],
  ['a selfie sent as front, with the back', { findings: { ...unread, pictures: [selfie, posing, back] } },
    'resubmission', 'resubmission', 608, 210, 'The document front is missing', 'front'],
  ['a card without its back', { findings: { mrz: null, printed: printedWith({ lastName: read('MAASIKAS') }), documentClass: { kind: 'id-card', issuingState: 'UTO', confidence: 0.97, source: 'printed' } } },
    'resubmission', 'resubmission', 609, 209, 'The document back is missing', 'back'],
  ['the front of one card and the back of another', { findings: {
    pictures: [selfie, front, back], mrz: zoneWith({}, { format: 'TD1', mediaId: 'm-back' }), printed: printedWith({ birthDate: read('1984-05-01') }) } },
    'declined', 'review', 507, 102, 'The front and the back belong to different documents', 'document'],
  ['a document picture that cannot be opened', { findings: { ...noDocument, pictures: [selfie, { ...front, ...unopened }] } },
    'resubmission', 'resubmission', 204, 204, 'The document picture could not be opened', 'document'],
  ['a document that cannot be read', { findings: unread },
    'resubmission', 'resubmission', 619, 204, 'The document data is not visible', 'document'],
  ['no portrait on the document', { findings: { portrait: null, comparison: null, comparisonReason: 'doc.portrait_none' } },
    'resubmission', 'resubmission', 619, 204, 'The photo on the document is not clearly visible', 'document'],
  ['a document that extends beyond the picture', { findings: { ...withoutPortrait, pictures: [selfie, { ...front, card: half }] } },
    'resubmission', 'resubmission', 614, 203, 'The document front is not fully in frame', 'front'],
  ['no portrait on a document that lies in the middle', { findings: { ...withoutPortrait, pictures: [selfie, { ...front, card: outline }] } },
    'resubmission', 'resubmission', 619, 204, 'The photo on the document is not clearly visible', 'document'],
  ['no portrait on a picture that was cut to the document', { findings: { ...withoutPortrait, pictures: [selfie, { ...front, card: whole }] } },
    'resubmission', 'resubmission', 619, 204, 'The photo on the document is not clearly visible', 'document'],
  ['a small portrait', { findings: { comparison: score(20, true), portrait: { ...small(70), box: [0, 0, 70, 70] } } },
    'resubmission', 'resubmission', 619, 204, 'The photo on the document is not clearly visible', 'document'],
  ['a blurred portrait of full size', { findings: { comparison: score(20, true), pictures: [selfie, blurred] } },
    'resubmission', 'resubmission', 619, 204, 'The photo on the document is not clearly visible', 'document'],
  ['print that nothing confirms', { findings: { ...unread, printed: printedWith({ number: read('KQ0914725'), lastName: read('MAASIKAS'), birthDate: read('1991-03-14') }),
    documentClass: { kind: 'passport', issuingState: 'UTO', confidence: 0.9, source: 'printed' } } },
    'resubmission', 'review', 619, 204, 'The document data could not be confirmed', 'document'],
  ['a name that is covered', { findings: { agreement: { lastName: { state: 'absent', confidence: 0.9, blank: true } }, legibility: 0.9 } },
    'resubmission', 'review', 619, 204, 'The data printed on the document are not clearly visible', 'document'],
  ['signs of a copied document', { findings: { evidence: [sign('doc.recaptured', 0.95)] } },
    'resubmission', 'review', 204, 204, 'A new picture of the document is needed', 'document'],
  ['an expired document', { findings: { mrz: zoneWith({ expiryDate: '2026-11-19' }) } },
    'resubmission', 'resubmission', 620, 207, 'The document has expired', 'document'],

  ['a date of birth that the document leaves open',
    { findings: { mrz: zoneWith({ birthDate: null }, { openDates: { birthDate: '9103<<' } }) } },
    'resubmission', 'review', 627, 204, 'The date of birth on the document is incomplete', 'document'],

  // What the client said.
  ['another name', person({ firstName: 'Marlon', lastName: 'Tavistock' }),
    'declined', 'declined', 104, 104, 'The name supplied does not match the document', 'document'],
  ['an unlike name', person({ firstName: 'Liis', lastName: 'Maasing' }),
    'declined', 'review', 104, 104, 'The name supplied does not match the document', 'document'],
  ['another birth date', person({ dateOfBirth: '1991-03-15' }),
    'declined', 'review', 104, 104, 'The date of birth supplied does not match the document', 'document'],

  // Other sessions.
  ['the same person again, of an unknown end-user', { links: linkedBy({ face: 'same' }), policy: strict },
    'declined', 'declined', 108, 108, 'Repeated use by the same end-user', 'user'],
  ['the same person again, with the same document, of an unknown end-user', { links: linkedBy({ face: 'same', document: true }), policy: strict },
    'declined', 'declined', 108, 108, 'Repeated use by the same end-user', 'user'],
  ['the same person for another end-user', { links: linkedBy({ face: 'same', sameEndUser: false }), policy: strict },
    'declined', 'declined', 108, 108, 'The same person was approved for another end-user', 'user'],
  ['the document of another end-user, in the same hands', { links: linkedBy({ face: 'same', document: true, sameEndUser: false }), policy: strict },
    'declined', 'declined', 110, 110, 'Repeated use of the same document', 'document'],
  ['the document of another end-user, in other hands', { links: linkedBy({ document: true, sameEndUser: false }), policy: strict },
    'declined', 'declined', 110, 110, 'Repeated use of the same document', 'document'],
  ['the document in other hands, of an unknown end-user', { links: linkedBy({ document: true }), policy: strict },
    'declined', 'declined', 110, 110, 'Repeated use of the same document', 'document'],
];

describe('the reason of a decision', () => {
  it.each(rows)('for %s', (_, changes, live, test, code, plain, reason, about) => {
    expect(meaningOf(changes)).toEqual({ live, test, code, plain, reason });
    expect(reason).toMatch(names[about]);
  });

  it('is none where an end-user sends the own picture once more, and links only inform', () => {
    const seen = { findings: { evidence: [sign('live.seen_before', 1)] } };
    const links = linkedBy({ picture: true, face: 'same', document: true, sameEndUser: true });
    expect(meaningOf({ ...seen, links }).live).toBe('approved');
    expect(meaningOf({ ...seen, links, policy: strict }).reason).toBe('A new picture of the face is needed');
  });

  it('has every sentence of the table of causes, here or with the data that were declared', () => {
    const declared =
      /^The (document is not of the (country|type)|(document|personal) number|gender) supplied/;
    const sent = new Set(rows.map(([, , , , , , reason]) => reason));
    expect(Object.values(reasonCauses).filter((text) => !sent.has(text) && !declared.test(text))).toEqual([]);
  });
});
