import { describe, expect, it } from 'vitest';
import { decide, input, linked, policy } from '../../test/identity-case.ts';
import { type Crosslinks, crosslinkLabels, type LinkedSession } from './crosslinks.ts';
import { readingOf } from './document/document-reading.ts';
import { riskLabels } from './risk.ts';

const linksTo = (...sessions: Partial<LinkedSession>[]): Crosslinks => ({
  sessions: sessions.map(linked),
  blocklisted: false,
  attempts: null,
});

describe('labels of linked sessions', () => {
  it.each<[string, Partial<LinkedSession>[], string[]]>([
    [
      'an approved session of the document that a review found to be fraud',
      [{ document: true, agreedFraud: true }],
      [
        'document_crosslinked_with_fraud',
        'document_integration_level_crosslinked_with_fraud',
        'session_crosslinked_with_known_fraud',
      ],
    ],
    ['nothing but a face', [{ face: 'same' }], []],
    [
      'a document declined for fraud',
      [{ document: true, status: 'declined', reasonCode: 106 }],
      [
        'document_crosslinked_with_fraud',
        'document_integration_level_crosslinked_with_fraud',
        'session_crosslinked_with_known_fraud',
      ],
    ],
    [
      'a number declined twice',
      [
        { personalNumber: true, status: 'declined', reasonCode: 104 },
        { personalNumber: true, status: 'declined', reasonCode: 104, sessionId: 's-2' },
      ],
      ['document_integration_level_crosslinked_with_multiple_declines'],
    ],
    ['one decline', [{ document: true, status: 'declined', reasonCode: 104 }], []],
    [
      'a document with other names',
      [{ document: true, suppliedNamesDiffer: true }],
      ['document_integration_level_crosslinked_with_multiple_vendor_sent_names'],
    ],
    [
      'an altered document',
      [{ document: true, status: 'declined', reasonCode: 507 }],
      [
        'document_integration_level_crosslinked_with_tampering',
        'session_crosslinked_with_suspected_document_tampering',
      ],
    ],
    [
      'suspicious behaviour',
      [{ document: true, status: 'declined', reasonCode: 105 }],
      [
        'document_integration_level_crosslinked_with_suspicious_behaviour',
        'session_crosslinked_with_suspicious_behaviour',
      ],
    ],
    [
      'a portrait with another date of birth',
      [{ portrait: true, birthDatesDiffer: true }],
      ['document_holder_photo_crosslinked_with_multiple_dobs'],
    ],
    [
      'a face declined for another face',
      [{ face: 'same', status: 'declined', reasonCode: 509 }],
      ['session_crosslinked_with_person_and_document_photo_mismatch'],
    ],
    [
      'five sessions of a day',
      Array.from({ length: 5 }, () => ({ recent: true })),
      ['session_crosslinked_with_velocity_abuse'],
    ],
    ['four sessions of a day', Array.from({ length: 4 }, () => ({ recent: true })), []],
    [
      'a face with other data',
      [{ face: 'same', namesDiffer: true, birthDatesDiffer: true }],
      ['session_person_crosslinked_with_multiple_dobs', 'session_person_crosslinked_with_multiple_names'],
    ],
    [
      'an alike face with other data',
      [{ face: 'alike', namesDiffer: true }],
      ['session_face_related_to_a_session_with_potentially_different_data'],
    ],
  ])('%s', (_, sessions, expected) => {
    expect(crosslinkLabels(linksTo(...sessions)).map(({ label }) => label)).toEqual(expected);
  });

  it('name at most twenty sessions, newest first', () => {
    const sessions = Array.from({ length: 25 }, (_, index) => ({ recent: true, sessionId: `s-${index}` }));
    const [label] = crosslinkLabels(linksTo(...sessions));
    expect(label?.sessionIds).toEqual(Array.from({ length: 20 }, (_, index) => `s-${index}`));
  });

  it('are in the category crosslinks, in its place', () => {
    const complete = { ...input(), links: linksTo({ document: true, suppliedNamesDiffer: true }) };
    expect(riskLabels({ ...complete, reading: readingOf(complete.findings, null) })).toEqual([
      {
        label: 'document_integration_level_crosslinked_with_multiple_vendor_sent_names',
        category: 'crosslinks',
        sessionIds: ['s-1'],
      },
    ]);
  });
});

describe('a session linked with others', () => {
  const face = linksTo({ face: 'same', sameEndUser: false });
  const document = linksTo({ document: true });

  it.each<[string, Crosslinks, unknown[]]>([
    ['the person was approved before', face, ['fail_check', 108]],
    ['the document was approved before', document, ['fail_check', 110]],
    [
      'it was the same end-user',
      linksTo({ face: 'same', document: true, sameEndUser: true }),
      ['pass_checks', null],
    ],
    ['the other session was declined', linksTo({ face: 'same', status: 'declined' }), ['pass_checks', null]],
    ['the faces are merely alike', linksTo({ face: 'alike' }), ['pass_checks', null]],
    ['the face is blocked', { sessions: [], blocklisted: true, attempts: null }, ['fail_check', 127]],
  ])('where repeated use declines, and %s', (_, links, expected) => {
    expect(decide({ links, policy: { duplicates: 'decline' } })).toEqual(expected);
  });

  it('goes to a reviewer where the integration is set so', () => {
    const duplicates = 'review' as const;
    expect(decide({ links: face, policy: { duplicates, manualReview: true } })).toEqual([
      'find_inconclusive',
      null,
    ]);
    expect(decide({ links: face, policy: { duplicates } })).toEqual(['fail_check', 108]);
  });

  it('is only reported by default, unless the face is blocked', () => {
    expect(policy.duplicates).toBe('inform');
    expect(decide({ links: face })).toEqual(['pass_checks', null]);
    expect(decide({ links: { ...face, blocklisted: true, attempts: null } })).toEqual(['fail_check', 127]);
  });
});
