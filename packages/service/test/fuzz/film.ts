// A film of head movements: what is taken is bounded frame by frame, and packs to the bytes it was read from. S12
import assert from 'node:assert/strict';
import { flowLimits } from '@countersign/contract';
import { readFilm } from '../../src/usecases/flow/read-film.ts';
import { filmOf, jpegOfSize, packFilm } from '../support/film.ts';

export const seeds = [
  filmOf(8),
  filmOf(120, jpegOfSize(1, 1)),
  filmOf(9, jpegOfSize(640, 641)),
  packFilm([
    {
      at: 0,
      bytes: Buffer.from('\xff\xd8\xff\xe0\x00\x04ab\xff\xff\xff\xc2\x00\x0b\x08\x00\x10\x00\x10', 'latin1'),
    },
  ]),
];
export const words = [
  Buffer.from([0xff, 0xd8]).toString('latin1'),
  Buffer.from([0xff, 0xc0, 0, 11, 8]).toString('latin1'),
  Buffer.from([0xff, 0xda]).toString('latin1'),
  Buffer.from([0, 0, 0, 200, 0, 0, 0, 17]).toString('latin1'),
];
export const mostBytes = 4_000;

export function fuzz(input: Buffer): void {
  const film = readFilm(input);
  if (typeof film === 'string') {
    assert.match(film, /^film: [a-z ]+\d* ?[a-z0-9 ]*$/i, 'a fault that quotes its input');
    return;
  }
  const { least, most } = flowLimits.filmFrames;
  assert.ok(film.length >= least && film.length <= most);
  assert.equal(film[0]?.at, 0);
  for (const [index, { at, bytes }] of film.entries()) {
    assert.ok(index === 0 || at > (film[index - 1]?.at ?? 0), 'times that do not rise');
    assert.equal(bytes.readUInt16BE(0), 0xffd8);
  }
  assert.deepEqual(packFilm(film), input, 'bytes that belong to no frame');
}
