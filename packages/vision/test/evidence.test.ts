import {
  drawPortrait,
  drawSelfie,
  pastePortrait,
  recaptureFromPaper,
  recaptureFromScreen,
  type Recaptured,
} from '@countersign/specimens';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { rowsByDay } from './by-night.ts';
import type { Box, Point, Quad } from '../src/picture/raster.ts';
import {
  cardIn,
  faceIn,
  honestPassport,
  portraitFace,
  seenCodes,
  selfieFace,
  signsOn,
} from './evidence-scene.ts';

const passport = await honestPassport(7);
const selfie = await drawSelfie({ seed: 5 });
const wide = { width: 1280, height: 960 };
const high = { width: 960, height: 1280 };

/** Where a point of what was copied lies in the copy. */
function seenIn({ homography: h }: Recaptured, [x, y]: Point): Point {
  const w = h[6] * x + h[7] * y + h[8];
  return [(h[0] * x + h[1] * y + h[2]) / w, (h[3] * x + h[4] * y + h[5]) / w];
}

/** Where the passport and its face lie in a copy. */
function placesIn(copy: Recaptured) {
  const place = (x: number, y: number): Point => seenIn(copy, [x, y]);
  const quad = (x: number, y: number, width: number, height: number): Quad => [
    place(x, y),
    place(x + width, y),
    place(x + width, y + height),
    place(x, y + height),
  ];
  const { width, height, portraitBox } = passport.card.truth;
  const portrait = quad(...(portraitBox ?? [0, 0, 1, 1]));
  return { faces: [portraitFace([...portrait])], card: cardIn(quad(0, 0, width, height)) };
}

/** The box of the drawn selfie's face in a copy. */
function faceInCopy(copy: Recaptured) {
  const [x, y, side] = [260, 500, 490];
  const [left, top] = seenIn(copy, [x, y]);
  const [right] = seenIn(copy, [x + side, y + side]);
  return faceIn([left, top, right - left, right - left]);
}

