import { drawCard, inventPerson, simulateCapture } from '@countersign/specimens';
import type { CaptureCondition, CardKind } from '@countersign/specimens';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findCard } from '../src/card/find-card.ts';
import { openImage } from '../src/picture/open-image.ts';
import { readPrinted } from '../src/printed/read-printed.ts';
import type { PrintedReading } from '../src/printed/printed-reading.ts';
import { openTextEngine } from '../src/printed/open-text-engine.ts';
import type { TextEngine } from '../src/printed/text-engine.ts';
import { byNight } from './by-night.ts';

let engine: TextEngine;
beforeAll(async () => {
  engine = await openTextEngine({ nativeCommand: null });
});
afterAll(() => engine.close());

async function capture(kind: CardKind, seed: number, condition: CaptureCondition): Promise<Buffer> {
  const culture = (['mx', 'co', 'br', 'us'] as const).find((name) => kind.startsWith(`${name}-`));
  const { png } = await drawCard({
    kind,
    person: inventPerson(seed, culture ? { culture } : {}),
    portraitSeed: seed,
  });
  return (await simulateCapture(png, { condition, seed })).jpeg;
}

async function read(bytes: Buffer, outOfTime = () => false): Promise<PrintedReading | null> {
  const image = await openImage(bytes);
  if (image.refusal !== null) throw new Error(image.refusal);
  const card = await findCard(image);
  return readPrinted(engine, { image, card, faces: [], hints: { today: '2026-11-20' }, outOfTime });
}

/** What a specimen says by field, as a reader should give it. */
async function printedOn(kind: CardKind, seed: number): Promise<Record<string, string>> {
  const culture = (['mx', 'co', 'br', 'us'] as const).find((name) => kind.startsWith(`${name}-`));
  const { truth } = await drawCard({
    kind,
    person: inventPerson(seed, culture ? { culture } : {}),
    portraitSeed: seed,
  });
  return Object.fromEntries(Object.entries(truth.fields).map(([name, { value }]) => [name, value]));
}

function valuesOf(reading: PrintedReading | null): Record<string, string> {
  return Object.fromEntries(Object.entries(reading?.fields ?? {}).map(([name, { value }]) => [name, value]));
}

