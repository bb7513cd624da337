import type { Person } from '../../people/person.ts';
import { faces } from '../../text/faces.ts';
import { textWidth } from '../../text/write-text.ts';
import type { UtopianKind } from '../card-kinds.ts';
import type { Box, CardLayout } from '../card-layout.ts';
import type { CardFamily, DateForm } from './card-family.ts';
import { type FamilyField, familyLabels, familyMonths } from './family-labels.ts';

/** A text on a card: baseline and font size in millimetres. */
export interface PlacedText {
  text: string;
  x: number;
  y: number;
  size: number;
}

/** A placed field on a document of a family. */
export interface FamilyPlace {
  name: FamilyField;
  /** Value that a reader should return. */
  value: string;
  /** Null when the field has no label. */
  label: PlacedText | null;
  print: PlacedText;
}

/** Positions of the portrait and the fields. */
export interface FamilyPlan {
  portrait: Box | null;
  ghost: Box | null;
  fields: FamilyPlace[];
}

interface Line {
  name: FamilyField;
  text: string;
  value: string;
}

const shortFields = new Set<FamilyField>([
  'sex',
  'nationality',
  'birthDate',
  'expiryDate',
  'issueDate',
  'number',
]);
/** Distance to edges and to neighbouring parts, in millimetres. */
const margin = 4;
const headingHeight = { large: 11, small: 9.2 } as const;

/** Places the fields of one side in the family's style, scaled to the space that portrait and zone leave. */
export function planFamily(
  kind: UtopianKind,
  layout: CardLayout,
  { person, family }: { person: Person; family: CardFamily },
): FamilyPlan {
  const portrait = layout.portrait && mirrored(layout.portrait, layout, family);
  const isLeft = family.portrait === 'left';
  // On the left side it would lie below the values.
  const ghost = isLeft ? layout.ghost : null;
  const left = portrait && isLeft ? portrait[0] + portrait[2] + margin : margin + 1;
  const right = (portrait && !isLeft ? portrait[0] : layout.width) - margin;
  const top = (layout.width > 100 ? headingHeight.large : headingHeight.small) + 2;
  const bottom = (layout.mrz?.baseLines[0] ?? layout.height - 1) - 5.5;
  const rows = rowsOf(linesOf(kind, person, family), family);
  const rowHeight = Math.min(preferredRow(family) * sizeOf(layout), (bottom - top) / rows.length);
  const scale = rowHeight / preferredRow(family);
  const fields = rows.flatMap((row, at) => {
    const y = top + at * rowHeight;
    const end = ghost && isLeft && y + rowHeight > ghost[1] ? ghost[0] - 1 : right;
    const width = (end - left) / row.length;
    return row.map((line, column) =>
      placed(
        line,
        { x: left + column * width, y, width: width - 1.5 },
        { family, scale, number: rows.slice(0, at).flat().length + column + 1 },
      ),
    );
  });
  return { portrait, ghost, fields };
}

const mirrored = (box: Box, { width }: CardLayout, { portrait }: CardFamily): Box =>
  portrait === 'left' ? box : [width - box[0] - box[2], box[1], box[2], box[3]];

/** Booklets are printed larger than cards. */
const sizeOf = ({ width }: CardLayout): number => (width > 100 ? 1.2 : 1);

/** Returns the height of a line of values with its labels, in millimetres. */
function preferredRow({ labels, valueSize, labelSize }: CardFamily): number {
  if (labels === 'none' || labels === 'beside') return valueSize * 1.75;
  return valueSize * 1.25 + labelSize * 1.75;
}

function linesOf(kind: UtopianKind, person: Person, family: CardFamily): Line[] {
  const named = (name: string): string => (family.capitals ? name.toLocaleUpperCase('en') : name);
  const plain = (name: FamilyField, text: string): Line => ({ name, text, value: text });
  const dated = (name: FamilyField, date: string): Line => ({
    name,
    text: familyDate(date, family),
    value: date,
  });
  const number: Line = {
    name: 'number',
    text: grouped(person.documentNumber, family.numberGroups),
    value: person.documentNumber,
  };
  if (kind === 'td1-back')
    return [
      dated('issueDate', person.issueDate),
      plain('birthPlace', named(person.birthPlace)),
      plain('authority', named('Registry of Amaurot')),
      ...(person.personalNumber === null ? [] : [plain('personalNumber', person.personalNumber)]),
    ];
  const names = [plain('lastName', named(person.lastName)), plain('firstName', named(person.firstName))];
  const rest = [
    dated('birthDate', person.birthDate),
    plain('sex', person.sex),
    plain('nationality', person.nationality),
    dated('expiryDate', person.expiryDate),
    ...(kind === 'td3'
      ? [dated('issueDate', person.issueDate), plain('birthPlace', named(person.birthPlace))]
      : []),
  ];
  const ordered = [...(family.givenFirst ? names.toReversed() : names), ...rest];
  return family.numberFirst ? [number, ...ordered] : [...ordered, number];
}

