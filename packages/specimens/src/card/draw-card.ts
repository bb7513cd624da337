import sharp from 'sharp';
import { drawPortrait } from '../face/draw-portrait.ts';
import type { Person } from '../people/person.ts';
import { svg } from '../svg.ts';
import { damageZone, printedFields, zoneLines } from './card-fields.ts';
import type { CardKind, NationalKind, UtopianKind } from './card-kinds.ts';
import { cardLayouts, type Box } from './card-layout.ts';
import { drawUtopian, utopianFieldBox } from './draw-utopian.ts';
import { drawDesign, fieldBox, nationalSize } from './national/draw-national-card.ts';
import { isNational, nationalCards } from './national/national-cards.ts';
import { zoneTruth, type PlacedZone, type ZoneTruth } from './zone-truth.ts';

/** Describes the card to draw. */
export interface CardOptions {
  kind: CardKind;
  /** The holder. National kinds require a person with papers of that culture, otherwise a `RangeError` is thrown. */
  person: Person;
  /** Person in the zone and the bar code (default `person`). A different person makes the card a forgery. */
  codedPerson?: Person;
  /** Seed of the face on the card. */
  portraitSeed: number;
  portraitVariant?: number;
  /** True to print the portrait in grey, as some states do. */
  greyPortrait?: boolean;
  /** True to print a wrong check digit for the date of birth. */
  damagedMrz?: boolean;
  /** Family of documents, for Utopia's own kinds only (otherwise a `RangeError` is thrown). Default: the design of the kind. */
  family?: number;
  /** Default 12 (305 dpi), or 15 for cards up to 100 mm wide. */
  pixelsPerMm?: number;
}

/** The contents of a drawn card. Boxes are in pixels of the card picture. */
export interface CardTruth {
  kind: CardKind;
  side: 'front' | 'back';
  width: number;
  height: number;
  widthMm: number;
  heightMm: number;
  person: Person;
  portraitSeed: number;
  mrz: ZoneTruth | null;
  /** The bar code, without its quiet zone; the payload is in Base64. */
  code: { format: string; payload: string; box: Box } | null;
  portraitBox: Box | null;
  ghostBox: Box | null;
  /** `text` is as printed, `value` as a reader should return it: dates as `YYYY-MM-DD`, numbers without separators. */
  fields: Record<string, { text: string; value: string; box: Box }>;
}

/** A card before rendering; lengths in millimetres. */
interface PlannedCard {
  width: number;
  height: number;
  side: CardTruth['side'];
  portrait: Box | null;
  ghost: Box | null;
  zone: PlacedZone | null;
  code: { format: string; bytes: Uint8Array; box: Box } | null;
  fields: { name: string; text: string; value: string; box: Box }[];
  draw: (faces: string) => string | Promise<string>;
}

/** Draws a specimen document. Returns a PNG and its contents. */
export async function drawCard(options: CardOptions): Promise<{ png: Buffer; truth: CardTruth }> {
  const { kind } = options;
  const plan = isNational(kind) ? planNational(kind, options) : await planUtopian(kind, options);
  const pixelsPerMm = options.pixelsPerMm ?? (plan.width > 100 ? 12 : 15);
  const width = Math.round(plan.width * pixelsPerMm);
  const height = Math.round(plan.height * pixelsPerMm);
  const drawing = await plan.draw(await drawFaces(plan, options, pixelsPerMm));
  const picture = svg`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${plan.width} ${plan.height}">${drawing}</svg>`;
  const png = await sharp(Buffer.from(picture))
    .flatten({ background: '#ffffff' })
    .removeAlpha()
    .png({ compressionLevel: 3 })
    .toBuffer();
  return { png, truth: { ...truthOf(plan, options, pixelsPerMm), width, height } };
}

