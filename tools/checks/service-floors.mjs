// Folders of `service`: bin → compose → http | workers → usecases → context → signing → storage → encryption | settings | vision |
// outbound | watchlists → runtime. Facilities needed by several parts and owned by none are in `runtime`.
import path from 'node:path';
import { importsOf, isModule, isTest } from './syntax.mjs';

const base = 'packages/service/src/';
const everyPart = [
  'runtime',
  'encryption',
  'settings',
  'outbound',
  'watchlists',
  'vision',
  'storage',
  'signing',
  'context',
  'usecases',
  'workers',
  'http',
  'console',
  'create-context',
  'compose',
  'bin',
  'index',
];

/**
 * The parts that files of each part may import. A part may always import itself.
 * `context` declares the shapes of the parts below, so it imports only types.
 */
export const mayImport = {
  runtime: [],
  encryption: ['runtime'],
  settings: ['runtime'],
  outbound: ['runtime'],
  watchlists: ['runtime'],
  vision: ['runtime'],
  storage: ['runtime', 'encryption'],
  signing: ['runtime', 'encryption', 'settings', 'storage'],
  context: ['runtime', 'storage', 'signing', 'outbound'],
  usecases: ['runtime', 'context', 'settings', 'storage', 'signing', 'encryption', 'outbound'],
  workers: [
    'runtime',
    'context',
    'usecases',
    'vision',
    'settings',
    'storage',
    'signing',
    'encryption',
    'outbound',
  ],
  http: ['runtime', 'context', 'usecases', 'settings', 'signing', 'encryption'],
  // A separate process: it is passed a function that runs a verb, and opens no installation.
  console: ['runtime', 'encryption', 'http'],
  // Separate from `compose`, so that a command loads neither server nor workers.
  'create-context': ['runtime', 'context', 'encryption', 'signing', 'storage'],
  compose: everyPart.filter((part) => part !== 'bin' && part !== 'index'),
  bin: everyPart.filter(
    (part) => part !== 'http' && part !== 'workers' && part !== 'vision' && part !== 'index',
  ),
  index: everyPart,
};
/** The API side never decodes a picture: only the part that runs the picture process loads the vision package. */
const loadsVision = 'vision';
/** The service never calls its own API: only the command line does, like a client's program. */
const loadsClient = 'bin';

/** The part a file of the service belongs to, or null outside its sources. */
export function partOf(file) {
  if (!file.startsWith(base)) return null;
  const place = file.slice(base.length);
  return place.split('/')[0].replace(/\.ts$/, '');
}

function judge(file, { specifier, typeOnly }) {
  const own = partOf(file);
  if (!(own in mayImport)) return `${own} has no row in the table of the service's parts`;
  if (specifier === '@countersign/vision') {
    return typeOnly || own === loadsVision ? null : `${own} must not load the vision package`;
  }
  if (specifier === '@countersign/client')
    return own === loadsClient ? null : `${own} must not load the client library`;
  if (!specifier.startsWith('.')) return null;
  const other = partOf(path.posix.join(path.posix.dirname(file), specifier));
  if (other === null || other === own) return null;
  if (!mayImport[own].includes(other)) return `${own} must not import ${other} (${specifier})`;
  return own === 'context' && !typeOnly ? `context imports more than types from ${other}` : null;
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
      finds: 'http must not load the vision package',
    },
    {
      files: { [`${base}workers/a.ts`]: "import { x } from '@countersign/vision';" },
      finds: 'workers must not load the vision package',
    },
    {
      files: { [`${base}workers/a.ts`]: "import { x } from '@countersign/client';" },
      finds: 'workers must not load the client library',
    },
    {
      files: { [`${base}vision/a.ts`]: "import { x } from '../workers/b.ts';" },
      finds: 'vision must not import workers',
    },
    {
      files: { [`${base}context.ts`]: "import { x } from './storage/engine/database.ts';" },
      finds: 'more than types',
    },
    {
      files: { [`${base}settings/a.ts`]: "import { x } from '../usecases/b.ts';" },
      finds: 'settings must not import usecases',
    },
    { files: { [`${base}misc/a.ts`]: "import 'node:fs';" }, finds: 'has no row' },
  ],
  clean: {
    [`${base}http/a.ts`]:
      "import { f } from '../usecases/b.ts';\nimport type { ServiceContext } from '../context.ts';\n// ../storage/x.ts",
    [`${base}vision/a.ts`]: "import { x } from '@countersign/vision';",
  },
};
