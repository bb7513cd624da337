import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usualLimits } from '../../src/lists/limits.ts';
import { RefusedSource } from '../../src/model/listed-entity.ts';
import type { SourceFormat } from '../../src/lists/read-sources.ts';
import { readBytes } from '../../src/lists/read-bytes.ts';
import { fixture, readOne } from './read-fixture.ts';

let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'screening-hostile-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function written(content: string | Uint8Array, ending = ''): Promise<string> {
  files += 1;
  const file = path.join(folder, `hostile-${String(files)}${ending}`);
  await writeFile(file, content);
  return file;
}

const samples: [SourceFormat, string][] = [
  ['ftm', 'invented.entities.ftm.json'],
  ['targets-simple', 'targets.simple.csv'],
  ['ofac-csv', 'sdn.csv'],
  ['ofac-xml', 'sdn.xml'],
  ['ofac-advanced', 'sdn_advanced.xml'],
  ['un-xml', 'un.xml'],
  ['eu-xml', 'eu.xml'],
  ['uk-xml', 'uk.xml'],
  ['csl-csv', 'csl.csv'],
  ['senzing', 'senzing.jsonl'],
  ['native', 'house.jsonl'],
  ['names', 'names.txt'],
];

/** 64 MiB of blanks, packed once for all formats. */
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 32), { level: 9 });

/** Ends with entities or a refusal; anything else is thrown. */
async function survives(format: SourceFormat, file: string): Promise<number> {
  try {
    return (await readOne({ format, paths: [file] })).byId.size;
  } catch (error) {
    if (error instanceof RefusedSource) return -1;
    throw error;
  }
}

describe.each(samples)('%s', (format, name) => {
  it('ends cleanly when cut, flipped or repeated anywhere', async () => {
    const whole = await readFile(fixture(name));
    const damage = fc.oneof(
      fc.nat(whole.length).map((end) => whole.subarray(0, end)),
      fc.tuple(fc.nat(whole.length - 1), fc.nat(255)).map(([at, byte]) => {
        const copy = Buffer.from(whole);
        copy[at] = byte;
        return copy;
      }),
      fc
        .tuple(fc.nat(whole.length), fc.nat(whole.length))
        .map(([from, to]) => Buffer.concat([whole.subarray(0, from), whole.subarray(to)])),
      fc.uint8Array({ maxLength: 300 }),
    );
    await fc.assert(
      fc.asyncProperty(damage, async (bytes) => {
        const file = await written(bytes);
        const size = await survives(format, file);
        await rm(file);
        expect(size).toBeLessThan(60);
      }),
      { numRuns: 60 },
    );
  });

  it('refuses a web page, an archive, an empty file and a missing one', async () => {
    const page = await written('\ufeff \n<!DOCTYPE html><html><body>Service unavailable</body></html>');
    expect(await survives(format, page)).toBe(-1);
    expect(await survives(format, await written('PK\x03\x04packed'))).toBe(-1);
    expect(await survives(format, await written(gzipSync(gzipSync('twice'))))).toBe(-1);
    expect(
      await survives(format, await written(gzipSync(await readFile(fixture(name))).subarray(0, -20), '.gz')),
    ).toBe(-1);
    expect(await survives(format, await written(''))).toBe(-1);
    expect(await survives(format, path.join(folder, 'missing'))).toBe(-1);
  });

  it('reads the same packed, whatever its name, with a byte-order mark and with CRLF', async () => {
    const plain = await readFile(fixture(name), 'utf8');
    const count = await survives(format, fixture(name));
    expect(count).toBeGreaterThan(0);
    expect(await survives(format, await written(gzipSync(plain), '.gz'))).toBe(count);
    expect(await survives(format, await written(gzipSync(plain)))).toBe(count);
    expect(await survives(format, await written(plain, '.gz'))).toBe(count);
    expect(await survives(format, await written(`\ufeff${plain}`))).toBe(count);
    expect(await survives(format, await written(plain.replaceAll(/\r?\n/gu, '\r\n')))).toBe(count);
  });

  it('refuses a bomb', async () => {
    expect(await survives(format, await written(bomb, '.gz'))).toBe(-1);
  });
});

const un = (inside: string): string =>
  `<?xml version="1.0"?><CONSOLIDATED_LIST><INDIVIDUALS>${inside}</INDIVIDUALS></CONSOLIDATED_LIST>`;

