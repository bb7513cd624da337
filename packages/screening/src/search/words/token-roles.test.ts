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

test('Lists of tokens get a role, and those that are new to it are given once', () => {
  const roles = new TokenRoles(4);
  expect([
    ...roles.addAll(
      [
        [5, 9],
        [9, 3],
      ],
      1,
    ),
  ]).toEqual([5, 9, 3]);
  expect([...roles.addAll([[9], [12, 9]], 2)]).toEqual([9, 12]);
  expect([3, 5, 9, 12].map((token) => roles.of(token))).toEqual([1, 1, 3, 2]);
});
