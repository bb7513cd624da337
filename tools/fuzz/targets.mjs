// Fuzz targets: one module each in `packages/<package>/test/fuzz`, with its corpus in `packages/<package>/test/corpus`.
import path from 'node:path';
import { at, filesBelow } from '../project.mjs';

/** @typedef {{ name: string, file: string, corpus: string }} TargetFile paths are absolute */

/** @returns {TargetFile[]} in the order of their names */
export function fuzzTargets() {
  return filesBelow('packages', (file) => /\/test\/fuzz\/[a-z0-9-]+\.ts$/.test(file))
    .map((file) => {
      const name = path.basename(file, '.ts');
      return {
        name,
        file: at(file),
        corpus: path.join(path.dirname(at(file)), '../corpus', `${name}.jsonl`),
      };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