describe('a packed list (S13)', () => {
  /** Lines of 4 KiB that differ in this many characters. */
  const packed = (differing: number): Buffer => {
    const line = (at: number) =>
      createHash('sha512').update(String(at)).digest('base64').slice(0, differing).padEnd(4095, 'a,');
    return gzipSync(Array.from({ length: 2048 }, (_, at) => line(at)).join('\n'), { level: 9 });
  };
  const read = async (bytes: Buffer): Promise<number> => {
    let total = 0;
    const log = { digest: () => {} } as never;
    const file = await written(bytes, '.gz');
    for await (const chunk of readBytes({ file, limits: usualLimits, log })) total += chunk.length;
    return total / bytes.length;
  };

  it('may be 100 times as large unpacked, and no more', async () => {
    const ratio = await read(packed(50));
    expect(ratio).toBeGreaterThan(60);
    expect(ratio).toBeLessThanOrEqual(100);
    await expect(read(packed(20))).rejects.toThrow('unpacks to too many times its size');
  });
});

describe('hostile XML', () => {
  it.each([
    [
      'a DOCTYPE',
      `<!DOCTYPE CONSOLIDATED_LIST [<!ENTITY a "b">]>${un('')}`.replace('<?xml version="1.0"?>', ''),
      'has a DOCTYPE',
    ],
    ['an external entity', `<!DOCTYPE x SYSTEM "file:///etc/passwd"><CONSOLIDATED_LIST/>`, 'has a DOCTYPE'],
    [
      'an undeclared entity',
      un('<INDIVIDUAL><DATAID>1</DATAID><FIRST_NAME>&who;</FIRST_NAME></INDIVIDUAL>'),
      'is damaged',
    ],
    ['deep nesting', un('<INDIVIDUAL>'.repeat(100)), 'is nested deeper than 64'],
    ['another root', '<feed/>', 'is another format'],
    [
      'an encoding off the list',
      '<?xml version="1.0" encoding="utf-7"?><CONSOLIDATED_LIST/>',
      'encoding utf-7 is not read',
    ],
    [
      'a long attribute',
      `<CONSOLIDATED_LIST dateGenerated="${'x'.repeat(70_000)}"/>`,
      'an attribute that is too long',
    ],
    [
      'a long text',
      un(`<INDIVIDUAL><FIRST_NAME>${'x'.repeat(2_000_000)}</FIRST_NAME></INDIVIDUAL>`),
      'a text that is too long',
    ],
    ['a long comment', un(`<!--${'x'.repeat(3_000_000)}-->`), 'a text that is too long'],
    ['an open end', un('').slice(0, -5), 'is damaged'],
  ])('%s is refused', async (_, content, reason) => {
    const file = await written(content);
    await expect(readOne({ format: 'un-xml', paths: [file] })).rejects.toThrow(reason);
  });

  it('reads the five predefined entities and numbers of characters', async () => {
    const file = await written(
      un('<INDIVIDUAL><DATAID>1</DATAID><FIRST_NAME>A&amp;B &#x41;nn &lt;x&gt;</FIRST_NAME></INDIVIDUAL>'),
    );
    const { byId } = await readOne({ format: 'un-xml', paths: [file] });
    expect(byId.get('un-1')?.names[0]?.text).toBe('A&B Ann <x>');
  });

  it('rejects a record with a million aliases and keeps the next', async () => {
    const aliases = '<INDIVIDUAL_ALIAS><ALIAS_NAME>N</ALIAS_NAME></INDIVIDUAL_ALIAS>'.repeat(1_000_000);
    const next = '<INDIVIDUAL><DATAID>2</DATAID><FIRST_NAME>Ann</FIRST_NAME></INDIVIDUAL>';
    const file = await written(
      un(`<INDIVIDUAL><DATAID>1</DATAID><FIRST_NAME>X</FIRST_NAME>${aliases}</INDIVIDUAL>${next}`),
    );
    const { byId, report } = await readOne({ format: 'un-xml', paths: [file] });
    expect([...byId.keys()]).toEqual(['un-2']);
    expect(report.rejected).toBe(1);
  });

  it('reads latin letters in the encoding the declaration names', async () => {
    const text = un('<INDIVIDUAL><DATAID>1</DATAID><FIRST_NAME>Jérôme</FIRST_NAME></INDIVIDUAL>');
    const file = await written(Buffer.from(text.replace('?>', ' encoding="ISO-8859-1"?>'), 'latin1'));
    const { byId } = await readOne({ format: 'un-xml', paths: [file] });
    expect(byId.get('un-1')?.names[0]?.text).toBe('Jérôme');
  });
});

