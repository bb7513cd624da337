import { drawCard, drawPortrait, inventPerson, pastePortrait, simulateCapture } from '@countersign/specimens';
import { describe, expect, it } from 'vitest';
import { findCard } from '../src/card/find-card.ts';
import { ghostDiffers } from '../src/evidence/ghost-differs.ts';
import { findFaces } from '../src/faces/find-faces.ts';
import { openImage } from '../src/picture/open-image.ts';
import { rowsByDay } from './by-night.ts';
import { loadedModels } from './loaded-models.ts';

const kinds = ['td1-front', 'mx-ine-front', 'td3', 'uto-permit-front'] as const;
type Kind = (typeof kinds)[number] | 'co-yellow-front';

async function photograph(kind: Kind, seed: number, condition: 'typical' | 'tilt') {
  const culture = kind.startsWith('mx') ? 'mx' : kind.startsWith('co') ? 'co' : null;
  const card = await drawCard({ kind, person: inventPerson(seed, { culture }), portraitSeed: seed });
  const { jpeg, truth } = await simulateCapture(card.png, { condition, seed, truth: card.truth });
  if (truth.portrait === null) throw new Error('a front has a portrait');
  return { jpeg, portrait: truth.portrait };
}

async function signsOn(jpeg: Buffer) {
  const image = await openImage(jpeg);
  if (image.refusal !== null) throw new Error(`refused: ${image.refusal}`);
  const models = await loadedModels();
  const faces = await findFaces(models, image, { subject: 'document' });
  return ghostDiffers(models, { image, faces, card: await findCard(image, { faces }) });
}

describe('the ghost portrait and the portrait', () => {
  it.each(rowsByDay(kinds, (kind) => kind === 'td1-front' || kind === 'mx-ine-front'))(
    'are compared on a %s, wherever the ghost is',
    async (kind) => {
      const { jpeg, portrait } = await photograph(kind, 902, 'typical');
      expect(await signsOn(jpeg)).toEqual([]);
      const face = await drawPortrait({ seed: 5902 });
      const pasted = await pastePortrait(jpeg, face, { seed: 9, portrait, edge: 'feathered' });
      const [sign] = await signsOn(pasted.jpeg);
      expect(sign).toMatchObject({ code: 'doc.ghost_differs', strength: 0.8, region: 'portrait' });
      expect(sign?.value).toBeLessThan(0.6);
    },
  );

  it('are of one picture on a tilted card', async () => {
    expect(await signsOn((await photograph('td3', 1004, 'tilt')).jpeg)).toEqual([]);
  });

  it('are not compared where there is no ghost', async () => {
    const { jpeg, portrait } = await photograph('co-yellow-front', 902, 'typical');
    const face = await drawPortrait({ seed: 5902 });
    const pasted = await pastePortrait(jpeg, face, { seed: 9, portrait, edge: 'hard' });
    expect(await signsOn(pasted.jpeg)).toEqual([]);
  });
});
