import type { Box } from '../picture/raster.ts';
import type { TextWord } from './text-engine.ts';

/** Words close together in one row, from left to right. */
export interface TextRun {
  words: TextWord[];
  box: Box;
}

/** Widest gap within a run, in heights of the words. */
const widestGap = 1.6;
/** Maximum height of a word relative to its neighbour in a run; a signature beside a label is taller. */
export const mostTaller = 3;

/** The smallest box that contains all given boxes. */
export function boxAround(boxes: readonly Box[]): Box {
  const left = Math.min(...boxes.map(([x]) => x));
  const top = Math.min(...boxes.map(([, y]) => y));
  const right = Math.max(...boxes.map(([x, , width]) => x + width));
  const bottom = Math.max(...boxes.map(([, y, , height]) => y + height));
  return [left, top, right - left, bottom - top];
}

/** Vertical overlap of two boxes, as a share of the shorter one. */
export function sideBySide([, top, , height]: Box, [, otherTop, , otherHeight]: Box): number {
  const shared = Math.min(top + height, otherTop + otherHeight) - Math.max(top, otherTop);
  return shared / Math.max(1, Math.min(height, otherHeight));
}

/** Whether two boxes share an area. */
export function overlap([x, y, width, height]: Box, [left, top, across, down]: Box): boolean {
  return x < left + across && left < x + width && y < top + down && top < y + height;
}

/** A slash with enough letters on both sides to separate two words; with fewer, as in `M/F`, it is one word. */
const aroundStroke = /(?<=\p{L}{3}\/)(?=\p{L}{3})/u;

/** Splits "nascimento/Date" into two words, the first one with the slash; engines return text without blanks as one word. */
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
 * A field's number joined to its value, `5.AB123` or `5,.123456`. A value that contains points must be a date; otherwise the whole word
 * is a date or a number in groups.
 */
const numberedValue = /^\d{1,2}[a-d]?[.,:)»-]{1,2}([\p{L}\p{N}'’]{4,}|\d{1,2}[.,/-]\d{1,2}[.,/-]\d{2,4})$/u;

/** Splits "5.AB123" into two words, the first one with the field's number, because engines miss narrow blanks. */
export function partedAtNumbers(words: readonly TextWord[]): TextWord[] {
  return words.flatMap((word) => {
    const value = numberedValue.exec(word.text)?.[1];
    return value === undefined ? [word] : partedBefore(word, value.length);
  });
}

/**
 * A label joined to its value, `naissance~12` or `Prénoms.INGRID`: lower-case letters, points, and a value of digits or capitals. Engines
 * miss narrow blanks and read the edge of a letter as a point.
 */
const labelledValue = /^\p{Lu}?\p{Ll}{3,}[.,:;~»]{1,2}(\d[\d.,/-]*|\p{Lu}[\p{Lu}'’-]+[.,]?)$/u;

/** Splits "naissance~12.12.1989" into two words, a label and its value. */
export function partedAtLabels(words: readonly TextWord[]): TextWord[] {
  return words.flatMap((word) => {
    const value = labelledValue.exec(word.text)?.[1];
    return value === undefined ? [word] : partedBefore(word, value.length);
  });
}

/** Width of a point relative to a letter. */
const pointWidth = 0.45;

/** Splits a word in two so that the second has the given number of letters; assumes letters of equal width and narrower points. */
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

/** Groups words into runs, from top to bottom. */
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

/** Whether two words are of similar height. Hyphens always match, because they are only as tall as a stroke is thick. */
function areOfOneSize(one: TextWord, other: TextWord): boolean {
  const heights = [one, other].filter(({ text }) => /[\p{L}\p{N}]/u.test(text)).map(({ box }) => box[3]);
  return heights.length < 2 || Math.max(...heights) <= mostTaller * Math.min(...heights);
}
