import { expect, it } from 'vitest';
import { defaultOptions } from '../model/screener.ts';
import { hasComparableName, prepareQuestion } from './question.ts';

it.each([
  [{ firstName: 'Marekko' }, true],
  [{ lastName: 'O', firstName: 'Sejun' }, true],
  [{ lastName: '李' }, true],
  [{ firstName: 'A' }, false],
  [{ firstName: 'A', lastName: 'B.' }, false],
  [{ name: 'J. K.' }, false],
])('of %j something can agree with another name: %j', (subject, expected) => {
  expect(hasComparableName(subject)).toBe(expected);
});

it('gives options that were changed in place a different digest, equal for equal options', () => {
  const options = { ...defaultOptions, countries: ['DE'] };
  const config = prepareQuestion({ name: 'Marekko Dolvan' }, options).config;
  options.countries.push('FR');
  const changed = prepareQuestion({ name: 'Marekko Dolvan' }, options).config;
  expect(changed).not.toBe(config);
  expect(
    prepareQuestion({ name: 'Marekko Dolvan' }, { ...defaultOptions, countries: ['FR', 'DE'] }).config,
  ).toBe(changed);
  expect(prepareQuestion({ name: 'Marekko Dolvan' }, { ...defaultOptions, countries: ['DE'] }).config).toBe(
    config,
  );
});
