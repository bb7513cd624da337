// npm run coverage-docs: writes docs/security-coverage.md from the ids that tests carry in their names. A test fails while the
// page says something else.
import './script-help.mjs';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, walk } from './checks/syntax.mjs';
import { formatted } from './formatted.mjs';
import { at, filesBelow } from './project.mjs';
import { sections, unbuilt } from './security-coverage-rows.mjs';

/** Path of the page, relative to the repository's root. */
export const page = 'docs/security-coverage.md';

/** This page's own test contains names that prove nothing. */
const isTestFile = (file) => file.endsWith('.test.ts') && !file.endsWith('/security-coverage.test.ts');
const inBrackets = /\(([^()]*)\)/g;
const idForm = /^([SFHIO])(\d{1,2})$/;

/** Ids in the brackets of a test's name; `O1 to O3` are three. @returns {string[]} */
export function idsOf(name) {
  return [...name.matchAll(inBrackets)].flatMap(([, inside]) =>
    inside.split(/,| and /).flatMap((part) => {
      const [first = '', last = first] = part.trim().split(/ to |–/);
      const [, letter, from] = idForm.exec(first) ?? [];
      const [, same, until] = idForm.exec(last) ?? [];
      if (letter === undefined || letter !== same) return [];
      const width = from.length;
      return Array.from(
        { length: Number(until) - Number(from) + 1 },
        (_, index) => `${letter}${String(Number(from) + index).padStart(width, '0')}`,
      );
    }),
  );
}

/** Every text of a test file that contains ids: names of tests, and rows of their tables. @returns {{ ids: string[], name: string }[]} */
export function namesIn(file, text) {
  const found = [];
  walk(parse(file, text), (node) => {
    const name =
      node.type === 'Literal' && typeof node.value === 'string'
        ? node.value
        : node.type === 'TemplateLiteral'
          ? node.quasis.map(({ value }) => value.cooked).join('…')
          : null;
    const ids = name === null ? [] : idsOf(name);
    if (ids.length > 0) found.push({ ids, name });
  });
  return found;
}

/** @param {Map<string, string>} files test files and their texts @returns {{ proofs: Map<string, string[]>, unknown: string[] }} */
export function collect(files) {
  const proofs = new Map(sections.flatMap(({ rows }) => rows.map(({ id }) => [id, []])));
  const unknown = [];
  for (const [file, text] of files) {
    if (!/[(, ][SFHIO]\d/.test(text)) continue;
    for (const { ids, name } of namesIn(file, text)) {
      for (const id of ids) {
        const tests = proofs.get(id);
        if (tests) tests.push(`[${path.basename(file)}](../${file}): ${withoutIds(name)}`);
        else unknown.push(`${file}: ${id}: must be an id of tools/security-coverage-rows.mjs`);
      }
    }
  }
  return { proofs, unknown };
}

/** A name as text of a table, without brackets that contain only ids. */
const withoutIds = (name) =>
  name
    .replace(inBrackets, (all) => (idsOf(all).length > 0 ? '' : all))
    .trim()
    .replaceAll('|', String.raw`\|`)
    .replaceAll('<', '&lt;');

const describeRow = ({ id, text, needs, rest }, tests) =>
  [
    `### ${id}: ${text}`,
    [
      ...(needs ? [`needs ${unbuilt[needs]} (not yet built)`] : []),
      ...tests,
      ...(rest ? [`the rest needs ${unbuilt[rest]} (not yet built)`] : []),
    ]
      .map((line) => `- ${line}`)
      .join('\n') || '**No test yet.**',
  ].join('\n\n');

/** The page's text, formatted. */
export async function coveragePage(files) {
  const { proofs } = collect(files);
  const rows = sections.flatMap((section) => section.rows);
  const missing = rows.filter(({ id, needs }) => !needs && proofs.get(id)?.length === 0);
  const waiting = rows.filter(({ needs }) => needs);
  const proved = rows.length - missing.length - waiting.length;
  const text = [
    '# Security coverage',
    'Written by `npm run coverage-docs` from the names of the tests; a test fails while it is not current. A row is proved by the tests that carry its id in brackets. The rules themselves are short here; what each must hold in full is in the design.',
    `**${proved} of ${rows.length} rows have tests, ${waiting.length} wait for a surface that is not built, ${missing.length} without a test.**`,
    '## Rows without a test',
    missing.length === 0 ? 'None.' : missing.map(({ id, text: about }) => `- ${id}: ${about}`).join('\n'),
    '## Rows that wait',
    waiting.map(({ id, text: about, needs }) => `- ${id}: ${about}; needs ${unbuilt[needs]}`).join('\n'),
    ...sections.flatMap(({ title, rows: own }) => [
      `## ${title}`,
      ...own.map((row) => describeRow(row, proofs.get(row.id) ?? [])),
    ]),
  ].join('\n\n');
  return formatted(page, `${text}\n`);
}

/** Every test file of the repository. */
export const testFiles = () =>
  new Map(
    [...filesBelow('packages', isTestFile), ...filesBelow('tools', isTestFile)].map((file) => [
      file,
      readFileSync(at(file), 'utf8'),
    ]),
  );

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(at(page), await coveragePage(testFiles()));
  console.log(`wrote ${page}`);
}
