import { softEllipse } from './soft-ellipse.ts';
import { blend, css, shade, svg } from '../svg.ts';
import { seededRandom } from '../random.ts';
import { drawEyes } from './draw-eyes.ts';
import { drawBackHair, drawBeard, drawFrontHair } from './draw-hair.ts';
import { drawMouth, drawNose } from './draw-nose-mouth.ts';
import type { FaceLook } from './face-look.ts';
import type { FaceShape } from './face-shape.ts';

/** Returns the filters `soft1` … `soft20`, and `wide…` for large shapes, to be included once in the picture's `defs`. */
export function softFilters(): string {
  const filter = (name: string, units: number, margin: number): string =>
    `<filter id="${name}${units}" x="-${margin}%" y="-${margin}%" width="${100 + 2 * margin}%" height="${100 + 2 * margin}%" color-interpolation-filters="sRGB"><feGaussianBlur stdDeviation="${units * 0.75}"/></filter>`;
  const soft = [1, 2, 3, 4, 6, 8, 12, 20].map((units) => filter('soft', units, 60));
  // The cost of a blur grows with its area, and a narrow margin is enough for large shapes.
  const wide = [1, 2, 4, 6, 8, 12, 20].map((units) => filter('wide', units, 10));
  return [...soft, ...wide].join('');
}

/** Draws shoulders, neck and head on a 600 × 760 sheet, as an SVG group without background. */
export function drawHead(face: FaceShape, look: FaceLook): string {
  const tilt = svg`rotate(${look.tilt} 300 640)`;
  return (
    `<g transform="${tilt}">${drawBackHair(face)}</g>${drawShoulders(face)}<g transform="${tilt}">${drawNeck(face)}${drawEars(face)}` +
    `${drawSkull(face, look)}${drawEyes(face, look)}${drawNose(face, look)}${drawMouth(face, look)}` +
    `<g clip-path="url(#head)">${drawBeard(face)}</g>${beardOverLips(face, look)}${drawMarks(face)}${drawFrontHair(face)}` +
    `${drawGlasses(face)}${drawLight(face, look)}</g>`
  );
}

/** Returns the closed outline of skull and jaw, starting at the crown. */
function headPath(face: FaceShape): string {
  const { cheek, jaw, chin, crownY, eyeY, mouthY, chinY } = face;
  const temple = cheek * 0.98;
  const mid = (jaw + cheek) * 0.5;
  const low = chin + 26;
  return (
    svg`M300,${crownY} C${300 + cheek * 0.62},${crownY} ${300 + temple},${crownY + 70} ${300 + cheek * 0.985},${eyeY - 50} C${300 + cheek * 1.02},${eyeY + 10} ${300 + cheek * 0.99},${eyeY + 60} ${300 + mid},${mouthY - 36} C${300 + jaw},${mouthY + 10} ${300 + low},${chinY - 12} 300,${chinY} ` +
    svg`C${300 - low},${chinY - 12} ${300 - jaw},${mouthY + 10} ${300 - mid},${mouthY - 36} C${300 - cheek * 0.99},${eyeY + 60} ${300 - cheek * 1.02},${eyeY + 10} ${300 - cheek * 0.985},${eyeY - 50} C${300 - temple},${crownY + 70} ${300 - cheek * 0.62},${crownY} 300,${crownY} Z`
  );
}

