import { drawBarcode } from '../../barcode/draw-barcode.ts';
import { svg } from '../../svg.ts';
import { ocrB } from '../../text/outlines-ocr-b.ts';
import { sans } from '../../text/outlines-sans.ts';
import { sansBold } from '../../text/outlines-sans-bold.ts';
import { textWidth, writeText } from '../../text/write-text.ts';
import type { Box } from '../card-layout.ts';
import { drawSecurityPrint, inkOf } from '../security-print.ts';
import { zonePitch } from '../zone-truth.ts';
import type { CardDesign, DesignCode, DesignField } from './card-design.ts';
import type { NationalKind } from '../card-kinds.ts';

/** Width and height of every card of this kind, in millimetres. */
export const nationalSize = { width: 85.6, height: 53.98 } as const;

const print = 'rgb(26,26,30)';
const red = 'rgb(176,28,44)';
const labelSize = 1.6;

/** Draws paper, heading, fields, mark, code and zone as SVG in millimetres; `faces` lies between paper and print. */
export async function drawDesign(
  kind: NationalKind,
  design: CardDesign,
  { seed, faces }: { seed: number; faces: string },
): Promise<string> {
  return (
    drawSecurityPrint(kind, nationalSize, { seed }) +
    drawHeading(kind, design) +
    faces +
    design.fields.map((field) => drawField(kind, field)).join('') +
    drawMark(design.mark) +
    (design.code ? await drawCode(design.code) : '') +
    drawZone(design.mrz)
  );
}

function drawHeading(kind: NationalKind, { issuer, title }: CardDesign): string {
  const ink = inkOf(kind);
  const y = 6;
  const issuerWidth = textWidth(sansBold, issuer, { size: 2.5 });
  const markX = 4 + issuerWidth + 2.4;
  const room = nationalSize.width - 4 - (markX + textWidth(sansBold, 'SPECIMEN', { size: 1.9 }) + 2.4);
  return (
    svg`<rect width="${nationalSize.width}" height="8.6" fill="${ink}" opacity="0.12"/>` +
    writeText(sansBold, issuer, { x: 4, y, size: 2.5, fill: ink }) +
    writeText(sansBold, 'SPECIMEN', { x: markX, y, size: 1.9, fill: red, opacity: 0.85 }) +
    writeText(sansBold, title, {
      x: nationalSize.width - 4,
      y,
      size: fitSize(title, 2.6, room),
      fill: ink,
      anchor: 'end',
    })
  );
}

function fitSize(text: string, size: number, room: number): number {
  const width = textWidth(sansBold, text, { size });
  return width > room ? (size * room) / width : size;
}

/** Returns the position and size of the lines of a field. */
function placeField(field: DesignField): { x: number; size: number; baseLines: number[] } {
  const wanted = field.size ?? 2.35;
  const size = Math.min(...field.lines.map((line) => fitSize(line, wanted, field.room)));
  const rest = wanted * 1.22;
  const placement = field.label === '' ? 'beside' : (field.placement ?? 'below');
  const label = field.label === '' ? 0 : textWidth(sans, field.label, { size: labelSize }) + 1;
  const first = { below: field.y + wanted * 1.22, beside: field.y, above: field.y - labelSize * 1.25 }[
    placement
  ];
  return {
    x: field.x + (placement === 'beside' ? label : 0),
    size,
    baseLines: field.lines.map((_, index) => first + index * rest),
  };
}

/** Returns the box of a field's text, in millimetres. */
export function fieldBox(field: DesignField): Box {
  const { x, size, baseLines } = placeField(field);
  const width = Math.max(...field.lines.map((line) => textWidth(sansBold, line, { size })));
  const top = (baseLines[0] ?? 0) - size * 0.76;
  return [x, top, width, (baseLines.at(-1) ?? 0) - top + size * 0.24];
}

function drawField(kind: NationalKind, field: DesignField): string {
  const { x, size, baseLines } = placeField(field);
  const label = writeText(sans, field.label, { x: field.x, y: field.y, size: labelSize, fill: inkOf(kind) });
  const lines = field.lines.map((line, index) =>
    writeText(sansBold, line, { x, y: baseLines[index] ?? 0, size, fill: print }),
  );
  return label + lines.join('');
}

function drawMark({ x, y, size, turn }: CardDesign['mark']): string {
  const mark = writeText(sansBold, 'SPECIMEN', {
    x,
    y: y + size * 0.36,
    size,
    anchor: 'middle',
    fill: red,
    opacity: 0.22,
  });
  return svg`<g transform="rotate(${turn} ${x} ${y})">${mark}</g>`;
}

async function drawCode({ format, bytes, box, columns, errorLevel }: DesignCode): Promise<string> {
  const [x, y, width, height] = box;
  const symbol = await drawBarcode({
    format,
    bytes,
    ...(columns === undefined ? {} : { columns }),
    ...(errorLevel === undefined ? {} : { errorLevel }),
  });
  const quiet = format === 'PDF417' ? 1 : (4 * width) / symbol.columns;
  const [right, down] = [width / symbol.columns, height / symbol.rows];
  return (
    svg`<rect x="${x - quiet}" y="${y - quiet}" width="${width + 2 * quiet}" height="${height + 2 * quiet}" fill="rgb(250,250,248)"/>` +
    `<path transform="translate(${x} ${y}) scale(${right} ${down})" fill="rgb(20,20,22)" shape-rendering="crispEdges" d="${symbol.svgPath}"/>`
  );
}

function drawZone(mrz: CardDesign['mrz']): string {
  if (!mrz) return '';
  // In these outlines one em is 1000 units and every advance 723, so this size prints at the standard pitch.
  const size = (zonePitch * 1000) / 723;
  const place = { x: mrz.left, size, pitch: zonePitch, fill: 'rgb(18,18,20)' };
  return mrz.lines
    .map((line, index) => writeText(ocrB, line, { ...place, y: mrz.baseLines[index] ?? 0 }))
    .join('');
}
