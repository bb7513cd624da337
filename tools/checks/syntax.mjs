// Facts about a TypeScript file, from its syntax tree, so that comments and strings are not misread.
import { parseAst } from 'rolldown/parseAst';

/**
 * @typedef {{ specifier: string, typeOnly: boolean, line: number }} Import
 * @typedef {{ name: string, line: number }} Use
 */

/** Calls `visit` for every node of a syntax tree, parents first. */
export function walk(node, visit) {
  if (Array.isArray(node)) {
    for (const item of node) walk(item, visit);
  } else if (node && typeof node === 'object' && typeof node.type === 'string') {
    visit(node);
    for (const value of Object.values(node)) if (value && typeof value === 'object') walk(value, visit);
  }
}

const trees = new Map();

/** The syntax tree of a file, parsed once per text. */
export function parse(file, text) {
  const known = trees.get(file);
  if (known?.text === text) return known.tree;
  const tree = parseAst(
    text,
    { lang: file.endsWith('.tsx') ? 'tsx' : file.endsWith('.ts') ? 'ts' : 'js', astType: 'ts' },
    file,
  );
  trees.set(file, { text, tree });
  return tree;
}

/** One-based line of an offset. */
export function lineOf(text, offset) {
  let line = 1;
  for (let i = text.indexOf('\n'); i !== -1 && i < offset; i = text.indexOf('\n', i + 1)) line += 1;
  return line;
}

/** Every module a file refers to: static, re-exported, dynamic, in a type, or required. @returns {Import[]} */
export function importsOf(file, text) {
  const found = [];
  const note = (node, source, typeOnly) => {
    if (source?.type === 'Literal' && typeof source.value === 'string') {
      found.push({ specifier: source.value, typeOnly, line: lineOf(text, node.start) });
    }
  };
  walk(parse(file, text), (node) => {
    if (node.type === 'ImportDeclaration') note(node, node.source, isTypeOnly(node, 'importKind'));
    else if (node.type === 'ExportNamedDeclaration' && node.source)
      note(node, node.source, isTypeOnly(node, 'exportKind'));
    else if (node.type === 'ExportAllDeclaration') note(node, node.source, node.exportKind === 'type');
    else if (node.type === 'ImportExpression') note(node, node.source, false);
    else if (node.type === 'TSImportType') note(node, node.source, true);
    else if (node.type === 'CallExpression' && node.callee.name === 'require')
      note(node, node.arguments[0], false);
  });
  return found;
}

function isTypeOnly(node, kind) {
  if (node[kind] === 'type') return true;
  return node.specifiers.length > 0 && node.specifiers.every((specifier) => specifier[kind] === 'type');
}

/** True for tests and for modules used only by tests. */
export const isTest = (file) =>
  /\.test\.tsx?$/.test(file) || /^(packages|apps)\/[^/]+\/(test|bench|tools)\//.test(file);

/** True for TypeScript sources of a package. */
export const isModule = (file) => /^(packages|apps)\/[^/]+\/.*\.tsx?$/.test(file) && !file.endsWith('.d.ts');
