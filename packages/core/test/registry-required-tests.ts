/** Which tests prove the requirements of section 17 of spec/registries.md, and what none of them proves. */
export interface RequiredTest {
  /** Number in the section's list. */
  number: number;
  /** Files below `packages`, and what each of them proves. */
  proofs: readonly (readonly [file: string, what: string])[];
  /** In words; `nothing.` */
  missing: string;
}

export const requiredTests: readonly RequiredTest[] = [
  {
    number: 1,
    proofs: [
      ['core/test/registry-cases.test.ts', 'every golden case of Brazil, Mexico and the United States'],
      [
        'core/test/colombia-cases.test.ts',
        'every golden case of Colombia, and a case for every row and state',
      ],
      ['core/test/registry-documents.test.ts', 'every row of the documents has a case that agrees with it'],
      ['core/src/registry/br-cpf.test.ts', 'properties of the Brazilian evaluator'],
      ['core/src/registry/mx-ine.test.ts', 'properties of the Mexican evaluator'],
      ['core/src/registry/co-civil.test.ts', 'properties of the Colombian evaluator'],
    ],
    missing: 'nothing.',
  },
  {
    number: 2,
    proofs: [
      ['core/test/registry-documents.test.ts', 'both sides of 80, 85 and of the Brazilian name’s 90'],
      ['core/test/colombia-cases.test.ts', 'both sides of 70 and 85 of the Colombian name'],
    ],
    missing: 'nothing.',
  },
  {
    number: 3,
    proofs: [
      ['core/test/colombia-names.test.ts', 'both tables and the token vectors of section 7'],
      ['core/test/registry-cases.test.ts', 'the numbers of section 12 for Brazil and Mexico'],
      ['core/test/colombia-cases.test.ts', 'the numbers of section 12 for Colombia'],
      ['vision/src/mrz/fields.test.ts', 'the printed zones of 13.2 and 13.3'],
      ['specimens/test/national-documents.test.ts', 'the payload of 13.4'],
    ],
    missing: 'nothing.',
  },
  {
    number: 4,
    proofs: [
      [
        'registry-simulator/test/br-scenarios.test.ts',
        'the table of 15.2 through the connector, with the row it ends in',
      ],
      ['registry-simulator/test/mx-scenarios.test.ts', 'the table of 15.3, with signatures verified'],
      ['registry-simulator/test/mx-queries.test.ts', 'the voter list and the population registry of 15.3'],
      ['registry-simulator/test/co-scenarios.test.ts', 'the table of 15.4 by both formats of the archive'],
      ['registry-simulator/test/simulator-faults-answered.test.ts', 'every fault of 15.5 on every connector'],
      [
        'testkit/test/registry/registry-faults.test.ts',
        'every fault of 15.5 through the whole service, section 2 above',
      ],
    ],
    missing:
      'faults that do not apply to a country’s answers: Colombia’s archive gives neither comparisons nor scores, only Mexico’s answers are signed, and INE is called without a bearer token.',
  },
  {
    number: 5,
    proofs: [
      [
        'testkit/test/registry/registry-not-called.test.ts',
        'every such row through the whole service, asserted over `/__sim`',
      ],
    ],
    missing: 'nothing.',
  },
  {
    number: 6,
    proofs: [
      [
        'registries/test/br-consent.test.ts',
        'one token per call, when it is used again and when not, and its `campos`',
      ],
    ],
    missing: 'nothing.',
  },
  {
    number: 7,
    proofs: [
      [
        'testkit/test/registry/registry-canaries.test.ts',
        'log at its finest level, metrics, alerts, audit and refusals of sessions in all three countries',
      ],
      ['service/test/registry/registry-clients.test.ts', 'the counters of calls'],
    ],
    missing:
      'the logs of the whole suite are not collected: most services of tests log nothing. The sessions of this test represent them.',
  },
  {
    number: 8,
    proofs: [
      [
        'registry-simulator/test/simulator-generic.test.ts',
        'every scenario means the same through the generic connector',
      ],
      [
        'registry-simulator/test/co-scenarios.test.ts',
        'the table of 15.4 and its rows through the generic connector',
      ],
      [
        'testkit/test/registry/registry-faults.test.ts',
        'faults through the generic connector and the whole service',
      ],
    ],
    missing:
      'for Brazil and Mexico the evaluators are not run again on the results of the generic connector: these are compared with those of the registry’s connector, member by member.',
  },
];
