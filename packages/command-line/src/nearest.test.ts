import { describe, expect, it } from 'vitest';
import { editDistance, nearest } from './nearest.ts';

describe('the edit distance', () => {
  it.each([
    ['', '', 0],
    ['', 'keys', 4],
    ['keys', '', 4],
    ['keys', 'keys', 0],
    ['treshold', 'threshold', 1],
    ['jsno', 'json', 2],
    ['kitten', 'sitting', 3],
  ])('of "%s" and "%s" is %i', (one, other, distance) => {
    expect(editDistance(one, other)).toBe(distance);
  });
});

describe('the nearest name', () => {
  it.each([
    ['treshold', 'threshold'],
    ['jsno', 'json'],
    ['explian', 'explain'],
    ['uot', 'out'],
    ['x', null],
    ['force', null],
    ['', null],
  ])('to "%s" is %s', (given, name) => {
    expect(nearest(given, ['json', 'threshold', 'explain', 'out', 'at'])).toBe(name);
  });

  it('is the first of several equally near candidates', () => {
    expect(nearest('lists ad', ['lists bad', 'lists add'])).toBe('lists bad');
  });
});
