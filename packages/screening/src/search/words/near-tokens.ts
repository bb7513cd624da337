import { compareWords } from '../../words/compare-words.ts';
import { compoundsOf, mayBeCompound } from '../../words/compound-forms.ts';
import { partsBeside, sharesRest } from '../../words/compounds.ts';
import { editsWithin } from '../../words/edit-cost.ts';
import { foldLetters } from '../../words/normal-form.ts';
import { SpellingProbe, type SpelledWord } from '../../words/spelling-probe.ts';
import { groupKey, isEditKey, latinProbeKeys, probeKeys, soundKeys } from '../../words/word-keys.ts';
import { groupsOf, mostEdits, organisationGroups } from '../../words/word-of.ts';
import { sharesRunKey } from '../../scripts/runs.ts';
import type { CompoundPart, Word } from '../../model/word.ts';
import { workOf } from '../structures/work-limit.ts';
import type { Dictionary } from './dictionary.ts';
import { joined } from './pair-bound.ts';
import type { SpelledTokens } from './spelled-tokens.ts';

/**
 * Number of searches until all marks are cleared: a mark is one byte, so that those of a million tokens stay in the processor's cache.
 */
const mostEpochs = 255;
/** Whether a token is a compound of several words, once known. */
const [single, compound] = [1, 2];
/** Maximum number of tokens whose groups are remembered. */
const mostGrouped = 60_000;
/** Shorter words may be initials of others. */
const shortestWhole = 3;

/** The tokens similar to a word. Valid until the next search. */
export interface FoundNear {
  /** Tokens, each packed with its similarity by the function passed to the constructor. */
  readonly near: readonly number[];
  /** Tokens that consist of the word and one of the parts, written together. */
  readonly together: ReadonlyMap<CompoundPart, readonly number[]>;
  /** Work of finding them, in the units of `workOf`. */
  readonly work: number;
}

/**
 * Finds every token in the dictionary to which `compareWords` gives any similarity. Completeness is guaranteed by the word keys; words
 * abbreviated by an initial come from a separate list.
 *
 * State: `#seen` holds, for each token, the number of the search that last met it, so that a token under several keys is compared once
 * and the marks are cleared only every 255 searches; `#kind` records whether a token is a compound, determined on first use.
 *
 * Cost: one comparison for each token under the word's keys, of which there are about twenty. Bytes are compared if both are Latin words
 * that share only group, sound and edit keys, or have the same normal form (`SpellingProbe`); otherwise words. Tokens under edit keys
 * alone, by far the most, are first filtered by edit distance (bit-parallel).
 */
export class NearTokens {
  readonly #dictionary: Dictionary;
  readonly #spelled: SpelledTokens;
  readonly #pack: (token: number, similarity: number) => number;
  readonly #near: number[] = [];
  readonly #met: number[] = [];
  readonly #together = new Map<CompoundPart, number[]>();
  readonly #probe = new SpellingProbe();
  readonly #seen: Uint8Array;
  readonly #kind: Uint8Array;
  readonly #groups = new Map<number, readonly number[]>();
  #epoch = 0;
  #work = 0;

  /** @param pack combines a token and its similarity into one number */
  constructor(
    dictionary: Dictionary,
    spelled: SpelledTokens,
    pack: (token: number, similarity: number) => number,
  ) {
    this.#dictionary = dictionary;
    this.#spelled = spelled;
    this.#pack = pack;
    this.#seen = new Uint8Array(dictionary.size);
    this.#kind = new Uint8Array(dictionary.size);
  }

