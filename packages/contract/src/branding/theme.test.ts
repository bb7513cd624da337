import { describe, expect, it } from 'vitest';
import { contrastOf } from './contrast.ts';
import {
  type BrandColours,
  type ColourScheme,
  contrastProblems,
  darkFrom,
  passingColours,
  standardColours,
  standardTokens,
  type ThemeTokens,
  themeTokens,
} from './theme.ts';

const orange: BrandColours = {
  primary: '#ff9900',
  primaryText: '#ffffff',
  background: '#ffffff',
  text: '#222222',
};

/** Texts of the page and the backgrounds they are on. */
const texts: readonly (readonly [keyof ThemeTokens, keyof ThemeTokens])[] = [
  ['--ink', '--paper'],
  ['--ink', '--accent-soft'],
  ['--quiet', '--paper'],
  ['--quiet', '--accent-soft'],
  ['--accent', '--paper'],
  ['--accent', '--accent-soft'],
  ['--accent-ink', '--accent'],
  ['--good', '--paper'],
  ['--good', '--good-soft'],
  ['--warn', '--paper'],
  ['--warn', '--warn-soft'],
  ['--bad', '--paper'],
];

const unreadable = (tokens: ThemeTokens) =>
  texts
    .filter(([text, ground]) => contrastOf(tokens[text], tokens[ground]) < 4.5)
    .map((pair) => pair.join(' on '));

describe('colours of a brand', () => {
  it('that cannot be read are named with their contrast and the nearest that pass', () => {
    expect(contrastProblems(orange)).toEqual([
      { member: 'primary', on: 'background', contrast: 2.1, proposal: '#aa6600' },
      { member: 'primaryText', on: 'primary', contrast: 2.1, proposal: '#ffffff' },
    ]);
    expect(contrastProblems(passingColours(orange))).toEqual([]);
  });

  it('never show a contrast that reads as if it passed', () => {
    const [problem] = contrastProblems({ ...standardColours.light, text: '#777777' });
    expect(problem?.contrast).toBe(4.4);
  });

  it.each(['light', 'dark'] as const)('of the flow itself pass in %s', (scheme) => {
    expect(contrastProblems(standardColours[scheme])).toEqual([]);
    expect(unreadable(standardTokens[scheme])).toEqual([]);
    expect(themeTokens(null, scheme)).toBe(standardTokens[scheme]);
  });

  it('give a theme in which every text can be read on its ground, whatever was chosen', () => {
    const grounds = ['#ffffff', '#fff7e6', '#0b0f14', '#003366', '#757575', '#a0a0a0', '#ffee00', '#2b0018'];
    const primaries = ['#ff9900', '#1550b8', '#00aa55', '#777777', '#ffffff', '#000000', '#cc0066'];
    for (const background of grounds)
      for (const primary of primaries)
        for (const scheme of ['light', 'dark'] satisfies ColourScheme[]) {
          const colours = passingColours({ primary, primaryText: '#ffffff', background, text: '#444444' });
          const tokens = themeTokens(colours, scheme);
          expect([background, primary, unreadable(tokens)]).toEqual([background, primary, []]);
          expect(contrastOf(tokens['--field-line'], background)).toBeGreaterThanOrEqual(3);
        }
  });

  it('are taken over into the dark with the primary colour made readable there', () => {
    expect(darkFrom({ ...orange, primary: '#7a1fa2' })).toEqual({
      background: '#161c24',
      text: '#eaf0f6',
      primary: '#b887cd',
      primaryText: '#06204c',
    });
    const tokens = themeTokens(darkFrom({ ...orange, primary: '#7a1fa2' }), 'dark');
    expect(tokens['--accent-soft']).not.toBe(tokens['--paper']);
  });
});
