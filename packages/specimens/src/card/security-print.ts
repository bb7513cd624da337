import { css, num, svg } from '../svg.ts';
import { seededRandom } from '../random.ts';
import type { Rgb } from '../face/face-shape.ts';
import type { CardKind } from './card-kinds.ts';

const tints: Readonly<Record<CardKind, { paper: Rgb; far: Rgb; line: Rgb; ink: Rgb }>> = {
  td3: { paper: [236, 240, 244], far: [222, 232, 226], line: [126, 160, 186], ink: [44, 74, 108] },
  'td1-front': { paper: [238, 242, 234], far: [222, 234, 236], line: [120, 172, 160], ink: [36, 92, 92] },
  'td1-back': { paper: [238, 242, 234], far: [230, 236, 226], line: [140, 178, 158], ink: [36, 92, 92] },
  td2: { paper: [244, 238, 230], far: [232, 230, 240], line: [190, 160, 130], ink: [106, 66, 40] },
  mrva: { paper: [242, 236, 242], far: [228, 236, 242], line: [168, 146, 186], ink: [82, 52, 104] },
  mrvb: { paper: [240, 240, 230], far: [236, 228, 232], line: [178, 166, 126], ink: [90, 78, 34] },
  'mx-ine-front': { paper: [244, 238, 242], far: [236, 240, 236], line: [196, 150, 178], ink: [104, 40, 88] },
  'mx-ine-back': { paper: [244, 240, 242], far: [238, 238, 232], line: [200, 164, 184], ink: [104, 40, 88] },
  'co-yellow-front': {
    paper: [250, 240, 208],
    far: [244, 232, 216],
    line: [214, 182, 104],
    ink: [96, 66, 18],
  },
  'co-yellow-back': {
    paper: [250, 242, 214],
    far: [246, 236, 222],
    line: [216, 188, 116],
    ink: [96, 66, 18],
  },
  'co-digital-front': {
    paper: [234, 240, 246],
    far: [244, 236, 224],
    line: [140, 168, 196],
    ink: [30, 62, 104],
  },
  'co-digital-back': {
    paper: [236, 240, 244],
    far: [242, 238, 230],
    line: [152, 176, 198],
    ink: [30, 62, 104],
  },
  'br-cnh-front': { paper: [232, 244, 238], far: [242, 244, 226], line: [138, 184, 156], ink: [22, 84, 54] },
  'br-cnh-back': { paper: [238, 244, 238], far: [242, 242, 230], line: [158, 190, 164], ink: [22, 84, 54] },
  'us-licence-front': {
    paper: [240, 236, 248],
    far: [226, 238, 246],
    line: [166, 154, 206],
    ink: [52, 44, 118],
  },
  'us-licence-back': {
    paper: [240, 238, 246],
    far: [234, 238, 244],
    line: [178, 170, 206],
    ink: [52, 44, 118],
  },
  'uto-licence-front': {
    paper: [246, 234, 236],
    far: [238, 228, 238],
    line: [206, 150, 164],
    ink: [122, 34, 58],
  },
  'uto-licence-back': {
    paper: [246, 238, 238],
    far: [240, 232, 240],
    line: [208, 164, 176],
    ink: [122, 34, 58],
  },
  'uto-permit-front': {
    paper: [232, 240, 240],
    far: [240, 236, 228],
    line: [128, 172, 176],
    ink: [24, 74, 84],
  },
  'uto-permit-back': {
    paper: [236, 242, 242],
    far: [240, 238, 232],
    line: [144, 180, 184],
    ink: [24, 74, 84],
  },
};

/** Returns the colour of headings and labels of a kind. */
export function inkOf(kind: CardKind): string {
  return css(tints[kind].ink);
}

/** Draws paper, guilloche waves and rosettes that fill a card, in millimetres. @param waves opacity and width of their lines */
export function drawSecurityPrint(
  kind: CardKind,
  { width, height }: { width: number; height: number },
  {
    seed,
    waves = { opacity: 0.6, width: 0.12 },
  }: { seed: number; waves?: { opacity: number; width: number } },
): string {
  const tint = tints[kind];
  const random = seededRandom(seed, `guilloche-${kind}`);
  const lines = Array.from({ length: 26 }, (_, index) =>
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
    svg`<g fill="none" stroke="${css(tint.line)}" stroke-width="${waves.width}" opacity="${waves.opacity}">${lines}</g>` +
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
