import type { Pixels } from './scene.ts';

/** The card as a screen shows it: lines of coloured stripes, less contrast, a blue cast. Changes the pixels. */
export function asScreen(card: Pixels): void {
  const { width, height, data } = card;
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    const line = y % 3 === 0 ? 0.8 : 1.04;
    for (let x = 0; x < width; x += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        const stripe = x % 3 === channel ? 1.18 : 0.86;
        const level = (24 + data[at]! * 0.88) * line * stripe * (channel === 2 ? 1.05 : 0.98);
        data[at] = level > 255 ? 255 : level;
        at += 1;
      }
    }
  }
}

/** The card as a cheap colour print: a dot screen at 45°, weak blacks, paler colours. Changes the pixels. */
export function asPaperPrint(card: Pixels): void {
  const { width, height, data } = card;
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const dot = (Math.cos((x + y) * 1.1) + Math.cos((x - y) * 1.1)) * 9;
      const grey = 0.3 * data[at]! + 0.59 * data[at + 1]! + 0.11 * data[at + 2]!;
      for (let channel = 0; channel < 3; channel += 1) {
        const faded = grey + (data[at]! - grey) * 0.7;
        const level = 38 + faded * 0.82 + dot * (1 - faded / 300);
        data[at] = level < 0 ? 0 : level > 255 ? 255 : level;
        at += 1;
      }
    }
  }
}
