import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { invented, listing } from '../../../test/support/invented-entity.ts';
import { firmName, personName } from '../../../test/support/generated-names.ts';
import { defaultPolicies, type Policies } from '../../model/policies.ts';
import { defaultOptions } from '../../model/screener.ts';
import { schemata, ScreeningInputError, type ScreeningOptions } from '../../model/screening-types.ts';
import { createScanScreener, hitTestOf } from './scan-screener.ts';

const subjects = fc.record(
  {
    name: fc.oneof(personName, firmName),
    schema: fc.constantFrom(...schemata),
    birthDate: fc.constantFrom('1970', '1988-12-31'),
    countries: fc.uniqueArray(fc.constantFrom('DE', 'FR', 'RU'), { maxLength: 2 }),
  },
  { requiredKeys: ['name'] },
);
const options = fc.record({
  lists: fc.uniqueArray(fc.constantFrom('SANCTIONS' as const, 'PEP_CLASS_1' as const), { minLength: 1 }),
  matchThreshold: fc.integer({ min: 0, max: 100 }),
  exactMatch: fc.boolean(),
  excludeDeceased: fc.boolean(),
  countries: fc.uniqueArray(fc.constantFrom('DE', 'FR'), { maxLength: 1 }),
});
const names = fc.array(
  fc.record({
    text: fc.oneof(personName, firmName),
    kind: fc.constantFrom('primary' as const, 'alias' as const, 'weak' as const),
  }),
  { minLength: 1, maxLength: 3 },
);
const entities = fc
  .record({
    names,
    schema: fc.constantFrom(...schemata),
    on: fc.uniqueArray(fc.constantFrom('SANCTIONS' as const, 'PEP_CLASS_1' as const), { minLength: 1 }),
    deceased: fc.boolean(),
    from: fc.uniqueArray(fc.constantFrom('DE', 'FR', 'RU'), { maxLength: 2 }),
  })
  .map(({ on, from, ...members }) =>
    invented({
      ...members,
      listings: on.map(listing),
      countries: from.map((code) => ({ code, role: 'nationality' as const })),
    }),
  );
const policies = fc.constantFrom<Policies>(defaultPolicies, { ...defaultPolicies, weakAliases: 'all' });

describe('the test whether a subject has an entity among its hits', () => {
  it('equals the screening of this entity alone, for one subject after the other', () => {
    let hits = 0;
    fc.assert(
      fc.property(
        entities,
        fc.array(fc.tuple(subjects, options), { minLength: 1, maxLength: 6 }),
        policies,
        (entity, asked, rules) => {
          const isHit = hitTestOf(entity, rules);
          const screener = createScanScreener([entity], { snapshot: 'alone', policies: rules });
          // One of them has a name of the entity: drawn names are rarely hits.
          const named = { name: entity.names[0]?.text ?? '', schema: entity.schema };
          const onAll = { lists: ['SANCTIONS' as const, 'PEP_CLASS_1' as const], countries: [] };
          const all = [...asked, ...asked.map(([, given]) => [named, { ...given, ...onAll }] as const)];
          for (const [subject, given] of all) {
            const wanted = { ...defaultOptions, ...given };
            const found = screener.screen(subject, wanted).hits.length > 0;
            hits += Number(found);
            expect(isHit(subject, wanted)).toBe(found);
          }
        },
      ),
      { numRuns: 50 },
    );
    expect(hits).toBeGreaterThan(20);
  });

  it('holds back what the filters do: lists, countries, the deceased, and another kind', () => {
    const entity = invented({
      listings: [listing('SANCTIONS')],
      countries: [{ code: 'DE', role: 'nationality' }],
      deceased: true,
    });
    const isHit = hitTestOf(entity, defaultPolicies);
    const subject = { name: entity.names[0]?.text ?? '' };
    const given = (over: Partial<ScreeningOptions>) => isHit(subject, { ...defaultOptions, ...over });
    expect(given({})).toBe(true);
    expect(given({ lists: ['WARNINGS'] })).toBe(false);
    expect(given({ excludeDeceased: true })).toBe(false);
    expect(isHit({ ...subject, schema: 'Organization' }, defaultOptions)).toBe(false);
  });

  it('rejects a subject that cannot be screened, as a screening does', () => {
    const isHit = hitTestOf(invented({}), defaultPolicies);
    expect(() => isHit({ name: '' }, defaultOptions)).toThrow(ScreeningInputError);
  });
});
