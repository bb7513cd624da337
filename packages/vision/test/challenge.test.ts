import { challengeFilm, type FilmAttack } from '@countersign/specimens';
import { describe, expect, it } from 'vitest';
import type { ChallengeFinding, ChallengeStep } from '@countersign/findings';
import { readChallenge } from '../src/challenge/read-challenge.ts';
import { loadedModels } from './loaded-models.ts';
import { byNight, rowsByDay } from './by-night.ts';

/** A simulated head that is asked for these steps, or an attack. It says nothing about people. */
async function filmed(
  attack: FilmAttack,
  steps: ChallengeStep[] = ['left', 'up', 'closer', 'right'],
): Promise<ChallengeFinding> {
  const film = await challengeFilm({ seed: 47, steps, attack });
  const frames = film.frames.map(({ at, jpeg }) => ({ at, bytes: jpeg }));
  return readChallenge(await loadedModels(), { steps, frames, selfie: film.selfie });
}

describe('a challenge film', () => {
  it('of a head that follows shows the steps in their frames, depth and the same face throughout', async () => {
    const found = await filmed('none');
    expect(found).toMatchObject({
      frames: 12,
      faceless: 0,
      made: ['left', 'up', 'closer', 'right'],
      followed: true,
      continuity: [],
    });
    expect(found.steps.map(({ met, frame }) => [met, frame])).toEqual([
      [true, 1],
      [true, 3],
      [true, 5],
      [true, 7],
    ]);
    expect(found.yawSpan).toBeGreaterThan(36);
    expect(found.planeResidue).toBeGreaterThan(0.12);
    expect(found.worstDistance).toBeLessThan(0.3);
    expect(found.model).toMatch(/^builtin-face@[0-9a-f]{12}$/);
  });

  byNight(() => {
    it('of a still picture shows no step', async () => {
      const found = await filmed('still');
      expect([found.made, found.followed]).toEqual([[], false]);
      expect(found.yawSpan).toBeLessThan(3);
    });
  });

  it('of a tilted flat picture shows no turn and no depth', async () => {
    const found = await filmed('tilted-flat');
    expect([found.made, found.followed]).toEqual([['closer'], false]);
    expect(found.planeResidue).toBeLessThan(0.03);
  });

  byNight(() => {
    it('of other steps is not followed', async () => {
      const found = await filmed('replay');
      expect(found.followed).toBe(false);
      expect(found.steps.some(({ met }) => !met)).toBe(true);
    });
  });

  it.each(rowsByDay(['jump', 'other-face'] as const, (attack) => attack === 'other-face'))(
    'with another person in it (%s) names the face',
    async (attack) => {
      const found = await filmed(attack);
      expect(found.worstScore).toBeLessThan(50);
      expect(found.continuity.map(({ code }) => code)).toContain('frames.face');
    },
  );

  it('counts frames that cannot be opened as faceless', async () => {
    const broken = { at: 0, bytes: new Uint8Array([1, 2, 3]) };
    const found = await readChallenge(await loadedModels(), {
      steps: ['left'],
      frames: [broken],
      selfie: null,
    });
    expect(found).toMatchObject({
      frames: 1,
      faceless: 1,
      followed: false,
      worstDistance: null,
      planeResidue: null,
    });
  });
});
