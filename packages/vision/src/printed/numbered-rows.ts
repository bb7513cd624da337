import type { Box } from '../picture/raster.ts';
import type { FoundLabel } from './find-labels.ts';
import type { LocatedField } from './labelled-fields.ts';
import { plainLetters } from './plain-text.ts';
import { boxAround, type TextRun } from './text-lines.ts';
import type { DocumentTemplate } from './templates/template.ts';

/** Height of the area of a row, in heights of the value above it. */
const rowHeight = 1.7;
/** Width of an area in which no word was read, in the same unit: enough for a number of 16 characters. */
const rowWidth = 14;

/**
 * Locates the number of a licence whose label was not read, for example because a seal covers it. The fields of a numbered licence are
 * evenly spaced rows; field 5 is the row below 4b and begins at the left edge of the values of fields 1 to 3.
 * @returns the field's position without a value; `null` if the label was found or the rows above were not
 */
export function rowOfNumber(
  template: DocumentTemplate | null,
  labels: readonly FoundLabel[],
  { located, runs }: { located: readonly LocatedField[]; runs: readonly TextRun[] },
): LocatedField | null {
  if (template?.id !== 'numbered-licence' || located.some(({ field }) => field === 'number')) return null;
  const place = (field: string): Box | undefined =>
    located.find((one) => one.field === field && one.value !== null)?.box;
  const label = (field: string): Box | undefined => labels.find(({ rule }) => rule.field === field)?.box;
  const [issue, expiry] = [label('issueDate'), label('expiryDate')];
  const above = place('birthDate') ?? place('firstName') ?? place('lastName');
  if (issue === undefined || expiry === undefined || above === undefined) return null;
  const [pitch, height] = [expiry[1] - issue[1], above[3]];
  if (pitch < height || pitch > 4 * height) return null;
  const left = above[0] - 0.2 * height;
  const top = expiry[1] + expiry[3] / 2 + pitch - (rowHeight * height) / 2;
  const row: Box = [left, top, rowWidth * height, rowHeight * height];
  return { field: 'number', kind: 'licence-number', value: null, hasWords: true, box: wordsIn(row, runs) };
}

/** Maximum distance of a label from its expected position: horizontally in heights, vertically in rows. */
const offPlace = { across: 0.7, down: 0.35 };
/** Maximum difference in height of labels in one row, in heights of a label. */
const sameSize = 0.35;

/** The labels of a numbered licence, including those that were misread but are where they belong. */
export function withRowLabels(
  template: DocumentTemplate,
  labels: readonly FoundLabel[],
  runs: readonly TextRun[],
): FoundLabel[] {
  return template.id === 'numbered-licence'
    ? withNeighbours(template, withNames(template, labels, runs), runs)
    : [...labels];
}

/** Fields in the rows of 4a and 4b, and readings of their labels: a small 4 resembles an A. */
const neighbours = [
  { field: 'authority', of: 'issueDate', looks: /^[4A][CEGO]$/ },
  { field: 'personalNumber', of: 'expiryDate', looks: /^[4A][DO]$/ },
] as const;

/** Adds labels 4c and 4d that were misread, such as `ac.`: words of the size of label 4a or 4b, to the right of it in the same row. */
function withNeighbours(
  template: DocumentTemplate,
  labels: readonly FoundLabel[],
  runs: readonly TextRun[],
): FoundLabel[] {
  const found = neighbours.flatMap(({ field, of, looks }) => {
    const beside = labels.find(({ rule }) => rule.field === of)?.box;
    const rule = template.labels.find((one) => one.field === field);
    if (!beside || !rule || labels.some((label) => label.rule.field === field)) return [];
    const isThere = ({ box }: { box: Box }): boolean =>
      box[0] > beside[0] + beside[2] &&
      Math.abs(middleOf(box) - middleOf(beside)) < offPlace.down * beside[3] &&
      Math.abs(box[3] - beside[3]) < sameSize * beside[3];
    const label = labelAmong(runs, (word) => isThere(word) && looks.test(plainLetters(word.text)));
    return label ? [{ ...label, rule }] : [];
  });
  return [...labels, ...found];
}

/**
 * The same of the names, such as `i.` for `1.`: fields 1 to 4 are evenly spaced rows whose numbers share a left edge. Any label of the same
 * field elsewhere on the page is then discarded as a scrap.
 */
function withNames(
  template: DocumentTemplate,
  labels: readonly FoundLabel[],
  runs: readonly TextRun[],
): FoundLabel[] {
  const boxOf = (field: string): Box | undefined => labels.find(({ rule }) => rule.field === field)?.box;
  const [birth, issue, expiry] = [boxOf('birthDate'), boxOf('issueDate'), boxOf('expiryDate')];
  if (!birth || !issue || !expiry) return [...labels];
  const pitch = expiry[1] - issue[1];
  if (pitch < birth[3] || Math.abs(issue[1] - birth[1] - pitch) > offPlace.down * pitch) return [...labels];
  return (['lastName', 'firstName'] as const).reduce<FoundLabel[]>(
    (known, field, at) => {
      const place: Box = [birth[0], birth[1] - (2 - at) * pitch, birth[2], birth[3]];
      const isThere = ({ box }: { box: Box }): boolean =>
        Math.abs(box[0] - place[0]) < offPlace.across * place[3] &&
        Math.abs(middleOf(box) - middleOf(place)) < offPlace.down * pitch;
      const rule = template.labels.find((one) => one.field === field);
      if (!rule || known.some((label) => label.rule.field === field && isThere(label))) return known;
      const label = labelAmong(runs, (word) => isThere(word) && word.text.length <= 2);
      return label ? [...known.filter((one) => one.rule.field !== field), { ...label, rule }] : known;
    },
    [...labels],
  );
}

const middleOf = ([, y, , height]: Box): number => y + height / 2;

/** Finds a word that is followed by other words of its run. */
function labelAmong(
  runs: readonly TextRun[],
  isLabel: (word: TextRun['words'][number]) => boolean,
): Omit<FoundLabel, 'rule'> | null {
  for (const run of runs) {
    const from = run.words.findIndex(isLabel);
    const box = run.words[from]?.box;
    if (box && from + 1 < run.words.length) return { run, from, to: from + 1, box, errors: 1 };
  }
  return null;
}

/** The part of a row occupied by words, from its left edge; the whole row if there are none. */
function wordsIn([left, top, width, height]: Box, runs: readonly TextRun[]): Box {
  const boxes = runs
    .flatMap(({ words }) => words)
    .filter(({ text, box: [x, y, across, down] }) => {
      const [middle, right] = [y + down / 2, x + across];
      return text.length > 2 && middle > top && middle < top + height && right > left && x < left + width;
    })
    .map(({ box }) => box);
  if (boxes.length === 0) return [left, top, width, height];
  const [x, y, across, down] = boxAround(boxes);
  const from = Math.max(x, left);
  return [from, Math.min(y, top), x + across - from, Math.max(down, height)];
}
