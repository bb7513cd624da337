// A package's face, its src/index.ts, exports only what others import: an unused export looks like a promise to users,
// and keeps alive code that only its own package, or nothing, uses. Types mentioned in an exported signature need not be exported.
import path from 'node:path';
import { isModule, parse, walk } from './syntax.mjs';

/** Libraries for integrators, who import them from outside this repository. */
const published = new Set(['client', 'sdk']);

/** Everything in it is for tests, including its own. */
const forTests = 'testkit';

const scope = '@countersign/';
const face = /^packages\/([^/]+)\/src\/index\.ts$/;

const nameOf = (node) => node.name ?? node.value;

/** Names exported by a face, each with its line. */
function exportsOf(file, text) {
  const names = [];
  walk(parse(file, text), (node) => {
    if (node.type === 'ExportSpecifier') names.push(nameOf(node.exported));
    else if (node.type === 'ExportAllDeclaration') names.push(`* of ${node.source.value}`);
    else if (node.type === 'ExportNamedDeclaration' && node.declaration)
      for (const { id } of node.declaration.declarations ?? [node.declaration]) names.push(nameOf(id));
  });
  return names;
}

/** Package whose face a module imports: by its name or, in tests, by a path; `null`: not a face, or that of its own package. */
function packageOf(file, source) {
  if (typeof source?.value !== 'string') return null;
  if (source.value.startsWith(scope)) return source.value.slice(scope.length);
  if (!source.value.startsWith('.')) return null;
  const name = face.exec(path.posix.join(path.posix.dirname(file), source.value))?.[1] ?? null;
  return name !== null && (name === forTests || !file.startsWith(`packages/${name}/`)) ? name : null;
}

/** Names of one import of a package; a namespace counts by its used members. */
function namesOf(node, text) {
  if (node.type === 'TSImportType') return [nameOf(node.qualifier?.left ?? node.qualifier ?? {})];
  return node.specifiers.flatMap((specifier) =>
    specifier.type === 'ImportNamespaceSpecifier'
      ? [...text.matchAll(new RegExp(`\\b${specifier.local.name}\\.(\\w+)`, 'g'))].map(([, name]) => name)
      : [nameOf(specifier.imported ?? specifier.local)],
  );
}

/** `package name` of everything that modules import from the faces of other packages. */
function importedNames(modules) {
  const imported = new Set();
  for (const [file, text] of modules) {
    if (!text.includes(scope) && !text.includes('src/index.ts')) continue;
    walk(parse(file, text), (node) => {
      const isImport = node.type === 'ImportDeclaration' || node.type === 'ExportNamedDeclaration';
      if (!isImport && node.type !== 'TSImportType') return;
      const name = packageOf(file, node.source);
      if (name !== null) for (const used of namesOf(node, text)) imported.add(`${name} ${used}`);
    });
  }
  return imported;
}

/** Words in the programs of tools/ and bench/, which load a bundled face and access its members by name. */
const wordsOfTools = (files) =>
  new Set(
    [...files]
      .filter(([file]) => /^(tools|bench)\/.*\.(mjs|ts)$/.test(file) && !file.startsWith('tools/checks/'))
      .flatMap(([, text]) => text.match(/\w+/g) ?? []),
  );

export const packageFaces = {
  name: 'package faces',
  subject: 'exported names',
  run(files) {
    const imported = importedNames([...files].filter(([file]) => isModule(file)));
    const inTools = wordsOfTools(files);
    let checked = 0;
    const findings = [];
    for (const [file, text] of files) {
      const name = face.exec(file)?.[1];
      if (name === undefined || published.has(name)) continue;
      const names = exportsOf(file, text);
      checked += names.length;
      for (const each of names)
        if (!imported.has(`${name} ${each}`) && !inTools.has(each))
          findings.push(`${file} exports ${each}, which no other package imports`);
    }
    return { checked, findings };
  },
  planted: [
    {
      files: {
        'packages/core/src/index.ts': "export { a, type B } from './a.ts';",
        'packages/service/src/a.ts': "import { a } from '@countersign/core';",
      },
      finds: 'packages/core/src/index.ts exports B, which no other package imports',
    },
    {
      files: {
        'packages/core/src/index.ts': "export { a, b } from './a.ts';",
        'packages/service/src/a.ts': "import * as core from '@countersign/core';\ncore.a();",
      },
      finds: 'exports b, which',
    },
    {
      files: {
        'packages/core/src/index.ts': "export { a } from './a.ts';",
        'packages/service/src/a.ts': "import { a } from '@countersign/contract';",
      },
      finds: 'exports a, which',
    },
    {
      files: {
        'packages/core/src/index.ts': "export { a } from './a.ts';",
        'packages/core/test/a.test.ts': "import { a } from '../src/index.ts';",
      },
      finds: 'exports a, which',
    },
    {
      files: { 'packages/core/src/index.ts': "export * from './a.ts';" },
      finds: 'exports * of ./a.ts, which',
    },
    {
      files: { 'packages/core/src/index.ts': 'export const a = 1;\nexport interface B {}' },
      finds: 'exports B, which',
    },
  ],
  clean: {
    'packages/core/src/index.ts':
      "export { a, b, inner as c, type D, e } from './a.ts';\nexport interface F {}",
    'packages/testkit/src/index.ts': "export { g } from './g.ts';",
    'packages/testkit/test/a.test.ts': "import { g } from '../src/index.ts';",
    'packages/client/src/index.ts': "export { forOthers } from './b.ts';",
    'packages/service/src/a.ts': "import { a } from '@countersign/core';",
    'packages/service/test/a.test.ts':
      "import * as core from '@countersign/core';\nexport { c, type D } from '@countersign/core';\ncore.b();\ntype F = import('@countersign/core').F;",
    'tools/a.mjs': "const { e } = await load('packages/core/src/index.ts');",
  },
};
