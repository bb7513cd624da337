import { expect, test } from 'vitest';
import { TokenRoles } from './token-roles.ts';

test('Tokens have the roles that they were added with, and others have none', () => {
  const roles = new TokenRoles(5);
  const added = [
    [0, 1],
    [16_777_215, 2],
    [7, 1],
    [7, 2],
    [7, 1],
    [0, 1],
    [8, 2],
  ] as const;
  expect(added.map(([token, role]) => roles.add(token, role))).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    true,
  ]);
  expect([0, 1, 7, 8, 9, 16_777_215].map((token) => roles.of(token))).toEqual([1, 0, 3, 2, 0, 2]);
});
