// Folders inside `service`: bin → compose → http | workers → usecases → storage | signing | outbound | watchlists.
import path from 'node:path';
import { importsOf, isModule, isTest } from './syntax.mjs';

const base = 'packages/service/src/';
/** Declarations and small facilities every part may use; they use no part themselves. */
const ground = [
  'installation-files.ts',
  'available-cores.ts',
  'wake.ts',
  'config.ts',
  'log.ts',
  'metrics.ts',
  'usecases/integration-settings.ts',
  'storage/unavailable.ts',
  'storage/sql-errors.ts',
];

/**
 * Part of the service to the parts its files may import. A part may always import itself and the ground.
 * `shell` declares what the parts below look like, so its imports are types only.
 */
export const mayImport = {
  ground: [],
  storage: ['signing'],
  signing: ['storage'],
  outbound: [],
  watchlists: [],
  shell: ['storage', 'signing', 'outbound'],
  usecases: ['shell', 'storage', 'signing', 'outbound'],
  workers: ['shell', 'usecases', 'storage', 'signing', 'outbound'],
  http: ['shell', 'usecases', 'signing'],
  compose: ['shell', 'http', 'workers', 'usecases', 'storage', 'signing', 'outbound', 'watchlists'],
  bin: ['compose', 'shell', 'usecases', 'storage', 'signing', 'outbound', 'watchlists'],
  index: [
    'compose',
    'shell',
    'http',
    'workers',
    'usecases',
    'storage',
    'signing',
    'outbound',
    'watchlists',
    'bin',
  ],
};
/** The API side never decodes a picture: only this thread loads the vision package. */
const visionDoor = `${base}workers/vision-thread.ts`;
/** The command line serves vision's own verbs, in their own process. */
const visionVerbs = `${base}bin/`;

/** The part a file of the service belongs to, or null outside its sources. */
export function partOf(file) {
  if (!file.startsWith(base)) return null;
  const place = file.slice(base.length);
  return ground.includes(place) ? 'ground' : place.split('/')[0].replace(/\.ts$/, '');
}

function judge(file, { specifier, typeOnly }) {
  const own = partOf(file);
  if (!(own in mayImport)) return `${own} has no row in the table of the service's parts`;
  if (specifier === '@countersign/vision') {
    return typeOnly || file === visionDoor || file.startsWith(visionVerbs)
      ? null
      : 'only workers/vision-thread.ts may load vision';
  }
  if (!specifier.startsWith('.')) return null;
  const other = partOf(path.posix.join(path.posix.dirname(file), specifier));
  if (other === null || other === own || other === 'ground') return null;
  if (!mayImport[own].includes(other)) return `${own} must not import ${other} (${specifier})`;
  return own === 'shell' && !typeOnly ? `shell imports more than types from ${other}` : null;
}

export const serviceFloors = {
  name: 'service floors',
  subject: 'modules',
  run(files) {
    const modules = [...files].filter(([file]) => isModule(file) && file.startsWith(base) && !isTest(file));
    const findings = modules.flatMap(([file, text]) =>
      importsOf(file, text).flatMap((found) => {
        const fault = judge(file, found);
        return fault ? [`${file}:${found.line} ${fault}`] : [];
      }),
    );
    return { checked: modules.length, findings };
  },
  planted: [
    {
      files: { [`${base}http/a.ts`]: "import { x } from '../storage/sessions.ts';" },
      finds: 'http must not import storage',
    },
    {
      files: { [`${base}storage/a.ts`]: "import { x } from '../http/server.ts';" },
      finds: 'storage must not import http',
    },
    {
      files: { [`${base}storage/a.ts`]: "import { x } from '../usecases/b.ts';" },
      finds: 'storage must not import usecases',
    },
    {
      files: { [`${base}usecases/a.ts`]: "import { x } from '../compose.ts';" },
      finds: 'usecases must not import compose',
    },
    {
      files: { [`${base}http/public/a.ts`]: "import { x } from '../../workers/b.ts';" },
      finds: 'http must not import workers',
    },
    {
      files: { [`${base}http/a.ts`]: "import { x } from '@countersign/vision';" },
      finds: 'only workers/vision-thread.ts',
    },
    {
      files: { [`${base}shell.ts`]: "import { x } from './storage/database.ts';" },
      finds: 'more than types',
    },
    { files: { [`${base}misc/a.ts`]: "import 'node:fs';" }, finds: 'has no row' },
  ],
  clean: {
    [`${base}http/a.ts`]:
      "import { f } from '../usecases/b.ts';\nimport type { Shell } from '../shell.ts';\n// ../storage/x.ts",
    [`${base}workers/vision-thread.ts`]: "import { x } from '@countersign/vision';",
  },
};
