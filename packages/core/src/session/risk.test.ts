import { describe, expect, it } from 'vitest';
import { type Changes, findings, input, person, score, sign, zoneWith } from '../../test/identity-case.ts';
import { readingOf } from './document/document-reading.ts';
import { genuineScore, riskLabels } from './risk.ts';

describe('risk labels', () => {
  const labels = (changes: Changes) => {
    const complete = input(changes);
    const reading = readingOf(complete.findings, null);
    return riskLabels({ ...complete, reading }).map(({ label }) => label);
  };

  it.each<[string, Changes, string[]]>([
    ['nothing', {}, []],
    ['another birth date', person({ dateOfBirth: '1990-01-01' }), ['dob_differences_detected']],
    [
      'both names different',
      person({ firstName: 'Orlan', lastName: 'Petrusek' }),
      ['name_differences_detected'],
    ],
    ['only one name sent', person({ lastName: 'Petrusek' }), []],
    ['a minor', { findings: { mrz: zoneWith({ birthDate: '2010-05-05' }) } }, ['possible_age_risk_young']],
    [
      'an unlike face in good pictures',
      { findings: { comparison: score(40) } },
      ['low_face_similarity_image_quality_good'],
    ],
    [
      'an unlike face of a small portrait',
      {
        findings: { comparison: score(40), portrait: { mediaId: 'm-front', box: [0, 0, 70, 70], width: 70 } },
      },
      ['low_face_similarity_document_face_not_clearly_visible'],
    ],
  ])('for %s', (_, changes, expected) => {
    expect(labels(changes)).toEqual(expected);
  });

  it('score the session by its weaker part', () => {
    const reading = readingOf(findings, null);
    expect(genuineScore(findings, reading)).toBe(0.97);
    expect(genuineScore({ ...findings, comparison: score(61.239) }, reading)).toBe(0.61);
    expect(genuineScore({ ...findings, comparison: null }, null)).toBeNull();
  });

  it('score the session lower for signs of a copy', () => {
    const evidence = [sign('doc.recaptured', 0.5), sign('live.edges', 0.2)];
    expect(genuineScore({ ...findings, evidence }, readingOf(findings, null))).toBe(0.73);
  });
});
