/** A pattern, its replacement, and letters or pairs of letters of which every matching word contains at least one. */
export interface Spelling {
  readonly needs: readonly string[];
  readonly pattern: RegExp;
  readonly one: string;
}

/** @param needs separated by spaces */
export function spelling(needs: string, pattern: RegExp, one: string): Spelling {
  return { needs: needs.split(' '), pattern, one };
}

const width = 32;
const beforeA = 96;
/** Number of bits in a mask. */
const mostOfTable = 32;

/** Which of at most 32 spellings a letter, or a letter after another one, makes possible. */
class SpellingTable {
  readonly #spellings: readonly Spelling[];
  /** Indexed by letter, and by the previous letter × 32 + letter. */
  readonly #allows = new Uint32Array(width * width);

  constructor(spellings: readonly Spelling[]) {
    this.#spellings = spellings;
    for (const [at, { needs }] of spellings.entries())
      for (const letters of needs) {
        const place = Array.from(letters).reduce(
          (sum, letter) => sum * width + letter.charCodeAt(0) - beforeA,
          0,
        );
        this.#allows[place] = (this.#allows[place] as number) | (1 << at);
      }
  }

  of(text: string): string {
    let form = text;
    let left = this.#maskOf(form);
    while (left !== 0) {
      const at = 31 - Math.clz32(left & -left);
      left &= left - 1;
      const { pattern, one } = this.#spellings[at] as Spelling;
      const changed = form.replace(pattern, one);
      if (changed === form) continue;
      form = changed;
      // Only those that come later, because each is applied once.
      left = at === 31 ? 0 : this.#maskOf(form) & (-2 << at);
    }
    return form;
  }

  #maskOf(text: string): number {
    let mask = 0;
    let before = 0;
    for (let at = 0; at < text.length; at += 1) {
      const letter = text.charCodeAt(at) - beforeA;
      mask |= (this.#allows[letter] as number) | (this.#allows[before * width + letter] as number);
      before = letter;
    }
    return mask;
  }
}

/**
 * Spellings applied to words of the letters a to z in order, each once. Most match no part of a word, which its pairs of letters show
 * without trying the patterns.
 */
export class Respelling {
  readonly #tables: readonly SpellingTable[];

  constructor(spellings: readonly Spelling[]) {
    this.#tables = Array.from(
      { length: Math.ceil(spellings.length / mostOfTable) },
      (_, at) => new SpellingTable(spellings.slice(at * mostOfTable, (at + 1) * mostOfTable)),
    );
  }

  of(text: string): string {
    let form = text;
    for (const table of this.#tables) form = table.of(form);
    return form;
  }
}