describe('the print of a captured document', () => {
  byNight(() => {
    it('is read from a Mexican card, surnames and given names apart', async () => {
      const reading = await read(await capture('mx-ine-front', 4, 'typical'));
      expect(reading).toMatchObject({
        template: 'mx-ine-front',
        side: 'front',
        engine: 'tesseract.js 7.0.0',
      });
      expect(reading?.documentClass).toMatchObject({
        kind: 'mx-ine',
        issuingState: 'MEX',
        source: 'printed',
      });
      const { person } = (
        await drawCard({ kind: 'mx-ine-front', person: inventPerson(4, { culture: 'mx' }), portraitSeed: 4 })
      ).truth;
      expect(valuesOf(reading)).toMatchObject({
        lastName: person.lastName.toUpperCase(),
        firstName: person.firstName.toUpperCase(),
        birthDate: person.birthDate,
        curp: person.personalNumber,
        expiryDate: person.expiryDate,
      });
    });
  });

  byNight(() => {
    it('of a residence permit holds no address: its title is none', async () => {
      const reading = await read(await capture('uto-permit-front', 100, 'clean'));
      expect(reading?.documentClass?.kind).toBe('residence-permit');
      expect(reading?.fields).not.toHaveProperty('address');
      expect(reading?.fields).toHaveProperty('number');
    });
  });

  it('of a Brazilian licence holds the name as one, surnames of the parents, and no authority', async () => {
    const { firstName, lastName } = inventPerson(16, { culture: 'br' });
    const reading = await read(await capture('br-cnh-front', 16, 'clean'));
    expect(reading?.fields.fullName?.value).toBe(`${firstName} ${lastName}`.toUpperCase());
    expect(reading?.fields.parents?.value).toContain(lastName.toUpperCase());
    expect(reading?.fields).not.toHaveProperty('authority');
  });

  byNight(() => {
    it('is read from a driving licence of the North American kind', async () => {
      const person = inventPerson(4, { culture: 'us' });
      const reading = await read(await capture('us-licence-front', 4, 'typical'));
      expect(reading?.documentClass?.kind).toBe('us-licence');
      expect(valuesOf(reading)).toMatchObject({
        number: person.documentNumber,
        birthDate: person.birthDate,
        expiryDate: person.expiryDate,
      });
    });
  });

  byNight(() => {
    it('is read from both sides of a Mexican card with its numbers and years', async () => {
      const printed = await printedOn('mx-ine-front', 4);
      const front = await read(await capture('mx-ine-front', 4, 'typical'));
      expect(valuesOf(front)).toMatchObject({
        voterKey: printed['voterKey'],
        section: printed['section'],
        registrationYear: printed['registrationYear']?.slice(0, 4),
      });
      // Validity is printed as two years; what is kept as text begins with that of issue.
      expect(front?.fields.expiryDate?.text).toContain(
        inventPerson(4, { culture: 'mx' }).issueDate.slice(0, 4),
      );
      const { cic, ocr, emission } = await printedOn('mx-ine-back', 4);
      const back = await read(await capture('mx-ine-back', 4, 'typical'));
      expect(valuesOf(back)).toMatchObject({ cic, ocr, emissionNumber: emission });
    });
  });

  byNight(() => {
    it('is read from a Brazilian licence with its three dates', async () => {
      const { firstLicence, issueDate, expiryDate, licenceNumber } = await printedOn('br-cnh-front', 4);
      expect(valuesOf(await read(await capture('br-cnh-front', 4, 'typical')))).toMatchObject({
        firstIssueDate: firstLicence,
        issueDate,
        expiryDate,
        licenceNumber,
      });
    });
  });

  it('is read from a Colombian card with its day of issue', async () => {
    const { issueDate } = await printedOn('co-yellow-back', 4);
    expect(valuesOf(await read(await capture('co-yellow-back', 4, 'typical')))).toMatchObject({ issueDate });
  });

  byNight(() => {
    it('is read from a licence whose number has the letter I beside the digit 1', async () => {
      const { number } = await printedOn('uto-licence-front', 10);
      expect(number).toBe('1I7505Y63');
      expect(valuesOf(await read(await capture('uto-licence-front', 10, 'typical')))).toMatchObject({
        number,
      });
    });
  });

  it('is read from a passport whose date of issue is beside a tall signature', async () => {
    const reading = await read(await capture('td3', 50_003, 'typical'));
    expect(valuesOf(reading)).toMatchObject({ expiryDate: '2033-07-09', issueDate: '2023-07-09' });
  });

  byNight(() => {
    it('is read from a licence in dim light, noise and all', async () => {
      expect(valuesOf(await read(await capture('uto-licence-front', 50_103, 'dim')))).toMatchObject({
        lastName: 'GRUNEWALDT',
        expiryDate: '2033-11-01',
        number: '381024076',
        authority: 'AMAUROT',
      });
    });
  });

  it('is read upside down, and gives the place of a field in the picture', async () => {
    const person = inventPerson(4);
    const reading = await read(await capture('td1-front', 4, 'upside'));
    expect(valuesOf(reading)).toMatchObject({ birthDate: person.birthDate, expiryDate: person.expiryDate });
    // Upside down the later rows of the card lie higher in the picture.
    const [, birthTop = 0] = reading?.fields.birthDate?.box ?? [];
    const [, expiryTop = 0] = reading?.fields.expiryDate?.box ?? [];
    expect(expiryTop).toBeLessThan(birthTop);
  });

  it('is read once only when time is short, and then less surely', async () => {
    const bytes = await capture('td3', 4, 'typical');
    let asked = 0;
    const hurried = await read(bytes, () => (asked += 1) > 1);
    expect(hurried?.fields.birthDate?.value).toBe(inventPerson(4).birthDate);
    expect(hurried?.fields.birthDate?.confidence).toBeLessThanOrEqual(0.8);
    expect((await read(bytes))?.fields.birthDate?.confidence).toBeGreaterThan(0.9);
  });

  it('is nothing when there was no time at all', async () => {
    expect(await read(await capture('td3', 4, 'typical'), () => true)).toBeNull();
  });

  byNight(() => {
    it('is nothing on pictures without print', async () => {
      const noise = await sharp({
        create: {
          width: 900,
          height: 600,
          channels: 3,
          background: '#777',
          noise: { type: 'gaussian', mean: 128, sigma: 30 },
        },
      })
        .jpeg()
        .toBuffer();
      expect(await read(noise)).toBeNull();
    });
  });
});