function drawSkull(face: FaceShape, look: FaceLook): string {
  const path = headPath(face);
  const { skin, cheek, eyeY, chinY, crownY } = face;
  const edge = css(shade(skin, 0.55));
  const lit = css(blend(skin, [255, 244, 232], 0.5));
  const blush = css(blend(skin, [214, 92, 84], 0.4));
  const cheeks = [-1, 1]
    .map(
      (side) =>
        softEllipse({
          cx: 300 + side * cheek * 0.58,
          cy: eyeY + 92,
          rx: 46,
          ry: 34,
          fill: blush,
          opacity: 0.32,
          soft: 20,
        }) +
        softEllipse({
          cx: 300 + side * cheek * 0.56,
          cy: eyeY + 58,
          rx: 40,
          ry: 18,
          fill: lit,
          opacity: 0.5,
          soft: 12,
        }) +
        svg`<path d="M${300 + side * cheek * 0.98},${eyeY + 60} Q${300 + side * cheek * 0.66},${eyeY + 130} ${300 + side * cheek * 0.6},${chinY - 50}" fill="none" stroke="${edge}" stroke-width="34" opacity="${0.12 + face.cheekDepth * 0.32}" filter="url(#soft20)"/>`,
    )
    .join('');
  return (
    svg`<clipPath id="head"><path d="${path}"/></clipPath><radialGradient id="flesh" gradientUnits="userSpaceOnUse" cx="${300 + look.light * 50}" cy="${eyeY + 10}" r="${cheek * 1.75}"><stop offset="0" stop-color="${css(blend(skin, [255, 246, 236], 0.22))}"/><stop offset="0.5" stop-color="${css(skin)}"/><stop offset="0.85" stop-color="${css(shade(skin, 0.74))}"/><stop offset="1" stop-color="${css(shade(skin, 0.55))}"/></radialGradient>` +
    svg`<path d="${path}" fill="url(#flesh)"/><g clip-path="url(#head)"><path d="${path}" fill="none" stroke="${edge}" stroke-width="30" opacity="0.55" filter="url(#wide20)"/>` +
    svg`${softEllipse({ cx: 300, cy: crownY + 130, rx: 92, ry: 46, fill: lit, opacity: 0.5, soft: 20 })}${cheeks}` +
    svg`${softEllipse({ cx: 300, cy: chinY - 30, rx: 34, ry: 16, fill: lit, opacity: 0.45, soft: 12 })}${wrinkles(face)}</g>`
  );
}

function wrinkles(face: FaceShape): string {
  if (face.age < 0.45) return '';
  const y = face.browY - 34;
  const line = (dy: number): string => svg`M232,${y - dy} Q300,${y - dy - 9} 368,${y - dy} `;
  return svg`<path d="${line(0)}${line(20)}${line(38)}M292,${face.browY - 4} l-2,22 M309,${face.browY - 4} l2,22" fill="none" stroke="${css(shade(face.skin, 0.55))}" stroke-width="3" opacity="${(face.age - 0.4) * 0.5}" filter="url(#soft2)"/>`;
}

function drawEars(face: FaceShape): string {
  const ear = (side: number): string => {
    const x = 300 + side * (face.cheek + 6);
    const size = face.earSize;
    return (
      svg`<ellipse cx="${x}" cy="${face.eyeY + 34}" rx="${20 * size}" ry="${50 * size}" fill="${css(shade(face.skin, 0.82))}" transform="rotate(${side * 9} ${x} ${face.eyeY + 34})"/>` +
      svg`${softEllipse({ cx: x + side * 3, cy: face.eyeY + 30, rx: 9 * size, ry: 32 * size, fill: css(shade(face.skin, 0.55)), opacity: 0.6, soft: 4, transform: svg`rotate(${side * 9} ${x} ${face.eyeY + 34})` })}`
    );
  };
  return ear(-1) + ear(1);
}

function drawNeck(face: FaceShape): string {
  const half = face.jaw * 0.74;
  const top = face.mouthY - 10;
  return (
    svg`<path d="M${300 - half},${top} L${300 - half - 4},690 Q300,760 ${300 + half + 4},690 L${300 + half},${top} Z" fill="${css(shade(face.skin, 0.8))}"/>` +
    svg`<path d="M${300 - half - 6},${face.chinY - 30} Q300,${face.chinY + 74} ${300 + half + 6},${face.chinY - 30} L${300 + half},${top} L${300 - half},${top} Z" fill="${css(shade(face.skin, 0.38))}" opacity="0.6" filter="url(#soft12)"/>`
  );
}

