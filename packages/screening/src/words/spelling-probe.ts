import type { Word } from '../model/word.ts';
import {
  byCost,
  equalSimilarity,
  groupSimilarity,
  lowestByVowels,
  lowestSimilarity,
  readingLoss,
  readingSimilarity,
  similarityOfForms,
} from './compare-words.ts';
import { costOfEdits, EditedText, EditPattern, longestEdited } from './edit-cost.ts';
import { foldLetters } from './normal-form.ts';
import { haveSameSkeleton, similarityOfSounds, SoundText, worstSound } from './sound.ts';
import { budgetOf, wordOf } from './word-of.ts';

/** The other word of the current comparison. */
const [otherText, otherNormal, otherSound] = [new EditedText(), new EditedText(), new SoundText()];

/** A word of letters a to z and its normal form, as ranges in a shared array of bytes. */
export interface SpelledWord {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly length: number;
  /** Equal to `from` if the word is its own normal form. */
  readonly normalFrom: number;
  readonly normalLength: number;
}

/** Maximum edit cost of words with a similarity of at least `least` (`byCost`), for the length of the longer one. */
function mostCost(least: number, length: number): number {
  return Math.floor(((10_000 - least) * length) / 100);
}

function isText(text: string, bytes: Uint8Array, [from, length]: readonly [number, number]): boolean {
  if (text.length !== length) return false;
  for (let at = 0; at < length; at += 1) if (text.charCodeAt(at) !== bytes[from + at]) return false;
  return true;
}

const plain = /^[a-z]+$/u;
const isVowel = new Uint8Array(128);
for (const letter of 'aeiou') isVowel[letter.charCodeAt(0)] = 1;
const letterA = 97;
/** `foldLetters` by letter code. */
const folded = Uint8Array.from({ length: 128 }, (_, code) =>
  foldLetters(String.fromCharCode(code)).charCodeAt(0),
);

/**
 * Computes `compareWords` of one Latin word with many others that may agree with it only by spelling: they share no reading, stem, group,
 * surname form or typing error of a short word, and neither is an initial of the other. Reads bytes and creates no words.
 *
 * State: the word's texts and the positions of its letters, read once; `otherText` and `otherNormal` hold the other word of the
 * current comparison, for any probe.
 */
export class SpellingProbe {
  #word = wordOf('');
  readonly #pattern = new EditPattern();
  readonly #ownText = new EditedText();
  readonly #ownNormal = new EditedText();
  readonly #ownSound = new SoundText();
  #hasSound = false;

  /** A probe of one word; null for words with characters other than a to z, or too many. */
  static of(word: Word): SpellingProbe | null {
    const probe = new SpellingProbe();
    return probe.read(word) ? probe : null;
  }

  /** Makes this the probe of another word; false for words with characters other than a to z, or too many. */
  read(word: Word): boolean {
    const { text, script } = word;
    if (script !== 'latin' || text.length > longestEdited || !plain.test(text)) return false;
    this.#word = word;
    this.#pattern.read(text, folded);
    this.#ownText.read(text);
    this.#ownNormal.read(word.normal);
    this.#hasSound = false;
    return true;
  }

  /** Similarity of the other word if both have the same normal form, otherwise 0; both must have at least three letters. */
  similarityOfReading({ bytes, from, length, normalFrom, normalLength }: SpelledWord): number {
    const { text, normal } = this.#word;
    if (!isText(normal, bytes, [normalFrom, normalLength])) return 0;
    return isText(text, bytes, [from, length]) ? equalSimilarity : readingSimilarity;
  }

  /**
   * Similarity of the other word, which shares a group of given names with this word (or, with `ofMeaning`, a group of words of the same
   * meaning) and is otherwise related only by spelling; both must have at least three letters.
   */
  similarityInGroup(other: SpelledWord, ofMeaning: boolean): number {
    const alike = this.#likeness(other);
    const edits = alike > groupSimilarity ? this.#editSimilarity(other) : 0;
    if (edits > groupSimilarity) return edits;
    return ofMeaning ? groupSimilarity : similarityOfForms(alike);
  }

