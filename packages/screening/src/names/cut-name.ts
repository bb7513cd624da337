import { blocks, letterOf, sorts } from './letters.ts';
import { isMixed, unmix } from './look-alikes.ts';

/** One folded word of a raw name, before classification. */
export interface Piece {
  text: string;
  /** Position in the raw text in UTF-16 units. */
  start: number;
  end: number;
  /** Number of commas before it, outside brackets. */
  segment: number;
  /** Number of the bracket around it, 0 outside brackets. */
  bracket: number;
  /** Whether only a full stop separates it from the previous piece. */
  linked: boolean;
}

const notAscii = 0x80;

/** The sort of each ASCII character as one byte; letters and digits are 1. */
const asciiSorts = Uint8Array.from({ length: notAscii }, (_, codePoint) => letterOf(codePoint).sort);

const isHebrew = (codePoint: number | undefined): boolean =>
  codePoint !== undefined && letterOf(codePoint).block === blocks.hebrew;

/**
 * Splits a raw name into folded words, character by character.
 *
 * State: the current word (`#start`, `#end`, the blocks of its letters in `#block`, its folded text in `#buffer` as soon as that differs
 * from the raw text in lower case), and properties of the next word: commas seen outside brackets (`#segment`), the bracket around it
 * (`#bracket`, numbered by `#brackets`) and whether only a full stop separates it from the last one (`#link`).
 *
 * Invariants: pieces do not overlap and ascend; `start` and `end` are positions in the raw text, whatever the effect of folding on the
 * length; no piece is empty. The effect of a character is determined by `letterOf` alone, so subjects and lists are split alike.
 *
 * Cost: one table look-up per character. Names of plain ASCII, the great majority in most lists, are handled by `cutPlain` instead.
 */
class NameCutter {
  readonly pieces: Piece[] = [];
  readonly #raw: string;
  /** Start of the current word, -1 between words. */
  #start = -1;
  #end = 0;
  /** Folded letters of the current word; null while they are plain ASCII and can be taken from the raw text. */
  #buffer: string | null = null;
  #block = 0;
  #segment = 0;
  #bracket = 0;
  #brackets = 0;
  #link = false;

  constructor(raw: string) {
    this.#raw = raw;
  }

  cut(): Piece[] {
    const raw = this.#raw;
    let at = 0;
    while (at < raw.length) {
      const unit = raw.charCodeAt(at);
      if (unit < notAscii && asciiSorts[unit] === sorts.letter) {
        this.#asciiLetter(at, unit);
        at += 1;
        continue;
      }
      const codePoint = raw.codePointAt(at) ?? 0;
      const end = at + (codePoint > 0xffff ? 2 : 1);
      this.#character(codePoint, at, end);
      at = end;
    }
    this.#finish();
    return this.pieces;
  }

  #asciiLetter(at: number, unit: number): void {
    const block = unit < 0x3a ? blocks.digit : blocks.latin;
    if (this.#start < 0) this.#begin(at);
    // A Latin letter after Han or kana begins a new word: scripts without spaces may touch what follows.
    else if ((this.#block & blocks.dense) !== 0) {
      this.#finish();
      this.#begin(at);
    }
    this.#block |= block;
    // No buffer: the word is taken from the raw text when it ends.
    if (this.#buffer !== null)
      this.#buffer += String.fromCharCode(unit >= 0x41 && unit <= 0x5a ? unit | 0x20 : unit);
    this.#end = at + 1;
  }

  #begin(at: number): void {
    this.#start = at;
    this.#buffer = null;
    this.#block = 0;
  }

  #character(codePoint: number, at: number, end: number): void {
    const letter = letterOf(codePoint);
    switch (letter.sort) {
      case sorts.letter:
        return this.#letter(letter.text, letter.block, { at, end, codePoint });
      case sorts.dropped:
        return this.#drop();
      case sorts.several:
        for (const part of letter.text) this.#character(part.codePointAt(0) ?? 0x20, at, end);
        return;
      // A question mark or asterisk inside a word replaces a lost letter; elsewhere it is punctuation.
      case sorts.unreadable:
        return this.#start >= 0 && this.#letterFollows(end) ? this.#drop() : this.#blank();
      // Gershayim are often typed as a double quote.
      case sorts.quote:
        return this.#block === blocks.hebrew && isHebrew(this.#raw.codePointAt(end))
          ? this.#drop()
          : this.#blank();
      default:
        this.#separator(letter.sort, codePoint, end);
    }
  }

