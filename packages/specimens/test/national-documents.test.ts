import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { markerText, stampMarker } from '../src/capture/stamp-marker.ts';
import { drawCard } from '../src/card/draw-card.ts';
import { documentKinds, specimenCase } from '../src/cases/specimen-case.ts';
import { inventPerson } from '../src/people/invent-person.ts';

describe('A national specimen card', () => {
  it('is the same picture every time, in its true size', async () => {
    const person = inventPerson(7, { culture: 'mx' });
    const draw = () => drawCard({ kind: 'mx-ine-back', person, portraitSeed: 7 });
    const [first, second] = [await draw(), await draw()];
    expect(first.png.equals(second.png)).toBe(true);
    expect(first.truth).toEqual(second.truth);
    expect([first.truth.width, first.truth.height, first.truth.side]).toEqual([1284, 810, 'back']);
  });

  it('gives the meaning of its fields beside their text', async () => {
    const person = inventPerson(7, {
      culture: 'co',
      changes: { documentNumber: '9000123456', birthDate: '1992-01-18' },
    });
    const front = await drawCard({ kind: 'co-yellow-front', person, portraitSeed: 7 });
    const back = await drawCard({ kind: 'co-yellow-back', person, portraitSeed: 7 });
    expect(front.truth.fields['number']).toMatchObject({ text: '9.000.123.456', value: '9000123456' });
    expect(back.truth.fields['birthDate']).toMatchObject({ text: '18-ENE-1992', value: '1992-01-18' });
  });

  it('carries the 531 bytes of the older Colombian card', async () => {
    const person = inventPerson(7, { culture: 'co', changes: { documentNumber: '9000123456' } });
    const { truth } = await drawCard({ kind: 'co-yellow-back', person, portraitSeed: 7 });
    const payload = Buffer.from(truth.code?.payload ?? '', 'base64');
    expect([truth.code?.format, payload.length]).toEqual(['PDF417', 531]);
    expect(payload.subarray(24, 32).toString()).toBe('PubDSK_1');
    expect(payload.subarray(48, 58).toString()).toBe('9000123456');
  });

  it('prints a wrong check digit for the date of birth when damaged', async () => {
    const person = inventPerson(7, { culture: 'mx', changes: { birthDate: '1985-01-01' } });
    const draw = (damagedMrz: boolean) =>
      drawCard({ kind: 'mx-ine-back', person, portraitSeed: 7, damagedMrz });
    expect((await draw(false)).truth.mrz?.lines[1]?.slice(0, 7)).toBe('8501019');
    expect((await draw(true)).truth.mrz?.lines[1]?.slice(0, 7)).toBe('8501012');
  });
});

describe('A case of a national document', () => {
  it.each([
    ['mx-ine', 'ID_CARD', 3],
    ['co-yellow', 'ID_CARD', 0],
    ['co-digital', 'ID_CARD', 3],
    ['br-cnh', 'DRIVERS_LICENSE', 0],
    ['us-licence', 'DRIVERS_LICENSE', 0],
    ['uto-licence', 'DRIVERS_LICENSE', 0],
    ['uto-permit', 'RESIDENCE_PERMIT', 3],
  ] as const)('%s has two sides and a selfie', async (kind, type, lines) => {
    const drawn = await specimenCase({ seed: 11, kind, condition: 'messenger' });
    expect(drawn.pictures.map(({ context }) => context)).toEqual(['document-front', 'document-back', 'face']);
    expect([drawn.documentType, drawn.mrzLines.length]).toEqual([type, lines]);
    expect(documentKinds).toContain(kind);
  });
});

describe('The sandbox marker', () => {
  it('names the reading, in letters, digits and hyphens only', () => {
    expect(markerText('approvedPerson')).toBe('UTO:approvedPerson');
    expect(() => markerText('')).toThrow(RangeError);
    expect(() => markerText('a b')).toThrow(RangeError);
  });

  it('is in the lower right corner and changes nothing else', async () => {
    const grey = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#808080' } })
      .jpeg()
      .toBuffer();
    const { data, info } = await sharp(await stampMarker(grey, 'minor'))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const marked = (x: number, y: number): boolean => Math.abs((data[y * info.width + x] ?? 128) - 128) > 40;
    const inCorner = Array.from({ length: 60 }, (_, step) => marked(799 - step, 599 - step));
    expect(inCorner.filter(Boolean).length).toBeGreaterThan(50);
    expect(marked(400, 300) || marked(10, 590) || marked(790, 10) || marked(680, 590)).toBe(false);
  });
});
