// Test titles are the specification that newcomers read and CI prints. A program returns, rejects, prints or retries; it does not say,
// ask or know. A person does: such a word is allowed directly after its person ("a reviewer who had not seen it").
import { lineOf, parse, walk } from './syntax.mjs';

const voice =
  'says?|said|saying|tells?|told|telling|asks?|asked|asking|stands?|stood|knows?|knew|wants?|wanted|hears?|heard|sees?|saw|seen|' +
  'learns?|learnt|learned|forgets?|forgot|forgotten|believes?|believed';
const persons =
  'person|people|reviewers?|operators?|colleagues?|owners?|admins?|developers?|strangers?|attackers?';
const ofPerson = new RegExp(
  `\\b(?:${persons}),?(?: (?:who|can|may|must|had|has|have|not|never))* (?:${voice})\\b`,
  'gi',
);
const refused = [
  [new RegExp(`(?<!-)\\b(?:${voice})\\b(?!-)`, 'i'), 'gives a program a voice'],
  [
    /\b(?:look(?:s|ed|ing)? (?:at|into)|an? look|go(?:es|ing)? on|went on|in vain)\b(?!-)/i,
    'is no term of the field',
  ],
  [/\b(?:nobody|anybody|somebody|everybody|no one|whoever)\b/i, 'names nobody in particular'],
];

const isTestFile = (file) => /\.test\.tsx?$/.test(file);
const isCaseFile = (file) => /^spec\/cases\/.*\.json$/.test(file);
const isTitled = (name) => /^(?:it|test|describe[A-Z]?\w*)$/.test(name);

/** Name of the function that a chain such as `it.runIf(x).each(rows)` begins with; null for anything else. */
function rootOf(node) {
  if (node.type === 'Identifier') return node.name;
  const next = node.type === 'MemberExpression' ? node.object : (node.callee ?? node.tag);
  return next ? rootOf(next) : null;
}

const textOf = (node) => {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  return node?.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.cooked).join(' … ') : null;
};

/**
 * Rows of a table: an array, also behind `as const`, in a constant of the file, or given to a function that picks rows.
 * Rows that code computes are not checked.
 */
function rowsOf(node, constants) {
  if (node?.type === 'ArrayExpression') return node.elements;
  if (node?.type === 'Identifier') {
    const others = new Map([...constants].filter(([name]) => name !== node.name));
    return rowsOf(constants.get(node.name), others);
  }
  if (node?.type === 'CallExpression') return rowsOf(node.arguments[0], constants);
  return node?.expression ? rowsOf(node.expression, constants) : [];
}

/** Values of a row that its title prints: by position where it has `%s`, by name where it has `$name`. */
function printedOf(row, title) {
  if (row?.type === 'ObjectExpression')
    return row.properties
      .filter(({ key, value }) => key?.name && value && title.includes(`$${key.name}`))
      .map(({ value }) => value);
  const cells = row?.type === 'ArrayExpression' ? row.elements : [row];
  const places = title.replaceAll('%%', '').match(/%[a-zA-Z]/g) ?? [];
  return cells.filter((_, index) => places[index] === '%s');
}

/** Titles of a file with their lines: of suites and tests, and what tables add to them. */
function titlesOf(file, text) {
  const tree = parse(file, text);
  const constants = new Map();
  walk(tree, ({ type, id, init }) => {
    if (type === 'VariableDeclarator' && init) constants.set(id.name, init);
  });
  const found = [];
  const note = (node) => {
    const value = textOf(node);
    if (value !== null) found.push({ value, line: lineOf(text, node.start) });
  };
  walk(tree, ({ type, callee, arguments: given }) => {
    if (type !== 'CallExpression' || !isTitled(rootOf(callee) ?? '')) return;
    const title = textOf(given[0]);
    if (title === null) return;
    note(given[0]);
    if (callee.type !== 'CallExpression' || !/^(?:each|for)$/.test(callee.callee.property?.name ?? ''))
      return;
    for (const row of rowsOf(callee.arguments[0], constants)) printedOf(row, title).forEach(note);
  });
  return found;
}

/** Titles of the golden cases in a JSON file, which their tests print. */
const titlesOfCases = (text) =>
  Array.from(text.matchAll(/"title": ("(?:[^"\\]|\\.)*")/g), ({ 1: value, index }) => ({
    value: JSON.parse(value),
    line: lineOf(text, index),
  }));

export const titleWords = {
  name: 'words of test titles',
  subject: 'titles',
  run(files) {
    const titles = [...files].flatMap(([file, text]) => {
      if (isCaseFile(file)) return titlesOfCases(text).map((title) => ({ file, ...title }));
      return isTestFile(file) ? titlesOf(file, text).map((title) => ({ file, ...title })) : [];
    });
    const findings = titles.flatMap(({ file, line, value }) =>
      refused.flatMap(([pattern, fault]) => {
        const word = pattern.exec(value.replace(ofPerson, ''))?.[0];
        return word === undefined ? [] : [`${file}:${line} "${word}" ${fault}: ${value}`];
      }),
    );
    return { checked: titles.length, findings };
  },
  planted: [
    { files: { 'packages/core/src/a.test.ts': "it('says which', () => {});" }, finds: 'a.test.ts:1 "says"' },
    {
      files: { 'tools/a.test.ts': 'describe.each(engines)(`what ${name} tells`, () => {});' },
      finds: '"tells" gives a program a voice',
    },
    {
      files: { 'apps/flow/test/a.test.ts': "describeApi('a page that nobody closes', () => {});" },
      finds: '"nobody" names nobody in particular',
    },
    {
      files: {
        'packages/core/test/a.test.ts': "it.each([['a member nobody knows', 1]])('%s: %i', () => {});",
      },
      finds: '"knows" gives a program a voice',
    },
    {
      files: {
        'packages/core/test/a.test.ts':
          "const rows = [[1, 'looks at it']] as const;\nit.skipIf(x).each(rowsByDay(rows))('%i: %s', () => {});",
      },
      finds: 'a.test.ts:1 "looks at" is no term of the field',
    },
    {
      files: { 'spec/cases/a.json': '{\n  "title": "a \\"list\\" that knows nobody"\n}' },
      finds: 'a.json:2 "knows" gives a program a voice',
    },
    {
      files: { 'packages/core/test/a.test.ts': "it.each([{ title: 'goes on' }])('$title', () => {});" },
      finds: '"goes on" is no term of the field',
    },
  ],
  clean: {
    'packages/core/src/a.test.ts':
      "// asks\nit('keeps a decision that the reviewer had not seen, or a person who asks for it', () => expect('says').toBe(1));",
    'packages/core/test/a.test.ts':
      "it.each([['ask-again', 'nobody was told']])('%s, a look-alike of known names, is looked up: %j', () => {});",
    'packages/core/test/rows.ts': "row('says', () => {});",
    'spec/cases/a.json': '{ "title": "a list", "note": "says" }',
    'packages/core/src/a.ts': "test('says');",
  },
};
