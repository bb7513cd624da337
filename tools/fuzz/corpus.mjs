// Corpora: one file per target, one input per line, as a JSON string whose characters are the input's bytes.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** @returns {Buffer[]} the inputs of a corpus; none when there is no such file */
export function readCorpus(file) {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Buffer.from(JSON.parse(line), 'latin1'));
}

/** Everything except printable ASCII is escaped, so that all tools treat the file as text. */
export const lineOf = (input) =>
  JSON.stringify(Buffer.from(input).toString('latin1')).replaceAll(
    /[\x7f-\xff]/g,
    (character) => `\\u00${character.charCodeAt(0).toString(16)}`,
  );

/** Writes inputs, shortest first. @param {Buffer[]} inputs */
export function writeCorpus(file, inputs) {
  mkdirSync(path.dirname(file), { recursive: true });
  const lines = inputs
    .map(lineOf)
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
    .map((line) => `${line}\n`);
  writeFileSync(file, lines.join(''));
}
