import type { FlowRequirement } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import type { SessionData } from '../session/session-data.ts';
import { hasBack } from './document-sides.ts';
import {
  type FlowProgress,
  flowRequirements,
  type FlowRules,
  isOffered,
  offeredDocuments,
  onlyDocument,
} from './flow-requirements.ts';

const rules: FlowRules = {
  identityVerification: true,
  requireDocument: true,
  requireSelfie: true,
  watchlistScreening: false,
  registry: null,
  acceptedDocuments: null,
  livenessChallenge: false,
  stillAlternative: true,
};
const session: SessionData = {
  vendorData: null,
  endUserId: null,
  callback: null,
  person: {},
  document: {},
  address: {},
  consents: [],
  proofOfAddressTypes: [],
};
const progress: FlowProgress = {
  status: 'started',
  openAttempt: 'started',
  session,
  document: null,
  pictures: [],
  film: false,
  consented: true,
};
const estonian = { country: 'EE', type: 'ID_CARD' } as const;
const taken = (...contexts: string[]) => contexts.map((context) => ({ context, usable: true }));

/** One word per requirement, in order. */
const wordOf = (requirement: FlowRequirement): string => {
  if (requirement.kind === 'start') return `start(${requirement.consents.join(' ')})`;
  if (requirement.kind === 'fields') return `fields(${requirement.fields.join(' ')})`;
  if (requirement.kind !== 'picture') return requirement.kind;
  if (requirement.context !== 'face') return requirement.context;
  return requirement.challenge ? (requirement.still ? 'face+film?' : 'face+film') : 'face';
};
const needed = (of: Partial<FlowRules>, at: Partial<FlowProgress>): string =>
  flowRequirements({ ...rules, ...of }, { ...progress, ...at })
    .map(wordOf)
    .join(', ');

describe('what the flow still needs (A-183)', () => {
  // prettier-ignore
  it.each<[string, Partial<FlowRules>, Partial<FlowProgress>, string]>([
    ['a new session', {}, { status: 'created', openAttempt: 'created', consented: false }, 'start(biometric), document, document-front, face, submit'],
    ['a person who agreed before', {}, { status: 'resubmission_requested', openAttempt: null }, 'start(), document, document-front, face, submit'],
    ['an attempt that the API opened', {}, { status: 'resubmission_requested', openAttempt: 'created', document: estonian }, 'start(), document-front, document-back, face, submit'],
    ['a redo under way with the sides carried over', {}, { status: 'resubmission_requested', openAttempt: 'started', document: estonian, pictures: taken('document-front', 'document-back') }, 'face, submit'],
    ['a card', {}, { document: estonian }, 'document-front, document-back, face, submit'],
    ['a passport', {}, { document: { country: 'EE', type: 'PASSPORT' } }, 'document-front, face, submit'],
    ['a German licence', {}, { document: { country: 'DE', type: 'DRIVERS_LICENSE' } }, 'document-front, face, submit'],
    ['a licence of the United States', {}, { document: { country: 'US', type: 'DRIVERS_LICENSE' } }, 'document-front, document-back, face, submit'],
    ['a residence permit', {}, { document: { country: 'FI', type: 'RESIDENCE_PERMIT' } }, 'document-front, document-back, face, submit'],
    ['a picture that has to be taken again', {}, { document: estonian, pictures: [...taken('document-back', 'face'), { context: 'document-front', usable: false }] }, 'document-front, submit'],
    ['another type chosen: the selfie stays', {}, { document: { country: 'EE', type: 'PASSPORT' }, pictures: taken('document-front', 'face') }, 'submit'],
    ['everything', {}, { document: estonian, pictures: taken('document-front', 'document-back', 'face') }, 'submit'],
    ['no choice to make', { acceptedDocuments: [{ type: 'ID_CARD', country: 'EE' }] }, {}, 'document-front, document-back, face, submit'],
    ['one type of every country', { acceptedDocuments: [{ type: 'PASSPORT' }] }, {}, 'document, document-front, face, submit'],
    ['a document alone', { requireSelfie: false }, { document: estonian, consented: false, status: 'created', openAttempt: 'created' }, 'start(), document-front, document-back, submit'],
    ['a selfie alone', { requireDocument: false }, {}, 'face, submit'],
    ['a film that must be', { requireDocument: false, livenessChallenge: true, stillAlternative: false }, { pictures: taken('face') }, 'face+film, submit'],
    ['a film that was made', { requireDocument: false, livenessChallenge: true, stillAlternative: false }, { pictures: taken('face'), film: true }, 'submit'],
    ['a film without its selfie', { requireDocument: false, livenessChallenge: true, stillAlternative: false }, { film: true }, 'face+film, submit'],
    ['a film that may be left out', { requireDocument: false, livenessChallenge: true }, {}, 'face+film?, submit'],
    ['a still in its place', { requireDocument: false, livenessChallenge: true }, { pictures: taken('face') }, 'submit'],
    ['screening without a name', { identityVerification: false, watchlistScreening: true }, {}, 'fields(firstName lastName), submit'],
    ['screening with half a name', { identityVerification: false, watchlistScreening: true }, { session: { ...session, person: { lastName: 'Kask' } } }, 'submit'],
    ['the Brazilian registry alone', { identityVerification: false, registry: 'BR_CPF' }, {}, 'document, document-front, face, submit'],
    ['the Brazilian registry and a named licence', { identityVerification: false, registry: 'BR_CPF' }, { session: { ...session, document: { country: 'BR', type: 'DRIVERS_LICENSE' } } }, 'face, fields(idNumber), submit'],
    ['the Mexican registry alone', { identityVerification: false, registry: 'MX_INE' }, { document: { country: 'MX', type: 'ID_CARD' } }, 'document-front, document-back, face, submit'],
    ['the Colombian registry and a number', { identityVerification: false, registry: 'CO' }, { session: { ...session, person: { idNumber: '1' }, document: { type: 'ID_CARD' } } }, 'submit'],
    ['a submitted session', {}, { status: 'submitted', openAttempt: null }, ''],
    ['a session in review', {}, { status: 'review', openAttempt: null }, ''],
    ['a session that ended', {}, { status: 'approved', openAttempt: null }, ''],
  ])('of %s', (_, of, at, expected) => {
    expect(needed(of, at)).toBe(expected);
  });
});

