import { specimenCase, type SpecimenCase } from '@countersign/specimens';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FaceModels } from '../src/faces/face-models.ts';
import { inspectPictures } from '../src/inspection/inspect-pictures.ts';
import type { InspectionParts } from '../src/inspection/inspection-run.ts';
import type { InspectedFindings, Picture } from '../src/inspection/picture-findings.ts';
import { readMrz } from '../src/mrz/read-mrz.ts';
import type { MrzReading } from '../src/mrz/reading.ts';
import { openTextEngine } from '../src/printed/open-text-engine.ts';
import type { TextEngine, TextOptions } from '../src/printed/text-engine.ts';
import type { Raster } from '../src/picture/raster.ts';
import { takenAsSent } from './checked-inspector.ts';
import { loadedModels } from './loaded-models.ts';
import { remembering } from './remembering-engine.ts';

const today = '2026-11-20';

const picturesOf = ({ pictures }: SpecimenCase): Picture[] =>
  pictures.map(({ context, bytes }) => ({ mediaId: context, context, bytes }));

/** What is found, and what began in which order: pages handed to the reader, searches for a zone, and the descriptor network. */
interface Looked {
  found: InspectedFindings;
  order: string[];
}

describe('print that is read beside the rest of a look', { timeout: 120_000 }, () => {
  let engine: TextEngine;
  let models: FaceModels;
  let licence: Picture[];
  beforeAll(async () => {
    [engine, models] = [remembering(await openTextEngine()), await loadedModels()];
    licence = picturesOf(await specimenCase({ seed: 12, kind: 'uto-licence', condition: 'small' }));
    return () => engine.close();
  });

  async function lookAt(
    pictures: Picture[],
    { final = false, zoneOf = readMrz }: { final?: boolean; zoneOf?: InspectionParts['readMrz'] } = {},
  ): Promise<Looked> {
    const order: string[] = [];
    const { run } = models.descriptor;
    const describer = Object.create(models.descriptor, {
      run: {
        value: (...given: Parameters<typeof run>) => {
          order.push('describe');
          return models.descriptor.run(...given);
        },
      },
    }) as FaceModels['descriptor'];
    const parts: InspectionParts = {
      models: { ...models, descriptor: describer },
      readMrz: (...asked) => {
        order.push('zone');
        return zoneOf(...asked);
      },
      openText: () =>
        Promise.resolve({
          ...engine,
          read: async (page: Raster, options: TextOptions) => {
            order.push(`read ${options.mode}`);
            const words = await engine.read(page, options);
            order.push('words');
            return words;
          },
        }),
    };
    return { found: takenAsSent(await inspectPictures(parts, { pictures, today, final })), order };
  }

  /** All that is found but the times. */
  const decisive = ({ found }: Looked) => ({ ...found, timings: null });

  it('begins before the front of a card is searched for a zone, and ends after the faces are described', async () => {
    const beside = await lookAt(licence);
    const one = await lookAt(licence, { final: true });
    expect(beside.order.slice(0, 3)).toEqual(['zone', 'read sparse', 'zone']);
    expect(beside.order.indexOf('describe')).toBeLessThan(beside.order.lastIndexOf('words'));
    expect(one.order.slice(0, 3)).toEqual(['zone', 'zone', 'read sparse']);
    expect(one.order.indexOf('describe')).toBeGreaterThan(one.order.lastIndexOf('words'));
    expect(beside.order.toSorted()).toEqual(one.order.toSorted());
    expect(decisive(beside)).toEqual(decisive(one));
    expect(beside.found).toMatchObject({ notComputed: [], printed: { mediaId: 'document-front' } });
  });

  it('begins anew where the front turns out to have a zone, which is no part of its text', async () => {
    const zone = await zoneOnFront();
    const zoneOf = () => {
      let searched = 0;
      return (): MrzReading | null => ((searched += 1) === 2 ? zone : null);
    };
    const beside = await lookAt(licence, { zoneOf: zoneOf() });
    const one = await lookAt(licence, { zoneOf: zoneOf(), final: true });
    expect(beside.order.filter((step) => step === 'read sparse')).toHaveLength(
      1 + one.order.filter((step) => step === 'read sparse').length,
    );
    expect(decisive(beside)).toEqual(decisive(one));
  });

  /** A zone as it is read on a passport, over the lower edge of the front. */
  async function zoneOnFront(): Promise<MrzReading> {
    const [passport] = picturesOf(await specimenCase({ seed: 12, kind: 'td2' }));
    const { found } = await lookAt(passport ? [passport] : []);
    if (found.mrz === null) throw new Error('the zone of a drawn card is read');
    const { mediaId, ...zone } = found.mrz;
    return { ...zone, status: 'inconsistent' };
  }
});
