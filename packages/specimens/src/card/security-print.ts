import { css, num, svg } from '../svg.ts';
import { seededRandom } from '../random.ts';
import type { Rgb } from '../face/face-shape.ts';
import type { CardKind, CardLayout } from './card-layout.ts';

const tints: Readonly<Record<CardKind, { paper: Rgb; far: Rgb; line: Rgb; ink: Rgb }>> = {
  td3: { paper: [236, 240, 244], far: [222, 232, 226], line: [126, 160, 186], ink: [44, 74, 108] },
  'td1-front': { paper: [238, 242, 234], far: [222, 234, 236], line: [120, 172, 160], ink: [36, 92, 92] },
  'td1-back': { paper: [238, 242, 234], far: [230, 236, 226], line: [140, 178, 158], ink: [36, 92, 92] },
  td2: { paper: [244, 238, 230], far: [232, 230, 240], line: [190, 160, 130], ink: [106, 66, 40] },
  mrva: { paper: [242, 236, 242], far: [228, 236, 242], line: [168, 146, 186], ink: [82, 52, 104] },
  mrvb: { paper: [240, 240, 230], far: [236, 228, 232], line: [178, 166, 126], ink: [90, 78, 34] },
};

/** Colour of headings and labels of a kind. */
export function inkOf(kind: CardKind): string {
  return css(tints[kind].ink);
}

/** Paper, guilloche waves and rosettes that fill a card; units are millimetres. */
export function drawSecurityPrint(kind: CardKind, layout: CardLayout, seed: number): string {
  const tint = tints[kind];
  const { width, height } = layout;
  const random = seededRandom(seed, `guilloche-${kind}`);
  const waves = Array.from({ length: 26 }, (_, index) =>
    wave(width, (height / 25) * index, index * 0.22),
  ).join('');
  const rosettes = [0.32, 0.72]
    .map((share, index) =>
      rosette(width * share, height * 0.45, { radius: height * 0.36, petals: 9 + index * 4 }),
    )
    .join('');
  const turn = random.between(-4, 4);
  return (
    svg`<linearGradient id="paper" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${css(tint.paper)}"/><stop offset="1" stop-color="${css(tint.far)}"/></linearGradient><rect width="${width}" height="${height}" fill="url(#paper)"/>` +
    svg`<g fill="none" stroke="${css(tint.line)}" stroke-width="0.12" opacity="0.6">${waves}</g>` +
    svg`<g fill="none" stroke="${css(tint.line)}" stroke-width="0.1" opacity="0.5" transform="rotate(${turn} ${width / 2} ${height / 2})">${rosettes}</g>`
  );
}

function wave(width: number, y: number, phase: number): string {
  const points = Array.from({ length: 61 }, (_, index) => {
    const x = (width / 60) * index;
    const swing =
      Math.sin((index / 60) * Math.PI * 6 + phase) * 2.2 +
      Math.sin((index / 60) * Math.PI * 17 - phase) * 0.6;
    return `${num(x)} ${num(y + swing)}`;
  });
  return `<polyline points="${points.join(' ')}"/>`;
}

function rosette(cx: number, cy: number, { radius, petals }: { radius: number; petals: number }): string {
  const ring = (share: number): string => {
    const points = Array.from({ length: 541 }, (_, index) => {
      const angle = (index / 540) * Math.PI * 2;
      const r = radius * share * (0.7 + 0.3 * Math.cos(angle * petals + share * 4));
      return `${num(cx + Math.cos(angle) * r)} ${num(cy + Math.sin(angle) * r)}`;
    });
    return `<polyline points="${points.join(' ')}"/>`;
  };
  return [0.35, 0.5, 0.65, 0.8, 0.95].map(ring).join('');
}
