import { expect, it } from 'vitest';
import { hasComparableName } from './question.ts';

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
