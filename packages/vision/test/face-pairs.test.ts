import { drawPortrait, drawSelfie, facePairs, facePairsModel } from '@countersign/specimens';
import { describe, expect, it } from 'vitest';
import { compareFaces } from '../src/faces/compare-faces.ts';
import { describeFace, type FaceDescriptor } from '../src/faces/describe-face.ts';
import { findFaces } from '../src/faces/find-faces.ts';
import { openImage } from '../src/picture/open-image.ts';
import { loadedModels } from './loaded-models.ts';

async function describePicture(bytes: Uint8Array): Promise<FaceDescriptor> {
  const models = await loadedModels();
  const image = await openImage(bytes);
  if (image.refusal !== null) throw new Error(`refused: ${image.refusal}`);
  const [face] = await findFaces(models, image, { subject: 'selfie' });
  if (face === undefined) throw new Error('no face');
  return describeFace(models, image, face.mesh);
}

/** Distances that make a pair fit for its use. */
const ranges = { match: [0, 0.3], review: [0.53, 0.58], mismatch: [0.62, 2] } as const;

describe('face pairs for tests and demo', () => {
  it('belong to the built-in model', async () => {
    expect((await loadedModels()).ids.descriptor).toBe(facePairsModel);
  });

  it.each(facePairs.map((pair) => ({ name: `${pair.portrait.seed} with ${pair.selfie.seed}`, ...pair })))(
    '$kind: $name lies at the distance listed',
    async ({ kind, portrait, selfie, distance }) => {
      const a = await describePicture(await drawPortrait(portrait));
      const b = await describePicture(await drawSelfie(selfie));
      const found = compareFaces(a, b).distance;
      expect(Math.abs(found - distance)).toBeLessThan(0.01);
      expect(found).toBeGreaterThan(ranges[kind][0]);
      expect(found).toBeLessThan(ranges[kind][1]);
    },
  );

  it('give the same bytes every time', async () => {
    const picture = await drawSelfie({ seed: 27, variant: 1 });
    const [first, second] = [await describePicture(picture), await describePicture(picture)];
    expect(second.values).toEqual(first.values);
  });
});
