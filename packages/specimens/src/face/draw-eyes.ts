import { softEllipse } from './soft-ellipse.ts';
import { blend, css, shade, svg } from '../svg.ts';
import type { FaceLook } from './face-look.ts';
import type { FaceShape } from './face-shape.ts';

/** Draws both eyes with sockets, lids and lashes, and the brows. Includes the SVG definitions it needs. */
export function drawEyes(face: FaceShape, look: FaceLook): string {
  return [-1, 1]
    .map((side) => drawSocket(face, side) + drawEye(face, look, side) + drawBrow(face, side))
    .join('');
}

function drawSocket(face: FaceShape, side: number): string {
  const x = 300 + side * face.eyeX;
  const dark = css(shade(face.skin, 0.62));
  const bag = css(shade(face.skin, 0.7));
  return (
    softEllipse({
      cx: x - side * 6,
      cy: face.eyeY - 16,
      rx: face.eyeWidth * 1.25,
      ry: 22,
      fill: dark,
      opacity: 0.34,
      soft: 12,
    }) +
    softEllipse({
      cx: x - side * face.eyeWidth * 1.05,
      cy: face.eyeY - 2,
      rx: 13,
      ry: 24,
      fill: dark,
      opacity: 0.4,
      soft: 8,
    }) +
    softEllipse({
      cx: x,
      cy: face.eyeY + face.eyeHeight + 12,
      rx: face.eyeWidth,
      ry: 9,
      fill: bag,
      opacity: 0.2 + face.age * 0.4,
      soft: 6,
    })
  );
}

/** Returns the almond shape between the inner and the outer corner of an eye; the outer corner is `eyeSlant` higher. */
function almond(face: FaceShape, side: number, squint: number): string {
  const x = 300 + side * face.eyeX;
  const inner = x - side * face.eyeWidth;
  const outer = x + side * face.eyeWidth;
  const innerY = face.eyeY + 2 + face.eyeSlant * 0.5;
  const outerY = face.eyeY - face.eyeSlant * 0.7;
  const top = face.eyeY - face.eyeHeight * 1.3;
  const bottom = face.eyeY + face.eyeHeight * (0.95 - squint * 0.45);
  return svg`M${inner},${innerY} C${inner + side * face.eyeWidth * 0.35},${top + 2} ${outer - side * face.eyeWidth * 0.55},${top - 2} ${outer},${outerY} C${outer - side * face.eyeWidth * 0.4},${bottom + 2} ${inner + side * face.eyeWidth * 0.5},${bottom + 1} ${inner},${innerY} Z`;
}

function upperLid(face: FaceShape, side: number, lift: number): string {
  const x = 300 + side * face.eyeX;
  const inner = x - side * (face.eyeWidth + 1);
  const outer = x + side * (face.eyeWidth + 4);
  const top = face.eyeY - face.eyeHeight * 1.3 - lift;
  return svg`M${inner},${face.eyeY + 2 + face.eyeSlant * 0.5 - lift * 0.6} C${inner + side * face.eyeWidth * 0.35},${top + 2} ${outer - side * face.eyeWidth * 0.55},${top - 2} ${outer},${face.eyeY - face.eyeSlant * 0.7 - lift * 0.5}`;
}

function drawEye(face: FaceShape, look: FaceLook, side: number): string {
  const id = `eye${side > 0 ? 'L' : 'R'}`;
  const shape = almond(face, side, look.smile);
  const x = 300 + side * face.eyeX + look.gazeX;
  const y = face.eyeY - 2;
  const radius = face.eyeHeight * 0.55 + 7.2;
  const skinDark = css(shade(face.skin, 0.5));
  return (
    svg`<clipPath id="${id}"><path d="${shape}"/></clipPath><path d="${shape}" fill="${css(shade(face.skin, 0.78))}" stroke="${css(shade(face.skin, 0.7))}" stroke-width="5" opacity="0.7" filter="url(#soft2)"/>` +
    svg`<g clip-path="url(#${id})"><path d="${shape}" fill="rgb(236,232,228)"/>` +
    softEllipse({
      cx: x - side * face.eyeWidth,
      cy: y + 4,
      rx: 9,
      ry: 9,
      fill: 'rgb(214,150,138)',
      opacity: 0.7,
      soft: 2,
    }) +
    svg`<circle cx="${x}" cy="${y}" r="${radius}" fill="${css(shade(face.iris, 0.45))}"/><circle cx="${x}" cy="${y}" r="${radius - 1.8}" fill="${css(face.iris)}"/>` +
    softEllipse({
      cx: x,
      cy: y + radius * 0.5,
      rx: radius * 0.66,
      ry: radius * 0.4,
      fill: css(shade(face.iris, 1.5)),
      opacity: 0.7,
      soft: 2,
    }) +
    svg`<circle cx="${x}" cy="${y}" r="${radius * 0.45}" fill="rgb(12,10,10)"/><circle cx="${x - 4 + look.light * 3}" cy="${y - 5}" r="3.1" fill="white" opacity="0.95"/>` +
    svg`<path d="${upperLid(face, side, -5)}" fill="none" stroke="rgb(30,22,20)" stroke-width="11" opacity="0.38" filter="url(#soft2)"/></g>` +
    svg`<path d="${upperLid(face, side, 0)}" fill="none" stroke="rgb(34,24,22)" stroke-width="${face.sex === 'F' ? 5.2 : 3.8}" stroke-linecap="round"/>` +
    svg`<path d="${upperLid(face, side, face.lidFold)}" fill="none" stroke="${skinDark}" stroke-width="2.6" opacity="0.7" filter="url(#soft1)"/>` +
    svg`<path d="${shape}" fill="none" stroke="${css(shade(face.skin, 0.55))}" stroke-width="1.6" opacity="0.7"/>`
  );
}

function drawBrow(face: FaceShape, side: number): string {
  const x = 300 + side * face.eyeX;
  const inner = x - side * face.eyeWidth * 1.15;
  const outer = x + side * face.eyeWidth * 1.45;
  const y = face.browY;
  const thick = face.browThickness;
  const slant = face.browSlant;
  const colour = css(blend(shade(face.hair, 0.72), face.skin, 0.1));
  const shape = svg`M${inner},${y + 7 + slant} C${inner + side * 24},${y - face.browArch * 0.6 + slant * 0.5} ${outer - side * 34},${y - face.browArch - slant * 0.5} ${outer},${y + 4 - slant} C${outer - side * 32},${y - face.browArch + thick * 0.75 - slant * 0.5} ${inner + side * 20},${y + thick * 0.8 + slant * 0.5} ${inner},${y + 7 + thick * 0.8 + slant} Z`;
  return (
    svg`<path d="${shape}" fill="${colour}" opacity="0.55" filter="url(#soft3)"/><path d="${shape}" fill="${colour}" opacity="0.75" filter="url(#soft1)"/>` +
    browHairs(face, { inner, outer, colour, side })
  );
}

function browHairs(
  face: FaceShape,
  { inner, outer, colour, side }: { inner: number; outer: number; colour: string; side: number },
): string {
  let path = '';
  for (let step = 0; step <= 16; step += 1) {
    const share = step / 16;
    const x = inner + (outer - inner) * share;
    const y =
      face.browY + 8 - Math.sin(share * Math.PI * 0.9) * (face.browArch + 2) + face.browSlant * (0.7 - share);
    path += svg`M${x},${y + face.browThickness * 0.5} l${side * (3 + share * 8)},${-face.browThickness * (0.9 - share * 0.5)} `;
  }
  return svg`<path d="${path}" stroke="${colour}" stroke-width="1.7" fill="none" opacity="0.8"/>`;
}
