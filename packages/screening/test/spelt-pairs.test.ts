import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pairFiles, readSpeltPairs } from '../tools/spelt-pairs.ts';

describe('a folder of spelt pairs', () => {
  let folder = '';
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-pairs-'));
    for (const name of pairFiles) put(name, 'Velmar\tвельмар\t7\n'.repeat(10_000));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  const put = (name: string, text: string) => fs.writeFileSync(path.join(folder, name), gzipSync(text));

  it('gives the pairs of every file, folded as names are', () => {
    const read = readSpeltPairs(folder);
    expect(read.map((pairs) => pairs[0])).toEqual(
      pairFiles.map(() => ({ latin: 'velmar', native: 'вельмар', count: 7 })),
    );
  });

  it('is refused without one of the files', () => {
    fs.rmSync(path.join(folder, 'korean.tsv.gz'));
    expect(() => readSpeltPairs(folder)).toThrow(
      `${folder}: must hold arabic.tsv.gz, chinese.tsv.gz, hebrew.tsv.gz, japanese.tsv.gz, katakana.tsv.gz, korean.tsv.gz, russian.tsv.gz; korean.tsv.gz missing`,
    );
  });

  it('is refused where a file holds something else, or next to nothing', () => {
    const file = path.join(folder, 'hebrew.tsv.gz');
    put('hebrew.tsv.gz', 'Velmar\tвельмар\t7\nVelmar,вельмар,7\n');
    expect(() => readSpeltPairs(folder)).toThrow(
      `${file}, line 2: must be Latin word, word and count with tabs between`,
    );
    put('hebrew.tsv.gz', 'Velmar\tвельмар\t7\n');
    expect(() => readSpeltPairs(folder)).toThrow(`${file}: must have at least 10000 pairs; it has fewer`);
  });
});
