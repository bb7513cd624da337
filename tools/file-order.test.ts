import { expect, it } from 'vitest';
import { spread } from './file-order.mjs';

it('spreads the files that wait evenly over those that compute, both in their own order', () => {
  expect(spread(['w1', 'w2'], ['c1', 'c2', 'c3', 'c4'])).toEqual(['c1', 'w1', 'c2', 'c3', 'w2', 'c4']);
  expect(spread([], ['c1', 'c2'])).toEqual(['c1', 'c2']);
  expect(spread(['w1'], [])).toEqual(['w1']);
});
