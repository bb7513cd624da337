import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { challengeFilm } from '../src/film/challenge-film.ts';
import type { FilmStep } from '../src/film/film-plan.ts';

const steps: FilmStep[] = ['left', 'up', 'closer'];

describe('Challenge film', () => {
  it('is the same bytes for the same options', async () => {
    const take = () => challengeFilm({ seed: 40, steps: ['left'], frames: 4 });
    const [first, again] = [await take(), await take()];
    expect(first.frames.map(({ jpeg }) => jpeg.toString('base64'))).toEqual(
      again.frames.map(({ jpeg }) => jpeg.toString('base64')),
    );
    expect(first.selfie.equals(again.selfie)).toBe(true);
    expect(first.truth).toEqual(again.truth);
  });

  it('has the requested number of numbered frames, each 360 × 480 in 15,000 bytes, and a larger selfie', async () => {
    const { frames, selfie } = await challengeFilm({ seed: 14, steps, frames: 11 });
    expect(frames).toHaveLength(11);
    for (const { jpeg } of frames) {
      const { width, height } = await sharp(jpeg).metadata();
      expect([width, height]).toEqual([360, 480]);
      expect(jpeg.length).toBeLessThanOrEqual(15_000);
    }
    const times = frames.map(({ at }) => at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times[0]).toBe(0);
    const { width, height } = await sharp(selfie).metadata();
    expect([width, height]).toEqual([960, 1280]);
  });

  it('goes through each step with room to spare', async () => {
    const { truth } = await challengeFilm({ seed: 40, steps: ['left', 'right', 'up', 'closer', 'back'] });
    const poses = (step: number) =>
      truth.frames.filter((frame) => frame.step === step).map(({ pose }) => pose);
    expect(Math.max(...poses(0).map(({ yaw }) => yaw))).toBeGreaterThan(22);
    expect(Math.min(...poses(1).map(({ yaw }) => yaw))).toBeLessThan(-22);
    expect(Math.max(...poses(2).map(({ pitch }) => pitch))).toBeGreaterThan(15);
    expect(Math.max(...poses(3).map(({ size }) => size))).toBeGreaterThan(1.24);
    expect(Math.min(...poses(4).map(({ size }) => size))).toBeLessThan(0.76);
  });

  it('describes what an attack shows', async () => {
    const film = async (attack: 'replay' | 'still' | 'jump' | 'other-face') =>
      (await challengeFilm({ seed: 40, steps, frames: 4, attack })).truth;
    const replay = await film('replay');
    expect([replay.requested, replay.shown]).toEqual([steps, ['closer', 'right', 'back']]);
    expect((await film('still')).shown).toEqual([]);
    expect((await film('jump')).frames.map(({ seed }) => seed)).toEqual([40, 40, 14, 14]);
    expect((await film('other-face')).frames.map(({ seed }) => seed)).toEqual([14, 14, 14, 14]);
  });

  it('refuses too few frames and a face without a known different one', async () => {
    await expect(challengeFilm({ seed: 40, steps, frames: 3 })).rejects.toThrow(RangeError);
    await expect(challengeFilm({ seed: 3, steps, attack: 'jump' })).rejects.toThrow(RangeError);
  });
});
