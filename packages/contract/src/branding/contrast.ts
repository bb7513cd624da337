/** Lower-case hexadecimal, `#rrggbb`. */
export const colourPattern = '^#[0-9a-f]{6}$';

const channelsOf = (colour: string): [number, number, number] => {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

const colourOf = (channels: readonly number[]): string =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

/** Linear-light value, 0 to 1, of a channel from 0 to 255. */
function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** Relative luminance of WCAG 2.2, from 0 (black) to 1 (white). @param colour `#rrggbb` */
export function luminanceOf(colour: string): number {
  const [red, green, blue] = channelsOf(colour);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Contrast ratio of WCAG 2.2, from 1 to 21; the order of the arguments does not matter. */
export function contrastOf(one: string, other: string): number {
  const [first, second] = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/** Interpolates between two colours, channel by channel. @param share 0 returns `from`, 1 returns `to` */
export function mixOf(from: string, to: string, share: number): string {
  const goal = channelsOf(to);
  return colourOf(channelsOf(from).map((channel, at) => channel + ((goal[at] ?? 0) - channel) * share));
}

const steps = 255;

/**
 * The colour nearest to `colour` whose contrast with `other` is at least `least`; `colour` itself if it already passes. It is mixed with
 * white and with black in 255 steps; whichever reaches the contrast in fewer steps wins, and on a tie, the one with more contrast. One
 * of the two always passes up to 4.58, because every colour has at least that contrast with black or with white.
 * @param least up to 4.58, or the contrast of `other` with black or white if that is higher
 * @throws Error when neither reaches it
 */
export function nearestPassing(colour: string, other: string, least: number): string {
  for (let step = 0; step <= steps; step += 1) {
    const tries = ['#ffffff', '#000000'].map((end) => mixOf(colour, end, step / steps));
    const passing = tries
      .map((tried) => ({ tried, contrast: contrastOf(tried, other) }))
      .filter(({ contrast }) => contrast >= least)
      .toSorted((one, two) => two.contrast - one.contrast);
    if (passing[0]) return passing[0].tried;
  }
  throw new Error(`least: must be a contrast that black or white has to ${other}, not ${least}`);
}
