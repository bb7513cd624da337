import { drawPortrait } from '@countersign/specimens';
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { compareFaces, distanceAtScore } from '../src/faces/compare-faces.ts';
import { describeFace } from '../src/faces/describe-face.ts';
import type { FaceMesh, MeshPoint } from '../src/faces/face-mesh.ts';
import { loadFaceModels } from '../src/faces/face-models.ts';
import { findFaces } from '../src/faces/find-faces.ts';
import { scorePresentation } from '../src/faces/score-presentation.ts';
import { templateSquare } from '../src/faces/template-square.ts';
import { calibratedDistance, calibratedScore } from '../src/model-slots/calibration.ts';
import { parseSlotDeclaration } from '../src/model-slots/slot-declaration.ts';
import { cutForSlot } from '../src/model-slots/slot-input.ts';
import { openImage, type OpenedImage } from '../src/picture/open-image.ts';
import { loadedModels, modelsDirectory } from './loaded-models.ts';
import { meanColourDescriptor, rednessPad, slotDirectory } from './slot-files.ts';

async function withSlots(...declarations: object[]) {
  return loadFaceModels(modelsDirectory, { slots: await slotDirectory(declarations) });
}

async function opened(bytes: Uint8Array): Promise<OpenedImage> {
  const image = await openImage(bytes);
  if (image.refusal !== null) throw new Error(`refused: ${image.refusal}`);
  return image;
}

const flat = (background: string) =>
  sharp({ create: { width: 200, height: 200, channels: 3, background } })
    .png()
    .toBuffer();

/** A mesh whose eyes and mouth are points. */
function meshOf(rightEye: MeshPoint, leftEye: MeshPoint, mouth: MeshPoint): FaceMesh {
  const points = Array.from({ length: 468 }, (): MeshPoint => mouth);
  for (const index of [33, 160, 158, 133, 153, 144]) points[index] = rightEye;
  for (const index of [362, 385, 387, 263, 373, 380]) points[index] = leftEye;
  return { points, flag: 1 };
}

const someMesh = meshOf([80, 80, 0], [120, 80, 0], [100, 125, 0]);

describe('a filled descriptor slot', () => {
  it('describes with the network of the operator, and names it', async () => {
    const models = await withSlots(meanColourDescriptor);
    expect(models.ids.descriptor).toMatch(/^mean-colour@[0-9a-f]{12}$/);
    const described = await describeFace(models, await opened(await flat('#c86432')), someMesh);
    expect([...described.values]).toEqual([200, 100, 50]);
    expect(described.model).toBe(models.ids.descriptor);
  });

  it('gives the network its own order of colours, mean and scale', async () => {
    const input = { ...meanColourDescriptor.input, colour: 'bgr', mean: [50, 90, 190], scale: 0.5 };
    const noise = [(126.796875 - 50) / 2, (133.59375 - 90) / 2, (132.75390625 - 190) / 2];
    const directory = await slotDirectory([{ ...meanColourDescriptor, input }]);
    await writeFile(`${directory}/noise1.json`, JSON.stringify(noise));
    const models = await loadFaceModels(modelsDirectory, { slots: directory });
    const { values } = await describeFace(models, await opened(await flat('#c86432')), someMesh);
    expect([...values]).toEqual([0, 5, 5]);
  });

  it('reads distances by its own table', async () => {
    const models = await withSlots(meanColourDescriptor);
    const a = await describeFace(models, await opened(await flat('#c86432')), someMesh);
    const b = await describeFace(models, await opened(await flat('#ce6432')), someMesh);
    expect(compareFaces(a, b)).toEqual({ distance: 6, score: 88, model: models.ids.descriptor });
    expect(distanceAtScore(models, 88)).toBeCloseTo(6, 9);
  });

  it('compares by angle where the declaration requires it', async () => {
    const output = { length: 3, normalise: true, metric: 'cosine-distance' };
    const models = await withSlots({ ...meanColourDescriptor, output });
    const a = await describeFace(models, await opened(await flat('#640000')), someMesh);
    const b = await describeFace(models, await opened(await flat('#c80000')), someMesh);
    const c = await describeFace(models, await opened(await flat('#006400')), someMesh);
    expect([compareFaces(a, b).distance, compareFaces(a, c).distance]).toEqual([0, 1]);
  });

  it('is never compared with the built-in model, nor without its table', async () => {
    const models = await withSlots(meanColourDescriptor);
    const ours = await describeFace(await loadedModels(), await opened(await flat('#888')), someMesh);
    const theirs = await describeFace(models, await opened(await flat('#888')), someMesh);
    expect(() => compareFaces(ours, theirs)).toThrow('cannot be compared');
    const bare = { values: theirs.values, model: theirs.model };
    expect(() => compareFaces(bare, bare)).toThrow('no calibration table');
  });
});

