// Limits the modules per folder, so that its content can be taken in at a glance, unless all are of one kind.
import path from 'node:path';
import { isModule, isTest } from './syntax.mjs';

const most = 35;
/** Folders whose modules are all of one kind: one per command of the service. */
const ofOneKind = new Set(['packages/service/src/bin/commands']);

const isSource = (file) => isModule(file) && !isTest(file) && /^[^/]+\/[^/]+\/src\//.test(file);

export const folderSizes = {
  name: 'folder sizes',
  subject: 'folders',
  run(files) {
    const counts = new Map();
    for (const file of [...files.keys()].filter(isSource)) {
      const folder = path.posix.dirname(file);
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    const large = [...counts].filter(([folder, count]) => count > most && !ofOneKind.has(folder));
    const findings = large.map(
      ([folder, count]) =>
        `${folder} holds ${count} modules, at most ${most}: part it by what its modules are about`,
    );
    return { checked: counts.size, findings };
  },
  planted: [
    {
      files: Object.fromEntries(
        Array.from({ length: most + 1 }, (_, at) => [`packages/core/src/a/${at}.ts`, '']),
      ),
      finds: 'packages/core/src/a holds 36 modules',
    },
  ],
  clean: {
    ...Object.fromEntries(Array.from({ length: most }, (_, at) => [`packages/core/src/a/${at}.ts`, ''])),
    'packages/core/src/a/36.test.ts': '',
    'packages/core/test/37.ts': '',
  },
};
