import { drawPortrait, drawSelfie } from '@countersign/specimens';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { compareFaces } from '../src/faces/compare-faces.ts';
import { describeFace } from '../src/faces/describe-face.ts';
import { findFaces, type Face } from '../src/faces/find-faces.ts';
import { TookTooLong } from '../src/picture/took-too-long.ts';
import { openImage, type OpenedImage } from '../src/picture/open-image.ts';
import { loadedModels } from './loaded-models.ts';

const portrait = await drawPortrait({ seed: 27, width: 420, height: 532 });

/** The portrait, so wide, on a desk of 1600 × 1200, the whole turned clockwise. */
async function onDesk(width: number, degrees: number): Promise<Buffer> {
  const print = await sharp(portrait).resize({ width }).png().toBuffer();
  const desk = sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#6b5a48' } });
  const scene = await desk
    .composite([{ input: print, left: 300, top: 350 }])
    .png()
    .toBuffer();
  return sharp(scene).rotate(degrees).jpeg().toBuffer();
}

async function look(bytes: Uint8Array): Promise<{ image: OpenedImage; faces: Face[] }> {
  const image = await openImage(bytes);
  if (image.refusal !== null) throw new Error(`refused: ${image.refusal}`);
  return { image, faces: await findFaces(await loadedModels(), image, { subject: 'document' }) };
}

async function describeBest({ image, faces }: { image: OpenedImage; faces: Face[] }) {
  const [face] = faces;
  if (face === undefined) throw new Error('no face');
  return describeFace(await loadedModels(), image, face.mesh);
}

