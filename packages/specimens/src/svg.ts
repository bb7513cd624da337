import type { Rgb } from './face/face-shape.ts';

/** Formats a number for SVG, with at most two decimals. */
export function num(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** Joins literal parts and numbers into SVG, with at most two decimals per number. */
export function svg(parts: TemplateStringsArray, ...values: (string | number)[]): string {
  let text = parts[0] ?? '';
  for (const [index, value] of values.entries()) {
    text += (typeof value === 'number' ? num(value) : value) + (parts[index + 1] ?? '');
  }
  return text;
}

/** Returns a CSS colour; channels are clamped to 0–255. */
export function css(colour: Rgb, opacity = 1): string {
  const [r, g, b] = colour.map((channel) => Math.max(0, Math.min(255, Math.round(channel))));
  return opacity === 1 ? `rgb(${r},${g},${b})` : `rgba(${r},${g},${b},${num(opacity)})`;
}

/** Multiplies a colour: factors below 1 darken it, factors above 1 lighten it. */
export function shade(colour: Rgb, factor: number): Rgb {
  return [colour[0] * factor, colour[1] * factor, colour[2] * factor];
}

/** Interpolates from `a` (share 0) to `b` (share 1). */
export function blend(a: Rgb, b: Rgb, share: number): Rgb {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share];
}
