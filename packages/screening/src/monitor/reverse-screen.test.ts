import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ListedEntity } from '../model/listed-entity.ts';
import { defaultOptions } from '../model/screener.ts';
import { createScanScreener } from '../score/hits/scan-screener.ts';
import { firmName, personName } from '../../test/support/generated-names.ts';
import { invented, listing } from '../../test/support/invented-entity.ts';
import { schemata, ScreeningInputError } from '../model/screening-types.ts';
import type { Customer } from './customer.ts';
import { createCustomerIndex, type CustomerIndex } from './customer-index.ts';
import { concernedByChange, reverseScreen } from './reverse-screen.ts';

const anyName = fc.oneof({ weight: 3, arbitrary: personName }, { weight: 1, arbitrary: firmName });
const schema = fc.oneof(fc.constant('Person' as const), fc.constantFrom(...schemata));
const countries = fc.uniqueArray(fc.constantFrom('DE', 'FR', 'SU', 'RU'), { maxLength: 2 });
const identifiers = fc.array(fc.record({ value: fc.constantFrom('KQ-4410', 'kq4410', 'ZX99120', '12345') }), {
  maxLength: 1,
});
const lists = fc.uniqueArray(
  fc.constantFrom('SANCTIONS' as const, 'PEP_CLASS_1' as const, 'WARNINGS' as const),
  {
    minLength: 1,
  },
);

const subject = fc.record(
  {
    name: anyName,
    schema,
    birthDate: fc.constantFrom('1970', '1971-03', '1988-12-31'),
    countries,
    identifiers,
  },
  { requiredKeys: ['name'] },
);
const options = fc
  .record({
    lists,
    matchThreshold: fc.oneof(fc.constant(80), fc.integer({ min: 0, max: 100 })),
    exactMatch: fc.integer({ min: 0, max: 5 }).map((drawn) => drawn === 0),
    excludeDeceased: fc.boolean(),
    countries,
  })
  .map((drawn) => ({ ...defaultOptions, ...drawn, limit: 500 }));
const people: fc.Arbitrary<Customer[]> = fc
  .array(fc.record({ subject, options }), { minLength: 1, maxLength: 30 })
  .map((drawn) => drawn.map((each, at) => ({ key: `c${at}`, ...each })));

const entity = fc
  .record({
    names: fc.array(
      fc.record({
        text: anyName,
        kind: fc.constantFrom('primary' as const, 'alias' as const, 'weak' as const),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    schema,
    on: lists,
    deceased: fc.boolean(),
    from: countries,
    identifiers,
  })
  .map(({ on, from, ...members }) =>
    invented({
      ...members,
      listings: on.map(listing),
      countries: from.map((code) => ({ code, role: 'nationality' as const })),
    }),
  );
const entities = fc
  .array(entity, { minLength: 1, maxLength: 12 })
  .map((drawn) => drawn.map((each, at) => ({ ...each, id: `e${at}` })));

/** Screens every customer again with the scoring that uses no index. */
function forwards(listed: readonly ListedEntity[], customers: readonly Customer[]): string[] {
  const screener = createScanScreener(listed, { snapshot: 'all' });
  return customers
    .flatMap(({ key, ...asked }) =>
      screener.screen(asked.subject, asked.options).hits.map(({ entityId }) => `${entityId} ${key}`),
    )
    .sort();
}

const backwards = (listed: readonly ListedEntity[], index: CustomerIndex): string[] =>
  Array.from(reverseScreen(listed, index), (concerned) =>
    concerned.customers.map((key) => `${concerned.entity.id} ${key}`),
  )
    .flat()
    .sort();

const person = (key: string, name: string, over: Partial<Customer['options']> = {}): Customer => ({
  key,
  subject: { name },
  options: { ...defaultOptions, ...over },
});

describe('whom an entity concerns', () => {
  it('equals screening every customer anew', () => {
    fc.assert(
      fc.property(entities, people, (listed, customers) => {
        expect(backwards(listed, createCustomerIndex(customers))).toEqual(forwards(listed, customers));
      }),
      { numRuns: 60 },
    );
  });

  it('still does when customers come and go between questions', () => {
    const turn = fc.tuple(people, fc.array(fc.nat(29), { maxLength: 10 }));
    fc.assert(
      fc.property(entities, fc.array(turn, { minLength: 2, maxLength: 7 }), (listed, turns) => {
        const index = createCustomerIndex();
        const known = new Map<string, Customer>();
        for (const [came, left] of turns) {
          for (const customer of came) {
            index.add(customer);
            known.set(customer.key, customer);
          }
          for (const number of left) expect(index.remove(`c${number}`)).toBe(known.delete(`c${number}`));
          expect(backwards(listed, index)).toEqual(forwards(listed, [...known.values()]));
          expect([...index.keys()].sort()).toEqual([...known.keys()].sort());
          expect(index.size).toBe(known.size);
        }
      }),
      { numRuns: 12 },
    );
  });

  it('judges each customer under the options of the customer', () => {
    const index = createCustomerIndex([
      person('strict', 'Marekko Dolvan', { matchThreshold: 100 }),
      person('other list', 'Marekko Dolvan', { lists: ['WARNINGS'] }),
      person('as written', 'Marekko  Dolvan', { exactMatch: true }),
      person('misspelt', 'Marekko Dolvann'),
      person('misspelt, strict', 'Marekko Dolvann', { matchThreshold: 100 }),
    ]);
    expect(index.concernedBy(invented({})).sort()).toEqual(['as written', 'misspelt', 'strict']);
  });

  it('contains no removed customer, and the new state of one who was added again', () => {
    const index = createCustomerIndex([person('a', 'Marekko Dolvan'), person('b', 'Marekko Dolvan')]);
    expect(index.concernedBy(invented({})).sort()).toEqual(['a', 'b']);
    index.remove('a');
    index.add(person('b', 'Zevrin Quorlan'));
    expect([index.concernedBy(invented({})), index.has('a'), index.size]).toEqual([[], false, 1]);
  });

  it('an entity on no list concerns no customer', () => {
    const index = createCustomerIndex([person('a', 'Marekko Dolvan')]);
    expect(index.concernedBy(invented({ listings: [] }))).toEqual([]);
  });

  it('refuses a customer who cannot be screened and keeps the others', () => {
    const index = createCustomerIndex([person('a', 'Marekko Dolvan')]);
    expect(() => index.add(person('b', '...'))).toThrow(ScreeningInputError);
    expect(() => index.add(person('a', '...'))).toThrow(ScreeningInputError);
    expect(index.concernedBy(invented({}))).toEqual(['a']);
  });
});

describe('whom a change concerns', () => {
  const index = createCustomerIndex([person('old', 'Marekko Dolvan'), person('new', 'Zevrin Quorlan')]);
  const before = invented({});
  const after = invented({ names: [{ text: 'Zevrin Quorlan', kind: 'primary' }] });

  it.each([
    ['added', { before: null, after }, ['new']],
    ['gone', { before, after: null }, ['old']],
    ['changed', { before, after }, ['new', 'old']],
    ['nothing', null, []],
  ])('%s', (_what, change, expected) => {
    expect([...concernedByChange(change, index)].sort()).toEqual(expected);
  });
});