function drawShoulders(face: FaceShape): string {
  const half = face.jaw * 0.74;
  const dark = css(shade(face.clothes, 0.6));
  const body = svg`M-70,960 C-60,740 80,694 ${300 - half - 20},664 Q300,760 ${300 + half + 20},664 C520,694 660,740 670,960 Z`;
  return (
    svg`<path d="M${300 - half - 6},640 L${300 - half - 40},690 L300,780 L${300 + half + 40},690 L${300 + half + 6},640 Z" fill="${css(shade(face.skin, 0.72))}"/>` +
    svg`<path d="${body}" fill="${css(face.clothes)}"/><path d="M${300 - half - 22},664 Q300,764 ${300 + half + 22},664" fill="none" stroke="${dark}" stroke-width="9" filter="url(#soft2)"/>` +
    svg`<path d="M60,740 Q92,800 84,960 M540,740 Q508,800 516,960" fill="none" stroke="${dark}" stroke-width="8" opacity="0.6" filter="url(#soft6)"/>`
  );
}

function beardOverLips(face: FaceShape, look: FaceLook): string {
  return face.beard === 'full' || face.beard === 'stubble' ? drawMouth(face, look) : '';
}

function drawMarks(face: FaceShape): string {
  const random = seededRandom(Math.round(face.cheek * 777), 'marks');
  let marks = '';
  for (let index = 0; index < Math.round(face.freckles * 60); index += 1) {
    marks += svg`<circle cx="${300 + random.bell() * 70}" cy="${face.eyeY + 66 + random.bell() * 26}" r="${random.between(1.2, 2.6)}" fill="${css(shade(face.skin, 0.6))}" opacity="0.5"/>`;
  }
  const { mole } = face;
  if (mole)
    marks += svg`<circle cx="${300 + mole.x}" cy="${mole.y}" r="4" fill="${css(shade(face.skin, 0.35))}" filter="url(#soft1)"/>`;
  return marks;
}

function drawGlasses(face: FaceShape): string {
  if (face.glasses === 'none') return '';
  const half = face.eyeWidth * 1.45;
  const high = face.eyeHeight + 20;
  const width = face.glasses === 'thin' ? 3 : 6;
  const radius = face.glasses === 'round' ? Math.min(half, high) : 14;
  const rim = (side: number): string =>
    svg`<rect x="${300 + side * face.eyeX - half}" y="${face.eyeY - high + 8}" width="${half * 2}" height="${high * 2 - 6}" rx="${radius}" fill="white" fill-opacity="0.05" stroke="rgb(36,32,32)" stroke-width="${width}"/>`;
  const bridge = face.eyeX - half;
  return (
    rim(-1) +
    rim(1) +
    svg`<path d="M${300 - bridge},${face.eyeY - 4} Q300,${face.eyeY - 14} ${300 + bridge},${face.eyeY - 4} M${300 - face.eyeX - half},${face.eyeY - 8} L${300 - face.cheek - 2},${face.eyeY - 14} M${300 + face.eyeX + half},${face.eyeY - 8} L${300 + face.cheek + 2},${face.eyeY - 14}" fill="none" stroke="rgb(36,32,32)" stroke-width="${width}"/>`
  );
}

/** Draws light from one side and shadow on the other. */
function drawLight(face: FaceShape, look: FaceLook): string {
  const side = look.light >= 0 ? -1 : 1;
  const x = 300 + side * face.cheek;
  return svg`<g clip-path="url(#head)"><linearGradient id="shadow" gradientUnits="userSpaceOnUse" x1="${x}" y1="0" x2="${300 - side * face.cheek * 0.3}" y2="0"><stop offset="0" stop-color="rgb(20,10,8)" stop-opacity="${Math.abs(look.light) * 0.5}"/><stop offset="1" stop-color="rgb(20,10,8)" stop-opacity="0"/></linearGradient><rect x="60" y="60" width="480" height="620" fill="url(#shadow)"/></g>`;
}
