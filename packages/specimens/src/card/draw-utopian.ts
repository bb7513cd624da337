import { svg } from '../svg.ts';
import { ocrB } from '../text/outlines-ocr-b.ts';
import { sans } from '../text/outlines-sans.ts';
import { sansBold } from '../text/outlines-sans-bold.ts';
import { textWidth, writeText } from '../text/write-text.ts';
import type { PrintedField } from './card-fields.ts';
import type { UtopianKind } from './card-kinds.ts';
import type { Box, CardLayout } from './card-layout.ts';
import { drawSecurityPrint, inkOf } from './security-print.ts';
import { zonePitch } from './zone-truth.ts';

/** Draws paper, heading, faces, fields, mark and zone of one of Utopia's own documents as SVG in millimetres. */
export function drawUtopian(
  kind: UtopianKind,
  layout: CardLayout,
  { seed, faces, fields, lines }: { seed: number; faces: string; fields: PrintedField[]; lines: string[] },
): string {
  return (
    drawSecurityPrint(kind, layout, { seed }) +
    drawHeading(kind, layout) +
    faces +
    fields.map((field) => drawField(kind, layout, field)).join('') +
    drawSpecimenMark(layout) +
    drawZone(layout, lines)
  );
}

/** Draws the name of the state and the title, with SPECIMEN between them. */
export function drawHeading(kind: UtopianKind, layout: CardLayout): string {
  const ink = inkOf(kind);
  const size = layout.width > 100 ? 4.2 : 3.4;
  const y = layout.width > 100 ? 8.4 : 6.6;
  return (
    svg`<rect width="${layout.width}" height="${y + 2.6}" fill="${ink}" opacity="0.12"/>` +
    writeText(sansBold, 'UTOPIA', { x: 5, y, size, fill: ink }) +
    writeText(sansBold, 'SPECIMEN', {
      x: layout.width / 2,
      y,
      size: size * 0.7,
      fill: 'rgb(176,28,44)',
      anchor: 'middle',
      opacity: 0.8,
    }) +
    writeText(sans, layout.title, { x: layout.width - 5, y, size: size * 0.82, fill: ink, anchor: 'end' })
  );
}

/** Returns the font size of a field; long text shrinks so that it does not run into what is to its right. */
function fieldSize(layout: CardLayout, field: PrintedField): number {
  const wanted = layout.width > 100 ? 3 : 2.6;
  const room =
    (field.column === 1 || field.row < 2 ? layout.width - 3 : layout.fields.second - 1) -
    fieldLeft(layout, field);
  const width = textWidth(sansBold, field.text, { size: wanted });
  return width > room ? (wanted * room) / width : wanted;
}

function fieldLeft(layout: CardLayout, field: PrintedField): number {
  return field.column === 0 ? layout.fields.left : layout.fields.second;
}

/** Returns the box of a field's text, in millimetres. */
export function utopianFieldBox(layout: CardLayout, field: PrintedField): Box {
  const size = fieldSize(layout, field);
  const base = layout.fields.top + field.row * layout.fields.row + 3.4;
  return [fieldLeft(layout, field), base - size * 0.76, textWidth(sansBold, field.text, { size }), size];
}

function drawField(kind: UtopianKind, layout: CardLayout, field: PrintedField): string {
  const x = fieldLeft(layout, field);
  const y = layout.fields.top + field.row * layout.fields.row;
  return (
    writeText(sans, field.label, { x, y, size: 1.75, fill: inkOf(kind) }) +
    writeText(sansBold, field.text, { x, y: y + 3.4, size: fieldSize(layout, field), fill: 'rgb(26,26,30)' })
  );
}

/** Draws SPECIMEN across the card, beside the portrait and above the zone so that both remain readable. */
export function drawSpecimenMark(layout: CardLayout): string {
  const isLeft = layout.portrait !== null && layout.portrait[0] < layout.width / 2;
  const left = layout.portrait && isLeft ? layout.portrait[0] + layout.portrait[2] : 0;
  const right = layout.portrait && !isLeft ? layout.portrait[0] : layout.width;
  const bottom = layout.mrz ? (layout.mrz.baseLines[0] ?? layout.height) - 5 : layout.height;
  const x = (left + right) / 2;
  const y = (bottom + 11) / 2;
  const size = (right - left) * 0.158;
  const angle = layout.portrait ? -20 : -6;
  const mark = writeText(sansBold, 'SPECIMEN', {
    x,
    y: y + size * 0.36,
    size,
    anchor: 'middle',
    fill: 'rgb(176,28,44)',
    opacity: layout.portrait ? 0.24 : 0.16,
  });
  return svg`<g transform="rotate(${angle} ${x} ${y})">${mark}</g>`;
}

/** Draws the lines of the zone at the standard pitch. Returns an empty text for a side without a zone. */
export function drawZone(layout: CardLayout, lines: string[]): string {
  if (!layout.mrz) return '';
  const { left, baseLines } = layout.mrz;
  // In these outlines one em is 1000 units and every advance 723, so this size prints at the standard pitch.
  const size = (zonePitch * 1000) / 723;
  return lines
    .map((line, index) =>
      writeText(ocrB, line, {
        x: left,
        y: baseLines[index] ?? 0,
        size,
        pitch: zonePitch,
        fill: 'rgb(18,18,20)',
      }),
    )
    .join('');
}
