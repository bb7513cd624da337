import sharp from 'sharp';
import { drawPortrait } from '../face/draw-portrait.ts';
import type { Person } from '../people/invent-person.ts';
import { svg } from '../svg.ts';
import { ocrB } from '../text/outlines-ocr-b.ts';
import { sans } from '../text/outlines-sans.ts';
import { sansBold } from '../text/outlines-sans-bold.ts';
import { textWidth, writeText } from '../text/write-text.ts';
import { printedFields, zoneLines, type PrintedField } from './card-fields.ts';
import { cardLayouts, type Box, type CardKind, type CardLayout } from './card-layout.ts';
import { drawSecurityPrint, inkOf } from './security-print.ts';

/** Which card to draw. */
export interface CardOptions {
  kind: CardKind;
  person: Person;
  /** Seed of the face on the card. */
  portraitSeed: number;
  portraitVariant?: number;
  /** Prints a wrong check digit for the date of birth. */
  damagedMrz?: boolean;
  /** Default 12 (305 dpi), for the small identity card 15. */
  pixelsPerMm?: number;
}

/** What a drawn card shows. Boxes in pixels of the card picture. */
export interface CardTruth {
  kind: CardKind;
  side: 'front' | 'back';
  width: number;
  height: number;
  widthMm: number;
  heightMm: number;
  person: Person;
  portraitSeed: number;
  mrz: { format: string; lines: string[]; valid: boolean; box: Box; lineBoxes: Box[] } | null;
  portraitBox: Box | null;
  ghostBox: Box | null;
  fields: Record<string, { text: string; box: Box }>;
}

/** A specimen document of Utopia as PNG, with everything it shows. */
export async function drawCard(options: CardOptions): Promise<{ png: Buffer; truth: CardTruth }> {
  const { kind, person, portraitSeed } = options;
  const layout = cardLayouts[kind];
  const pixelsPerMm = options.pixelsPerMm ?? (layout.width > 100 ? 12 : 15);
  const width = Math.round(layout.width * pixelsPerMm);
  const height = Math.round(layout.height * pixelsPerMm);
  const faces = await drawFaces(layout, options, pixelsPerMm);
  const lines = layout.mrz ? zoneLines(layout, person, options.damagedMrz ?? false) : [];
  const fields = printedFields(kind, person);
  const picture =
    svg`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${layout.width} ${layout.height}">` +
    drawSecurityPrint(kind, layout, portraitSeed) +
    drawHeading(kind, layout) +
    faces +
    fields.map((field) => drawField(kind, layout, field)).join('') +
    drawSpecimenMark(layout) +
    drawZone(layout, lines) +
    '</svg>';
  const png = await sharp(Buffer.from(picture))
    .flatten({ background: '#ffffff' })
    .removeAlpha()
    .png({ compressionLevel: 3 })
    .toBuffer();
  const scale = (box: Box): Box =>
    box.map((value) => Math.round(value * pixelsPerMm * 10) / 10) as unknown as Box;
  const truth: CardTruth = {
    kind,
    side: kind === 'td1-back' ? 'back' : 'front',
    width,
    height,
    widthMm: layout.width,
    heightMm: layout.height,
    person,
    portraitSeed,
    mrz: zoneTruth(layout, lines, { valid: !options.damagedMrz, scale }),
    portraitBox: layout.portrait && scale(layout.portrait),
    ghostBox: layout.ghost && scale(layout.ghost),
    fields: Object.fromEntries(
      fields.map((field) => [field.name, { text: field.text, box: scale(fieldBox(layout, field)) }]),
    ),
  };
  return { png, truth };
}

function drawHeading(kind: CardKind, layout: CardLayout): string {
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

/** Field text keeps clear of what stands to its right: long names shrink. */
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

function fieldBox(layout: CardLayout, field: PrintedField): Box {
  const size = fieldSize(layout, field);
  const base = layout.fields.top + field.row * layout.fields.row + 3.4;
  return [fieldLeft(layout, field), base - size * 0.76, textWidth(sansBold, field.text, { size }), size];
}

function drawField(kind: CardKind, layout: CardLayout, field: PrintedField): string {
  const x = fieldLeft(layout, field);
  const y = layout.fields.top + field.row * layout.fields.row;
  return (
    writeText(sans, field.label, { x, y, size: 1.75, fill: inkOf(kind) }) +
    writeText(sansBold, field.text, { x, y: y + 3.4, size: fieldSize(layout, field), fill: 'rgb(26,26,30)' })
  );
}

/** SPECIMEN across the card, beside the portrait and above the zone so that both stay readable. */
function drawSpecimenMark(layout: CardLayout): string {
  const left = layout.portrait ? layout.portrait[0] + layout.portrait[2] : 0;
  const bottom = layout.mrz ? (layout.mrz.baseLines[0] ?? layout.height) - 5 : layout.height;
  const x = (left + layout.width) / 2;
  const y = (bottom + 11) / 2;
  const size = (layout.width - left) * 0.158;
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

const zonePitch = 2.54;

function drawZone(layout: CardLayout, lines: string[]): string {
  if (!layout.mrz) return '';
  const { left, baseLines } = layout.mrz;
  // One em of these outlines is 1000 units and every advance 723: this size prints at the norm's pitch.
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

function zoneTruth(
  layout: CardLayout,
  lines: string[],
  { valid, scale }: { valid: boolean; scale: (box: Box) => Box },
): CardTruth['mrz'] {
  if (!layout.mrz) return null;
  const { format, left, baseLines } = layout.mrz;
  const capital = 2.75;
  const boxes = lines.map((line, index): Box => [
    left,
    (baseLines[index] ?? 0) - capital,
    line.length * zonePitch,
    capital + 0.1,
  ]);
  const top = (baseLines[0] ?? 0) - capital;
  const whole: Box = [left, top, (lines[0]?.length ?? 0) * zonePitch, (baseLines.at(-1) ?? 0) + 0.1 - top];
  return { format, lines, valid, box: scale(whole), lineBoxes: boxes.map(scale) };
}

async function drawFaces(layout: CardLayout, options: CardOptions, pixelsPerMm: number): Promise<string> {
  if (!layout.portrait) return '';
  const [x, y, width, height] = layout.portrait;
  const portrait = await drawPortrait({
    seed: options.portraitSeed,
    variant: options.portraitVariant ?? 0,
    width: Math.round(width * pixelsPerMm),
    height: Math.round(height * pixelsPerMm),
  });
  const image = (box: Box, png: Buffer, opacity: number): string =>
    svg`<image x="${box[0]}" y="${box[1]}" width="${box[2]}" height="${box[3]}" preserveAspectRatio="none" opacity="${opacity}" href="data:image/png;base64,${png.toString('base64')}"/>`;
  const main = image([x, y, width, height], portrait, 1);
  if (!layout.ghost) return main;
  const small = await sharp(portrait)
    .resize(Math.round(layout.ghost[2] * pixelsPerMm))
    .greyscale()
    .png()
    .toBuffer();
  return main + image(layout.ghost, small, 0.42);
}
