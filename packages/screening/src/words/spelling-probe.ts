import type { Word } from '../model/word.ts';
import { byCost, lowestByVowels, lowestSimilarity, readingLoss } from './compare-words.ts';
import { costOfEdits, EditedText, EditPattern, longestEdited } from './edit-cost.ts';
import { foldLetters } from './normal-form.ts';
import { haveSameSkeleton, soundSimilarity, worstSound } from './sound.ts';
import { budgetOf } from './word-of.ts';

/** Another word that is read for one comparison. */
const [otherText, otherNormal] = [new EditedText(), new EditedText()];

/** Where a word of letters a to z and its normal form are among the bytes of others. */
export interface SpelledWord {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly length: number;
  /** The same as the word itself where the two are equal. */
  readonly normalFrom: number;
  readonly normalLength: number;
}

const plain = /^[a-z]+$/u;
const isVowel = new Uint8Array(128);
for (const letter of 'aeiou') isVowel[letter.charCodeAt(0)] = 1;
const letterA = 97;
/** `foldLetters` by the code of a letter. */
const folded = Uint8Array.from({ length: 128 }, (_, code) =>
  foldLetters(String.fromCharCode(code)).charCodeAt(0),
);

/**
 * `compareWords` of one Latin word with many, for those that it may agree with by their spelling alone: they share no reading,
 * no stem, no group, no form of a surname and no slip of a short word with it, and neither is an initial of the other. Reads bytes and makes no words.
 *
 * State: the word's texts and the places of its letters, made once; `otherText` and `otherNormal` hold the other word at hand, of
 * whichever probe.
 */
export class SpellingProbe {
  readonly #word: Word;
  readonly #pattern: EditPattern;
  readonly #ownText: EditedText;
  readonly #ownNormal: EditedText;

  private constructor(word: Word) {
    this.#word = word;
    this.#pattern = new EditPattern(word.text, folded);
    this.#ownText = new EditedText().read(word.text);
    this.#ownNormal = new EditedText().read(word.normal);
  }

  /** Null for words that have other characters than a to z, or too many. */
  static of(word: Word): SpellingProbe | null {
    const { text, script } = word;
    return script === 'latin' && text.length <= longestEdited && plain.test(text)
      ? new SpellingProbe(word)
      : null;
  }

  /** Edits between the folded letters of both; some number above `most` when there are more. */
  editsWithin(other: SpelledWord, most: number): number {
    if (Math.abs(other.length - this.#word.text.length) > most) return most + 1;
    return this.#pattern.editsWithin(otherText.readBytes(other.bytes, other.from, other.length), most);
  }

  /** 0, or 6,000 to 10,000. */
  similarityTo(other: SpelledWord): number {
    const edits = this.#editSimilarity(other);
    // Sound is at most as good as what is called edits from here on.
    if (edits >= worstSound || this.#word.skeleton === '') return edits;
    const { bytes, normalFrom: from, normalLength } = other;
    const normal = bytes.subarray(from, from + normalLength);
    if (!haveSameSkeleton(this.#word.skeleton, normal)) return edits;
    return Math.max(edits, soundSimilarity(this.#word.normal, String.fromCharCode(...normal)));
  }

  #editSimilarity(other: SpelledWord): number {
    const { budget, text, normal, consonants } = this.#word;
    const most = Math.min(budget, budgetOf(other.length, 'latin'));
    if (most > 0 && this.editsWithin(other, most) <= most) {
      const written = byCost(costOfEdits(this.#ownText, otherText), Math.max(text.length, other.length));
      const reads = normal !== text || other.normalFrom !== other.from;
      const similarity = reads ? Math.max(written, this.#readSimilarity(other)) : written;
      return similarity < lowestSimilarity ? 0 : similarity;
    }
    if (consonants === '' || !this.#sharesConsonants(other)) return 0;
    const similarity = this.#readSimilarity(other);
    return similarity < lowestByVowels ? 0 : similarity;
  }

  #readSimilarity({ bytes, normalFrom, normalLength }: SpelledWord): number {
    const length = Math.max(this.#word.normal.length, normalLength);
    if (length > longestEdited) return 0;
    const cost = costOfEdits(this.#ownNormal, otherNormal.readBytes(bytes, normalFrom, normalLength));
    return byCost(cost, length) - readingLoss;
  }

  /** Whether the consonants of the other's normal form are those of the word, of which it has some. */
  #sharesConsonants({ bytes, normalFrom, normalLength }: SpelledWord): boolean {
    const { consonants } = this.#word;
    let at = 0;
    for (let place = normalFrom; place < normalFrom + normalLength; place += 1) {
      let letter = bytes[place] as number;
      if (isVowel[letter] === 1) {
        if (place > normalFrom) continue;
        // A vowel in front counts, whichever it is.
        letter = letterA;
      }
      if (consonants.charCodeAt(at) !== letter) return false;
      at += 1;
    }
    return at === consonants.length;
  }
}
