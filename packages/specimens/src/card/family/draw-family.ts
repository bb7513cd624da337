import { seededRandom } from '../../random.ts';
import { svg } from '../../svg.ts';
import { faces as textFaces, type Face } from '../../text/faces.ts';
import { textWidth, writeText } from '../../text/write-text.ts';
import type { UtopianKind } from '../card-kinds.ts';
import type { Box, CardLayout } from '../card-layout.ts';
import { drawHeading, drawSpecimenMark, drawZone } from '../draw-utopian.ts';
import { drawSecurityPrint, inkOf } from '../security-print.ts';
import type { CardFamily } from './card-family.ts';
import type { FamilyPlan, PlacedText } from './plan-family.ts';

/** Draws paper, heading, faces, fields, mark and zone of a document of a family as SVG in millimetres. */
export function drawFamily(
  kind: UtopianKind,
  layout: CardLayout,
  drawing: { seed: number; faces: string; lines: string[]; plan: FamilyPlan; family: CardFamily },
): string {
  const { seed, faces, lines, plan, family } = drawing;
  const ink = `rgb(${family.ink},${family.ink},${family.ink})`;
  const print = plan.fields
    .map(
      ({ label, print: value }) =>
        (label ? write(family.labelFace, label, inkOf(kind)) : '') + write(family.valueFace, value, ink),
    )
    .join('');
  return (
    drawSecurityPrint(kind, layout, { seed, waves: family.security }) +
    drawHeading(kind, layout) +
    faces +
    print +
    drawWear(plan, family, seed) +
    drawSpecimenMark({ ...layout, portrait: plan.portrait }) +
    drawZone(layout, lines)
  );
}

const write = (face: Face, { text, x, y, size }: PlacedText, fill: string): string =>
  writeText(textFaces[face], text, { x, y, size, fill });

/** Returns the box of the printed value, in millimetres. */
export function familyFieldBox({ text, x, y, size }: PlacedText, { valueFace }: CardFamily): Box {
  return [x, y - size * 0.76, textWidth(textFaces[valueFace], text, { size }), size];
}

/** Draws streaks of paper across the values, as on a card after years in a wallet. */
function drawWear({ fields }: FamilyPlan, { wear }: CardFamily, seed: number): string {
  if (wear === 0) return '';
  const random = seededRandom(seed, 'wear');
  const streaks = fields.map(({ print: { x, y, size } }) => {
    const from = x + random.between(0, 20);
    const to = from + random.between(6, 30);
    return svg`<line x1="${from}" y1="${y - size * random.between(0, 1)}" x2="${to}" y2="${y - size * random.between(-0.3, 0.8)}"/>`;
  });
  return svg`<g stroke="rgb(240,240,238)" stroke-width="${0.09 + 0.12 * wear}" stroke-linecap="round" opacity="${0.4 + 0.4 * wear}">${streaks.join('')}</g>`;
}
