import { softEllipse } from './soft-ellipse.ts';
import { css, shade, svg } from '../svg.ts';
import { seededRandom } from '../random.ts';
import type { FaceShape, HairStyle } from './face-shape.ts';

/** Extent of the hair on the forehead (in units below the crown) and beside the face. */
interface Fall {
  /** Height above the crown. */
  volume: number;
  /** Extra half width at the temples. */
  side: number;
  /** Distance of the hairline below the crown, in the middle of the forehead. */
  line: number;
  /** y at which the side hair ends. */
  sideEnd: number;
  /** y at which the hair behind the head ends; null when there is none. */
  backEnd: number | null;
}

const falls: Record<HairStyle, Fall | null> = {
  bald: null,
  cropped: { volume: 6, side: 2, line: 52, sideEnd: 330, backEnd: null },
  short: { volume: 26, side: 8, line: 62, sideEnd: 352, backEnd: null },
  parted: { volume: 32, side: 10, line: 66, sideEnd: 372, backEnd: null },
  curly: { volume: 46, side: 26, line: 70, sideEnd: 392, backEnd: 440 },
  bob: { volume: 28, side: 24, line: 62, sideEnd: 572, backEnd: 590 },
  long: { volume: 24, side: 22, line: 54, sideEnd: 690, backEnd: 800 },
  tied: { volume: 12, side: 3, line: 54, sideEnd: 345, backEnd: null },
  fringe: { volume: 28, side: 14, line: 128, sideEnd: 420, backEnd: null },
};

/** Draws the hair behind the head, which comes first. */
export function drawBackHair(face: FaceShape): string {
  const fall = falls[face.hairStyle];
  if (!fall?.backEnd) return '';
  const half = face.cheek + fall.side + 8;
  const top = face.crownY - fall.volume;
  const end = fall.backEnd;
  const outline = svg`M${300 - half + 8},${end - 10} C${300 - half - 22},${face.eyeY + 40} ${300 - half - 4},${top + 60} 300,${top} C${300 + half + 4},${top + 60} ${300 + half + 22},${face.eyeY + 40} ${300 + half - 8},${end - 10} Q${300 + half * 0.6},${end + 14} 300,${end + 6} Q${300 - half * 0.6},${end + 14} ${300 - half + 8},${end - 10} Z`;
  return svg`<linearGradient id="behind" x1="0" x2="1" y1="0" y2="0"><stop offset="0" stop-color="${css(face.hair)}"/><stop offset="0.16" stop-color="${css(shade(face.hair, 0.82))}"/><stop offset="0.3" stop-color="${css(shade(face.hair, 0.45))}"/><stop offset="0.7" stop-color="${css(shade(face.hair, 0.45))}"/><stop offset="0.84" stop-color="${css(shade(face.hair, 0.82))}"/><stop offset="1" stop-color="${css(face.hair)}"/></linearGradient><path d="${outline}" fill="url(#behind)" filter="url(#wide2)"/>`;
}

/** Draws the hair in front: cap, sides and strands. */
export function drawFrontHair(face: FaceShape): string {
  const fall = falls[face.hairStyle];
  if (!fall) return baldShine(face);
  const cap = capPath(face, fall);
  const lit = css(shade(face.hair, 1.5));
  return (
    svg`<path d="${cap}" fill="${css(shade(face.skin, 0.5))}" opacity="0.55" transform="translate(0 7)" filter="url(#wide6)"/>${curls(face, fall)}` +
    svg`<clipPath id="cap"><path d="${cap}"/></clipPath><path d="${cap}" fill="${css(face.hair)}" filter="url(#${face.hairStyle === 'cropped' ? 'wide4' : 'wide2'})"/>` +
    svg`<g clip-path="url(#cap)">${strands(face, fall)}${softEllipse({ cx: 280, cy: face.crownY + 18, rx: face.cheek * 0.7, ry: 22, fill: lit, opacity: 0.28, soft: 12 })}</g>`
  );
}

function capPath(face: FaceShape, fall: Fall): string {
  const half = face.cheek + fall.side;
  const top = face.crownY - fall.volume;
  const inside = face.cheek * (fall.sideEnd > 500 ? 0.97 : 0.95);
  const line = face.crownY + fall.line;
  const end = fall.sideEnd;
  const part = face.hairStyle === 'parted' || face.hairStyle === 'bob' ? 46 : 0;
  const curve = (end - top) * 0.42;
  const leftSide = svg`M${300 - half - 2},${end} C${300 - half - 12},${face.eyeY - 40} ${300 - half - 6},${top + curve} ${300 - half * 0.82},${top + curve * 0.62}`;
  const overTop = svg`C${300 - half * 0.62},${top + 12} ${300 - half * 0.3},${top} 300,${top} C${300 + half * 0.3},${top} ${300 + half * 0.62},${top + 12} ${300 + half * 0.82},${top + curve * 0.62} C${300 + half + 6},${top + curve} ${300 + half + 12},${face.eyeY - 40} ${300 + half + 2},${end}`;
  const rightIn = svg`Q${300 + (half + inside) / 2},${end + 16} ${300 + inside},${end - 14} C${300 + inside + 3},${face.eyeY - 60} ${300 + inside * 0.86},${line + 30} ${300 + inside * 0.55},${line + 4}`;
  const leftIn = svg`C${300 + part + 30},${line - 12 - part * 0.3} ${300 + part - 20},${line - 12 - part * 0.3} ${300 - inside * 0.55},${line + 4} C${300 - inside * 0.86},${line + 30} ${300 - inside - 3},${face.eyeY - 60} ${300 - inside},${end - 14} Q${300 - (half + inside) / 2},${end + 16} ${300 - half - 2},${end} Z`;
  return `${leftSide} ${overTop} ${rightIn} ${leftIn}`;
}

