import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readMrz } from '../src/mrz/read-mrz.ts';
import type { MrzFormat } from '@countersign/findings';
import type { Raster } from '../src/picture/raster.ts';
import { loadAtlas } from '../tools/mrz-cells.ts';
import { createRandom } from '../tools/mrz-random.ts';
import { drawHarsh } from './mrz-harsh.ts';
import type { HarshKind } from './mrz-harsh.ts';
import { drawPage, plainStyle } from './mrz-page.ts';
import { inventZone } from './mrz-zones.ts';
import { rowsByDay } from './by-night.ts';

const here = path.dirname(fileURLToPath(import.meta.url));
const atlas = loadAtlas(path.resolve(here, '../tools'));
const today = '2026-11-20';

const read = (raster: Raster) => readMrz({ raster: () => Promise.resolve(raster) }, { today });

/** How pictures come, the format of the zone and the face of its print. */
const harsh: [HarshKind, MrzFormat, number][] = [
  ['scan without margin', 'TD3', 0],
  ['low resolution', 'TD1', 0],
  ['heavy JPEG', 'TD2', 1],
  ['enlarged', 'FRID', 0],
  ['dark background', 'TD3', 1],
  ['overprint', 'TD1', 0],
  ['relief', 'MRVA', 0],
  ['worn', 'TD1', 1],
  ['light print', 'MRVB', 0],
  ['thick print', 'TD1', 0],
  ['uneven spacing', 'TD3', 0],
  ['curled page', 'TD3', 1],
  ['facing pages', 'TD3', 0],
  ['far away', 'TD2', 0],
  ['pale grey', 'TD1', 1],
  ['zone at the border', 'TD3', 0],
  ['stretched scan', 'TD2', 1],
  ['filmed from a screen', 'TD1', 0],
  ['light band on a dark page', 'FRID', 1],
];
/** What the zones of single countries and other faces are drawn as besides, by day too. */
const again = new Set<HarshKind>(['scan without margin', 'low resolution', 'enlarged', 'worn']);
/** What differs from another row by its measure alone. */
const alike = new Set<HarshKind>([
  'far away',
  'thick print',
  'pale grey',
  'stretched scan',
  'dark background',
]);

describe('a picture as scans and old web pictures are', () => {
  it.each(rowsByDay(harsh, ([kind]) => !again.has(kind) && !alike.has(kind)))(
    'is read exactly: %s, %s',
    async (kind, format, face) => {
      const lines = inventZone(format, createRandom(41));
      const reading = await read(await drawHarsh(atlas, lines, { kind, face, seed: 41 }));
      expect(reading?.lines).toEqual(lines);
      expect(reading).toMatchObject({ format, status: 'clean' });
    },
  );

  it('is read in a face that is not OCR-B', async () => {
    const lines = [
      'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
      'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
    ];
    const reading = await read(
      await drawHarsh(atlas, lines, { kind: 'scan without margin', face: 6, seed: 42 }),
    );
    expect(reading?.lines).toEqual(lines);
  });

  it('is read through strong coloured lines that drown it in grey', async () => {
    const lines = inventZone('TD1', createRandom(48));
    const page = (guilloche: number) =>
      drawPage(atlas, lines, { ...plainStyle, guilloche }, createRandom(48));
    const [clear, lined] = [page(0), page(70)];
    const mixed = (red: number): Raster => {
      const data = Uint8Array.from(clear.data, (value, i) =>
        Math.max(0, red * value + (1 - red) * (lined.data[i] ?? 0)),
      );
      return { width: clear.width, height: clear.height, channels: 1, data };
    };
    const [grey, red, rest] = [mixed(0.3), mixed(1), mixed(0)];
    const data = Uint8Array.from({ length: 3 * grey.data.length }, (_, i) =>
      i % 3 === 0 ? (red.data[i / 3] ?? 0) : (rest.data[Math.floor(i / 3)] ?? 0),
    );
    const colour: Raster = { ...grey, channels: 3, data };
    const image = { raster: (_: number, channels: 1 | 3) => Promise.resolve(channels === 1 ? grey : colour) };
    expect((await read(grey))?.status).not.toBe('clean');
    expect(await readMrz(image, { today })).toMatchObject({ status: 'clean', lines });
  });

  it('holds no zone when there is none', async () => {
    for (const kind of ['guilloche', 'facing pages', 'filmed from a screen'] as const) {
      expect(await read(await drawHarsh(atlas, null, { kind, face: 0, seed: 43 }))).toBeNull();
    }
  });
});

describe('the zones of single countries, from the picture', () => {
  it("gives a Colombian digital card's serial and the person's number", async () => {
    const lines = [
      'ICCOL001234567805001<<<<<<<<<<',
      '9003152F3203190COL9000000001<2',
      'NUNEZ<GARCIA<<MARIA<GABRIELA<<',
    ];
    const reading = await read(await drawHarsh(atlas, lines, { kind: 'low resolution', face: 0, seed: 44 }));
    expect(reading).toMatchObject({
      format: 'TD1',
      status: 'clean',
      lines,
      fields: { number: '001234567', personalNumber: '9000000001', lastName: 'NUNEZ GARCIA', sex: 'F' },
    });
  });

  it('follows a long document number into the optional data', async () => {
    const lines = [
      'I<UTOD23145890<7349<<<<<<<<<<<',
      '7408122F1204159UTO<<<<<<<<<<<6',
      'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
    ];
    const reading = await read(await drawHarsh(atlas, lines, { kind: 'worn', face: 0, seed: 45 }));
    expect(reading).toMatchObject({
      status: 'clean',
      lines,
      fields: { number: 'D23145890734', optional1: null },
    });
  });

  it("translates the letters of a Mexican card: H is a man's, M a woman's", async () => {
    const lines = [
      'IDMEX1234567897<<0000000000000',
      '9003152H3203190MEX<00<<00000<8',
      'GARCIA<NUNEZ<<MARIO<GABRIEL<<<',
    ];
    const reading = await read(await drawHarsh(atlas, lines, { kind: 'enlarged', face: 0, seed: 46 }));
    expect(reading).toMatchObject({ format: 'TD1', lines, fields: { sex: 'M', rawSex: 'H' } });
  });

  it("reads Germany's one-letter code and a name without a second part", async () => {
    const lines = [
      'P<D<<MUSTERMANN<<<<<<<<<<<<<<<<<<<<<<<<<<<<<',
      'C01X00T478D<<6408125F2702283<<<<<<<<<<<<<<<4',
    ];
    const reading = await read(
      await drawHarsh(atlas, lines, { kind: 'scan without margin', face: 1, seed: 47 }),
    );
    expect(reading).toMatchObject({
      format: 'TD3',
      lines,
      fields: { issuingState: 'D', nationality: 'D', lastName: 'MUSTERMANN', firstName: null },
    });
  });
});
