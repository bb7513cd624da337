import {
  approvedPerson,
  challengeFilm,
  drawBarcode,
  drawSelfie,
  forgedZone,
  specimenCase,
  type SpecimenCase,
} from '@countersign/specimens';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Inspector } from '../src/inspection/create-inspector.ts';
import type { Picture } from '../src/inspection/picture-findings.ts';
import { drawCodeCard, licenceBack } from './barcode-scene.ts';
import { openCheckedInspector } from './checked-inspector.ts';
import { modelsDirectory } from './loaded-models.ts';
import { rednessPad, slotDirectory } from './slot-files.ts';
import { byNight, rowsByDay } from './by-night.ts';

const today = '2026-11-20';
const picturesOf = ({ pictures }: SpecimenCase): Picture[] =>
  pictures.map(({ context, bytes }) => ({ mediaId: context, context, bytes }));

describe('an inspection', () => {
  let inspector: Inspector;
  let passport: Picture[];
  beforeAll(async () => {
    inspector = await openCheckedInspector({ modelsDir: modelsDirectory, textEngine: 'bundled' });
    passport = picturesOf(await approvedPerson());
  });
  afterAll(() => inspector.close());
  const inspect = (pictures: Picture[], inspection = {}) =>
    inspector.inspect({ pictures, today, inspection: { printed: 'zone-only', ...inspection } });
  let seen: ReturnType<typeof inspect> | undefined;
  /** What the passport and its selfie show, their print unread; the same every time. */
  const inspectPassport = () => (seen ??= inspect(passport));
  const selfieOf = async (seed: number, variant: number): Promise<Uint8Array> =>
    drawSelfie({ seed, variant });

  byNight(() => {
    it('compares the selfie with a reference picture where one was sent', async () => {
      const { reference, referenceReason } = await inspectPassport();
      expect([reference, referenceReason]).toEqual([null, 'reference.none']);
      const same = { mediaId: 'r', context: 'face-reference', bytes: await selfieOf(46, 0) };
      const found = await inspect([{ mediaId: 's', context: 'face', bytes: await selfieOf(46, 1) }, same]);
      expect(found.reference?.score).toBeGreaterThan(95);
      expect(found.referenceReason).toBeNull();
      const desk = sharp({ create: { width: 800, height: 600, channels: 3, background: '#6b5a48' } });
      const empty = { ...same, bytes: await desk.jpeg().toBuffer() };
      const without = await inspect([{ mediaId: 's', context: 'face', bytes: await selfieOf(46, 1) }, empty]);
      expect([without.reference, without.referenceReason]).toEqual([null, 'reference.face_none']);
    });
  });

  it('compares the sharpest and straightest of several selfies, not the widest', async () => {
    const [portrait, selfie] = passport;
    if (portrait === undefined || selfie === undefined)
      throw new Error('a passport and a selfie are expected');
    const { comparison } = await inspectPassport();
    const film = await challengeFilm({ seed: 46, steps: ['left', 'right'] });
    const [turned] = film.frames
      .map(({ jpeg }, index) => ({ jpeg, yaw: Math.abs(film.truth.frames[index]?.pose.yaw ?? 0) }))
      .toSorted((a, b) => b.yaw - a.yaw);
    const wider = sharp(selfie.bytes).extract({ left: 180, top: 240, width: 600, height: 800 }).resize(1200);
    const others = {
      blurred: await wider.blur(12).jpeg().toBuffer(),
      turned: await sharp(turned?.jpeg).resize(1440).sharpen().jpeg().toBuffer(),
    };
    // One of them by day.
    for (const [mediaId, bytes] of rowsByDay(Object.entries(others), ([name]) => name === 'turned')) {
      const found = await inspect([portrait, { mediaId, context: 'face', bytes }, selfie]);
      const faces = found.pictures.map(({ faces: [face] }) => face?.width ?? 0);
      expect({ mediaId, isWider: (faces[1] ?? 0) > (faces[2] ?? 0) }).toEqual({ mediaId, isWider: true });
      expect({ mediaId, comparison: found.comparison }).toEqual({ mediaId, comparison });
      expect(found.selfie).toBe(selfie.mediaId);
    }
  });

  byNight(() => {
    it('gives descriptors only when requested, with the distances that its scores correspond to', async () => {
      expect((await inspectPassport()).faceTraces).toBeNull();
      const { faceTraces } = await inspect(passport, { faceTraces: { same: 80, alike: 50, other: 50 } });
      expect(faceTraces?.model).toMatch(/^builtin-face@/);
      expect(faceTraces?.metric).toBe('euclidean');
      expect(faceTraces?.distances.same).toBeCloseTo(0.52, 6);
      expect(faceTraces?.distances.alike).toBeCloseTo(0.6, 6);
      // 128 numbers of 4 bytes each.
      expect(Buffer.from(faceTraces?.selfie ?? '', 'base64')).toHaveLength(512);
      expect(Buffer.from(faceTraces?.portrait ?? '', 'base64')).toHaveLength(512);
    });
  });

  it('gives no distance for a score that no distance has', async () => {
    const { faceTraces } = await inspect(passport, { faceTraces: { same: 80, alike: 0, other: 50 } });
    expect(faceTraces?.distances).toEqual({ same: 0.52, alike: null, other: 0.6 });
  });

  it('reports which side a picture shows, and when it is not the requested one', async () => {
    const [front, back] = picturesOf(await specimenCase({ seed: 12, kind: 'td1' }));
    if (!front || !back) throw new Error('a card has two sides');
    const swapped = await inspect([
      { ...back, context: 'document-front' },
      { ...front, context: 'document-back' },
    ]);
    expect(swapped.pictures.map(({ side }) => side)).toEqual(['back', 'front']);
    for (const { quality } of swapped.pictures) {
      expect(quality).toContainEqual({ code: 'doc.side', value: 1, region: 'image' });
    }
    expect(swapped.documentClass).toMatchObject({ kind: 'id-card', issuingState: 'UTO', source: 'mrz' });
  });

  it('reports an unread PDF417 beside a code of a format that no document has, which reads', async () => {
    const bytes = Buffer.from('UTO-0123456');
    const { columns, rows } = await drawBarcode({ format: 'Code128', bytes });
    const height = (50 / columns) * rows;
    const shelf = await drawCodeCard({ format: 'Code128', bytes, box: [20, 8, 50, height] });
    const cut = { left: 285, top: 105, width: 780, height: Math.round(height * 15) + 30 };
    const code = await sharp(shelf).extract(cut).png().toBuffer();
    // All but the guards at both ends.
    const scratched = { create: { width: 760, height: 250, channels: 3, background: '#ffffff' } } as const;
    const back = await sharp(await drawCodeCard(licenceBack(1)))
      .composite([
        { input: scratched, left: 260, top: 70 },
        { input: code, left: 250, top: 400 },
      ])
      .png()
      .toBuffer();
    const unreadOf = async (context: string, picture: Uint8Array) => {
      const { pictures, barcode } = await inspect([{ mediaId: 'c', context, bytes: picture }], {
        printed: 'off',
      });
      expect(barcode?.fields ?? null).toBeNull();
      return pictures.flatMap(({ quality }) => quality.map((one) => one.code)).includes('doc.code_unread');
    };
    expect(await unreadOf('document-back', back)).toBe(true);
    expect(await unreadOf('document-back-barcode', shelf)).toBe(false);
  });

  it('does not read the print of a back that can add nothing to what the front gave', async () => {
    const sides = picturesOf(await specimenCase({ seed: 1, kind: 'uto-licence', condition: 'typical' }));
    const { printed, pictures } = await inspect(sides, { printed: 'auto' });
    expect(printed?.fields).toMatchObject({
      number: { value: '327145001' },
      expiryDate: { value: '2031-10-04' },
    });
    // The title on the back is that of the front, which its print was taken for.
    expect(pictures.map(({ context, side }) => [context, side])).toEqual([
      ['document-front', 'front'],
      ['document-back', null],
      ['face', null],
    ]);
  });

  byNight(() => {
    it('reads the print of a side whose zone is on the other, and none when that is off', async () => {
      const card = picturesOf(await specimenCase({ seed: 12, kind: 'td1' }));
      const read = await inspect(card);
      expect(read.mrz?.status).toBe('clean');
      expect(read.printed).toMatchObject({ mediaId: 'document-front', engine: 'tesseract.js 7.0.0' });
      expect(read.printed?.fields.number?.value).toBe(read.mrz?.fields.number);
      expect(read.printed?.fields.birthDate?.value).toBe(read.mrz?.fields.birthDate);
      expect((await inspect(card, { printed: 'off' })).printed).toBeNull();
    });
  });

  it('compares the print of every document with its zone, unless that is off', async () => {
    const { agreement, legibility, printed } = await inspector.inspect({ pictures: passport, today });
    expect(Object.keys(agreement ?? {})).toEqual([
      'number',
      'lastName',
      'firstName',
      'birthDate',
      'expiryDate',
    ]);
    expect(Object.values(agreement ?? {}).map(({ state }) => state)).not.toContain('contradicts');
    expect(agreement).toMatchObject({ lastName: { state: 'found' }, birthDate: { state: 'found' } });
    expect(legibility).toBeGreaterThan(0.7);
    expect(printed?.fields.birthPlace?.confidence).toBeGreaterThan(0.8);
    const left = await inspectPassport();
    expect([left.printed, left.agreement, left.legibility]).toEqual([null, undefined, undefined]);
  });

  byNight(() => {
    it('finds the contradiction of a passport whose zone names another person', async () => {
      const [front] = picturesOf(await forgedZone());
      const { agreement } = await inspect(front ? [front] : [], { printed: 'auto' });
      const contradicted = Object.values(agreement ?? {}).filter(({ state }) => state === 'contradicts');
      expect(contradicted.length).toBeGreaterThanOrEqual(2);
      expect(agreement?.birthDate).toMatchObject({ state: 'contradicts' });
    });
  });

  it('reads the other side for the date of birth that the first one does not have', async () => {
    const card = picturesOf(await specimenCase({ seed: 55, kind: 'co-yellow', forgedZone: 'birth-year' }));
    const { agreement } = await inspector.inspect({ pictures: card.slice(0, 2), today });
    expect(agreement).toMatchObject({ lastName: { state: 'found' }, birthDate: { state: 'contradicts' } });
  });

  it('finds that the selfie is a picture of the portrait', async () => {
    const [front] = passport;
    const { portrait } = await inspectPassport();
    if (!front || !portrait) throw new Error('there is a portrait');
    const [x, y, width, height] = portrait.box;
    const cut = {
      left: Math.round(x - width * 0.3),
      top: Math.round(y - height * 0.3),
      width: Math.round(width * 1.6),
      height: Math.round(height * 1.6),
    };
    const bytes = await sharp(front.bytes).extract(cut).resize({ width: 900 }).jpeg().toBuffer();
    const { evidence } = await inspect([front, { mediaId: 'stolen', context: 'face', bytes }]);
    const reused = evidence.find(({ code }) => code === 'live.portrait_reused');
    expect(reused?.mediaId).toBe('stolen');
    expect(reused?.strength).toBeGreaterThan(0.6);
  });

  it('finds no sign in honest pictures, which proves nothing: nothing but signs was searched for', async () => {
    const { evidence, liveness } = await inspectPassport();
    expect(evidence).toEqual([]);
    expect(liveness).toEqual({ examined: 'passive', challenge: null });
  });

  it('follows a challenge film against the selfie that is compared with the document, however many come later', async () => {
    const steps = ['left', 'closer', 'right', 'up'] as const;
    const film = await challengeFilm({ seed: 47, steps });
    const frames = film.frames.map(({ at, jpeg }) => ({ at, bytes: jpeg }));
    const selfie = { mediaId: 's', context: 'face', bytes: film.selfie };
    const other = sharp(await selfieOf(46, 1)).blur(12);
    const later = { mediaId: 'l', context: 'face', bytes: await other.jpeg().toBuffer() };
    const { liveness, selfie: compared } = await inspect([selfie, later], { challenge: { steps, frames } });
    expect(compared).toBe('s');
    expect(liveness.challenge).toMatchObject({ frames: 12, followed: true, continuity: [] });
    expect(liveness.challenge?.worstScore).toBeGreaterThan(90);
  });

  it('runs the operator’s presentation-attack network on the selfie', async () => {
    const slotsDir = await slotDirectory([rednessPad]);
    const asking = await openCheckedInspector({ modelsDir: modelsDirectory, slotsDir, textEngine: 'off' });
    const { evidence, liveness, models } = await asking.inspect({ pictures: passport.slice(1), today });
    expect(liveness.examined).toBe('model');
    expect(models).toContainEqual(expect.stringMatching(/^redness@[0-9a-f]{12}$/));
    const [scored, ...others] = evidence.filter(({ code }) => code === 'live.model');
    expect(others).toEqual([]);
    expect(scored).toMatchObject({ mediaId: 'face', region: 'face' });
    expect(scored?.strength).toBe(scored?.value);
  });
});
