import { blocks, letterOf, sorts } from './letters.ts';
import { isMixed, unmix } from './look-alikes.ts';

/** One word of a raw name, folded, before anything is known of it. */
export interface Piece {
  text: string;
  /** Place in the raw text, UTF-16 units. */
  start: number;
  end: number;
  /** How many commas come before it, outside brackets. */
  segment: number;
  /** Number of the bracket around it, 0 outside. */
  bracket: number;
  /** Nothing but a full stop between it and the piece before. */
  linked: boolean;
}

const notAscii = 0x80;

/** Sort of each ASCII character as one byte, letters and digits 1. */
const asciiSorts = Uint8Array.from({ length: notAscii }, (_, codePoint) => letterOf(codePoint).sort);

const isHebrew = (codePoint: number | undefined): boolean =>
  codePoint !== undefined && letterOf(codePoint).block === blocks.hebrew;

/**
 * Cuts a raw name into folded words, one character after the other.
 *
 * State: the word being read (`#start`, `#end`, the blocks of its letters in `#block`, its folded text in `#buffer` once that
 * is other than the raw text in lower case), and what the next word will carry: commas seen outside brackets (`#segment`), the
 * bracket around it (`#bracket`, numbered by `#brackets`) and whether a full stop alone divides it from the last (`#link`).
 *
 * Invariants: pieces do not overlap and ascend; `start` and `end` are places of the raw text, whatever folding does to length;
 * no piece is empty. What a character does is decided by `letterOf` alone, so subject and list are cut alike.
 *
 * Cost: one table look-up a character. A name of plain ASCII, nearly all of most lists, never comes here (`cutPlain`).
 */
class NameCutter {
  readonly pieces: Piece[] = [];
  readonly #raw: string;
  /** Start of the word being read, -1 between words. */
  #start = -1;
  #end = 0;
  /** Folded letters read so far; null while they are plain ASCII and can be cut out of the raw text. */
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
    // A Latin letter behind Han or kana begins a word: scripts without spaces touch what follows.
    else if ((this.#block & blocks.dense) !== 0) {
      this.#finish();
      this.#begin(at);
    }
    this.#block |= block;
    // No buffer: the word is cut out of the raw text when it ends.
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
    // Ordinal signs behind a number: 3ª is 3.
    if ((place.codePoint === 0xaa || place.codePoint === 0xba) && this.#block === blocks.digit) return;
    // Dense and spaced scripts are words of their own. Signs that compose go with either.
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

  /** A character that joins what is around it. */
  #drop(): void {
    if (this.#start >= 0) this.#buffer ??= this.#raw.slice(this.#start, this.#end).toLowerCase();
  }

  #letterFollows(at: number): boolean {
    const codePoint = this.#raw.codePointAt(at);
    return codePoint !== undefined && letterOf(codePoint).sort === sorts.letter;
  }

  #separator(sort: number, codePoint: number, end: number): void {
    if (sort === sorts.stop) {
      // Only between two words: a stop behind a blank links nothing.
      const link = this.#start >= 0;
      this.#finish();
      this.#link = link;
      return;
    }
    // L·L is one sound of Catalan.
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

/** The words of a name of ASCII letters, digits, blanks, hyphens, commas and full stops alone; null for any other. */
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
    // Anything that may join, open a bracket or fold is left to the cutter.
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
 * The words of a raw name in the order written, folded: apostrophes and invisible characters join, full stops link, brackets
 * and commas are counted, everything else that is no letter or digit cuts. Empty exactly when the text has none.
 */
export function cutName(raw: string): Piece[] {
  return cutPlain(raw) ?? new NameCutter(raw).cut();
}

/** One word in the form in which equality of texts is equality of words: all letters of the text, joined. */
export function foldWord(text: string): string {
  const pieces = cutName(text);
  const first = pieces[0];
  if (first === undefined) return '';
  return pieces.length === 1 ? first.text : pieces.map((piece) => piece.text).join('');
}
