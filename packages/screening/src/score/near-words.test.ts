import { describe, expect, it } from 'vitest';
import { prepareName } from '../names/prepare-name.ts';
import type { PreparedKind } from '../model/prepared-name.ts';
import { scoreNames } from './score-names.ts';

function score(query: string, listed: string, kind: PreparedKind = 'person'): number {
  return scoreNames(prepareName(query, kind), prepareName(listed, kind)).nameScore / 100;
}

describe('words left of two names that are near in letters', () => {
  it.each([
    ['beside one that agrees', 'Marek Jalvadin', 'Marek Julvaidan', 48.78],
    ['against a word that is not near', 'Marek Jalvadin', 'Marek Strubnor', 22.22],
    ['beside one that is spelt otherwise', 'Qasim Hazvij', 'HEJVEJ, Kassem', 47.78],
    ['beside two that agree, never above 69.99', 'Tarvin Oskeld Jalvadin', 'Tarvin Oskeld Julvaidan', 69.99],
    ['of three letters, where any other letter makes another name', 'Marek Bor', 'Marek Gur', 25],
    ['alone are nothing', 'Jalvadin', 'Julvaidan', 0],
  ])('%s: %s, %s', (_, query, listed, expected) => {
    expect(score(query, listed)).toBe(expected);
  });

  it('lower no score of a name that scores more without them', () => {
    const [query, listed] = ['Tarvin Oskeld Marekko Velmor', 'Dolvan'];
    expect(score(`${query} ${listed} Jalvadin`, `${query} ${listed} Julvaidan`)).toBe(75.75);
  });

  it('play no part in names of organisations, which are as often sisters', () => {
    expect(score('Velmora Jalvadin Trading', 'Velmora Julvaidan Trading', 'organisation')).toBe(41.28);
    expect(score('Velmora Jalvadin Trading', 'Velmora Strubnor Trading', 'organisation')).toBe(41.28);
  });

  it('are a separate step', () => {
    const { steps } = scoreNames(
      prepareName('Marek Jalvadin', 'person'),
      prepareName('Marek Julvaidan', 'person'),
    );
    expect(steps).toEqual([
      { what: 'calibration', before: 2_222, after: 2_222 },
      { what: 'words near in letters', before: 2_222, after: 4_878 },
    ]);
  });
});
