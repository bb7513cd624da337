import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  documents,
  evaluatorCases,
  nameCases,
  numberCases as colombianNumbers,
} from './colombia-documents.ts';
import { markdownTable, writtenReport } from './coverage-report.ts';
import { goldenCases, numberCases } from './registry-cases.ts';
import { registriesSpec, vectorsOf } from './registry-documents.ts';
import { requiredTests } from './registry-required-tests.ts';
import { covered, rowNames, sources } from './registry-sources.ts';

const shownOfColombia = new Set(evaluatorCases.cases.flatMap(({ covers = [] }) => covers));
const codes = documents.states.flatMap(([cell = '']) =>
  cell === 'any other' ? [cell] : (cell.match(/\d+/g) ?? []),
);

/** Rows of a table in the documents, by the names that cases use. */
const tables: readonly (readonly [table: string, rows: readonly string[], shown: ReadonlySet<string>])[] = [
  ...sources.map((source) => [source.name, rowNames(source), covered] as const),
  ['registries 6.2', codes.map((code) => `6.2 ${code}`), shownOfColombia],
  ['registries 6.3', documents.rows.map(([row]) => `6.3 ${row}`), shownOfColombia],
  ['registries 6.3, boundaries', documents.boundaries.map(([score]) => `6.3 ${score}`), shownOfColombia],
  ['contract A-62', documents.cascade.map((_, index) => `A-62 ${index + 1}`), shownOfColombia],
  [
    'registries 16.3',
    documents.sandbox.flatMap(([digits = '']) => (digits.match(/\d/g) ?? []).map((digit) => `16.3 ${digit}`)),
    shownOfColombia,
  ],
];

const numbers = new Set(
  [...numberCases('numbers-br'), ...numberCases('numbers-mx')].map(({ input }) => input),
);
const vectors: readonly (readonly [section: string, vectors: readonly string[]])[] = [
  ['registries 12.1', vectorsOf('**12.1 CPF.**', /^\d{10}[\dA-Z]?$/)],
  ['registries 12.2', vectorsOf('**12.2 CNH', /^\d{11}$/)],
  ['registries 12.4', vectorsOf('**12.4 CURP.**', /^[A-ZÑ]{4}\d{6}[A-ZÑ\d]{8}$/)],
  ['registries 12.5', vectorsOf('**12.5 INE card.**', /^(\d{9}|[A-Z]{6}\d{8}[A-Z]\d{3})$/)],
  ['registries 16.1', vectorsOf('**16.1 Brazil**', /^\d{11}$/)],
];

/** Cases of each file beside the specification. */
const files: readonly (readonly [file: string, cases: number])[] = [
  ['br-cpf', goldenCases('br-cpf').length],
  ['mx-ine', goldenCases('mx-ine').length],
  ['co-civil', evaluatorCases.cases.length],
  ['us-ssn', goldenCases('us-ssn').length],
  ['name-similarity', nameCases.cases.length + nameCases.tokens.length],
  ['numbers-br', numberCases('numbers-br').length],
  ['numbers-mx', numberCases('numbers-mx').length],
  ['numbers-co', colombianNumbers.length],
];

const ratio = (all: readonly string[], shown: ReadonlySet<string>): string[] => {
  const missing = all.filter((name) => !shown.has(name));
  return [
    `${all.length - missing.length} of ${all.length}`,
    missing.length === 0 ? 'none' : missing.join('; '),
  ];
};

const coverage = [
  ...tables.map(([table, all, shown]) => [table, ...ratio(all, shown)]),
  ...vectors.map(([section, all]) => [`${section}, numbers`, ...ratio(all, numbers)]),
];

/** The requirements of section 17, line by line. */
const demanded = registriesSpec.slice(registriesSpec.indexOf('\n## 17.')).match(/^\d\. .+$/gm) ?? [];
const proofs = requiredTests.flatMap((required) => required.proofs.map(([name]) => name));
const textOf = (name: string): string => {
  const url = new URL(`../../../packages/${name}`, import.meta.url);
  return existsSync(url) ? readFileSync(url, 'utf8') : '';
};

describe('the tests of registries', () => {
  it('have a golden case for every row and number of the documents', () => {
    expect(coverage.filter(([, , missing]) => missing !== 'none')).toEqual([]);
  });

  it('answer every demand of section 17 by name', () => {
    expect(demanded).toHaveLength(8);
    expect(requiredTests.map(({ number }) => number)).toEqual(demanded.map((line) => Number(line[0])));
    expect(proofs.filter((name) => !/\b(it|describe)\b/.test(textOf(name)))).toEqual([]);
  });

  it('are those that docs/guides/registry-coverage.md shows', async () => {
    const { file, text } = writtenReport({
      rows: [
        'A golden case is an input, a policy and a registry’s result with the object and the verdict they lead to, as data: [`spec/cases`](../../spec/cases). Every row of the documents’ tables has at least one.',
        markdownTable(['Table', 'Rows with a case', 'Missing'], coverage),
        markdownTable(
          ['File', 'Cases'],
          files.map(([name, cases]) => [`\`spec/cases/${name}.json\``, String(cases)]),
        ),
      ],
      'required tests': requiredTests.flatMap(({ number, proofs: named, missing }, index) => [
        `**17.${number}** ${(demanded[index] ?? '').slice(3)}`,
        named.map(([name, what]) => `- [\`${name}\`](../../packages/${name}): ${what}`).join('\n'),
        `Missing: ${missing}`,
      ]),
    });
    await expect(text).toMatchFileSnapshot(file);
  });
});
