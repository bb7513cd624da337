import { describe, expect, it } from 'vitest';
import { prepareName } from '../names/prepare-name.ts';
import { scoreNames } from '../score/score-names.ts';
import { isKunrei, isRomaji, japaneseForm } from './japanese-systems.ts';

describe('one form of a Japanese word', () => {
  it.each([
    ['yosida', 'yoshida', 'yosida'],
    ['tutiya', 'tsuchiya', 'tutiya'],
    ['huzii', 'fujii', 'huzi'],
    ['zyunko', 'junko', 'zyunko'],
    ['syoozi', 'shouji', 'syozi'],
    ['nittyuu', 'nitchu', 'nittyu'],
    ['sinbasi', 'shimbashi', 'sinbasi'],
    ['midu', 'mizu', 'mizu'],
  ])('of %s and %s is %s', (kunrei, hepburn, form) => {
    expect(japaneseForm(kunrei)).toBe(form);
    // A word that both systems spell alike has no separate form.
    expect(japaneseForm(hepburn) ?? hepburn).toBe(form);
  });

  it.each(['dolvan', 'schmidt', 'tanaka', 'kenta', 'stib', 'ali', ''])('is none of %s', (word) => {
    expect(japaneseForm(word)).toBeNull();
  });

  it('shows which system it is in', () => {
    expect(['tutiya', 'yosida', 'huzi', 'midu'].map(isKunrei)).toEqual([true, true, true, true]);
    expect(['tsuchiya', 'yoshida', 'fuji', 'tanaka', 'mizu'].map(isKunrei)).toEqual(Array(5).fill(false));
    expect(['kenichi', 'hattori', 'shimbashi'].every(isRomaji)).toBe(true);
    expect(['kim', 'martin', 'schulz'].some(isRomaji)).toBe(false);
  });

  it('takes time by the length of a word alone', () => {
    const started = performance.now();
    japaneseForm('nanninnan'.repeat(2_000) + 'si!');
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe('names in two systems of Japanese', () => {
  const scoreOf = (name: string, listed: string): number =>
    scoreNames(prepareName(name, 'person'), prepareName(listed, 'person')).nameScore / 100;

  it.each([
    ['Tutiya Zyunko', 'Tsuchiya Junko'],
    ['Huzii Tetuya', 'FUJII, Tetsuya'],
    ['Syoozi Kôiti', 'Shouji Koichi'],
  ])('%s is %s', (name, listed) => {
    expect(scoreOf(name, listed)).toBeGreaterThanOrEqual(90);
    expect(scoreOf(listed, name)).toBeGreaterThanOrEqual(90);
  });

  it.each([
    ['another given name', 'Tutiya Zyunko', 'Tsuchiya Kenji'],
    ['another surname', 'Tutiya Zyunko', 'Tsukamoto Junko'],
    ['a name that is not Japanese as a whole', 'Tutiya Dolvan', 'Tsuchiya Dolvan'],
  ])('%s: %s is not %s', (_, name, listed) => {
    expect(scoreOf(name, listed)).toBeLessThan(80);
  });
});
