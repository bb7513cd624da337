import { operatingCurve, type LabelledDistances } from '../pair-statistics.ts';
import { escapeHtml, percent } from './html.ts';

/** Units of a drawing, which fills the width of the page: about one pixel each, so that texts are legible on a phone too. */
const size = { width: 440, height: 300 };
const frame = { left: 70, right: 24, top: 12, bottom: 48 };
const inner = {
  width: size.width - frame.left - frame.right,
  height: size.height - frame.top - frame.bottom,
};

/** Converts fractions from left to right and from bottom to top, 0–1, to a position in the drawing. */
const at = (across: number, up: number): [x: number, y: number] => [
  round(frame.left + across * inner.width),
  round(frame.top + (1 - up) * inner.height),
];
const round = (value: number): number => Math.round(value * 10) / 10;

/** A mark on an axis: its position, 0–1, and its text. */
type Tick = readonly [place: number, text: string];

/** Axes with their texts, and a horizontal line for each vertical mark. */
function axes({
  across,
  up,
  right,
  above,
}: {
  across: string;
  up: string;
  right: Tick[];
  above: Tick[];
}): string {
  const [left, bottom] = at(0, 0);
  const [end, top] = at(1, 1);
  const lines = above.map(([place, text]) => {
    const [, y] = at(0, place);
    return `<path class="grid" d="M${left} ${y}H${end}"/><text x="${left - 8}" y="${y + 4}" text-anchor="end">${text}</text>`;
  });
  const marks = right.map(([place, text]) => {
    const [x] = at(place, 0);
    return `<path class="axis" d="M${x} ${bottom}v5"/><text x="${x}" y="${bottom + 20}" text-anchor="middle">${text}</text>`;
  });
  return [
    ...lines,
    `<path class="axis" d="M${left} ${top}V${bottom}H${end}"/>`,
    ...marks,
    `<text x="${(left + end) / 2}" y="${size.height - 6}" text-anchor="middle">${escapeHtml(across)}</text>`,
    `<text transform="translate(14 ${(top + bottom) / 2}) rotate(-90)" text-anchor="middle">${escapeHtml(up)}</text>`,
  ].join('');
}

const drawing = (label: string, content: string): string =>
  `<svg viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${escapeHtml(label)}">${content}</svg>`;

const shares: Tick[] = [0, 0.25, 0.5, 0.75, 1].map((share) => [share, `${share * 100} %`]);

/**
 * The receiver operating characteristic: false-match rate on a logarithmic horizontal axis, accepted same-person pairs on the vertical
 * one. Rates below one pair are drawn on the left edge.
 */
export function rocChart(distances: LabelledDistances): string {
  const decades = Math.max(1, Math.ceil(Math.log10(distances.other.length)));
  const across = (fmr: number): number => Math.max(0, 1 + Math.log10(Math.max(fmr, 1e-9)) / decades);
  let [drawn, height] = ['', 0];
  for (const { fmr, tpr } of operatingCurve(distances)) {
    const [x, y] = at(across(fmr), tpr);
    drawn += drawn === '' ? `M${x} ${y}` : `H${x}V${y}`;
    height = tpr;
  }
  const [end] = at(1, height);
  const right = Array.from({ length: decades + 1 }, (_, index): Tick => {
    const exponent = index - decades;
    return [index / decades, `${Number((10 ** (exponent + 2)).toPrecision(1))} %`];
  });
  const label = `Same-person pairs accepted, by false-match rate, on ${distances.same.length} and ${distances.other.length} pairs`;
  return drawing(
    label,
    `${axes({ across: 'false-match rate', up: 'same person accepted', right, above: shares })}<path class="curve" d="${drawn}H${end}"/>`,
  );
}

/** Width of a column in score points. */
const binWidth = 5;

/** Share of the scores, 0–1, in each column from 0 to 100; the last column includes 100. */
export function shareOfScores(scores: readonly number[]): number[] {
  const bins = Array.from({ length: 100 / binWidth }, () => 0);
  for (const score of scores) {
    const bin = Math.min(bins.length - 1, Math.floor(score / binWidth));
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return bins.map((count) => (scores.length === 0 ? 0 : count / scores.length));
}

/** Distribution of the scores of both groups, each column as a share of its own group. */
export function scoreChart(scores: { same: readonly number[]; other: readonly number[] }): string {
  const groups = [
    ['other', shareOfScores(scores.other)],
    ['same', shareOfScores(scores.same)],
  ] as const;
  const columns = groups.flatMap(([name, bins], group) =>
    bins.map((share, index) => {
      if (share === 0) return '';
      const width = 0.42 / bins.length;
      const [x, y] = at((index + 0.06 + group * 0.45) / bins.length, share);
      const [, bottom] = at(0, 0);
      return `<rect class="${name}" x="${x}" y="${y}" width="${round(width * inner.width)}" height="${round(bottom - y)}"><title>${index * binWidth} to ${(index + 1) * binWidth}: ${percent(share)}</title></rect>`;
    }),
  );
  const right = [0, 20, 40, 60, 80, 100].map((score): Tick => [score / 100, String(score)]);
  const label = `Scores of ${scores.same.length} pairs of the same person and of ${scores.other.length} of different people`;
  return drawing(
    label,
    axes({ across: 'score', up: 'share of the pairs', right, above: shares }) + columns.join(''),
  );
}

/** A bar of shares that add up to 1, each with a class for its colour. The adjacent cells contain the numbers. */
export function shareBar(parts: readonly { name: string; share: number }[]): string {
  let left = 0;
  const drawn = parts.map(({ name, share }) => {
    const rect = `<rect class="${name}" x="${round(left * 100)}" width="${round(share * 100)}" height="10"/>`;
    left += share;
    return rect;
  });
  return `<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">${drawn.join('')}</svg>`;
}