describe('documents of the flow', () => {
  it('are all types of all countries where the integration names none', () => {
    expect(offeredDocuments({ acceptedDocuments: null })).toEqual([
      { type: 'PASSPORT', countries: null },
      { type: 'ID_CARD', countries: null },
      { type: 'DRIVERS_LICENSE', countries: null },
      { type: 'RESIDENCE_PERMIT', countries: null },
    ]);
  });

  it('are those it names; a row without a country opens its type to all', () => {
    const acceptedDocuments = [
      { type: 'ID_CARD', country: 'LV' },
      { type: 'ID_CARD', country: 'EE' },
      { type: 'PASSPORT', country: 'EE' },
      { type: 'PASSPORT' },
      { type: 'VISA' },
    ];
    expect(offeredDocuments({ acceptedDocuments })).toEqual([
      { type: 'PASSPORT', countries: null },
      { type: 'ID_CARD', countries: ['EE', 'LV'] },
    ]);
    expect(isOffered({ acceptedDocuments }, { type: 'ID_CARD', country: 'FI' })).toBe(false);
    expect(isOffered({ acceptedDocuments }, { type: 'PASSPORT', country: 'FI' })).toBe(true);
    expect(onlyDocument({ acceptedDocuments })).toBe(null);
  });

  it.each([
    ['PASSPORT', 'US', false],
    ['ID_CARD', 'MX', true],
    ['ID_CARD', 'CO', true],
    ['DRIVERS_LICENSE', 'US', true],
    ['DRIVERS_LICENSE', 'CA', true],
    ['DRIVERS_LICENSE', 'BR', false],
    ['RESIDENCE_PERMIT', 'DE', true],
  ] as const)('%s of %s with a back: %s', (type, country, expected) => {
    expect(hasBack({ type, country })).toBe(expected);
  });
});
