// `core` and `contract` are pure: their results depend only on their arguments, and they run anywhere.
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
const outsideMembers = new Set(['Date.now', 'Math.random']);

function judgeImport(own, specifier) {
  if (specifier.startsWith('.') || specifier.startsWith('@countersign/')) return null;
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  return pure[own].includes(name) ? null : `imports ${specifier}`;
}

/** Names that a file binds itself: a parameter called `document` is not the browser's. */
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

const isKey = (node) =>
  /Property|MethodDefinition|Signature|TSEnumMember/.test(node.type) &&
  node.key &&
  !node.computed &&
  !node.shorthand;
const isTypeNode = (node) => /^TS.*(Type|Reference|QualifiedName|Declaration)/.test(node.type);

/** Identifiers that name a member, a type or an export, and so do not read anything from outside. */
function namesOnly(tree) {
  const names = new Set();
  walk(tree, (node) => {
    if (node.type === 'MemberExpression' && !node.computed) names.add(node.property);
    else if (isKey(node)) names.add(node.key);
    else if (node.type.endsWith('Specifier')) names.add(node.imported).add(node.exported);
    else if (isTypeNode(node)) walk(node, (inner) => void (inner.type === 'Identifier' && names.add(inner)));
  });
  return names;
}

/** What a node uses from outside the program, or null. */
function outsideUse(node) {
  if (node.type === 'MemberExpression') {
    const name = `${node.object.name}.${node.property.name}`;
    return outsideMembers.has(name) ? name : null;
  }
  if (node.type === 'MetaProperty') return 'import.meta';
  if (node.type === 'NewExpression')
    return node.callee.name === 'Date' && node.arguments.length === 0 ? 'new Date()' : null;
  if (node.type === 'CallExpression') return node.callee.name === 'Date' ? 'Date()' : null;
  return null;
}

function usesOf(file, text) {
  const tree = parse(file, text);
  const bound = boundNames(tree);
  const named = namesOnly(tree);
  const found = [];
  walk(tree, (node) => {
    const isOutsideName =
      node.type === 'Identifier' && outsideNames.has(node.name) && !bound.has(node.name) && !named.has(node);
    const use = isOutsideName ? node.name : outsideUse(node);
    if (use) found.push(`${file}:${lineOf(text, node.start)} uses ${use}`);
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
