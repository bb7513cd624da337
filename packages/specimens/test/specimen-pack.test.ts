import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { drawPlace, packEntries, packPlaces, packReadme } from '../src/pack/specimen-pack.ts';
import { writeZip } from '../src/pack/write-zip.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;

it('has five documents in five states', () => {
  expect(packPlaces).toHaveLength(25);
  expect(new Set(packPlaces.map(({ document, state }) => `${document}/${state}`)).size).toBe(25);
});

it('names each picture after its context', async () => {
  const place = { document: 'cedula', state: 'other-person' } as const;
  expect(packEntries(place, await drawPlace(place)).map(({ name }) => name)).toEqual([
    'cedula/other-person/document-front.jpg',
    'cedula/other-person/document-back.jpg',
    'cedula/other-person/face.jpg',
  ]);
});

it('is the same archive for the same files, whenever it is written', () => {
  expect(writeZip([packReadme]).equals(writeZip([packReadme]))).toBe(true);
  // The day that every file has, 1980-01-01, at 00:00.
  expect(writeZip([packReadme]).subarray(10, 14)).toEqual(Buffer.from([0, 0, 0x21, 0]));
});

it.skipIf(!hasPython)('is an archive that other programs open, with the files as they were', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-pack-'));
  const file = path.join(folder, 'pack.zip');
  const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251);
  writeFileSync(file, writeZip([packReadme, { name: 'ine/good/face.jpg', bytes }]));
  const script =
    'import zipfile,sys,hashlib; z=zipfile.ZipFile(sys.argv[1]); print(z.testzip(), z.namelist(), len(z.read("ine/good/face.jpg")), z.read("ine/good/face.jpg")[250:252])';
  expect(execFileSync('python3', ['-c', script, file], { encoding: 'utf8' })).toBe(
    "None ['README.txt', 'ine/good/face.jpg'] 70000 b'\\xfa\\x00'\n",
  );
  rmSync(folder, { recursive: true });
});