async function planUtopian(kind: UtopianKind, options: CardOptions): Promise<PlannedCard> {
  const { person, portraitSeed, family } = options;
  const layout = cardLayouts[kind];
  const { width, height, mrz, portrait, ghost } = layout;
  const lines = mrz ? zoneLines(layout, options.codedPerson ?? person, options.damagedMrz ?? false) : [];
  const side = {
    width,
    height,
    side: kind === 'td1-back' ? 'back' : 'front',
    zone: mrz && { ...mrz, lines },
    code: null,
  } as const;
  if (family !== undefined) {
    // Loaded on demand: their typefaces take a megabyte that only families need.
    const { planFamilyCard } = await import('./family/plan-family-card.ts');
    return { ...side, ...planFamilyCard(kind, { person, lines, family, seed: portraitSeed }) };
  }
  const fields = printedFields(kind, person);
  return {
    ...side,
    portrait,
    ghost,
    fields: fields.map((field) => ({
      name: field.name,
      text: field.text,
      value: field.value ?? field.text,
      box: utopianFieldBox(layout, field),
    })),
    draw: (faces) => drawUtopian(kind, layout, { seed: portraitSeed, faces, fields, lines }),
  };
}

function planNational(kind: NationalKind, options: CardOptions): PlannedCard {
  if (options.family !== undefined)
    throw new RangeError(`family: must not be given for ${kind}, which has a design of its own`);
  const { person, codedPerson = person, portraitSeed: seed } = options;
  const printed = nationalCards[kind].fill(person, seed);
  const { mrz: zone, code } = nationalCards[kind].fill(codedPerson, seed);
  const sound = { ...printed, mrz: zone, code };
  const mrz =
    options.damagedMrz && sound.mrz
      ? { ...sound.mrz, lines: damageZone(sound.mrz.lines, sound.mrz.format) }
      : sound.mrz;
  const design = { ...sound, mrz };
  return {
    ...nationalSize,
    side: design.side,
    portrait: design.portrait,
    ghost: design.ghost,
    zone: mrz,
    code: design.code,
    fields: design.fields.map((field) => {
      const text = field.lines.join(' ');
      return { name: field.name, text, value: field.value ?? text, box: fieldBox(field) };
    }),
    draw: (faces) => drawDesign(kind, design, { seed, faces }),
  };
}

function truthOf(
  plan: PlannedCard,
  { kind, person, portraitSeed, damagedMrz }: CardOptions,
  pixelsPerMm: number,
): Omit<CardTruth, 'width' | 'height'> {
  const scale = (box: Box): Box =>
    box.map((value) => Math.round(value * pixelsPerMm * 10) / 10) as unknown as Box;
  const { code } = plan;
  return {
    kind,
    side: plan.side,
    widthMm: plan.width,
    heightMm: plan.height,
    person,
    portraitSeed,
    mrz: plan.zone && zoneTruth(plan.zone, { valid: !damagedMrz, scale }),
    code: code && {
      format: code.format,
      payload: Buffer.from(code.bytes).toString('base64'),
      box: scale(code.box),
    },
    portraitBox: plan.portrait && scale(plan.portrait),
    ghostBox: plan.ghost && scale(plan.ghost),
    fields: Object.fromEntries(
      plan.fields.map(({ name, text, value, box }) => [name, { text, value, box: scale(box) }]),
    ),
  };
}

async function drawFaces(plan: PlannedCard, options: CardOptions, pixelsPerMm: number): Promise<string> {
  if (!plan.portrait) return '';
  const [x, y, width, height] = plan.portrait;
  const portrait = await drawPortrait({
    seed: options.portraitSeed,
    variant: options.portraitVariant ?? 0,
    width: Math.round(width * pixelsPerMm),
    height: Math.round(height * pixelsPerMm),
  });
  const image = (box: Box, png: Buffer, opacity: number): string =>
    svg`<image x="${box[0]}" y="${box[1]}" width="${box[2]}" height="${box[3]}" preserveAspectRatio="none" opacity="${opacity}" href="data:image/png;base64,${png.toString('base64')}"/>`;
  const printed = options.greyPortrait ? await sharp(portrait).greyscale().png().toBuffer() : portrait;
  const main = image([x, y, width, height], printed, 1);
  if (!plan.ghost) return main;
  const small = await sharp(portrait)
    .resize(Math.round(plan.ghost[2] * pixelsPerMm))
    .greyscale()
    .png()
    .toBuffer();
  return main + image(plan.ghost, small, 0.42);
}