describe('signs on documents', () => {
  it('finds nothing on an honest photograph', async () => {
    const { jpeg, faces, outline } = passport;
    expect(seenCodes(await signsOn(jpeg, { subject: 'document', faces, card: outline }))).toEqual([]);
  });

  it.each(rowsByDay([12, 19], (seed) => seed === 12))(
    'finds the grid of a display (seed %i)',
    async (seed) => {
      const copy = await recaptureFromScreen(passport.card.png, { seed, picture: wide, fill: 0.9 });
      const seen = seenCodes(await signsOn(copy.jpeg, { subject: 'document', ...placesIn(copy) }));
      expect(seen).toContain('doc.recaptured');
    },
  );

  it.each([
    { what: 'a dark frame that leans', background: '#1d1d1f', turn: -4, codes: ['doc.recaptured'] },
    { what: 'a dark frame that is straight', background: '#1d1d1f', turn: 0, codes: ['doc.recaptured'] },
    { what: 'the white margin of a sheet', background: '#e8e6e0', turn: -4, codes: [] },
  ])('finds the rim of a display, and $what gives $codes', async ({ background, turn, codes }) => {
    const shown = await sharp(passport.jpeg).resize(1360, 1020).png().toBuffer();
    const { data, info } = await sharp(shown)
      .rotate(turn, { background })
      .png()
      .toBuffer({ resolveWithObject: true });
    const framed = await sharp({ create: { width: 1600, height: 1240, channels: 3, background } })
      .composite([
        { input: data, left: Math.round((1600 - info.width) / 2), top: Math.round((1240 - info.height) / 2) },
      ])
      .jpeg({ quality: 90 })
      .toBuffer();
    const place = ([x, y]: Point): Point => {
      const [u, v] = [(x - 800) * 0.85, (y - 600) * 0.85];
      const angle = (turn * Math.PI) / 180;
      return [
        800 + u * Math.cos(angle) - v * Math.sin(angle),
        620 + u * Math.sin(angle) + v * Math.cos(angle),
      ];
    };
    const [a, b, c, d] = passport.outline.corners;
    const card = cardIn([place(a), place(b), place(c), place(d)]);
    expect(seenCodes(await signsOn(framed, { subject: 'document', card }))).toEqual(codes);
  });

  it('does not report a black table round the document as the rim of a display', async () => {
    const table = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#151517' } })
      .composite([
        { input: await sharp(passport.card.png).resize(1300).png().toBuffer(), left: 150, top: 140 },
      ])
      .jpeg({ quality: 90 })
      .toBuffer();
    const height = (1300 * passport.card.truth.height) / passport.card.truth.width;
    const card = cardIn([
      [150, 140],
      [1450, 140],
      [1450, 140 + height],
      [150, 140 + height],
    ]);
    expect(seenCodes(await signsOn(table, { subject: 'document', card }))).toEqual([]);
  });

  it('finds the dots of a colour print', async () => {
    const print = { seed: 4, picture: wide, fill: 0.9, print: 'colour' as const };
    const copy = await recaptureFromPaper(passport.card.png, print);
    const seen = seenCodes(await signsOn(copy.jpeg, { subject: 'document', ...placesIn(copy) }));
    expect(seen).toContain('doc.printed_copy');
    expect(seen).not.toContain('doc.grey_copy');
  });

  it('finds the dots of a print that shows the document with its surroundings, and reaches into a corner', async () => {
    const shown = await honestPassport(3618);
    const print = { seed: 3618, picture: { width: 1600, height: 1200 }, print: 'colour' as const };
    const copy = await recaptureFromPaper(shown.jpeg, print);
    // Where the detector finds it: there the wave is the same in all places of the face, and in one corner.
    const faces = [faceIn([314, 568, 180, 180])];
    const found = await signsOn(copy.jpeg, { subject: 'document', faces });
    expect(found.find(({ code }) => code === 'doc.printed_copy')?.strength).toBeGreaterThanOrEqual(0.9);
  });

  it('detects that a black-and-white print lost its colour', async () => {
    const print = { seed: 1, picture: wide, fill: 0.9, print: 'grey' as const };
    const copy = await recaptureFromPaper(passport.card.png, print);
    const seen = seenCodes(await signsOn(copy.jpeg, { subject: 'document', ...placesIn(copy) }));
    expect(seen).toContain('doc.grey_copy');
  });

  it('reports nothing on a document from a camera that takes grey pictures', async () => {
    const grey = await sharp(passport.jpeg).greyscale().toColourspace('srgb').jpeg().toBuffer();
    const { faces, outline } = passport;
    expect(seenCodes(await signsOn(grey, { subject: 'document', faces, card: outline }))).toEqual([]);
  });

  it('finds a portrait that was pasted in, and reports how much of it differs', async () => {
    const face = await drawPortrait({ seed: 90 });
    const pasted = await pastePortrait(passport.jpeg, face, {
      seed: 4,
      portrait: passport.portrait,
      edge: 'hard',
    });
    const { faces, outline } = passport;
    const [strongest] = await signsOn(pasted.jpeg, { subject: 'document', faces, card: outline });
    expect(strongest).toMatchObject({ code: 'doc.portrait_pasted', region: 'portrait', mediaId: 'm-1' });
    expect(strongest?.strength).toBeGreaterThanOrEqual(0.5);
    expect(strongest?.value).toBeGreaterThan(0.35);
  });

  it('finds a portrait pasted in with soft edges, which lacks the noise around it', async () => {
    const noisy = await honestPassport(46);
    const face = await drawPortrait({ seed: 12 });
    const options = { seed: 7, portrait: noisy.portrait, edge: 'feathered' } as const;
    const pasted = await pastePortrait(noisy.jpeg, face, options);
    const { faces, outline } = noisy;
    // Kept as PNG, its last compression left no ladder and is not written in the file.
    const png = await sharp(pasted.jpeg).png().toBuffer();
    const [strongest] = await signsOn(png, { subject: 'document', faces, card: outline });
    expect(strongest).toMatchObject({ code: 'doc.portrait_pasted', region: 'portrait', strength: 0.85 });
    expect(seenCodes(await signsOn(noisy.jpeg, { subject: 'document', faces, card: outline }))).toEqual([]);
  });

  it.each(rowsByDay([72, 80, 84, 94], (quality) => quality === 72 || quality === 94))(
    'finds a photographed portrait pasted in, noise and all, saved again at quality %i',
    async (quality) => {
      const other = await honestPassport(46);
      const boxOf = (corners: readonly Point[]) => {
        const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
        const [left, top] = [Math.ceil(Math.min(...xs)), Math.ceil(Math.min(...ys))];
        return {
          left,
          top,
          width: Math.floor(Math.max(...xs)) - left,
          height: Math.floor(Math.max(...ys)) - top,
        };
      };
      const { left, top, width, height } = boxOf(passport.portrait);
      const input = await sharp(other.jpeg)
        .extract(boxOf(other.portrait))
        .resize(width, height, { fit: 'fill' })
        .png()
        .toBuffer();
      const save = (picture: Sharp) => picture.jpeg({ quality }).toBuffer();
      const pasted = await save(sharp(passport.jpeg).composite([{ input, left, top }]));
      const known = { subject: 'document', faces: passport.faces, card: passport.outline } as const;
      const [strongest] = await signsOn(pasted, known);
      expect(strongest?.code).toBe('doc.portrait_pasted');
      expect(strongest?.strength).toBeGreaterThanOrEqual(0.7);
      expect(seenCodes(await signsOn(await save(sharp(passport.jpeg)), known))).toEqual([]);
    },
  );

  it('gives a weak sign at most where a camera smooths faces before it compresses', async () => {
    // Scaled, so that the ladder of the first compression is gone, with noise of its own.
    const scale = 0.9;
    const taken = sharp(passport.jpeg).resize(Math.round(1600 * scale));
    const { data, info } = await taken.removeAlpha().raw().toBuffer({ resolveWithObject: true });
    let state = 1;
    for (let at = 0; at < data.length; at += 1) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      data[at] = Math.max(0, Math.min(255, (data[at] ?? 0) + Math.round((state / 2 ** 32 - 0.5) * 14)));
    }
    const noisy = sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } });
    const png = await noisy.png().toBuffer();
    const boxes = passport.faces.map(
      ({ box }) => box.map((value) => Math.round(value * scale)) as unknown as Box,
    );
    const [x, y, side] = boxes[0] ?? [0, 0, 1];
    const oval = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><ellipse cx="${side / 2}" cy="${side / 2}" rx="${side * 0.5}" ry="${side / 2}"/></svg>`;
    const smooth = await sharp(png)
      .extract({ left: x, top: y, width: side, height: side })
      .blur(4)
      .ensureAlpha()
      .composite([{ input: Buffer.from(oval), blend: 'dest-in' }])
      .png()
      .toBuffer();
    const smoothed = await sharp(png)
      .composite([{ input: smooth, left: x, top: y }])
      .jpeg({ quality: 92 })
      .toBuffer();
    const found = await signsOn(smoothed, { subject: 'document', faces: boxes.map(faceIn) });
    expect(found.map(({ code }) => code)).toEqual(['doc.portrait_pasted']);
    expect(found[0]?.strength).toBeLessThan(0.5);
  });

  it.each(rowsByDay([60, 82, 95], (quality) => quality === 82))(
    'reports nothing when the whole picture was saved again at quality %i',
    async (quality) => {
      const again = await sharp(passport.jpeg).jpeg({ quality }).toBuffer();
      const { faces, outline } = passport;
      expect(seenCodes(await signsOn(again, { subject: 'document', faces, card: outline }))).toEqual([]);
    },
  );

  it('reports when a file names a program for changing pictures, except on pictures of our own flow', async () => {
    const edited = await sharp(passport.jpeg)
      .withExif({ IFD0: { Software: 'Adobe Photoshop 25.0 (Windows)' } })
      .jpeg({ quality: 92 })
      .toBuffer();
    const { faces, outline } = passport;
    const known = { subject: 'document', faces, card: outline } as const;
    expect(seenCodes(await signsOn(edited, known))).toEqual(['doc.edited']);
    expect(seenCodes(await signsOn(edited, { ...known, ownCapture: true }))).toEqual([]);
  });

  it.each([
    { what: 'of a screen’s size', size: [1170, 2532], fit: 'cover', strength: 0.5, value: 1 },
    { what: 'between the bars of a telephone', size: [1170, 2532], fit: 'contain', strength: 0.9, value: 2 },
    { what: 'between black bars', size: [1170, 2532], fit: 'contain', bar: '#000', strength: 0.9, value: 2 },
    { what: 'of a telephone lying on its side', size: [2532, 1170], fit: 'contain', strength: 0.9, value: 2 },
    { what: 'between bars, made smaller', size: [738, 1600], fit: 'contain', strength: 0.75, value: 2 },
  ] as const)('finds a screenshot: $what', async ({ size, fit, strength, value, ...more }) => {
    const background = 'bar' in more ? more.bar : '#202328';
    const shot = await sharp(passport.jpeg)
      .resize({ width: size[0], height: size[1], fit, background })
      .jpeg({ quality: 80 })
      .toBuffer();
    const found = await signsOn(shot, { subject: 'document' });
    expect(found.filter(({ code }) => code === 'doc.screenshot')).toMatchObject([{ strength, value }]);
  });

  it('finds no screenshot in what a camera took, whatever its shape', async () => {
    const camera = {
      IFD0: { Make: 'Utopian Optics', Model: 'UO-1' },
      IFD2: { ExposureTime: '1/60', FNumber: '18/10' },
    };
    const long = { width: 900, height: 2000, fit: 'contain', background: '#202328' } as const;
    const taken = await sharp(passport.jpeg).resize(long).withExif(camera).jpeg().toBuffer();
    const cropped = await sharp(passport.jpeg).resize(560, 1200, { fit: 'cover' }).jpeg().toBuffer();
    for (const picture of [taken, cropped])
      expect((await signsOn(picture, { subject: 'document' })).map(({ code }) => code)).not.toContain(
        'doc.screenshot',
      );
  });
});

describe('signs on selfies', () => {
  const alone = { subject: 'selfie', faces: [selfieFace] } as const;

  it('finds nothing on an honest selfie', async () => {
    expect(seenCodes(await signsOn(selfie, alone))).toEqual([]);
  });

  it('gives the same signs for the same picture', async () => {
    const copy = await recaptureFromScreen(selfie, { seed: 12, picture: high, fill: 0.8 });
    const known = { subject: 'selfie', faces: [faceInCopy(copy)] } as const;
    expect(await signsOn(copy.jpeg, known)).toEqual(await signsOn(copy.jpeg, known));
  });

  it('finds the grid of a display on the face', async () => {
    const copy = await recaptureFromScreen(selfie, { seed: 12, picture: high, fill: 0.8 });
    const seen = seenCodes(await signsOn(copy.jpeg, { subject: 'selfie', faces: [faceInCopy(copy)] }));
    expect(seen).toContain('live.pattern');
  });

  it('detects that a black-and-white print of a face has no colour', async () => {
    const print = { seed: 2, picture: high, fill: 0.75, print: 'grey' as const };
    const copy = await recaptureFromPaper(selfie, print);
    const seen = seenCodes(await signsOn(copy.jpeg, { subject: 'selfie', faces: [faceInCopy(copy)] }));
    expect(seen).toContain('live.flat');
  });

  it('finds edges that close round the face, and not those of a door around the person', async () => {
    const room = sharp({ create: { ...high, channels: 3, background: '#8a7f70' } });
    const picture = await sharp(selfie).resize(620, 827).png().toBuffer();
    const held = await room
      .composite([{ input: picture, left: 170, top: 250 }])
      .jpeg()
      .toBuffer();
    const face = faceIn([338, 573, 316, 316]);
    expect(seenCodes(await signsOn(held, { subject: 'selfie', faces: [face] }))).toEqual(['live.edges']);
    const door =
      '<svg xmlns="http://www.w3.org/2000/svg" width="960" height="1280"><path d="M90 1280V60H870V1280" fill="none" stroke="rgb(235,232,224)" stroke-width="50"/></svg>';
    const inDoor = await sharp(selfie)
      .composite([{ input: Buffer.from(door) }])
      .jpeg()
      .toBuffer();
    expect(seenCodes(await signsOn(inDoor, alone))).toEqual([]);
  });

  it('finds a straight-sided reflection over face and background, and no window beside the face', async () => {
    const patch = (x: number, y: number, width: number, turn: number): Buffer =>
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="1280"><rect x="${x}" y="${y}" width="${width}" height="120" fill="rgb(246,246,250)" transform="rotate(${turn} 500 700)"/></svg>`,
      );
    const glass = await sharp(selfie)
      .composite([{ input: patch(340, 640, 560, 12) }])
      .jpeg()
      .toBuffer();
    expect(seenCodes(await signsOn(glass, alone))).toContain('live.reflection');
    const window = await sharp(selfie)
      .composite([{ input: patch(0, 400, 200, 0) }])
      .jpeg()
      .toBuffer();
    expect(seenCodes(await signsOn(window, alone))).toEqual([]);
  });

  it('counts a second face of half the width, not a small one behind', async () => {
    const beside = (width: number) =>
      signsOn(selfie, { subject: 'selfie', faces: [selfieFace, faceIn([20, 20, width, width])] });
    expect(await beside(343)).toEqual([
      {
        code: 'live.several_faces',
        strength: 0.7,
        value: 0.7,
        mediaId: 'm-1',
        region: 'image',
        sentence: 'A second face of comparable size is in the picture.',
      },
    ]);
    expect(await beside(150)).toEqual([]);
    const two = [selfieFace, faceIn([20, 20, 343, 343])];
    expect(await signsOn(selfie, { subject: 'selfie', faces: two, holdsDocument: true })).toEqual([]);
  });
});
