import { describe, expect, it } from 'vitest';
import { findings, sign } from '../../test/identity-case.ts';
import { noPictures, slowPictures } from './slow-pictures.ts';
import { decideScreeningAlone, refuseDocument } from './without-identity.ts';

describe('an attempt without identity checks', () => {
  it('is approved where a name is screened, whatever the hits are (A-55)', () => {
    expect(decideScreeningAlone(true)).toEqual({ outcome: 'pass_checks', code: null, decidedBy: null });
  });

  it('is declined with 129 where nothing is screened (A-55)', () => {
    expect(decideScreeningAlone(false)).toEqual({ outcome: 'fail_check', code: 129, decidedBy: 'policy' });
  });

  const slow = slowPictures([{ mediaId: 'm-front', context: 'document-front' }]);
  const two = { ...findings, evidence: [sign('doc.other_portrait', 0.95)] };

  it.each([
    ['one document', findings, 1, null],
    ['no picture', noPictures, 1, null],
    ['two documents (A-344)', two, 1, { outcome: 'ask_again', code: 642, decidedBy: 'quality' }],
    [
      'a picture that is too slow (A-120)',
      slow,
      1,
      { outcome: 'ask_again', code: 204, decidedBy: 'quality' },
    ],
    [
      'two documents, one of them too slow',
      { ...slow, evidence: two.evidence },
      1,
      { outcome: 'ask_again', code: 642, decidedBy: 'quality' },
    ],
    [
      'two documents in the last attempt',
      two,
      10,
      { outcome: 'ask_again_on_last_attempt', code: 539, decidedBy: 'quality' },
    ],
  ] as const)(
    'has the pictures of its document refused where they show %s',
    (_, shown, attempt, expected) => {
      expect(refuseDocument(shown, attempt)).toEqual(expected);
    },
  );
});
