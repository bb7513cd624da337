// Packages are on floors and import only what this table permits (ARCHITECTURE.md, "Floors").
import path from 'node:path';
import { importsOf, isModule, isTest } from './syntax.mjs';

/** Package to the packages its sources may import. Adding a row here is an architectural decision. */
export const mayImport = {
  contract: [],
  'command-line': [],
  outbound: [],
  findings: [],
  vision: ['command-line', 'findings'],
  specimens: [],
  core: ['contract', 'findings'],
  screening: ['contract', 'command-line', 'outbound'],
  registries: ['contract', 'core', 'outbound'],
  // Not registries: a misreading in a connector must not be repeated in what it is tested against.
  'registry-simulator': ['core'],
  // client: used by developer commands to call the API; only bin may load it, see service-floors.mjs.
  service: [
    'contract',
    'client',
    'command-line',
    'outbound',
    'findings',
    'core',
    'vision',
    'screening',
    'registries',
    'registry-simulator',
  ],
  sdk: [],
  // For integrators' programs: its types are generated from the contract, and it imports nothing.
  client: [],
  // Runs in the person's browser: shapes and constants of the wire, nothing of the service.
  flow: ['contract'],
  // Used by people of the customer's organisation: shapes of the portal's API, nothing of the service.
  portal: ['browser-ui', 'contract'],
  // Used by operators: defines the format of the verbs' output itself, nothing of the service.
  console: ['browser-ui'],
  // Page components for people who work with the service; no texts, no calls.
  'browser-ui': [],
  // Search and forms of the documentation, in a developer's browser.
  docs: [],
  'browser-kit': ['specimens'],
  testkit: [
    'browser-kit',
    'client',
    'contract',
    'outbound',
    'findings',
    'core',
    'vision',
    'screening',
    'registries',
    'registry-simulator',
    'specimens',
    'service',
  ],
};
/**
 * Packages that import only types from another one. `core` runs nothing but itself and `contract`; vision does not need
 * the schema that its answers are checked against.
 */
const typesOnly = { core: ['findings'], vision: ['findings'] };
/** Tests may compare with the contract, draw pictures, start the whole service and drive browsers. */
const testsMayImport = ['contract', 'specimens', 'testkit', 'browser-kit'];

const scope = '@countersign/';

function judge(file, { specifier, typeOnly }) {
  const own = file.split('/')[1];
  if (!(own in mayImport)) return `package ${own} has no row in the table of floors`;
  if (specifier.startsWith('.')) {
    const target = path.posix.join(path.posix.dirname(file), specifier);
    return target.startsWith(`${file.split('/', 1)[0]}/${own}/`) || isTest(file)
      ? null
      : `reaches out of its package: ${specifier}`;
  }
  if (!specifier.startsWith(scope)) return null;
  const [other, ...rest] = specifier.slice(scope.length).split('/');
  if (rest.length > 0) return `imports past the front door of ${other}: ${specifier}`;
  if (other === own) return 'imports itself by its package name';
  if (!typeOnly && !isTest(file) && typesOnly[own]?.includes(other))
    return `${own} must import only types from ${other}`;
  const allowed = isTest(file) ? [...mayImport[own], ...testsMayImport] : mayImport[own];
  return allowed.includes(other) ? null : `${own} must not import ${other}`;
}

export const packageFloors = {
  name: 'package floors',
  subject: 'modules',
  run(files) {
    const modules = [...files].filter(([file]) => isModule(file));
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
      files: { 'packages/outbound/src/a.ts': "import { x } from '@countersign/contract';" },
      finds: 'outbound must not import contract',
    },
    {
      files: { 'packages/findings/src/a.ts': "import type { X } from '@countersign/core';" },
      finds: 'findings must not import core',
    },
    {
      files: { 'packages/core/src/a.ts': "import { type X, y } from '@countersign/findings';" },
      finds: 'core must import only types from findings',
    },
    {
      files: { 'packages/vision/src/a.ts': "export { x } from '@countersign/findings';" },
      finds: 'vision must import only types from findings',
    },
    {
      files: { 'packages/core/src/a.ts': "import { x } from '@countersign/service';" },
      finds: 'core must not import service',
    },
    {
      files: { 'packages/vision/src/a.ts': "export * from '@countersign/contract';" },
      finds: 'vision must not import contract',
    },
    {
      files: { 'packages/service/src/a.ts': "const x = await import('@countersign/testkit');" },
      finds: 'service must not import testkit',
    },
    {
      files: { 'packages/registry-simulator/src/a.ts': "import { x } from '@countersign/registries';" },
      finds: 'registry-simulator must not import registries',
    },
    {
      files: { 'packages/registry-simulator/src/a.ts': "import { x } from '../../registries/src/b.ts';" },
      finds: 'reaches out of its package',
    },
    {
      files: { 'packages/registries/src/a.ts': "import { x } from '@countersign/registry-simulator';" },
      finds: 'registries must not import registry-simulator',
    },
    {
      files: { 'packages/core/src/a.ts': "type A = import('@countersign/vision').A;" },
      finds: 'core must not import vision',
    },
    {
      files: { 'packages/core/src/a.ts': "import { x } from '../../vision/src/b.ts';" },
      finds: 'reaches out of its package',
    },
    {
      files: { 'packages/core/src/a.ts': "import { x } from '@countersign/contract/src/b.ts';" },
      finds: 'past the front door',
    },
    {
      files: { 'apps/flow/src/a.tsx': "import { x } from '@countersign/core';" },
      finds: 'flow must not import core',
    },
    {
      files: { 'apps/flow/src/a.ts': "import { x } from '../../../packages/contract/src/flow.ts';" },
      finds: 'reaches out of its package',
    },
    { files: { 'packages/tower/src/a.ts': "import 'node:fs';" }, finds: 'has no row' },
  ],
  clean: {
    'packages/core/src/a.ts':
      "// import x from '@countersign/service'\nconst s = \"import x from '@countersign/vision'\";",
  },
};