  /** `likeness` of the two words. */
  #likeness(other: SpelledWord): number {
    const length = Math.max(this.#word.text.length, other.length);
    const readLength = Math.max(this.#word.normal.length, other.normalLength);
    let alike = 0;
    if (length <= longestEdited)
      alike = byCost(
        costOfEdits(this.#ownText, otherText.readBytes(other.bytes, other.from, other.length)),
        length,
      );
    return readLength <= longestEdited
      ? Math.max(alike, this.#readSimilarity(other, Math.max(alike, 0)), 0)
      : Math.max(alike, 0);
  }

  /** Edits between the folded letters of both; any number above `most` if there are more. */
  editsWithin(other: SpelledWord, most: number): number {
    if (Math.abs(other.length - this.#word.text.length) > most) return most + 1;
    return this.#pattern.editsWithin(otherText.readBytes(other.bytes, other.from, other.length), most);
  }

  /**
   * 0, or 6,000 to 10,000.
   * @param known `editsWithin` of the same word with the most edits of any two words, if it was called just before
   */
  similarityTo(other: SpelledWord, known: number | null = null): number {
    const edits = this.#editSimilarity(other, known);
    // Sound never ranks above edits from this similarity on.
    if (edits >= worstSound || this.#word.skeleton === '') return edits;
    const { bytes, normalFrom: from, normalLength } = other;
    if (!haveSameSkeleton(this.#word.skeleton, bytes, [from, normalLength])) return edits;
    if (!this.#hasSound) this.#ownSound.read(this.#word.normal);
    this.#hasSound = true;
    return Math.max(
      edits,
      similarityOfSounds(this.#ownSound, otherSound.readBytes(bytes, from, normalLength)),
    );
  }

  #editSimilarity(other: SpelledWord, known: number | null = null): number {
    const { budget, text, normal, consonants } = this.#word;
    const most = Math.min(budget, budgetOf(other.length, 'latin'));
    if (most > 0 && (known ?? this.editsWithin(other, most)) <= most) {
      const length = Math.max(text.length, other.length);
      const cost = costOfEdits(this.#ownText, otherText, mostCost(lowestSimilarity, length));
      const written = Math.max(0, byCost(cost, length));
      const reads = normal !== text || other.normalFrom !== other.from;
      const least = Math.max(lowestSimilarity, written);
      const similarity = reads ? Math.max(written, this.#readSimilarity(other, least)) : written;
      return similarity < lowestSimilarity ? 0 : similarity;
    }
    if (consonants === '' || !this.#sharesConsonants(other)) return 0;
    const similarity = this.#readSimilarity(other, lowestByVowels);
    return similarity < lowestByVowels ? 0 : similarity;
  }

  /** Similarity of the words as read; any lower value if it is below `least`. */
  #readSimilarity({ bytes, normalFrom, normalLength }: SpelledWord, least: number): number {
    const length = Math.max(this.#word.normal.length, normalLength);
    const most = mostCost(least + readingLoss, length);
    if (length > longestEdited || most < 0) return 0;
    const cost = costOfEdits(this.#ownNormal, otherNormal.readBytes(bytes, normalFrom, normalLength), most);
    return cost > most ? 0 : byCost(cost, length) - readingLoss;
  }

  /** Whether the word has consonants, and the other's normal form has the same ones. */
  #sharesConsonants({ bytes, normalFrom, normalLength }: SpelledWord): boolean {
    const { consonants } = this.#word;
    let at = 0;
    for (let place = normalFrom; place < normalFrom + normalLength; place += 1) {
      let letter = bytes[place] as number;
      if (isVowel[letter] === 1) {
        if (place > normalFrom) continue;
        // An initial vowel counts, whichever it is.
        letter = letterA;
      }
      if (consonants.charCodeAt(at) !== letter) return false;
      at += 1;
    }
    return at === consonants.length;
  }
}
