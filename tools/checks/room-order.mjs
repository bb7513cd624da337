// Rooms of a package: the folders of its sources, in one order. A room imports only from rooms to its right; rooms of
// one group do not import each other. Types count: a room that needs a type of another must be to its left.
import path from 'node:path';
import { importsOf, isModule, isTest } from './syntax.mjs';

/** Rooms of each package, from left to right. A file beside the rooms is a room of its own. */
export const roomOrder = {
  screening: [
    ['index', 'commands'],
    ['threads'],
    ['monitor'],
    ['search'],
    ['snapshot', 'score'],
    ['names'],
    ['words'],
    ['scripts', 'lists'],
    ['readings'],
    ['tables', 'model'],
  ],
  vision: [
    ['index'],
    ['evaluation'],
    ['inspection'],
    ['agreement'],
    ['quality', 'evidence', 'challenge', 'barcode', 'printed', 'mrz'],
    ['card'],
    ['faces'],
    ['model-slots'],
    ['picture', 'calendar'],
  ],
};

const roomOf = (base, file) => file.slice(base.length).split('/')[0].replace(/\.ts$/, '');

function judge({ base, order, file }, { specifier }) {
  const placeOf = (room) => order.findIndex((rooms) => rooms.includes(room));
  const own = roomOf(base, file);
  if (placeOf(own) === -1) return `${own} has no place in the order of rooms`;
  if (!specifier.startsWith('.')) return null;
  const target = path.posix.join(path.posix.dirname(file), specifier);
  if (!target.startsWith(base)) return `${own} must not import from outside the sources (${specifier})`;
  const other = roomOf(base, target);
  if (other === own || placeOf(other) > placeOf(own)) return null;
  return `${own} must not import ${other} (${specifier})`;
}

export const rooms = {
  name: 'order of rooms',
  subject: 'modules',
  run(files) {
    let checked = 0;
    const findings = [];
    for (const [name, order] of Object.entries(roomOrder)) {
      const base = `packages/${name}/src/`;
      for (const [file, text] of files) {
        if (!file.startsWith(base) || !isModule(file) || isTest(file)) continue;
        checked += 1;
        const faults = importsOf(file, text).map((found) => [
          judge({ base, order, file }, found),
          found.line,
        ]);
        for (const [fault, line] of faults) if (fault) findings.push(`${file}:${line} ${fault}`);
      }
    }
    return { checked, findings };
  },
  planted: [
    {
      files: { 'packages/screening/src/lists/a.ts': "import { x } from '../score/b.ts';" },
      finds: 'lists must not import score',
    },
    {
      files: { 'packages/screening/src/scripts/a.ts': "import type { X } from '../words/b.ts';" },
      finds: 'scripts must not import words',
    },
    {
      files: { 'packages/screening/src/snapshot/a.ts': "import { x } from '../score/b.ts';" },
      finds: 'snapshot must not import score',
    },
    {
      files: { 'packages/screening/src/search/a.ts': "export { x } from '../index.ts';" },
      finds: 'search must not import index',
    },
    {
      files: { 'packages/screening/src/model/a.ts': "import { x } from '../../test/support/b.ts';" },
      finds: 'model must not import from outside the sources',
    },
    {
      files: { 'packages/screening/src/evaluation/a.ts': "import 'node:fs';" },
      finds: 'evaluation has no place',
    },
  ],
  clean: {
    'packages/screening/src/index.ts': "export { x } from './search/a.ts';",
    'packages/screening/src/search/a.ts': "import { x } from '../model/b.ts';\nimport { y } from './c.ts';",
    'packages/screening/src/lists/a.test.ts': "import { x } from '../score/b.ts';",
  },
};