const grouped = (text: string, groups: CardFamily['numberGroups']): string => {
  if (groups === null) return text;
  let at = 0;
  return groups.map((length) => text.slice(at, (at += length))).join(' ');
};

const joined: Readonly<Partial<Record<DateForm, string>>> = {
  dots: '.',
  slashes: '/',
  dashes: '-',
  spaces: ' ',
};

/** Formats a date in the family's style. */
function familyDate(date: string, { dates }: CardFamily): string {
  if (dates === 'iso') return date;
  const [year = '', month = '', day = ''] = date.split('-');
  const between = joined[dates];
  if (between !== undefined) return [day, month, year].join(between);
  const at = Number(month) - 1;
  const word = familyMonths.en[at] ?? '';
  return `${day} ${dates === 'months' ? `${word}/${familyMonths.fr[at] ?? ''}` : word} ${year}`;
}

/** Groups short fields into pairs if the family has columns. */
function rowsOf(lines: Line[], { columns }: CardFamily): Line[][] {
  const rows: Line[][] = [];
  for (const line of lines) {
    const last = rows.at(-1);
    const joins =
      columns === 2 &&
      last?.length === 1 &&
      last.every(({ name }) => shortFields.has(name)) &&
      shortFields.has(line.name);
    if (joins) last.push(line);
    else rows.push([line]);
  }
  return rows;
}

function placed(
  { name, text, value }: Line,
  { x, y, width }: { x: number; y: number; width: number },
  { family, scale, number }: { family: CardFamily; scale: number; number: number },
): FamilyPlace {
  const labelSize = family.labelSize * scale;
  const valueSize = family.valueSize * scale;
  const label = labelOf(name, number, family);
  if (label === null)
    return {
      name,
      value,
      label: null,
      print: fitted(text, { x, y: y + valueSize, width, size: valueSize }, family),
    };
  if (family.labels === 'beside') {
    const beside = fittedLabel(label, { x, y: y + valueSize, width: width * 0.45, size: labelSize }, family);
    const shift = labelWidth(beside, family) + 1.2;
    return {
      name,
      value,
      label: beside,
      print: fitted(text, { x: x + shift, y: y + valueSize, width: width - shift, size: valueSize }, family),
    };
  }
  const isBelow = family.labels === 'below';
  const base = isBelow ? y + valueSize : y + labelSize * 1.25 + valueSize;
  return {
    name,
    value,
    label: fittedLabel(
      label,
      { x, y: isBelow ? base + labelSize * 1.3 : y + labelSize, width, size: labelSize },
      family,
    ),
    print: fitted(text, { x, y: base, width, size: valueSize }, family),
  };
}

function labelOf(
  name: FamilyField,
  number: number,
  { labels, languages: [first, second] }: CardFamily,
): string | null {
  if (labels === 'none') return null;
  const label = familyLabels[first][name];
  if (labels === 'bilingual') return `${label} / ${familyLabels[second][name]}`;
  if (labels === 'numbered') return `${number}. ${label}/${familyLabels[second][name]}`;
  return label;
}

interface Room {
  x: number;
  y: number;
  width: number;
  size: number;
}

const labelWidth = ({ text, size }: PlacedText, { labelFace }: CardFamily): number =>
  textWidth(faces[labelFace], text, { size });

const fitted = (text: string, room: Room, { valueFace }: CardFamily): PlacedText =>
  shrunk(text, room, textWidth(faces[valueFace], text, room));

const fittedLabel = (text: string, room: Room, { labelFace }: CardFamily): PlacedText =>
  shrunk(text, room, textWidth(faces[labelFace], text, room));

const shrunk = (text: string, { x, y, width, size }: Room, wide: number): PlacedText => ({
  text,
  x,
  y,
  size: wide > width ? (size * width) / wide : size,
});
