// `core` and `contract` are pure: what they compute depends on their arguments alone, and they run anywhere.
import { importsOf, isModule, isTest, lineOf, parse, walk } from './syntax.mjs';

/** Package to the npm packages its sources may use. */
const pure = { core: [], contract: ['typebox'] };

const outsideNames = new Set([
  'process',
  'performance',
  'fetch',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'crypto',
  'console',
  'globalThis',
  'Buffer',
  'require',
  '__dirname',
  'document',
  'window',
  'navigator',
  'localStorage',
]);
const outsideMembers = new Set(['Date.now', 'Math.random', 'import.meta']);

function judgeImport(own, specifier) {
  if (specifier.startsWith('.') || specifier.startsWith('@countersign/')) return null;
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  return pure[own].includes(name) ? null : `imports ${specifier}`;
}

/** Names a file binds itself: a parameter called `document` is not the browser's. */
function boundNames(tree) {
  const bound = new Set();
  const bind = (node) => {
    if (!node) return;
    if (node.type === 'Identifier') bound.add(node.name);
    else if (node.type === 'ObjectPattern')
      for (const item of node.properties) bind(item.value ?? item.argument);
    else if (node.type === 'ArrayPattern') for (const item of node.elements) bind(item);
    else if (node.type === 'AssignmentPattern') bind(node.left);
    else if (node.type === 'RestElement') bind(node.argument);
  };
  walk(tree, (node) => {
    if (node.type === 'VariableDeclarator') bind(node.id);
    if (Array.isArray(node.params)) for (const parameter of node.params) bind(parameter);
    if (/^Import.*Specifier$/.test(node.type)) bind(node.local);
    if (node.type === 'FunctionDeclaration') bind(node.id);
  });
  return bound;
}

function usesOf(file, text) {
  const tree = parse(file, text);
  const bound = boundNames(tree);
  const notValues = new Set();
  const found = [];
  const note = (node, what) => found.push(`${file}:${lineOf(text, node.start)} uses ${what}`);
  walk(tree, (node) => {
    if (node.type === 'MemberExpression') {
      if (!node.computed) notValues.add(node.property);
      const name = `${node.object.name}.${node.property.name}`;
      if (outsideMembers.has(name)) note(node, name);
    } else if (node.type === 'MetaProperty') note(node, 'import.meta');
    else if (node.type === 'NewExpression' && node.callee.name === 'Date' && node.arguments.length === 0)
      note(node, 'new Date()');
    else if (node.type === 'CallExpression' && node.callee.name === 'Date') note(node, 'Date()');
    else if (
      /Property|MethodDefinition|Signature|TSEnumMember|LabeledStatement/.test(node.type) &&
      node.key &&
      !node.computed &&
      !node.shorthand
    ) {
      notValues.add(node.key);
    } else if (/^TS.*(Type|Reference|QualifiedName|Declaration)/.test(node.type)) {
      walk(node, (inner) => void (inner.type === 'Identifier' && notValues.add(inner)));
    } else if (/Specifier$/.test(node.type)) {
      notValues.add(node.imported).add(node.exported);
    } else if (
      node.type === 'Identifier' &&
      outsideNames.has(node.name) &&
      !bound.has(node.name) &&
      !notValues.has(node)
    ) {
      note(node, node.name);
    }
  });
  return found;
}

export const purePackages = {
  name: 'pure packages',
  subject: 'modules',
  run(files) {
    const modules = [...files].filter(
      ([file]) => isModule(file) && !isTest(file) && file.split('/')[1] in pure && /\/src\//.test(file),
    );
    const findings = modules.flatMap(([file, text]) => [
      ...importsOf(file, text).flatMap(({ specifier, line }) => {
        const fault = judgeImport(file.split('/')[1], specifier);
        return fault ? [`${file}:${line} ${fault}`] : [];
      }),
      ...usesOf(file, text),
    ]);
    return { checked: modules.length, findings };
  },
  planted: [
    { files: { 'packages/core/src/a.ts': "import fs from 'node:fs';" }, finds: 'imports node:fs' },
    { files: { 'packages/core/src/a.ts': "import { Type } from 'typebox';" }, finds: 'imports typebox' },
    { files: { 'packages/core/src/a.ts': 'export const f = () => Date.now();' }, finds: 'uses Date.now' },
    {
      files: { 'packages/core/src/a.ts': 'export const f = () => new Date().getTime();' },
      finds: 'uses new Date()',
    },
    {
      files: { 'packages/core/src/a.ts': 'export const f = () => Math.random();' },
      finds: 'uses Math.random',
    },
    { files: { 'packages/core/src/a.ts': 'export const f = () => process.env.X;' }, finds: 'uses process' },
    {
      files: { 'packages/core/src/a.ts': 'export const f = () => globalThis.fetch;' },
      finds: 'uses globalThis',
    },
    {
      files: { 'packages/contract/src/a.ts': "import { x } from 'node:crypto';" },
      finds: 'imports node:crypto',
    },
  ],
  clean: {
    'packages/core/src/a.ts':
      "// Date.now()\nimport { x } from '@countersign/contract';\nexport const f = (document: { process: string }) => [document.process, 'process', new Date(0), x];",
  },
};