describe('finding faces', () => {
  it.each([
    { degrees: 0, roll: 0 },
    { degrees: 90, roll: 90 },
    { degrees: 180, roll: 180 },
    { degrees: 270, roll: -90 },
    { degrees: 20, roll: 20 },
  ])('finds a face turned by $degrees° and gives its angle', async ({ degrees, roll }) => {
    const { faces } = await look(await onDesk(300, degrees));
    expect(faces).toHaveLength(1);
    const difference = Math.abs((faces[0]?.roll ?? NaN) - roll) % 360;
    expect(Math.min(difference, 360 - difference)).toBeLessThan(6);
  });

  it('finds one that was sent as a back, also where the portrait is known and one search has to do', async () => {
    const image = await openImage(await onDesk(300, 0));
    if (image.refusal !== null) throw new Error(`refused: ${image.refusal}`);
    const faces = await findFaces(await loadedModels(), image, { subject: 'back', isKnown: true });
    expect(faces).toHaveLength(1);
  });

  it('describes a turned face as it describes an upright one', async () => {
    const upright = await describeBest(await look(portrait));
    const turned = await describeBest(await look(await onDesk(300, 180)));
    expect(compareFaces(upright, turned).distance).toBeLessThan(0.2);
  });

  it.each([{ width: 110 }, { width: 180 }, { width: 300 }])(
    'finds a face on a print $width px wide in a picture of 1600 px',
    async ({ width }) => {
      const { faces } = await look(await onDesk(width, 0));
      expect(faces).toHaveLength(1);
      const [x = 0, y = 0, side = 0] = faces[0]?.box ?? [];
      expect(Math.abs(x + side / 2 - (300 + width / 2))).toBeLessThan(0.08 * width);
      // On the drawn sheet the middle of the face lies a little below the middle of the sheet.
      expect(Math.abs(y + side / 2 - (350 + width * 0.72))).toBeLessThan(0.12 * width);
      expect(side / width).toBeGreaterThan(0.4);
      expect(side / width).toBeLessThan(0.75);
    },
  );

  it('finds no face on an empty desk', async () => {
    const empty = sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#6b5a48' } });
    expect((await look(await empty.jpeg().toBuffer())).faces).toEqual([]);
  });

  it('finds two people, the wider face first', async () => {
    const right = await sharp(await drawPortrait({ seed: 12 }))
      .resize({ width: 330 })
      .png()
      .toBuffer();
    const both = sharp({ create: { width: 1000, height: 700, channels: 3, background: '#8f9aa3' } });
    const scene = await both
      .composite([
        { input: portrait, left: 40, top: 80 },
        { input: right, left: 600, top: 120 },
      ])
      .png()
      .toBuffer();
    const { faces } = await look(scene);
    expect(faces).toHaveLength(2);
    expect(faces[0]?.box[0]).toBeLessThan(500);
    expect(faces[1]?.box[0]).toBeGreaterThan(500);
  });

  it('uses the face in the middle as the subject, and the widest one of a selfie', async () => {
    const aside = await sharp(await drawPortrait({ seed: 12, width: 400, height: 507 }))
      .png()
      .toBuffer();
    const middle = await sharp(portrait).resize({ width: 360 }).png().toBuffer();
    const scene = sharp({ create: { width: 1400, height: 1000, channels: 3, background: '#8f9aa3' } });
    const bytes = await scene
      .composite([
        { input: middle, left: 520, top: 260 },
        { input: aside, left: 0, top: 0 },
      ])
      .png()
      .toBuffer();
    const image = await openImage(bytes);
    if (image.refusal !== null) throw new Error('refused');
    const models = await loadedModels();
    const [subject] = await findFaces(models, image, { subject: 'any' });
    const [person] = await findFaces(models, image, { subject: 'selfie' });
    expect(subject?.box[0]).toBeGreaterThan(500);
    expect(person?.box[0]).toBeLessThan(400);
  });

  it('measures how much of a face lies outside the picture', async () => {
    const selfie = await drawSelfie({ seed: 27 });
    const half = { left: 350, top: 300, width: 610, height: 900 };
    const cut = await look(await sharp(selfie).extract(half).jpeg().toBuffer());
    expect(cut.faces[0]?.cutShare).toBeGreaterThan(0.05);
    expect((await look(selfie)).faces[0]?.cutShare).toBe(0);
  });

  it.each([2, 3, 4, 10, 11])(
    'determines which way up face %i is, though its drawing resembles one upside down',
    async (seed) => {
      const turned = await sharp(await drawPortrait({ seed, variant: seed % 3, width: 600, height: 760 }))
        .rotate(180)
        .jpeg()
        .toBuffer();
      const { faces } = await look(turned);
      expect(Math.abs(faces[0]?.roll ?? 0)).toBeGreaterThan(165);
    },
  );

  it.each([
    { name: 'fills the picture', crop: { left: 92, top: 190, width: 240, height: 240 }, side: 240 },
    { name: 'is cut by the frame', crop: { left: 135, top: 190, width: 210, height: 240 }, side: 240 },
    { name: 'fills a picture of 60 pixels', crop: { left: 82, top: 180, width: 260, height: 260 }, side: 60 },
  ])('finds a face that $name', async ({ crop, side }) => {
    const cut = await sharp(portrait).extract(crop).resize({ height: side }).png().toBuffer();
    const { faces } = await look(cut);
    expect(faces).toHaveLength(1);
    expect((faces[0]?.width ?? 0) / side).toBeGreaterThan(0.7);
    expect((faces[0]?.width ?? 0) / side).toBeLessThan(1.1);
  });

  it('describes a face alike however the picture is shifted, reduced, turned, padded or cut', async () => {
    const reference = await describeBest(await look(portrait));
    const pictures = await Promise.all([
      sharp(portrait).extract({ left: 17, top: 9, width: 400, height: 500 }).png().toBuffer(),
      sharp(portrait).resize({ width: 301 }).png().toBuffer(),
      sharp(portrait).rotate(7, { background: '#888' }).png().toBuffer(),
      sharp(portrait).rotate(270).png().toBuffer(),
      sharp(portrait)
        .extend({ left: 300, right: 500, top: 200, bottom: 100, background: '#fff' })
        .png()
        .toBuffer(),
      sharp(portrait).extract({ left: 72, top: 165, width: 280, height: 280 }).png().toBuffer(),
    ]);
    for (const bytes of pictures) {
      const described = await describeBest(await look(bytes));
      expect(compareFaces(reference, described).distance).toBeLessThan(0.06);
    }
  });

  it('finds nothing rather than half when its time is over', async () => {
    const image = await openImage(await onDesk(300, 0));
    if (image.refusal !== null) throw new Error('refused');
    const search = { subject: 'document', outOfTime: () => true } as const;
    await expect(findFaces(await loadedModels(), image, search)).rejects.toThrow(TookTooLong);
  });
});
