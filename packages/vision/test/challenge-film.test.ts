import { challengeFilm, type FilmAttack, type FilmStep } from '@countersign/specimens';
import { describe, expect, it } from 'vitest';
import { findFaces, type Face } from '../src/faces/find-faces.ts';
import { openImage } from '../src/picture/open-image.ts';
import { loadedModels } from './loaded-models.ts';
import { rowsByDay } from './by-night.ts';

const steps: FilmStep[] = ['left', 'up', 'closer', 'right', 'back'];

/** The face of the first frame, and of the frame that went farthest in each step. */
async function watch(seed: number, attack: FilmAttack): Promise<{ start: Face; turns: Face[] }> {
  const { frames, truth } = await challengeFilm({ seed, steps, frames: 1 + steps.length, attack });
  expect(truth.frames.map(({ step }) => step)).toEqual([null, 0, 1, 2, 3, 4]);
  const faces: Face[] = [];
  for (const { jpeg } of frames) {
    const image = await openImage(jpeg);
    if (image.refusal !== null) throw new Error(`refused: ${image.refusal}`);
    const [face] = await findFaces(await loadedModels(), image, { subject: 'selfie' });
    if (face === undefined) throw new Error('no face');
    faces.push(face);
  }
  const [start, ...turns] = faces;
  if (start === undefined) throw new Error('no frames');
  return { start, turns };
}

describe('a drawn challenge film', () => {
  it.each(rowsByDay([{ seed: 40 }, { seed: 14 }, { seed: 46 }, { seed: 12 }], ({ seed }) => seed === 14))(
    'shows a head that is measured to follow the steps, seed $seed',
    async ({ seed }) => {
      const { start, turns } = await watch(seed, 'none');
      const [left, up, closer, right, back] = turns;
      expect((left?.yaw ?? 0) - start.yaw).toBeGreaterThan(18);
      expect((up?.pitch ?? 0) - start.pitch).toBeGreaterThan(12);
      expect((closer?.width ?? 0) / start.width).toBeGreaterThan(1.2);
      expect((right?.yaw ?? 0) - start.yaw).toBeLessThan(-18);
      expect((back?.width ?? 0) / start.width).toBeLessThan(0.8);
    },
  );

  it.each(['still', 'tilted-flat'] as const)('shows no turning head: %s', async (attack) => {
    const { start, turns } = await watch(40, attack);
    for (const { yaw, pitch } of turns) {
      expect(Math.abs(yaw - start.yaw)).toBeLessThan(10);
      expect(Math.abs(pitch - start.pitch)).toBeLessThan(10);
    }
  });
});