/** Draws round tufts along the edge of curly hair. */
function curls(face: FaceShape, fall: Fall): string {
  if (face.hairStyle !== 'curly') return '';
  const random = seededRandom(Math.round(face.cheek * 991), 'curls');
  let tufts = '';
  for (let step = 0; step <= 30; step += 1) {
    const angle = Math.PI * (0.98 + (step / 30) * 1.04);
    const x = 300 + Math.cos(angle) * (face.cheek + fall.side - 4);
    const y = face.eyeY - 24 + Math.sin(angle) * (face.eyeY - 24 - face.crownY + fall.volume - 4);
    tufts += svg`<circle cx="${x + random.bell() * 4}" cy="${y + random.bell() * 4}" r="${random.between(18, 30)}"/>`;
  }
  return svg`<g fill="${css(face.hair)}" filter="url(#wide2)">${tufts}</g>`;
}

function strands(face: FaceShape, fall: Fall): string {
  const random = seededRandom(Math.round(face.cheek * 1000 + face.eyeY), 'strands');
  const half = face.cheek + fall.side;
  const curl = face.hairStyle === 'curly';
  let dark = '';
  let light = '';
  for (let index = 0; index < 110; index += 1) {
    const x = 300 + random.between(-half, half);
    const y = random.between(face.crownY - fall.volume, Math.max(fall.sideEnd, face.crownY + fall.line));
    const lean = (x - 300) * 0.12;
    const stroke = curl
      ? svg`M${x},${y} q${random.between(-14, 14)},8 ${random.between(-6, 6)},18 `
      : svg`M${x},${y} q${lean},${random.between(10, 24)} ${lean * 1.6},${random.between(30, 60)} `;
    if (index % 2 === 0) dark += stroke;
    else light += stroke;
  }
  return (
    svg`<path d="${dark}" fill="none" stroke="${css(shade(face.hair, 0.6))}" stroke-width="2.4" opacity="0.6" filter="url(#wide1)"/>` +
    svg`<path d="${light}" fill="none" stroke="${css(shade(face.hair, 1.45))}" stroke-width="1.8" opacity="0.4" filter="url(#wide1)"/>`
  );
}

function baldShine(face: FaceShape): string {
  return softEllipse({
    cx: 290,
    cy: face.crownY + 46,
    rx: 74,
    ry: 30,
    fill: 'white',
    opacity: 0.26,
    soft: 12,
  });
}

/** Draws beard or stubble over the lower face. The caller clips it to the head. */
export function drawBeard(face: FaceShape): string {
  if (face.beard === 'none') return '';
  const colour = css(shade(face.hair, 0.85));
  const { mouthY: y, upperLip: up, lowerLip: low } = face;
  const half = face.mouthWidth + 12;
  const moustache = svg`<path d="M${300 - half},${y + 4} C${300 - half * 0.6},${y - up - 18} ${300 - 14},${y - up - 22} 300,${y - up - 9} C${314},${y - up - 22} ${300 + half * 0.6},${y - up - 18} ${300 + half},${y + 4} C${300 + half * 0.6},${y - up + 2} 320,${y - up} 300,${y - up} C280,${y - up} ${300 - half * 0.6},${y - up + 2} ${300 - half},${y + 4} Z" fill="${colour}" opacity="0.85" filter="url(#soft3)"/>`;
  if (face.beard === 'moustache') return moustache;
  if (face.beard === 'goatee') {
    return `${moustache}${svg`<path d="M${300 - half * 0.72},${y + low + 6} Q300,${y + low + 12} ${300 + half * 0.72},${y + low + 6} Q${300 + half * 0.66},${face.chinY + 8} 300,${face.chinY + 12} Q${300 - half * 0.66},${face.chinY + 8} ${300 - half * 0.72},${y + low + 6} Z" fill="${colour}" opacity="0.8" filter="url(#soft4)"/>`}`;
  }
  const opacity = face.beard === 'full' ? 0.86 : 0.34;
  const jaw = face.cheek;
  const full = svg`<path fill-rule="evenodd" d="M${300 - jaw - 8},${face.eyeY + 20} C${300 - jaw * 0.86},${y - 20} ${300 - half * 1.1},${y - 10} ${300 - half * 0.86},${y - up - 14} Q300,${y - up - 30} ${300 + half * 0.86},${y - up - 14} C${300 + half * 1.1},${y - 10} ${300 + jaw * 0.86},${y - 20} ${300 + jaw + 8},${face.eyeY + 20} L${300 + jaw},${face.chinY + 30} L${300 - jaw},${face.chinY + 30} Z M${300 - half * 0.92},${y} C${300 - half * 0.5},${y + low + 16} ${300 + half * 0.5},${y + low + 16} ${300 + half * 0.92},${y} C${300 + half * 0.5},${y - up - 6} ${300 - half * 0.5},${y - up - 6} ${300 - half * 0.92},${y} Z" fill="${face.beard === 'full' ? colour : css(shade(face.hair, 0.6))}" opacity="${opacity}" filter="url(#${face.beard === 'full' ? 'wide8' : 'wide12'})"/>`;
  return full;
}
