import { describe, expect, it } from 'vitest';
import { contrastOf, luminanceOf, mixOf, nearestPassing } from './contrast.ts';

describe('the contrast of two colours', () => {
  it.each([
    ['#000000', 0],
    ['#ffffff', 1],
    ['#ff0000', 0.2126],
    ['#00ff00', 0.7152],
    ['#0000ff', 0.0722],
    ['#808080', 0.2159],
  ])('rests on the luminance of WCAG: %s has %f', (colour, luminance) => {
    expect(luminanceOf(colour)).toBeCloseTo(luminance, 4);
  });

  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#000000', 21],
    ['#777777', '#ffffff', 4.48],
    ['#767676', '#ffffff', 4.54],
    ['#1550b8', '#ffffff', 7.31],
    ['#abcdef', '#abcdef', 1],
  ])('of %s and %s is %f:1', (one, other, ratio) => {
    expect(contrastOf(one, other)).toBeCloseTo(ratio, 1);
  });

  it('mixes channel by channel', () => {
    expect([mixOf('#000000', '#ffffff', 0.5), mixOf('#102030', '#102030', 0.3)]).toEqual([
      '#808080',
      '#102030',
    ]);
  });
});

describe('the nearest colour that passes', () => {
  it.each([
    ['stays what passes', '#1550b8', '#ffffff', '#1550b8'],
    ['becomes darker on white', '#777777', '#ffffff', '#767676'],
    ['becomes lighter on black', '#333333', '#000000', '#757575'],
    ['keeps its hue as far as it can', '#ff9900', '#ffffff', '#aa6600'],
    ['goes the shorter way on a colour between', '#ffffff', '#777777', '#060606'],
    ['leaves the colour it is equal to', '#ffffff', '#ffffff', '#767676'],
  ])('%s: %s on %s gives %s', (_, colour, other, expected) => {
    expect(nearestPassing(colour, other, 4.5)).toBe(expected);
  });

  it('exists for every pair of colours of a grid, and passes', () => {
    const channels = ['00', '55', '99', 'ff'];
    const colours = channels.flatMap((red) =>
      channels.flatMap((green) => channels.map((blue) => `#${red}${green}${blue}`)),
    );
    for (const colour of colours.filter((_, at) => at % 5 === 0))
      for (const other of colours)
        expect(contrastOf(nearestPassing(colour, other, 4.5), other)).toBeGreaterThanOrEqual(4.5);
  });
});