describe('alignment for a slot', () => {
  it.each([0, 30, 180])('brings eyes and mouth of a face turned by %i° to the template', async (degrees) => {
    const declaration = parseSlotDeclaration(
      {
        ...meanColourDescriptor,
        input: { ...meanColourDescriptor.input, width: 112, height: 112 },
        alignment: {
          eyes: [
            [38.3, 51.7],
            [73.5, 51.7],
          ],
          mouth: [55.9, 92.3],
        },
      },
      'slot.json',
    );
    if (declaration.kind !== 'descriptor') throw new Error('not a descriptor');
    const turned = (x: number, y: number): MeshPoint => {
      const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
      return [400 + x * cos - y * sin, 400 + x * sin + y * cos, 0];
    };
    // The template's triangle, four times as large.
    const [right, left, mouth] = [turned(-70.4, -81.2), turned(70.4, -81.2), turned(0, 81.2)];
    const dots = [right, left, mouth].map(
      ([x, y], index) =>
        `<circle cx="${x}" cy="${y}" r="16" fill="${['#f00', '#0f0', '#00f'][index] ?? ''}"/>`,
    );
    const svg = `<svg width="800" height="800"><rect width="800" height="800"/>${dots.join('')}</svg>`;
    const image = await opened(await sharp(Buffer.from(svg)).png().toBuffer());
    const square = templateSquare(meshOf(right, left, mouth), declaration);
    expect(square.side).toBeCloseTo(448, 6);
    const cut = await cutForSlot(image, square, declaration.input);
    const colourAt = (x: number, y: number) =>
      [0, 1, 2].map((plane) => Math.round(cut[plane * 112 * 112 + y * 112 + x] ?? NaN));
    expect([colourAt(38, 52), colourAt(74, 52), colourAt(56, 92)]).toEqual([
      [255, 0, 0],
      [0, 255, 0],
      [0, 0, 255],
    ]);
  });
});

describe('a broken slot', () => {
  it.each([
    ['a network that is not the one named', { sha256: '0'.repeat(64) }, 'is not the file'],
    [
      'a self-test that fails',
      { selfTest: [{ input: 'noise:2', output: 'noise1.json' }] },
      'self-test noise:2',
    ],
    ['no self-test', { selfTest: [] }, 'needs at least one'],
    ['an unknown member', { threshold: 0.5 }, 'threshold is unknown'],
    [
      'another length',
      { output: { length: 4, normalise: true, metric: 'euclidean' } },
      'gives 3 numbers, not 4',
    ],
    [
      'an unknown metric',
      { output: { length: 3, normalise: true, metric: 'taxi' } },
      'metric must be one of',
    ],
    ['a path for a file', { file: '../mean-colour.onnx' }, 'file must match'],
    ['the name of a built-in model', { id: 'builtin-face' }, 'may not start with builtin-'],
    [
      'a table that rises',
      {
        calibration: [
          [0, 80],
          [1, 90],
        ],
      },
      'strictly falling',
    ],
    [
      'a table with a flat piece',
      {
        calibration: [
          [0, 80],
          [1, 80],
        ],
      },
      'strictly falling',
    ],
    ['no alignment', { alignment: undefined }, 'alignment is missing'],
  ])('stops the start: %s', async (_, change, message) => {
    await expect(withSlots({ ...meanColourDescriptor, ...change })).rejects.toThrow(message);
  });

  it('stops the start: two descriptors, or none', async () => {
    await expect(withSlots(meanColourDescriptor, meanColourDescriptor)).rejects.toThrow(
      'more than one descriptor',
    );
    await expect(withSlots()).rejects.toThrow('holds no model slot');
  });
});

describe('a presentation-attack slot', () => {
  const face = { box: [80, 80, 40, 40], width: 40 } as const;

  it('scores the surroundings of the face from 0 to 1', async () => {
    const models = await withSlots(rednessPad);
    expect(models.ids.pad).toMatch(/^redness@[0-9a-f]{12}$/);
    const image = await opened(await flat('#400000'));
    expect(await scorePresentation(models, image, face)).toEqual({ score: 0.25, model: models.ids.pad });
  });

  it.each([
    { output: { activation: 'none', attack: 'low' }, score: 0.75 },
    { output: { activation: 'sigmoid', attack: 'high' }, score: 0.5622 },
    { output: { activation: 'softmax', attack: 'high' }, score: 0.391 },
  ])('reads its output as declared: $output', async ({ output, score }) => {
    const models = await withSlots({ ...rednessPad, output: { ...rednessPad.output, ...output } });
    const found = await scorePresentation(models, await opened(await flat('#400000')), face);
    expect(found?.score).toBeCloseTo(score, 4);
  });

  it('leaves the built-in descriptor in use', async () => {
    const models = await withSlots(rednessPad);
    expect(models.ids.descriptor).toBe((await loadedModels()).ids.descriptor);
    const image = await opened(await drawPortrait({ seed: 27 }));
    const [found] = await findFaces(models, image, { subject: 'selfie' });
    if (found === undefined) throw new Error('no face');
    expect((await describeFace(models, image, found.mesh)).values).toHaveLength(128);
  });

  it('gives nothing where there is none', async () => {
    expect(await scorePresentation(await loadedModels(), await opened(await flat('#888')), face)).toBeNull();
  });
});

describe('calibration', () => {
  const table = [
    [0, 100],
    [0.5, 85],
    [0.7, 50],
    [1.1, 0],
  ] as const;

  it.each([
    [0, 100],
    [0.25, 92.5],
    [0.5, 85],
    [0.6, 67.5],
    [0.9, 25],
    [3, 0],
  ])('is linear between its points: %f is %f', (distance, score) => {
    expect(calibratedScore(table, distance)).toBe(score);
  });

  it('can be read the other way', () => {
    expect(calibratedDistance(table, 67.5)).toBeCloseTo(0.6, 12);
    expect([calibratedDistance(table, 101), calibratedDistance(table, 0)]).toEqual([0, 1.1]);
  });
});
