import { describe, expect, it } from 'vitest';
import { film } from '../../test/identity-case.ts';
import { assuranceOf, challengeFaults, challengeSequences, drawChallenge } from './challenge.ts';
import type { ChallengeFinding } from '@countersign/findings';

describe('a challenge', () => {
  it('is one of many sequences of four steps, with a turn, none right after itself', () => {
    // 5 × 4 × 4 × 4 sequences without a repeat, less 3 × 2 × 2 × 2 without a turn.
    expect(challengeSequences).toHaveLength(296);
    expect(new Set(challengeSequences.map(String)).size).toBe(296);
    for (const sequence of challengeSequences) {
      expect(sequence).toHaveLength(4);
      expect(sequence.some((step) => step === 'left' || step === 'right')).toBe(true);
      expect(sequence.every((step, index) => step !== sequence[index - 1])).toBe(true);
    }
  });

  it('is drawn by a fair number, each sequence by one', () => {
    const drawn = Array.from({ length: 296 }, (_, index) => String(drawChallenge(() => index)));
    expect(new Set(drawn).size).toBe(296);
    expect(() => drawChallenge((count) => count)).toThrow(RangeError);
  });

  it.each<[string, Partial<ChallengeFinding>, string[]]>([
    ['everything is as it should be', {}, []],
    ['there are too few frames', { frames: 7 }, ['challenge.frames']],
    ['the face is missing too often', { faceless: 3 }, ['challenge.frames']],
    ['other steps were made', { followed: false }, ['challenge.steps']],
    ['a frame shows another person', { worstScore: 84.9 }, ['challenge.face']],
    ['no face could be compared', { worstScore: null }, ['challenge.face']],
    ['a flat picture was tilted', { planeResidue: 0.02 }, ['challenge.flat']],
    ['nothing was turned', { yawSpan: 4, planeResidue: 0.2 }, ['challenge.flat']],
    [
      'frames are identical',
      { continuity: [{ code: 'frames.identical', frame: 3, value: 0 }] },
      ['challenge.continuity'],
    ],
  ])('when %s, has the faults %s', (_, changes, faults) => {
    const challenge = film(changes);
    expect(challengeFaults(challenge)).toEqual(faults);
    expect(assuranceOf({ examined: 'passive', challenge })).toBe(
      faults.length === 0 ? 'challenge' : 'passive',
    );
  });

  it('is no assurance when it was not recorded', () => {
    expect(assuranceOf({ examined: 'model', challenge: null })).toBe('model');
  });
});
