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

/** Searches until all marks are cleared: a mark is a byte, so that those of a million tokens stay near the processor. */
const mostEpochs = 255;
/** Whether a token is several words written together, once that is known. */
const [single, compound] = [1, 2];
/** Tokens whose groups are remembered. */
const mostGrouped = 60_000;
/** Words that are shorter may be initials of others. */
const shortestWhole = 3;

/** What is near to a word. Valid until the next search. */
export interface FoundNear {
  /** Tokens, each packed with its similarity by the function that the constructor was given. */
  readonly near: readonly number[];
  /** Tokens that are the word and one of the parts written together. */
  readonly together: ReadonlyMap<CompoundPart, readonly number[]>;
  /** What finding them cost, by `workOf`. */
  readonly work: number;
}

/**
 * Every token of the dictionary that `compareWords` gives any similarity to a word. Complete by the guarantee of the word keys; words that
 * one initial abbreviates come from a list of their own.
 *
 * State: `#seen` holds for each token the number of the search that met it last, so that a token under several keys is
 * compared once and the marks are cleared once in 255 searches; `#kind` whether a token is several words written together, found when that was
 * first of interest.
 *
 * Cost: one comparison for each token under the word's keys, some twenty of them: of bytes where both are Latin words that share
 * no key but of groups, sounds and edits, or have one normal form (`SpellingProbe`), else of words. Tokens under edit keys alone, by far the most, are
 * first dropped by the number of edits (bit-parallel).
 */
export class NearTokens {
  readonly #dictionary: Dictionary;
  readonly #spelled: SpelledTokens;
  readonly #pack: (token: number, similarity: number) => number;
  readonly #near: number[] = [];
  readonly #met: number[] = [];
  readonly #together = new Map<CompoundPart, number[]>();
  readonly #seen: Uint8Array;
  readonly #kind: Uint8Array;
  readonly #groups = new Map<number, readonly number[]>();
  #epoch = 0;
  #work = 0;

  /** @param pack makes one number of a token and how near it is */
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

  /** @param least of the agreement with words that the model of another script relates to this one: of those below it some are left out */
  find(word: Word, least: number): FoundNear {
    this.#work = 0;
    this.#near.length = 0;
    this.#together.clear();
    this.#beginSearch();
    const probe = SpellingProbe.of(word);
    const keys = probeKeys(word);
    const sounds = probe ? soundKeys(word) : [];
    const spelling = this.#spelled.spelling(word, least);
    const spelled = new Set(spelling ? latinProbeKeys(word) : []);
    // Words that are themselves written together may be parts of others in any way.
    const whole = word.length >= shortestWhole && word.compounds.length === 0 ? probe : null;
    const groups = whole ? word.groups.map(groupKey) : [];
    for (const key of keys) {
      // Such a token may agree in any way, so it must be met before others mark it as seen.
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

  /** Forgets which tokens were met. */
  #beginSearch(): void {
    this.#epoch += 1;
    if (this.#epoch <= mostEpochs) return;
    this.#seen.fill(0);
    this.#epoch = 1;
  }

  /** Tokens under these keys that were not met before, met from now on. Valid until the next call. */
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
   * A token that may agree with the word in any way.
   * @param probe of a word that is no part of others; words of one normal form are known by it
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

  /** Tokens that share a group with the word and no other key but of sounds and of edits. */
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

  /** The groups of a Latin token, from memory if it was met before. */
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

  /** A token that shares no keys with the word but of sounds and of edits. */
  #considerSounds(word: Word, token: number, probe: SpellingProbe): void {
    const spelled = this.#dictionary.spelled(token);
    if (!spelled || this.#isCompound(token)) return this.#compare(word, token);
    this.#work += workOf.compared;
    this.#keepNear(token, probe.similarityTo(spelled));
  }

  /** Whether a Latin token may be several words written together, of which one has the key that led to it. */
  #isCompound(token: number): boolean {
    const known = this.#kind[token];
    if (known !== 0) return known === compound;
    const letters = this.#dictionary.lettersOf(token);
    const may = letters === null || mayBeCompound(letters);
    const is = may && compoundsOf(this.#dictionary.text(token)).length > 0;
    this.#kind[token] = is ? compound : single;
    return is;
  }

  /** A token that shares no key but of edits with the word. */
  #considerEdits(word: Word, token: number, probe: SpellingProbe | null): void {
    this.#work += workOf.tried;
    const spelled = probe && this.#dictionary.spelled(token);
    // Before anything is compared, which costs more than the count.
    const edits = spelled
      ? probe.editsWithin(spelled, mostEdits)
      : editsWithin(word.folded, foldLetters(this.#dictionary.text(token)), mostEdits);
    if (edits > mostEdits) return;
    this.#work += workOf.compared;
    this.#keepNear(
      token,
      spelled ? probe.similarityTo(spelled) : compareWords(word, this.#dictionary.word(token)).similarity,
    );
  }

  #keepNear(token: number, similarity: number): void {
    if (similarity > 0) this.#near.push(this.#pack(token, similarity));
  }

  #compare(word: Word, token: number): void {
    this.#work += workOf.compared;
    const other = this.#dictionary.word(token);
    // One of the two is several words written together, of which the other is one: `compareWords` compares single words.
    if (sharesRunKey(other, word) || sharesRest(word, other)) this.#keepNear(token, joined);
    else this.#keepNear(token, compareWords(word, other).similarity);
    for (const part of partsBeside(other, word)) {
      const tokens = this.#together.get(part);
      if (tokens) tokens.push(token);
      else this.#together.set(part, [token]);
    }
  }
}
