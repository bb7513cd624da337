import type { Rgb } from './face/face-shape.ts';

/** A number as SVG text with two decimals at most. */
export function num(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** Joins literal parts and numbers into SVG, numbers shortened to two decimals. */
export function svg(parts: TemplateStringsArray, ...values: (string | number)[]): string {
  let text = parts[0] ?? '';
  for (const [index, value] of values.entries()) {
    text += (typeof value === 'number' ? num(value) : value) + (parts[index + 1] ?? '');
  }
  return text;
}

/** CSS colour; channels outside 0–255 are cut. */
export function css(colour: Rgb, opacity = 1): string {
  const [r, g, b] = colour.map((channel) => Math.max(0, Math.min(255, Math.round(channel))));
  return opacity === 1 ? `rgb(${r},${g},${b})` : `rgba(${r},${g},${b},${num(opacity)})`;
}

/** Multiplies a colour: below 1 darker, above 1 lighter. */
export function shade(colour: Rgb, factor: number): Rgb {
  return [colour[0] * factor, colour[1] * factor, colour[2] * factor];
}

/** Goes from `a` (share 0) to `b` (share 1). */
export function blend(a: Rgb, b: Rgb, share: number): Rgb {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share];
}