  #letter(text: string, block: number, place: { at: number; end: number; codePoint: number }): void {
    // Ordinal signs after a number: 3ª is 3.
    if ((place.codePoint === 0xaa || place.codePoint === 0xba) && this.#block === blocks.digit) return;
    // Dense and spaced scripts form separate words. Composing signs go with either.
    const apart = (block & blocks.dense) !== 0 ? ~(blocks.dense | blocks.composing) : blocks.dense;
    if (this.#start >= 0 && (this.#block & apart) !== 0 && (block & ~blocks.composing) !== 0) this.#finish();
    if (this.#start < 0) this.#begin(place.at);
    this.#buffer ??= this.#raw
      .slice(this.#start, this.#end > this.#start ? this.#end : this.#start)
      .toLowerCase();
    this.#buffer += text;
    this.#block |= block;
    this.#end = place.end;
  }

  /** Drops a character that joins its neighbours. */
  #drop(): void {
    if (this.#start >= 0) this.#buffer ??= this.#raw.slice(this.#start, this.#end).toLowerCase();
  }

  #letterFollows(at: number): boolean {
    const codePoint = this.#raw.codePointAt(at);
    return codePoint !== undefined && letterOf(codePoint).sort === sorts.letter;
  }

  #separator(sort: number, codePoint: number, end: number): void {
    if (sort === sorts.stop) {
      // Only between two words: a full stop after a space links nothing.
      const link = this.#start >= 0;
      this.#finish();
      this.#link = link;
      return;
    }
    // L·L is a single sound in Catalan.
    if (codePoint === 0xb7 && this.#isCatalanDot(end)) return this.#drop();
    this.#blank();
    if (sort === sorts.open) this.#bracket = this.#brackets += 1;
    else if (sort === sorts.close) this.#bracket = 0;
    else if (sort === sorts.comma && this.#bracket === 0) this.#segment += 1;
  }

  #isCatalanDot(end: number): boolean {
    return /^l$/iu.test(this.#raw.charAt(end - 2)) && /^l$/iu.test(this.#raw.charAt(end));
  }

  #blank(): void {
    this.#finish();
    this.#link = false;
  }

  #finish(): void {
    const start = this.#start;
    if (start < 0) return;
    const text = this.#text(start);
    this.#start = -1;
    if (text === '') return;
    this.pieces.push({
      text,
      start,
      end: this.#end,
      segment: this.#segment,
      bracket: this.#bracket,
      linked: this.#link,
    });
    this.#link = false;
    this.#block = 0;
  }

  #text(start: number): string {
    if (this.#buffer === null) return this.#raw.slice(start, this.#end).toLowerCase();
    // Letters of two alphabets in one word are look-alikes, by mistake or on purpose.
    if (isMixed(this.#block)) return foldLetters(unmix(this.#raw.slice(start, this.#end)));
    return (this.#block & blocks.composing) !== 0 ? this.#buffer.normalize('NFC') : this.#buffer;
  }
}

function foldLetters(text: string): string {
  let folded = '';
  for (const character of text) {
    const letter = letterOf(character.codePointAt(0) ?? 0x20);
    if (letter.sort === sorts.letter) folded += letter.text;
  }
  return folded.normalize('NFC');
}

const plainSorts = Uint8Array.from(asciiSorts, (sort, codePoint) =>
  sort === sorts.letter || sort === sorts.stop || sort === sorts.comma
    ? sort
    : isPlainBlank(codePoint)
      ? sorts.blank
      : 0,
);

function isPlainBlank(codePoint: number): boolean {
  return codePoint === 0x20 || codePoint === 0x2d || codePoint === 0x26 || codePoint === 0x2f;
}

/** Splits a name that contains only ASCII letters, digits, spaces, hyphens, commas and full stops; null for any other. */
function cutPlain(raw: string): Piece[] | null {
  const pieces: Piece[] = [];
  const lower = raw.toLowerCase();
  let start = -1;
  let segment = 0;
  let linked = false;
  for (let at = 0; at <= raw.length; at += 1) {
    const unit = at < raw.length ? raw.charCodeAt(at) : 0x20;
    const sort = unit < notAscii ? plainSorts[unit] : 0;
    if (sort === sorts.letter) {
      if (start < 0) start = at;
      continue;
    }
    // Characters that may join, open a bracket or need folding are handled by the cutter.
    if (sort === 0) return null;
    const ends = start >= 0;
    if (ends) pieces.push({ text: lower.slice(start, at), start, end: at, segment, bracket: 0, linked });
    start = -1;
    linked = ends && sort === sorts.stop;
    if (sort === sorts.comma) segment += 1;
  }
  return pieces;
}

/**
 * Splits a raw name into its folded words, in written order: apostrophes and invisible characters join, full stops link, brackets and
 * commas are counted, everything else that is not a letter or digit separates. Empty if and only if the text has no letter or digit.
 */
export function cutName(raw: string): Piece[] {
  return cutPlain(raw) ?? new NameCutter(raw).cut();
}

/** Folds a single word so that equal texts mean equal words: joins all letters of the text. */
export function foldWord(text: string): string {
  const pieces = cutName(text);
  const first = pieces[0];
  if (first === undefined) return '';
  return pieces.length === 1 ? first.text : pieces.map((piece) => piece.text).join('');
}
