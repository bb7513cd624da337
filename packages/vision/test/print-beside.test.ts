import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { specimenCase, type SpecimenCase } from '@countersign/specimens';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FaceModels } from '../src/faces/face-models.ts';
import { inspectPictures } from '../src/inspection/inspect-pictures.ts';
import type { InspectionParts } from '../src/inspection/inspection-run.ts';
import type { InspectedFindings, Picture } from '../src/inspection/picture-findings.ts';
import { readMrz } from '../src/mrz/read-mrz.ts';
import { openTextEngine } from '../src/printed/open-text-engine.ts';
import type { TextEngine, TextOptions } from '../src/printed/text-engine.ts';
import type { Raster } from '../src/picture/raster.ts';
import { loadAtlas } from '../tools/mrz-cells.ts';
import { takenAsSent } from './checked-inspector.ts';
import { loadedModels } from './loaded-models.ts';
import { drawScene } from './mrz-scene.ts';
import { remembering } from './remembering-engine.ts';

const today = '2026-11-20';
const tools = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../tools');
const icao = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'];

const picturesOf = ({ pictures }: SpecimenCase): Picture[] =>
  pictures.map(({ context, bytes }) => ({ mediaId: context, context, bytes }));

/** What is found, and what began in which order: pages handed to the reader, searches for a zone, and the descriptor network. */
interface Looked {
  found: InspectedFindings;
  order: string[];
}

describe('print that is read beside the rest of an inspection', { timeout: 240_000 }, () => {
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
    let describes = () => {};
    const described = new Promise<void>((resolve) => (describes = resolve));
    const waits = !final && pictures.some(({ context }) => context === 'face');
    const describer = Object.create(models.descriptor, {
      run: {
        value: (...given: Parameters<typeof run>) => {
          order.push('describe');
          describes();
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
            // A reader that takes its time: pages but the first come once faces are described.
            if (waits && order.includes('words')) await described;
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
    const picture = drawScene(loadAtlas(tools), icao, { condition: 'typical', seed: 3 });
    const zone = await readMrz({ raster: () => Promise.resolve(picture) }, { today });
    const sides = licence.filter(({ context }) => context !== 'face');
    const onSecond = () => {
      let searched = 0;
      return () => ((searched += 1) === 2 ? zone : null);
    };
    const beside = await lookAt(sides, { zoneOf: onSecond() });
    const one = await lookAt(sides, { zoneOf: onSecond(), final: true });
    const pagesOf = ({ order }: Looked) => order.filter((step) => step === 'read sparse').length;
    expect(pagesOf(beside)).toBe(pagesOf(one) + 1);
    expect(one.found.mrz).toMatchObject({ mediaId: 'document-front', lines: icao });
    expect(decisive(beside)).toEqual(decisive(one));
  });
});
