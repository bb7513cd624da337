import { softEllipse } from './soft-ellipse.ts';
import { blend, css, shade, svg } from '../svg.ts';
import type { FaceLook } from './face-look.ts';
import type { FaceShape } from './face-shape.ts';

/** Draws bridge, tip, wings and nostrils. */
export function drawNose(face: FaceShape, look: FaceLook): string {
  const { noseWing: wing, noseBridge: bridge, noseY: y } = face;
  const tipY = y - 14 + face.noseTip;
  const dark = css(shade(face.skin, 0.6));
  const deep = css(shade(face.skin, 0.28));
  const lit = css(blend(face.skin, [255, 250, 244], 0.55));
  const sideShade = (side: number): string =>
    svg`<path d="M${300 + side * (bridge + 8)},${face.eyeY - 24} C${300 + side * (bridge + 2)},${face.eyeY + 26} ${300 + side * (bridge + 6)},${tipY - 36} ${300 + side * (wing * 0.72)},${tipY}" fill="none" stroke="${dark}" stroke-width="14" opacity="${0.26 - side * look.light * 0.16}" filter="url(#soft6)"/>`;
  const wingLine = (side: number): string =>
    svg`<path d="M${300 + side * wing * 0.86},${y - 26} C${300 + side * wing * 1.12},${y - 18} ${300 + side * wing * 1.1},${y + 2} ${300 + side * wing * 0.78},${y + 3}" fill="none" stroke="${dark}" stroke-width="5" opacity="0.75" filter="url(#soft2)"/>` +
    svg`${softEllipse({ cx: 300 + side * wing * 0.45, cy: y + 2, rx: wing * 0.24, ry: 4.6, fill: deep, opacity: 0.85, soft: 1, transform: svg`rotate(${side * 14} ${300 + side * wing * 0.45} ${y + 2})` })}`;
  return (
    sideShade(-1) +
    sideShade(1) +
    softEllipse({ cx: 300, cy: y + 14, rx: wing * 1.05, ry: 10, fill: dark, opacity: 0.5, soft: 6 }) +
    svg`<path d="M300,${face.eyeY - 10} L300,${tipY - 12}" stroke="${lit}" stroke-width="${bridge * 0.95}" stroke-linecap="round" opacity="0.55" filter="url(#soft4)"/>` +
    softEllipse({
      cx: 300 - look.light * -5,
      cy: tipY - 4,
      rx: wing * 0.42,
      ry: 12,
      fill: lit,
      opacity: 0.6,
      soft: 4,
    }) +
    wingLine(-1) +
    wingLine(1) +
    svg`<path d="M${300 - wing * 0.4},${y + 6} Q300,${y + 13 + face.noseTip * 0.5} ${300 + wing * 0.4},${y + 6}" fill="none" stroke="${dark}" stroke-width="4" opacity="0.7" filter="url(#soft2)"/>`
  );
}

/** Draws lips, corners, the shadow under the lower lip and the folds beside the mouth. */
export function drawMouth(face: FaceShape, look: FaceLook): string {
  const { mouthY: y, upperLip: up, lowerLip: low } = face;
  const half = face.mouthWidth * (1 + look.smile * 0.16);
  const corner = y - look.smile * 9 - 1;
  const upper = svg`M${300 - half},${corner} C${300 - half * 0.55},${y - up * 0.9} ${300 - half * 0.25},${y - up * 1.25} 300,${y - up * 0.72} C${300 + half * 0.25},${y - up * 1.25} ${300 + half * 0.55},${y - up * 0.9} ${300 + half},${corner} C${300 + half * 0.5},${y + 2 + look.smile * 4} ${300 - half * 0.5},${y + 2 + look.smile * 4} ${300 - half},${corner} Z`;
  const lower = svg`M${300 - half},${corner} C${300 - half * 0.5},${y + 1 + look.smile * 4} ${300 + half * 0.5},${y + 1 + look.smile * 4} ${300 + half},${corner} C${300 + half * 0.6},${y + low * 1.2 + look.smile * 3} ${300 - half * 0.6},${y + low * 1.2 + look.smile * 3} ${300 - half},${corner} Z`;
  const line = svg`M${300 - half - 2},${corner} C${300 - half * 0.5},${y + 2 + look.smile * 4} ${300 - 20},${y - 1 + look.smile * 4} 300,${y + 1.5 + look.smile * 4} C${320},${y - 1 + look.smile * 4} ${300 + half * 0.5},${y + 2 + look.smile * 4} ${300 + half + 2},${corner}`;
  const dark = css(shade(face.skin, 0.58));
  return (
    softEllipse({ cx: 300, cy: y + low + 14, rx: half * 0.62, ry: 8, fill: dark, opacity: 0.5, soft: 6 }) +
    svg`<path d="M292,${face.noseY + 14} L291,${y - up - 6} M308,${face.noseY + 14} L309,${y - up - 6}" stroke="${dark}" stroke-width="4" opacity="0.14" filter="url(#soft3)"/>` +
    svg`<path d="${lower}" fill="${css(face.lip)}" filter="url(#soft1)"/><path d="${upper}" fill="${css(shade(face.lip, 0.84))}" filter="url(#soft1)"/>` +
    softEllipse({
      cx: 300,
      cy: y + low * 0.55 + look.smile * 3,
      rx: half * 0.42,
      ry: low * 0.22,
      fill: css(blend(face.lip, [255, 240, 235], 0.6)),
      opacity: 0.6,
      soft: 3,
    }) +
    svg`<path d="${line}" fill="none" stroke="${css(shade(face.lip, 0.4))}" stroke-width="3.4" stroke-linecap="round" filter="url(#soft1)"/>` +
    [-1, 1].map((side) => folds(face, look, { side, half, corner })).join('')
  );
}

function folds(
  face: FaceShape,
  look: FaceLook,
  { side, half, corner }: { side: number; half: number; corner: number },
): string {
  const dark = css(shade(face.skin, 0.5));
  const depth = Math.min(0.55, 0.04 + face.age * 0.28 + look.smile * 0.22);
  return (
    softEllipse({
      cx: 300 + side * (half + 3),
      cy: corner + 1,
      rx: 5,
      ry: 5,
      fill: dark,
      opacity: 0.45,
      soft: 3,
    }) +
    svg`<path d="M${300 + side * (face.noseWing * 1.16)},${face.noseY - 10} C${300 + side * (face.noseWing * 1.75)},${face.noseY + 2} ${300 + side * (half + 24)},${corner - 42} ${300 + side * (half + 22)},${corner + 2}" fill="none" stroke="${dark}" stroke-width="7" opacity="${depth}" filter="url(#soft4)"/>`
  );
}
