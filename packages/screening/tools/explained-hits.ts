import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Explanation } from '../src/model/explanation.ts';

/** The guide that holds the section, from the root of the repository. */
export const guideFile = 'docs/guides/screening.md';
const [begin, end] = [
  '<!-- explained hits: written by write-explained-hits.ts -->',
  '<!-- end of explained hits -->',
];

const from = (list: string, programme: string | null = null) => [
  { list, source: 'example', sourceName: 'Example List', url: 'https://lists.example.org/', programme },
];

/** Invented entries of a list in the native format. */
const entries: readonly object[] = [
  {
    id: 'house-31',
    names: [{ text: 'Tarvin Oskeld Brennmark' }, { text: 'Oskeld', kind: 'weak' }],
    birth: ['1968-03-12'],
    gender: 'M',
    countries: [{ code: 'BY', role: 'nationality' }],
    identifiers: [{ type: 'passport', value: 'ZX4410097', country: 'BY' }],
    listings: from('SANCTIONS', 'Example Programme'),
  },
  {
    id: 'house-32',
    names: [{ text: 'Марекко Струбин' }],
    birth: ['1971'],
    countries: [{ code: 'RU', role: 'nationality' }],
    listings: from('PEP_CLASS_1'),
  },
  {
    id: 'house-33',
    names: [{ text: 'William Thistlecroft' }],
    birth: ['1955-11-02'],
    gender: 'M',
    countries: [{ code: 'GB', role: 'nationality' }],
    listings: from('WARNINGS'),
  },
  {
    id: 'house-34',
    schema: 'Company',
    names: [{ text: 'Velmora Trading GmbH' }],
    countries: [{ code: 'AT', role: 'jurisdiction' }],
    identifiers: [{ type: 'registration', value: 'FN 441009 x', country: 'AT' }],
    listings: from('SANCTIONS', 'Example Programme'),
  },
  {
    id: 'house-35',
    names: [{ text: 'Ysolde Katterfeld' }],
    birth: ['1984-05-30'],
    countries: [{ code: 'LV', role: 'nationality' }],
    listings: from('SANCTIONS', 'Example Programme'),
  },
];

const queries: readonly object[] = [
  { id: 1, name: 'Tarvin Brenmark', birthDate: '1968', countries: ['BY'] },
  { id: 2, firstName: 'Marekko', lastName: 'Strubin', birthDate: '1972-02-14' },
  { id: 3, name: 'Bill Thistlecroft', gender: 'M' },
  { id: 4, schema: 'Company', name: 'Velmora Trading LLC', countries: ['AT'] },
  { id: 5, name: 'Katterfeld, Ysolde', birthDate: '1991-01-08', countries: ['LV'] },
];

interface Answer {
  hits: {
    entityId: string;
    score: number;
    matchedName: string;
    listings: { list: string; sourceName: string; programme: string | null }[];
    explanation: Explanation;
  }[];
}

/** Answers of the installed command to the questions of the guide, as it prints them. */
function answers(root: string): Answer[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-explained-'));
  try {
    const list = path.join(folder, 'house.jsonl');
    writeFileSync(list, entries.map((entry) => JSON.stringify(entry)).join('\n'));
    const input = queries.map((query) => JSON.stringify(query)).join('\n');
    const program = path.join(root, 'bin/countersign');
    const args = [program, 'screen', '--list', `native=${list}`, '--explain', '--details'];
    const output = execFileSync(process.execPath, args, { input, encoding: 'utf8' });
    return output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Answer);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function block(query: object, { hits: [hit] }: Answer): string[] {
  if (!hit) throw new Error(`${JSON.stringify(query)} finds nothing`);
  const { entityId, score, matchedName, explanation } = hit;
  const listed = hit.listings
    .map(({ list, sourceName, programme }) => [list, sourceName, programme].filter(Boolean).join(', '))
    .join('; ');
  const cells = (values: readonly (string | null)[]) =>
    `| ${values.map((value) => value ?? '–').join(' | ')} |`;
  return [
    `\`${JSON.stringify(query)}\``,
    '',
    `**${matchedName}** (\`${entityId}\`; ${listed}), score ${String(score)}:`,
    explanation.summary,
    '',
    cells(['Field', 'Subject', 'Listed', 'Relation', 'Points']),
    cells(['---', '---', '---', '---', '---:']),
    ...explanation.evidence.map(({ field, subject, listed: known, relation, points }) =>
      cells([field, subject, known, relation, String(points)]),
    ),
    '',
  ];
}

/** The guide with the section as the installed command below this root prints it now. Columns are not aligned. */
export function withExplainedHits(guide: string, root: string): string {
  const [start, stop] = [guide.indexOf(begin), guide.indexOf(end)];
  if (start < 0 || stop < start) throw new Error(`the guide must have ${begin} and ${end}`);
  const all = answers(root);
  const blocks = queries.flatMap((query, index) => block(query, all[index] ?? { hits: [] }));
  return `${guide.slice(0, start)}${begin}\n\n${blocks.join('\n')}\n${guide.slice(stop)}`;
}
