/** Compares the golden cases with the tables of the documents: every row has a case, and no case contradicts its row. */
import { describe, expect, it } from 'vitest';
import { rejectedInputs, technicalCauses, unavailableCauses } from '../src/registry/port.ts';
import { numberCases } from './registry-cases.ts';
import { columnsOf, contractSpec, domainUnion, registriesSpec, vectorsOf } from './registry-documents.ts';
import {
  type AnyAnswer,
  type AnyCase,
  type AnyObject,
  brazil,
  condition,
  contract60,
  contract61,
  covered,
  interfaceBrazil,
  interfaceMexico,
  mexico,
  registries43,
  registries52,
  rowNames,
  sources,
  unitedStates,
} from './registry-sources.ts';

describe('rows of the documents', () => {
  it.each(sources.map((source) => [source.name, source] as const))(
    '%s: every row has a case',
    (_name, source) => {
      const names = rowNames(source);
      const missing = names.filter((name) => !covered.has(name));
      console.log(`${source.name}: ${names.length - missing.length} of ${names.length} rows covered`);
      expect(missing).toEqual([]);
    },
  );

  it('are as many as in the documents', () => {
    expect(sources.map(({ name, table }) => `${name}: ${table.length}`)).toEqual([
      'registries 4.3: 12',
      'registries 4.4: 7',
      'contract A-60: 11',
      'interface Brazil: 6',
      'registries 5.2: 12',
      'registries 5.3: 4',
      'contract A-61: 11',
      'interface Mexico: 6',
      'contract A-34: 3',
    ]);
  });

  it('are all that the cases name', () => {
    const known = new Set(sources.flatMap(rowNames));
    expect([...covered].filter((name) => !known.has(name))).toEqual([]);
  });

  it('bear names that are given once', () => {
    const ids = [...brazil, ...mexico, ...unitedStates].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

type Check = { result: string; reason: string | null };

/** `ok`, `F(x)`, `NA(x)`. @see spec/registries.md 3.1 */
const noted = ({ result, reason }: Check) =>
  result === 'success' ? 'ok' : `${result === 'failure' ? 'F' : 'NA'}(${reason})`;

/** `success`, `failure input_invalid`: in the notation of the contract and the interface, without commas. */
const spelt = ({ result, reason }: Check) => (result === 'success' ? 'success' : `${result} ${reason}`);

/** `same` repeats the cell to its left; `rest:` applies to what follows it. */
const filled = (cells: string[]): string[] => {
  const row: string[] = [];
  for (const cell of cells) {
    const left = row.at(-1) ?? '';
    row.push(cell === 'same' || (cell === '' && left.startsWith('rest:')) ? left : cell);
  }
  return row;
};

/** The checks of a case, one list per column: core checks alone, then all others together. */
function columnsOfCase(one: AnyCase, core: number): Check[][] | null {
  if (one.expected === 'call') return null;
  const { validations } = one.expected.object;
  if (!validations) return null;
  const checks = Object.values(validations);
  return [...checks.slice(0, core).map((check) => [check]), checks.slice(core)];
}

/** Checks of a case that a row of a table does not name. A column with "each …" leaves them to another table. */
function strangers(one: AnyCase, cells: string[], write: (check: Check) => string): string[] {
  const columns = columnsOfCase(one, cells.length - 1);
  if (!columns) return cells.every((cell) => cell === '' || cell === 'null') ? [] : [`${one.id}: no checks`];
  return columns.flatMap((checks, i) => {
    const cell = (cells[i] ?? '').replaceAll(',', '');
    if (/^(each|every) (by|as|enabled)/.test(cell)) return [];
    return checks
      .filter((check) => !cell.includes(write(check)))
      .map((check) => `${one.id}: ${write(check)}`);
  });
}

/** The required content of a verdict column. */
function verdictText(one: AnyCase): string {
  if (one.expected === 'call') throw new Error('a call has no verdict');
  const { status, reasonCode } = one.expected.verdict;
  return reasonCode === null ? status : `${status} ${reasonCode}`;
}

const coreOf = {
  brazil: ['person_registered', 'selfie_registry_match'],
  mexico: ['consent_obtained', 'person_registered', 'selfie_registry_match', 'not_reported_lost_or_stolen'],
};

describe.each([
  ['4.3', registries43, [...coreOf.brazil, 'fields'], brazil],
  ['5.2', registries52, [...coreOf.mexico, 'optional'], mexico],
] as const)('cases against spec/registries.md %s', (_section, table, columns, cases) => {
  const settled = cases.flatMap((one) => (one.expected === 'call' ? [] : [{ one, ...one.expected }]));
  const rowOf = (one: AnyCase) => {
    const row = table.find(({ Row }) => Row === one.row);
    if (!row) throw new Error(`${one.id} names no row of the table`);
    return row;
  };
  const cell = (one: AnyCase, name: string) => rowOf(one)[name] ?? '';

  it('show the checks of their row', () => {
    const found = settled.flatMap(({ one }) =>
      strangers(one, filled(columnsOf([rowOf(one)], columns)[0] ?? []), noted),
    );
    expect(found).toEqual([]);
  });

  it('show the status of their row, and its message', () => {
    const wrong = settled.filter(({ one, object: { status, error } }) => {
      const text = error ? `${status}, ${error.message}` : status;
      return !cell(one, 'status').includes(text);
    });
    expect(wrong.map(({ one }) => one.id)).toEqual([]);
  });

  it('show the time stamp of their row, and that of their result', () => {
    const wrong = settled.filter(({ one: { result }, one, object: { timestamp } }) => {
      const at = result && 'at' in result ? result.at : null;
      const form = timestamp === null ? /null/ : /\bat\b/;
      return timestamp !== at || !form.test(cell(one, 'timestamp'));
    });
    expect(wrong.map(({ one }) => one.id)).toEqual([]);
  });

  it('show the verdict of their row, and have no query if the registry is not called', () => {
    const wrong = settled.filter(({ one }) => {
      const text = cell(one, 'Verdict');
      return !text.includes(verdictText(one)) || (text.includes('not called') && one.result !== null);
    });
    expect(wrong.map(({ one }) => one.id)).toEqual([]);
  });
});

describe.each([
  ['contract A-60', contract60, condition, [...coreOf.brazil, 'Field checks'], brazil],
  ['contract A-61', contract61, condition, [...coreOf.mexico, 'Optional checks'], mexico],
  ['interface Brazil', interfaceBrazil, 'Condition', [...coreOf.brazil, 'Field checks'], brazil],
] as const)('cases against the %s', (name, table, label, columns, cases) => {
  const pairs = table.flatMap((row) =>
    cases
      .filter(({ covers = [] }) => covers.includes(`${name}: ${row[label] ?? ''}`))
      .map((one) => ({ one, row })),
  );

  it('show the checks of their row', () => {
    const found = pairs.flatMap(({ one, row }) =>
      // "missing ones `failure`, others `not_applicable`; all `input_not_provided`" is checked against 4.3.
      (row[columns.at(-1) ?? ''] ?? '').startsWith('missing ones')
        ? []
        : strangers(one, filled(columnsOf([row], columns)[0] ?? []), spelt),
    );
    expect(found).toEqual([]);
  });

  it('show the decision of their row', () => {
    const wrong = pairs.filter(({ one, row }) => !agrees(one, row['Decision'] ?? ''));
    expect(wrong.map(({ one }) => one.id)).toEqual([]);
  });
});

/** The contract names status and code, the interface a code or nothing; "if a field fails" belongs to another case. */
function agrees(one: AnyCase, decision: string): boolean {
  if (/^(approved|declined|resubmission_requested)/.test(decision))
    return decision.includes(verdictText(one));
  const code = /reasonCode (\d{3})(?! if)/.exec(decision)?.[1];
  return code === undefined || verdictText(one).includes(code);
}

it('cases against the interface Mexico show the decision of their row', () => {
  const wrong = interfaceMexico.flatMap(({ Condition = '', Decision = '' }) =>
    mexico
      .filter(({ covers = [] }) => covers.includes(`interface Mexico: ${Condition}`))
      .filter((one) => Condition !== 'The core checks pass' && !agrees(one, Decision)),
  );
  expect(wrong.map(({ id }) => id)).toEqual([]);
});

describe('objects printed in the documents', () => {
  const printed = (document: string, start: string) => {
    const entry = document.slice(document.indexOf(start)).split(/\n#{2,3} /)[0] ?? '';
    return [...entry.matchAll(/```json\n([^]*?)```/g)].map(
      ([, json = '']) => JSON.parse(json) as { BR_CPF?: AnyObject; MX_INE?: AnyObject },
    );
  };

  it.each([
    ['registries 4.5', registriesSpec, '### 4.5', 1],
    ['registries 5.4', registriesSpec, '### 5.4', 1],
    ['contract A-60', contractSpec, '### A-60', 1],
    ['contract A-61', contractSpec, '### A-61', 2],
  ] as const)('%s: each is that of a case, but for the time', (_name, document, start, count) => {
    const objects = printed(document, start);
    expect(objects).toHaveLength(count);
    for (const { BR_CPF, MX_INE } of objects) {
      const shown = (BR_CPF ? brazil : mexico).flatMap(({ expected }) =>
        expected === 'call' ? [] : [{ ...expected.object, timestamp: null }],
      );
      expect(shown).toContainEqual({ ...(BR_CPF ?? MX_INE), timestamp: null });
    }
  });
});

describe('words of the domain', () => {
  const results = [...brazil, ...mexico, ...unitedStates].flatMap(({ result }) => result ?? []);
  const answers = results.flatMap((result) => (result.kind === 'answered' ? [result.answer] : []));

  it('are those of the specification', () => {
    expect(domainUnion('type UnavailableCause = ')).toEqual([...unavailableCauses]);
    expect(domainUnion('type TechnicalCause   = ')).toEqual([...technicalCauses]);
    expect(domainUnion('type RejectedInput    = ')).toEqual([...rejectedInputs]);
  });

  it.each([
    ['br-cpf', brazil],
    ['mx-ine', mexico],
    ['us-ssn', unitedStates],
  ])('causes and rejected inputs all have a case in %s', (_name, cases) => {
    const given = cases.flatMap(({ result }) => result ?? []);
    const causes = given.flatMap((result) => ('cause' in result ? [result.cause] : []));
    const inputs = given.flatMap((result) => ('input' in result ? [result.input] : []));
    expect(new Set(causes)).toEqual(new Set([...unavailableCauses, ...technicalCauses]));
    expect(new Set(inputs)).toEqual(new Set(rejectedInputs));
  });

  it.each([
    ['taxpayerStatus: ', 7, (answer: AnyAnswer) => answer.taxpayerStatus],
    ['liveness: ', 4, (answer: AnyAnswer) => answer.face?.liveness],
    ['standing: ', 2, (answer: AnyAnswer) => answer.standing],
    ['theftReport: ', 6, (answer: AnyAnswer) => answer.theftReport],
  ])('%severy value has a case', (start, count, valueOf) => {
    const words = domainUnion(start);
    expect(words).toHaveLength(count);
    expect(
      new Set(
        answers
          .map(valueOf)
          .filter((value) => value !== undefined)
          .map(String),
      ),
    ).toEqual(new Set(words));
  });
});

describe('both sides of every threshold have a case', () => {
  const rowsAt = (cases: AnyCase[], score: (answer: AnyAnswer) => unknown, value: number) =>
    new Set(
      cases
        .filter(({ result }) => result?.kind === 'answered' && score(result.answer) === value)
        .map(({ row, expected }) => `${row} ${expected === 'call' ? '' : expected.verdict.status}`),
    );
  const face = (answer: AnyAnswer) => answer.face?.similarity;
  const name = ({ compared }: AnyAnswer) =>
    (compared['name'] as { similarity?: number } | undefined)?.similarity;

  it.each([
    ['Brazil, face', brazil, face, 79.9999, 'B11 declined', 80, 'B12 approved'],
    ['Brazil, face at 85', brazil, face, 84.9999, 'B11 declined', 85, 'B12 approved'],
    ['Brazil, name', brazil, name, 89.9999, 'B12 declined', 90, 'B12 approved'],
    ['Mexico, face', mexico, face, 79.9999, 'M9 declined', 80, 'M12 approved'],
    ['Mexico, face at 85', mexico, face, 84.9999, 'M9 declined', 85, 'M12 approved'],
  ] as const)('%s', (_name, cases, score, below, fails, at, passes) => {
    expect(rowsAt(cases, score, below)).toEqual(new Set([fails]));
    expect(rowsAt(cases, score, at)).toEqual(new Set([passes]));
  });
});

describe('numbers of the documents', () => {
  const asked = new Set(
    [...numberCases('numbers-br'), ...numberCases('numbers-mx')].map(({ input }) => input),
  );

  it.each([
    ['**12.1 CPF.**', /^\d{10}[\dA-Z]?$/, 13],
    ['**12.2 CNH', /^\d{11}$/, 7],
    ['**12.3 CNH', /^"[A-Z, ]+"$/, 2],
    ['**12.4 CURP.**', /^[A-ZÑ]{4}\d{6}[A-ZÑ\d]{8}$/, 9],
    ['**12.5 INE card.**', /^(\d{9}|[A-Z]{6}\d{8}[A-Z]\d{3})$/, 2],
    ['**16.1 Brazil**', /^\d{11}$/, 13],
  ] as const)('%s every vector has a case', (start, form, count) => {
    const vectors = vectorsOf(start, form).map((code) => code.replaceAll('"', ''));
    expect(vectors).toHaveLength(count);
    expect(vectors.filter((code) => !asked.has(code))).toEqual([]);
  });
});
