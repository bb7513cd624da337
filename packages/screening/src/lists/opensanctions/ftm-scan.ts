import { emptyValues, none, propertyAt, type FtmRecord, type Values } from './ftm-record.ts';

const [quote, comma, colon, backslash, firstPlain] = [0x22, 0x2c, 0x3a, 0x5c, 0x20];
const [openList, closeList, openMembers, closeMembers] = [0x5b, 0x5d, 0x7b, 0x7d];
const words = ['true', 'false', 'null'];
/** Texts that were read may keep the text of their line in memory; this bounds how much. */
const longestLine = 16_384;

/**
 * Reads a line of an export in half the time of `JSON.parse`, most of whose result is never used.
 *
 * Model: publishers write lines in one form: an object without white space, whose members are texts, lists of texts, the properties (an
 * object of lists of texts), `true`, `false` and `null`; few texts contain an escape. Such a line is scanned once, and the required texts
 * are extracted. For any other line, whether JSON or not, the result is null, and it has to be parsed. So a line that is read here is
 * valid JSON, and `recordOf(parseFtm(text))` gives the same result, which a fuzz target verifies.
 */
export function scanRecord(text: string): FtmRecord | null {
  return text.length > longestLine ? null : new LineScan(text).record();
}

/** Null, false and -1 mean another form. */
class LineScan {
  readonly #text: string;
  /** Current position. */
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  record(): FtmRecord | null {
    const record: FtmRecord = {
      id: '',
      schema: '',
      caption: '',
      values: emptyValues(),
      referents: none,
      datasets: none,
    };
    let hasProperties = false;
    if (!this.#takes(openMembers)) return null;
    do {
      const key = this.#key();
      if (key === 'properties') {
        // A repeated member replaces the previous one completely.
        if (hasProperties || !this.#properties(record.values)) return null;
        hasProperties = true;
      } else if (key === null || !this.#member(record, key)) return null;
    } while (this.#takes(comma));
    const isWhole = this.#takes(closeMembers) && this.#at === this.#text.length;
    return isWhole && hasProperties && record.id !== '' && record.schema !== '' ? record : null;
  }

  /** Whether the value of a member other than `properties` has the expected form; it is stored if required. */
  #member(record: FtmRecord, key: string): boolean {
    if (key === 'id' || key === 'schema' || key === 'caption') {
      const value = this.#string();
      if (value === null) return false;
      record[key] = value;
      return true;
    }
    if (key === 'referents' || key === 'datasets') {
      const values = this.#strings(true);
      if (values === null) return false;
      record[key] = values;
      return true;
    }
    const first = this.#text.charCodeAt(this.#at);
    if (first === quote) return this.#endOfString() >= 0;
    return first === openList ? this.#strings(false) !== null : this.#takesWord();
  }

  #properties(values: Values): boolean {
    if (!this.#takes(openMembers)) return false;
    if (this.#takes(closeMembers)) return true;
    do {
      const start = this.#at + 1;
      const end = this.#endOfString();
      if (end < 0 || !this.#takes(colon)) return false;
      const name = propertyAt(this.#text, start, end);
      const texts = this.#strings(name !== null);
      if (texts === null) return false;
      if (name !== null) values[name] = texts;
    } while (this.#takes(comma));
    return this.#takes(closeMembers);
  }

  /** A list of texts; empty if they are not required. */
  #strings(wanted: boolean): readonly string[] | null {
    if (!this.#takes(openList)) return null;
    if (this.#takes(closeList)) return none;
    const texts: string[] = [];
    do {
      const start = this.#at + 1;
      const end = this.#endOfString();
      if (end < 0) return null;
      if (wanted) texts.push(this.#text.slice(start, end));
    } while (this.#takes(comma));
    return this.#takes(closeList) ? texts : null;
  }

  #key(): string | null {
    const key = this.#string();
    return this.#takes(colon) ? key : null;
  }

  #string(): string | null {
    const start = this.#at + 1;
    const end = this.#endOfString();
    return end < 0 ? null : this.#text.slice(start, end);
  }

  /** Skips a text. @returns the position of its closing quote */
  #endOfString(): number {
    const text = this.#text;
    if (text.charCodeAt(this.#at) !== quote) return -1;
    for (let at = this.#at + 1; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit === quote) {
        this.#at = at + 1;
        return at;
      }
      if (unit === backslash || unit < firstPlain) return -1;
    }
    return -1;
  }

  #takes(unit: number): boolean {
    if (this.#text.charCodeAt(this.#at) !== unit) return false;
    this.#at += 1;
    return true;
  }

  #takesWord(): boolean {
    for (const word of words) {
      if (!this.#text.startsWith(word, this.#at)) continue;
      this.#at += word.length;
      return true;
    }
    return false;
  }
}
