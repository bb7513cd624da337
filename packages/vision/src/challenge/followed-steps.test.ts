import { describe, expect, it } from 'vitest';
import type { ChallengeStep } from '@countersign/findings';
import { followSteps, type HeadPlace } from './followed-steps.ts';

const at = (yaw = 0, pitch = 0, size = 60): HeadPlace => ({ yaw, pitch, size });
const start = at();

describe('steps of a challenge', () => {
  it.each<[string, (HeadPlace | null)[], ChallengeStep[], boolean]>([
    ['the start is no movement', [start, at(3, -2)], [], true],
    ['a turn by the required amount', [start, at(18)], ['left'], true],
    ['a turn by less', [start, at(17.9)], ['left'], false],
    ['a turn the other way', [start, at(-20)], ['left'], false],
    [
      'all kinds, in order',
      [start, at(20), start, at(0, 13), start, at(0, 0, 73)],
      ['left', 'up', 'closer'],
      true,
    ],
    [
      'the same in another order',
      [start, at(0, 13), start, at(20), start, at(0, 0, 73)],
      ['left', 'up', 'closer'],
      false,
    ],
    ['one movement more than demanded', [start, at(20), start, at(0, 0, 40)], ['left'], false],
    ['a movement visible in several frames', [start, at(19), at(25), at(20), start], ['left'], true],
    ['the same movement twice, demanded once', [start, at(20), start, at(20), start], ['left'], false],
    [
      'a frame without a face in the middle of a movement',
      [start, at(19), null, at(22), start],
      ['left'],
      true,
    ],
    ['from left to right without a pause', [start, at(24), at(-24)], ['left', 'right'], true],
    ['a head that starts turned', [at(10), at(28), at(10)], ['left'], true],
    ['moving back', [start, at(0, 0, 47)], ['back'], true],
    ['no face at all', [null, null], ['left'], false],
  ])('%s', (_, places, demanded, followed) => {
    expect(followSteps(places, demanded).followed).toBe(followed);
  });

  it('report which were met, where and by how much', () => {
    const places = [start, at(21), at(26.123), start, at(0, 9), at(0, 0, 90)];
    expect(followSteps(places, ['left', 'up', 'closer'])).toEqual({
      steps: [
        { asked: 'left', met: true, frame: 2, measured: 26.12 },
        { asked: 'up', met: false, frame: null, measured: null },
        { asked: 'closer', met: true, frame: 5, measured: 1.5 },
      ],
      made: ['left', 'closer'],
      followed: false,
    });
  });
});