describe('hostile lines', () => {
  it('rejects a line over the cap, one that is not UTF-8, too many names and a name too long', async () => {
    const entity = (id: string, names: string[]): string =>
      JSON.stringify({ id, schema: 'Person', properties: { name: names, topics: ['sanction'] } });
    const many = Array.from({ length: 5001 }, (_, number) => `Name ${String(number)}`);
    const lines = [
      entity('good', ['Ann Vale']),
      entity('long', ['x'.repeat(17 * 1024 * 1024)]),
      entity('many', many),
      entity('name', ['y'.repeat(513)]),
      entity('last', ['Bea Vale']),
    ];
    const file = await written(
      Buffer.concat([Buffer.from(`${lines.join('\n')}\n`), Buffer.from('{"id":"\xff"}\n', 'latin1')]),
    );
    const { byId, report } = await readOne({ format: 'ftm', paths: [file] });
    expect([...byId.keys()]).toEqual(['good', 'last']);
    expect(report.rejects.map(({ place }) => Number(place.split(':')[1])).sort()).toEqual([2, 3, 4, 6]);
  });

  it.each([
    '<!-- maintenance -->',
    '<p>Sorry</p>',
    '{"error":"maintenance"}',
    '<</Type/Catalog>>',
    'obj\u0001',
  ])('of a file of names are rejected where they are not names: %s', async (line) => {
    const file = await written(`Ann Vale\n${line}\nBea Vale\n`);
    const { byId, report } = await readOne({ format: 'names', list: 'WARNINGS', paths: [file] });
    expect([...byId.values()].map(({ names }) => names[0]?.text)).toEqual(['Ann Vale', 'Bea Vale']);
    expect(report.rejects.map(({ reason }) => reason)).toEqual(['the line is no name: it has markup']);
  });

  it('drops control characters and counts them', async () => {
    const file = await written('{"id":"a","names":[{"text":"Ann\\u0000 \\u0007Vale"}],"listings":[]}\n');
    const { byId, report } = await readOne({ format: 'native', paths: [file] });
    expect(byId.get('a')?.names[0]?.text).toBe('Ann Vale');
    expect(report.unknown).toEqual({ 'control characters': 1 });
  });

  it('reads CSV with NUL, a final 0x1A, line ends and doubled quotes inside quotes', async () => {
    const csv = await written(
      'id,name,snippet\r\n"a","Ann ""A"" Va\u0000le","two\r\nlines"\r\n\u001a',
      '.csv',
    );
    const read = await readOne({ format: 'native', list: 'WARNINGS', paths: [csv] });
    expect(read.byId.get('a')?.names[0]?.text).toBe('Ann "A" Vale');
    expect(read.byId.get('a')?.listings[0]?.snippet).toBe('two lines');
    expect(read.report.unknown).toEqual({ 'control characters': 1 });
  });

  it('refuses a quote that is never closed', async () => {
    const file = await written('id,schema,name\n1,Person,"Ann\n2,Person,Bea\n');
    await expect(readOne({ format: 'targets-simple', paths: [file] })).rejects.toThrow(
      'a quote is never closed',
    );
  });

  it('rejects a row with such a quote inside a cell of several values', async () => {
    const file = await written('id,schema,name,aliases\n1,Person,Ann,"a;""b"\n2,Person,Bea,"a;""b; c"""\n');
    const { byId, report } = await readOne({ format: 'targets-simple', paths: [file] });
    expect(byId.get('2')?.names.map(({ text }) => text)).toEqual(['Bea', 'a', 'b; c']);
    expect(report.rejects).toEqual([
      { place: `${path.basename(file)}:2`, reason: 'a quote is never closed' },
    ]);
  });

  it('refuses a table without its columns', async () => {
    const file = await written('id,colour\n1,red\n');
    await expect(readOne({ format: 'targets-simple', paths: [file] })).rejects.toThrow(
      'has no column schema, name',
    );
  });
});

describe('JSON lines of which the rest is missing', () => {
  it.each<[SourceFormat, string]>([
    ['ftm', 'invented.entities.ftm.json'],
    ['senzing', 'senzing.jsonl'],
    ['native', 'house.jsonl'],
  ])(
    'of %s are refused wherever a line breaks off, and taken where one has no line end',
    async (format, name) => {
      const lines = (await readFile(fixture(name))).toString().split('\n');
      const whole = lines.filter((line) => /^\{.*\}$/u.test(line)).join('\n');
      const plain = await readOne({ format, paths: [await written(whole)] });
      expect(plain.byId.size).toBeGreaterThan(0);
      const line = whole.lastIndexOf('\n') + 1;
      for (const cut of [line + 1, line + 20, whole.length - 1]) {
        const file = await written(whole.slice(0, cut));
        await expect(readOne({ format, paths: [file] })).rejects.toThrow(/breaks off in line \d+$/u);
      }
    },
  );
});