  /** @param least similarity below which some words that the model of another script relates to this one are left out */
  find(word: Word, least: number): FoundNear {
    this.#work = 0;
    this.#near.length = 0;
    this.#together.clear();
    this.#beginSearch();
    const probe = this.#probe.read(word) ? this.#probe : null;
    const keys = probeKeys(word);
    const sounds = probe ? soundKeys(word) : [];
    const spelling = this.#spelled.spelling(word, least);
    const spelled = new Set(spelling ? latinProbeKeys(word) : []);
    // Compound words may be parts of others in any way.
    const whole = word.length >= shortestWhole && word.compounds.length === 0 ? probe : null;
    const groups = whole ? word.groups.map(groupKey) : [];
    for (const key of keys) {
      // Such a token may agree in any way, so it must be handled before others mark it as seen.
      if (!isEditKey(key) && !spelled.has(key) && !sounds.includes(key) && !groups.includes(key))
        this.#dictionary.underKey(key, (token) => this.#considerForms(word, token, whole));
    }
    if (whole) this.#considerGroups(word, whole);
    if (spelling) {
      this.#work += spelling.work;
      for (const token of spelling.tokens) this.#considerForms(word, token, null);
    }
    for (const token of this.#initialsOf(word.text)) this.#considerForms(word, token, null);
    if (probe) for (const token of this.#metUnder(sounds)) this.#considerSounds(word, token, probe);
    for (const token of this.#metUnder(keys.filter(isEditKey))) this.#considerEdits(word, token, probe);
    return { near: this.#near, together: this.#together, work: this.#work };
  }

  /** Discards the marks of the previous search. */
  #beginSearch(): void {
    this.#epoch += 1;
    if (this.#epoch <= mostEpochs) return;
    this.#seen.fill(0);
    this.#epoch = 1;
  }

  /** Tokens under these keys that have not been met in this search; marks them as met. Valid until the next call. */
  #metUnder(keys: Iterable<number>): readonly number[] {
    const met = this.#met;
    met.length = 0;
    for (const key of keys)
      this.#dictionary.underKey(key, (token) => {
        if (this.#seen[token] === this.#epoch) return;
        this.#seen[token] = this.#epoch;
        met.push(token);
      });
    this.#dictionary.fetch(met);
    return met;
  }

  /** Tokens of one or two letters with which the word begins. */
  #initialsOf(text: string): number[] {
    const [first = '', second = ''] = Array.from(text.slice(0, 4));
    return [first, first + second]
      .map((initial) => this.#dictionary.find(initial))
      .filter((token) => token >= 0);
  }

  /**
   * Considers a token that may agree with the word in any way.
   * @param probe of a word that is not part of others; it recognises words with the same normal form
   */
  #considerForms(word: Word, token: number, probe: SpellingProbe | null): void {
    if (this.#seen[token] === this.#epoch) return;
    const spelled = probe && this.#dictionary.spelled(token);
    if (!probe || !spelled || spelled.length < shortestWhole) return this.#meet(word, token);
    const similarity = probe.similarityOfReading(spelled);
    if (similarity === 0 || this.#isCompound(token)) return this.#meet(word, token);
    this.#seen[token] = this.#epoch;
    this.#work += workOf.compared;
    this.#keepNear(token, similarity);
  }

  /** Considers tokens that share a group with the word, and otherwise only sound and edit keys. */
  #considerGroups(word: Word, probe: SpellingProbe): void {
    for (const group of word.groups)
      this.#dictionary.underKey(groupKey(group), (token) => {
        if (this.#seen[token] === this.#epoch) return;
        const spelled = this.#dictionary.spelled(token);
        if (!spelled || spelled.length < shortestWhole || this.#isCompound(token))
          return this.#meet(word, token);
        const shared = this.#groupsOf(token, spelled).filter((each) => word.groups.includes(each));
        if (shared.length === 0) return this.#meet(word, token);
        this.#seen[token] = this.#epoch;
        this.#work += workOf.compared;
        const ofMeaning = shared.some((each) => each >= organisationGroups);
        this.#keepNear(
          token,
          probe.similarityOfReading(spelled) || probe.similarityInGroup(spelled, ofMeaning),
        );
      });
  }

  /** The groups of a Latin token, remembered if it was met before. */
  #groupsOf(token: number, { bytes, normalFrom, normalLength }: SpelledWord): readonly number[] {
    let groups = this.#groups.get(token);
    if (groups === undefined) {
      const normal = String.fromCharCode(...bytes.subarray(normalFrom, normalFrom + normalLength));
      groups = groupsOf(this.#dictionary.text(token), normal);
      if (this.#groups.size >= mostGrouped) this.#groups.clear();
      this.#groups.set(token, groups);
    }
    return groups;
  }

  #meet(word: Word, token: number): void {
    this.#seen[token] = this.#epoch;
    this.#compare(word, token);
  }

  /** Considers a token that shares only sound and edit keys with the word. */
  #considerSounds(word: Word, token: number, probe: SpellingProbe): void {
    const spelled = this.#dictionary.spelled(token);
    if (!spelled || this.#isCompound(token)) return this.#compare(word, token);
    this.#work += workOf.compared;
    this.#keepNear(token, probe.similarityTo(spelled));
  }

  /** Whether a Latin token may be a compound of several words, one of which has the key that led to it. */
  #isCompound(token: number): boolean {
    const known = this.#kind[token];
    if (known !== 0) return known === compound;
    const letters = this.#dictionary.lettersOf(token);
    const may = letters === null || mayBeCompound(letters);
    const is = may && compoundsOf(this.#dictionary.text(token)).length > 0;
    this.#kind[token] = is ? compound : single;
    return is;
  }

  /** Considers a token that shares only edit keys with the word. */
  #considerEdits(word: Word, token: number, probe: SpellingProbe | null): void {
    this.#work += workOf.tried;
    const spelled = probe && this.#dictionary.spelled(token);
    // Counted before any comparison, which costs more.
    const edits = spelled
      ? probe.editsWithin(spelled, mostEdits)
      : editsWithin(word.folded, foldLetters(this.#dictionary.text(token)), mostEdits);
    if (edits > mostEdits) return;
    this.#work += workOf.compared;
    this.#keepNear(
      token,
      spelled
        ? probe.similarityTo(spelled, edits)
        : compareWords(word, this.#dictionary.word(token)).similarity,
    );
  }

  #keepNear(token: number, similarity: number): void {
    if (similarity > 0) this.#near.push(this.#pack(token, similarity));
  }

  #compare(word: Word, token: number): void {
    this.#work += workOf.compared;
    const other = this.#dictionary.word(token);
    // One of the two is a compound that contains the other: `compareWords` compares only single words.
    if (sharesRunKey(other, word) || sharesRest(word, other)) this.#keepNear(token, joined);
    else this.#keepNear(token, compareWords(word, other).similarity);
    for (const part of partsBeside(other, word)) {
      const tokens = this.#together.get(part);
      if (tokens) tokens.push(token);
      else this.#together.set(part, [token]);
    }
  }
}
