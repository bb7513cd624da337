import type { Box } from '../picture/raster.ts';
import type { TextWord } from './text-engine.ts';

/** Words that are in one row close together, from left to right. */
export interface TextRun {
  words: TextWord[];
  box: Box;
}

/** Gap, in heights of the words, that still lies within a run. */
const widestGap = 1.6;
/** How many times as high as its neighbour a word of one run is at most: a signature is higher beside a label. */
export const mostTaller = 3;

/** The box around boxes. */
export function boxAround(boxes: readonly Box[]): Box {
  const left = Math.min(...boxes.map(([x]) => x));
  const top = Math.min(...boxes.map(([, y]) => y));
  const right = Math.max(...boxes.map(([x, , width]) => x + width));
  const bottom = Math.max(...boxes.map(([, y, , height]) => y + height));
  return [left, top, right - left, bottom - top];
}

/** Share of the lower of two boxes that lies beside the other. */
export function sideBySide([, top, , height]: Box, [, otherTop, , otherHeight]: Box): number {
  const shared = Math.min(top + height, otherTop + otherHeight) - Math.max(top, otherTop);
  return shared / Math.max(1, Math.min(height, otherHeight));
}

/** Letters on both sides of a stroke that part two words; fewer are one, as in `M/F`. */
const aroundStroke = /(?<=\p{L}{3}\/)(?=\p{L}{3})/u;

/** "nascimento/Date" as two words, the first with the stroke; engines give what has no blank as one. */
export function partedAtStrokes(words: readonly TextWord[]): TextWord[] {
  return words.flatMap((word) => {
    const parts = word.text.split(aroundStroke);
    if (parts.length === 1) return [word];
    const [x, y, width, height] = word.box;
    const letter = width / word.text.length;
    let before = 0;
    return parts.map((text): TextWord => {
      const box: Box = [x + before * letter, y, text.length * letter, height];
      before += text.length;
      return { ...word, text, box };
    });
  });
}

/**
 * A field's number that its value touches, `5.AB123` or `5,.123456`. A value with points of its own is a date, or
 * the word is one: a date or a number in groups.
 */
const numberedValue = /^\d{1,2}[a-d]?[.,:)»-]{1,2}([\p{L}\p{N}'’]{4,}|\d{1,2}[.,/-]\d{1,2}[.,/-]\d{2,4})$/u;

/** "5.AB123" as two words, the first with the field's number: engines leave out narrow blanks. */
export function partedAtNumbers(words: readonly TextWord[]): TextWord[] {
  return words.flatMap((word) => {
    const value = numberedValue.exec(word.text)?.[1];
    return value === undefined ? [word] : partedBefore(word, value.length);
  });
}

/**
 * A label that its value touches, `naissance~12` or `Prénoms.INGRID`: small letters, points, and a value of digits or capitals. Engines
 * leave out narrow blanks and read the edge of a letter as a point.
 */
const labelledValue = /^\p{Lu}?\p{Ll}{3,}[.,:;~»]{1,2}(\d[\d.,/-]*|\p{Lu}[\p{Lu}'’-]+[.,]?)$/u;

/** "naissance~12.12.1989" as two words, a label and its value. */
export function partedAtLabels(words: readonly TextWord[]): TextWord[] {
  return words.flatMap((word) => {
    const value = labelledValue.exec(word.text)?.[1];
    return value === undefined ? [word] : partedBefore(word, value.length);
  });
}

/** Width of a point beside that of a letter. */
const pointWidth = 0.45;

/** The word as two, the second of so many letters; letters are taken to be of one width, points to be narrower. */
function partedBefore(word: TextWord, letters: number): TextWord[] {
  const { text, box } = word;
  const [x, y, width, height] = box;
  const at = text.length - letters;
  const widths = Array.from(text, (letter) => (/[\p{L}\p{N}]/u.test(letter) ? 1 : pointWidth));
  const sum = (parts: readonly number[]): number => parts.reduce((all, one) => all + one, 0);
  const before = (width * sum(widths.slice(0, at))) / sum(widths);
  return [
    { ...word, text: text.slice(0, at), box: [x, y, before, height] },
    { ...word, text: text.slice(at), box: [x + before, y, width - before, height] },
  ];
}

/** Words as runs, from top to bottom. */
export function runsOf(words: readonly TextWord[]): TextRun[] {
  const runs: TextWord[][] = [];
  for (const word of words.toSorted((a, b) => a.box[0] - b.box[0])) {
    const candidates = runs.filter((run) => continues(run.at(-1), word));
    const [near] = candidates.toSorted((a, b) => gapTo(a.at(-1), word) - gapTo(b.at(-1), word));
    if (near) near.push(word);
    else runs.push([word]);
  }
  return runs
    .map((run) => ({ words: run, box: boxAround(run.map(({ box }) => box)) }))
    .toSorted((a, b) => a.box[1] + a.box[3] / 2 - (b.box[1] + b.box[3] / 2));
}

function gapTo(last: TextWord | undefined, { box }: TextWord): number {
  return last === undefined ? Infinity : box[0] - (last.box[0] + last.box[2]);
}

function continues(last: TextWord | undefined, word: TextWord): boolean {
  if (last === undefined || sideBySide(last.box, word.box) < 0.5 || !areOfOneSize(last, word)) return false;
  const height = Math.max(last.box[3], word.box[3]);
  const gap = gapTo(last, word);
  return gap > -0.5 * height && gap <= widestGap * height;
}

/** A hyphen is as low as a stroke is thick, and belongs to its line. */
function areOfOneSize(one: TextWord, other: TextWord): boolean {
  const heights = [one, other].filter(({ text }) => /[\p{L}\p{N}]/u.test(text)).map(({ box }) => box[3]);
  return heights.length < 2 || Math.max(...heights) <= mostTaller * Math.min(...heights);
}
