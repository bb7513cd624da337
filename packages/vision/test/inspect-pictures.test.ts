import {
  approvedPerson,
  blurredDocument,
  drawSelfie,
  lookAlike,
  specimenCase,
  type SpecimenCase,
} from '@countersign/specimens';
import { copyFile, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { createInspector, type Inspector } from '../src/inspection/create-inspector.ts';
import { inspectPictures } from '../src/inspection/inspect-pictures.ts';
import type { PictureFinding, PictureFindings } from '@countersign/findings';
import type { InspectedFindings, Picture } from '../src/inspection/picture-findings.ts';
import { openTextEngine } from '../src/printed/open-text-engine.ts';
import type { TextEngine } from '../src/printed/text-engine.ts';
import { openCheckedInspector, takenAsSent } from './checked-inspector.ts';
import { loadedModels, modelsDirectory } from './loaded-models.ts';
import { byNight, rowsByDay } from './by-night.ts';

const today = '2026-11-20';

function picturesOf({ pictures }: SpecimenCase): Picture[] {
  return pictures.map(({ context, bytes }) => ({ mediaId: context, context, bytes }));
}

function valueOf(finding: PictureFinding | undefined, code: string, region?: string): number | undefined {
  return finding?.quality.find((found) => found.code === code && (!region || found.region === region))?.value;
}

const pictureOf = (findings: PictureFindings, context: string): PictureFinding | undefined =>
  findings.pictures.find((picture) => picture.context === context);

/** A part of a picture under dark paper. */
async function coverPart(bytes: Uint8Array, corners: readonly (readonly number[])[]): Promise<Buffer> {
  const { width, height } = await sharp(bytes).metadata();
  const points = corners.map((corner) => corner.join(',')).join(' ');
  const paper = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><polygon points="${points}" fill="#20242b"/></svg>`;
  return sharp(bytes)
    .composite([{ input: Buffer.from(paper) }])
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** Time that is over when `isOver` says so, used up by the inspection itself. */
const until = (isOver: () => boolean) => ({ isOver, isUsed: isOver, used: () => 0 });

describe('inspecting the pictures of an attempt', () => {
  let inspector: Inspector;
  let approved: SpecimenCase;
  let findings: InspectedFindings;
  beforeAll(async () => {
    inspector = await openCheckedInspector({ modelsDir: modelsDirectory, textEngine: 'off' });
    approved = await approvedPerson();
    findings = await inspector.inspect({ pictures: picturesOf(approved), today });
  });

  it('finds that selfie and document show the same person', () => {
    expect(findings.comparison?.score).toBeGreaterThan(95);
    expect(findings.comparison).toMatchObject({ weak: false, model: findings.models[2] });
    expect(findings).toMatchObject({ comparisonReason: null, notComputed: [] });
  });

  it('finds the portrait where the card carries it', () => {
    const corners = approved.pictures[0]?.truth?.capture.portrait ?? [];
    const middle = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + (corner[axis] ?? 0), 0) / 4);
    const [x = 0, y = 0, width = 0] = findings.portrait?.box ?? [];
    expect(findings.portrait?.mediaId).toBe('document-front');
    expect(Math.hypot(x + width / 2 - (middle[0] ?? 0), y + width / 2 - (middle[1] ?? 0))).toBeLessThan(
      width * 0.4,
    );
  });

  it('never uses the ghost portrait in place of a covered portrait', async () => {
    const [front, ...others] = picturesOf(approved);
    const corners = approved.pictures[0]?.truth?.capture.portrait ?? [];
    const covered = await coverPart(front?.bytes ?? Buffer.alloc(0), corners);
    const seen = await inspector.inspect({
      pictures: [{ mediaId: 'document-front', context: 'document-front', bytes: covered }, ...others],
      today,
    });
    // The ghost portrait is still there, and a face.
    expect(pictureOf(seen, 'document-front')?.faces).toHaveLength(1);
    expect(seen).toMatchObject({ portrait: null, comparison: null, comparisonReason: 'doc.portrait_none' });
  });

  byNight(() => {
    it('gives the outline of a document that was sent as selfie', async () => {
      const [front] = picturesOf(approved);
      const again = await specimenCase({ ...approved.options, condition: 'pale' });
      const shown = again.pictures[0]?.bytes ?? Buffer.alloc(0);
      const pictures = [
        { mediaId: 'document-front', context: 'document-front', bytes: front?.bytes ?? Buffer.alloc(0) },
        { mediaId: 'face', context: 'face', bytes: shown },
      ];
      const seen = pictureOf(await inspector.inspect({ pictures, today }), 'face');
      expect(seen?.card?.confidence).toBeGreaterThan(0.4);
      expect(pictureOf(findings, 'face')?.card).toBeNull();
    });
  });

  it('reads the lines of the machine-readable zone', () => {
    expect(findings.mrz).toMatchObject({
      mediaId: 'document-front',
      status: 'clean',
      lines: approved.mrzLines,
    });
    expect(findings.mrz?.fields).toMatchObject({ lastName: 'MAASIKAS', firstName: 'LIISA' });
  });

  it('measures good pictures as good', () => {
    const selfie = pictureOf(findings, 'face');
    expect(selfie?.faces).toHaveLength(1);
    expect(selfie?.faces[0]?.flags).toEqual([]);
    expect(valueOf(selfie, 'img.blur', 'face')).toBeGreaterThan(10);
    expect(valueOf(selfie, 'img.dark', 'face')).toBeGreaterThan(45);
    expect(valueOf(selfie, 'img.bright', 'face')).toBeLessThan(0.4);
    expect(valueOf(pictureOf(findings, 'document-front'), 'img.blur', 'card')).toBeGreaterThan(30);
  });

  it('names all models and times all stages', () => {
    expect(findings.models).toHaveLength(3);
    for (const model of findings.models) expect(model).toMatch(/^builtin-(detector|mesh|face)@[0-9a-f]{12}$/);
    expect(Object.keys(findings.timings).toSorted()).toEqual([
      'card',
      'describe',
      'evidence',
      'faces',
      'mrz',
      'open',
      'quality',
    ]);
  });

  it('gives the same findings every time', async () => {
    const again = await inspector.inspect({ pictures: picturesOf(approved), today });
    expect({ ...again, timings: {} }).toEqual({ ...findings, timings: {} });
  });

  it('finds that another person holds the document', async () => {
    const { comparison } = await inspector.inspect({ pictures: picturesOf(await lookAlike()), today });
    expect(comparison?.score).toBeLessThan(50);
  });

  it('never trusts a comparison with a blurred portrait', async () => {
    const blurred = await inspector.inspect({ pictures: picturesOf(await blurredDocument()), today });
    expect(valueOf(pictureOf(blurred, 'document-front'), 'img.blur', 'card')).toBeLessThan(10);
    expect(blurred.mrz).toBeNull();
    expect(blurred.comparison?.weak ?? true).toBe(true);
  });

  it('reads a card from both of its sides', async () => {
    const both = await specimenCase({ seed: 12, kind: 'td1' });
    const seen = await inspector.inspect({ pictures: picturesOf(both), today });
    expect(seen.portrait?.mediaId).toBe('document-front');
    expect(seen.mrz).toMatchObject({ mediaId: 'document-back', format: 'TD1', lines: both.mrzLines });
    expect(seen.comparison?.score).toBeGreaterThan(85);
  });

  const turns = [
    { condition: 'upside', roll: 180 },
    { condition: 'sideways', roll: 90 },
  ] as const;
  it.each(rowsByDay(turns, ({ condition }) => condition === 'sideways'))(
    'compares with the portrait of a card that lies $condition',
    async ({ condition, roll }) => {
      const turned = await specimenCase({ seed: 12, kind: 'td1', condition });
      const seen = await inspector.inspect({ pictures: picturesOf(turned), today });
      const found = Math.abs(pictureOf(seen, 'document-front')?.faces[0]?.roll ?? NaN);
      expect(Math.abs(found - roll)).toBeLessThan(12);
      expect(seen.comparison?.score).toBeGreaterThan(85);
    },
  );

  it('reports why there is no comparison', async () => {
    const [front, selfie] = picturesOf(approved);
    const desk = sharp({ create: { width: 800, height: 600, channels: 3, background: '#6b5a48' } });
    const empty = await desk.jpeg().toBuffer();
    const reasonOf = async (pictures: (Picture | undefined)[]) =>
      (await inspector.inspect({ pictures: pictures.filter((picture) => picture !== undefined), today }))
        .comparisonReason;
    expect(await reasonOf([front])).toBe('face.none');
    expect(await reasonOf([selfie])).toBe('doc.portrait_none');
    expect(await reasonOf([{ mediaId: 'f', context: 'face', bytes: empty }, front])).toBe('face.none');
    const far = await sharp(selfie?.bytes).resize({ width: 120 }).jpeg().toBuffer();
    expect(await reasonOf([{ mediaId: 'f', context: 'face', bytes: far }, front])).toBe('face.small');
  });

  it('flags two people in a selfie', async () => {
    const one = await sharp(await drawSelfie({ seed: 27 }))
      .resize({ width: 480 })
      .toBuffer();
    const two = await sharp(await drawSelfie({ seed: 12 }))
      .resize({ width: 480 })
      .toBuffer();
    const together = sharp({ create: { width: 960, height: 640, channels: 3, background: '#000000' } });
    const bytes = await together
      .composite([
        { input: one, left: 0, top: 0 },
        { input: two, left: 480, top: 0 },
      ])
      .jpeg()
      .toBuffer();
    const seen = await inspector.inspect({ pictures: [{ mediaId: 'f', context: 'face', bytes }], today });
    expect(seen.pictures[0]?.faces.map(({ flags }) => flags.includes('face.several'))).toEqual([true, true]);
    expect(valueOf(seen.pictures[0], 'face.several')).toBe(2);
  });

  it('finds that the same picture was sent twice', async () => {
    const [, selfie] = picturesOf(approved);
    const bytes = selfie?.bytes ?? new Uint8Array();
    const inContexts = async (contexts: string[]) =>
      inspector.inspect({
        pictures: contexts.map((context) => ({ mediaId: context, context, bytes })),
        today,
      });
    const twice = await inContexts(['face', 'document-front']);
    expect(twice.pictures.map((picture) => valueOf(picture, 'img.duplicate'))).toEqual([1, 1]);
    const sameThing = await inContexts(['face-pre', 'face']);
    expect(sameThing.pictures.map((picture) => valueOf(picture, 'img.duplicate'))).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('keeps what it can when one picture cannot be opened', async () => {
    const [front] = picturesOf(approved);
    const broken = { mediaId: 'f', context: 'face', bytes: Buffer.from([0xff, 0xd8, 0xff, 0]) };
    const seen = await inspector.inspect({ pictures: front ? [broken, front] : [], today });
    expect(seen.pictures[0]).toEqual({
      mediaId: 'f',
      context: 'face',
      refusal: 'img.unreadable',
      width: 0,
      height: 0,
      quality: [],
      faces: [],
      card: null,
      side: null,
      perceptualHash: null,
    });
    expect(seen.mrz?.status).toBe('clean');
    expect(seen).toMatchObject({ comparison: null, comparisonReason: 'face.none', notComputed: [] });
  });
});

describe('a part that fails', () => {
  it('is named as not computed, and the rest is kept', async () => {
    const failures: string[] = [];
    const parts = {
      openText: null,
      models: await loadedModels(),
      readMrz: () => {
        throw new Error('out of memory');
      },
      onFailure: (part: string) => failures.push(part),
    };
    const seen = takenAsSent(
      await inspectPictures(parts, { pictures: picturesOf(await approvedPerson()), today }),
    );
    expect(seen).toMatchObject({ mrz: null, notComputed: ['mrz.reader'] });
    expect(seen.comparison?.score).toBeGreaterThan(95);
    expect(failures).toEqual(['mrz.reader']);
  });

  it('is a picture that was not started in time', async () => {
    const parts = { models: await loadedModels(), readMrz: () => null, openText: null };
    const pictures = picturesOf(await approvedPerson());
    const seen = takenAsSent(await inspectPictures(parts, { pictures, today, limit: until(() => true) }));
    expect(seen.pictures.map(({ refusal, width }) => [refusal, width])).toEqual([
      [null, 0],
      [null, 0],
    ]);
    expect(seen).toMatchObject({ comparison: null, notComputed: ['time.limit'] });
  });

  byNight(() => {
    it('is unfinished where time runs out between two readings of print', async () => {
      let late = false;
      const engine = await openTextEngine({ nativeCommand: null });
      const slow: TextEngine = {
        ...engine,
        read: async (...asked) => {
          const words = await engine.read(...asked);
          late = true;
          return words;
        },
      };
      const readers = { models: await loadedModels(), readMrz: () => null };
      const [front] = picturesOf(await specimenCase({ seed: 12, kind: 'td1' }));
      if (!front) throw new Error('a card has a front');
      const inspect = (openText: () => Promise<TextEngine>) =>
        inspectPictures({ ...readers, openText }, { pictures: [front], today, limit: until(() => late) });
      try {
        const whole = await inspect(() => Promise.resolve(engine));
        expect(whole).toMatchObject({ cutShort: [], notComputed: [] });
        const hurried = await inspect(() => Promise.resolve(slow));
        expect(hurried).toMatchObject({ cutShort: ['printed'], notComputed: ['time.limit'] });
        expect(hurried.printed?.fields.birthDate?.value).toBe(whole.printed?.fields.birthDate?.value);
        expect(hurried.printed?.fields.birthDate?.confidence).toBeLessThanOrEqual(0.8);
        // Nothing at all was read in the time that opening the reader left.
        late = false;
        const none = await inspect(() => {
          late = true;
          return Promise.resolve(engine);
        });
        expect(none).toMatchObject({ printed: null, cutShort: ['printed'], notComputed: ['time.limit'] });
      } finally {
        await engine.close();
      }
    });
  });

  it('is unfinished where time runs out in the search for bar codes', async () => {
    let late = false;
    const models = await loadedModels();
    const readMrz = () => {
      late = true;
      return null;
    };
    const [front] = picturesOf(await specimenCase({ seed: 12, kind: 'td1' }));
    if (!front) throw new Error('a card has a front');
    const seen = takenAsSent(
      await inspectPictures(
        { models, readMrz, openText: null },
        { pictures: [front], today, limit: until(() => late) },
      ),
    );
    expect(seen).toMatchObject({ barcode: null, cutShort: ['barcode'], notComputed: ['time.limit'] });
  });

  it('never yields a score: a descriptor network that gives nothing', async () => {
    const models = await loadedModels();
    const parts = { models: { ...models, descriptor: models.mesh }, readMrz: () => null, openText: null };
    const seen = takenAsSent(
      await inspectPictures(parts, { pictures: picturesOf(await approvedPerson()), today }),
    );
    expect(seen).toMatchObject({ comparison: null, comparisonReason: 'sys.unavailable' });
    expect(seen.notComputed).toEqual(['face.model']);
  });

  it('does not start with a model that is not the one its manifest names', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'models-'));
    const files = await readdir(modelsDirectory);
    await Promise.all(
      files.map((file) => copyFile(path.join(modelsDirectory, file), path.join(directory, file))),
    );
    await writeFile(path.join(directory, 'builtin-mesh.onnx'), 'something else');
    await expect(createInspector({ modelsDir: directory })).rejects.toThrow(
      'not the one that its manifest names',
    );
  });
});
