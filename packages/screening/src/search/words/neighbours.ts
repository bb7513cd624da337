import { lowestSimilarity } from '../../words/compare-words.ts';
import { partsAlone } from '../../words/compound-forms.ts';
import { wordOf } from '../../words/word-of.ts';
import { idBits } from '../structures/bucket-table.ts';
import type { Sections } from '../../snapshot/sections.ts';
import type { SearchTables } from '../../snapshot/snapshot.ts';
import { CutFinder, type Cut } from './cut-finder.ts';
import type { Dictionary } from './dictionary.ts';
import { leastWeights } from './least-weights.ts';
import { NearTokens } from './near-tokens.ts';
import { rareNames, tablesOf, type NeighbourRow } from './neighbour-row.ts';
import { joined } from './pair-bound.ts';
import { countAbove } from '../query-plan.ts';
import { PostingReader } from '../posting-reader.ts';
import { RunBound } from '../../scripts/run-bound.ts';
import { familyPart, givenPart, partsOf, type RunPart } from '../../scripts/runs.ts';
import type { RunParts } from './run-parts.ts';
import { RomanisedWords } from './romanised-words.ts';
import { SpelledTokens, type FoundTokens } from './spelled-tokens.ts';
import { TokenRoles } from './token-roles.ts';
import type { CompoundPart, Word } from '../../model/word.ts';

/** What the dictionary has for a word: similar tokens, and tokens of which it may be composed. */
export type WordRows = NeighbourRow & {
  readonly cuts: readonly Cut[];
  /** Null except for unspaced words for which the dictionary has both parts. */
  readonly parts: RunParts | null;
  /** Near tokens that adjacent words may also be part of: unspaced words and compounds. Null if there are none. */
  readonly beside: NeighbourRow | null;
  /** Near tokens that are the word and one of the parts written together; they count in names that contain the part. */
  readonly together: ReadonlyMap<CompoundPart, NeighbourRow>;
  /** The parts to which the word itself corresponds. */
  readonly alone: readonly CompoundPart[];
  /** Work of finding them, in the units of `workOf`. */
  readonly work: number;
};

/** Total number of eight-byte entries kept, in two generations of half that size. */
const keptEntries = 10_000_000;
/** Size of a token in a row, in such entries, not counting copied postings. */
const tokenEntries = 6;
/** Size of a row without tokens, in the same units. */
const rowEntries = 40;
/** Maximum number of tokens kept for parts of unspaced words. */
const keptPartEntries = 1_000_000;
/** Greater than any token. */
const packing = 2 ** idBits;

/** Packs a token and its similarity into one number that sorts by similarity, descending, then by token. */
const packed = (token: number, similarity: number): number => (joined - similarity) * packing + token;

/** Size of a part of an unspaced word without its tokens, and of a token among the roles of all parts, in entries of a row. */
const [partEntries, roleEntries] = [6, 3];

/**
 * Finds, for each word, every near token in the dictionary (`NearTokens`) with the positions of its names, and the ways in which names
 * may write the word as several words.
 *
 * State: rows are cached in two generations: used rows move to the young one, and when it holds five million entries, the old one is
 * discarded.
 *
 * Cost: one look-up for a cached row; memory is bounded by about ten million entries of eight bytes, and the maps.
 */
export class Neighbours {
  readonly romanised: RomanisedWords;
  readonly #dictionary: Dictionary;
  readonly #postOffset: Uint32Array;
  readonly #reader: PostingReader;
  readonly #leastWeight: Uint8Array;
  readonly #nearTokens: NearTokens;
  readonly #cuts: CutFinder;
  #work = 0;
  #young = new Map<string, WordRows>();
  #old = new Map<string, WordRows>();
  #youngEntries = 0;
  readonly #spelled: SpelledTokens;
  readonly #parts = new Map<string, FoundTokens>();
  #partEntries = 0;

  /** @param tables if they already exist */
  constructor(sections: Sections, dictionary: Dictionary, tables?: SearchTables) {
    this.romanised = new RomanisedWords(dictionary);
    this.#dictionary = dictionary;
    this.#postOffset = sections['post.offset'];
    this.#reader = new PostingReader(sections);
    this.#leastWeight = tables?.leastWeight ?? leastWeights(sections['name.token'], dictionary.size);
    this.#spelled = new SpelledTokens(dictionary, tables);
    this.#nearTokens = new NearTokens(dictionary, this.#spelled, packed);
    this.#cuts = new CutFinder(sections, { dictionary, reader: this.#reader, pairs: tables?.pairs });
  }

  /** @param least similarity below which some words that the model of another script relates to this one are left out */
  of(text: string, least = lowestSimilarity): WordRows {
    const key = least === lowestSimilarity ? text : `${text} ${least}`;
    const young = this.#young.get(key);
    if (young) return young;
    const row = this.#old.get(key) ?? this.#find(text, least);
    this.#keep(key, row);
    return row;
  }

  #keep(key: string, row: WordRows): void {
    if (this.#youngEntries > keptEntries / 2) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#youngEntries = 0;
    }
    this.#young.set(key, row);
    this.#youngEntries += tokenEntries * row.token.length + row.list.name.length + rowEntries;
    for (const { token } of row.together.values()) this.#youngEntries += tokenEntries * token.length;
    for (const { names } of row.cuts) this.#youngEntries += names.length;
    if (row.parts) this.#youngEntries += roleEntries * (row.parts.family.length + row.parts.given.length);
  }

  #find(text: string, least: number): WordRows {
    const word = wordOf(text);
    const found = this.#nearTokens.find(word, least);
    this.#work = found.work;
    const row = this.#rowOf(found.near);
    const [cuts, parts, beside] = [
      this.#cuts.of(text),
      this.#partsOf(word, least),
      this.#besideOf(word, row),
    ];
    const together = new Map(Array.from(found.together, ([part, tokens]) => [part, this.rowOf(tokens)]));
    return {
      ...row,
      cuts,
      parts,
      beside,
      together,
      alone: partsAlone(text),
      work: this.#work,
    };
  }

  #besideOf({ script }: Word, row: NeighbourRow): NeighbourRow | null {
    const isLatin = script === 'latin';
    const tokens = row.token.subarray(0, countAbove(row, joined)).filter((token) => {
      const other = this.#dictionary.word(token);
      return other.compounds.length > 0 || (isLatin && other.script !== 'latin');
    });
    return tokens.length === 0 ? null : this.rowOf(tokens);
  }

  #partsOf(word: Word, least: number): RunParts | null {
    const { family: families, given: givens } = partsOf(word);
    const ofFamily = this.#tokensOf(families);
    if (ofFamily.length === 0) return null;
    const ofGiven = this.#tokensOf(givens);
    if (ofGiven.length === 0) return null;
    const sum = [...ofFamily, ...ofGiven].reduce((all, tokens) => all + tokens.length, 0);
    const roles = new TokenRoles(Math.min(sum, this.#dictionary.size));
    const family = roles.addAll(ofFamily, familyPart);
    const given = roles.addAll(ofGiven, givenPart);
    const rarest = this.#namesOf(given) <= this.#namesOf(family) ? given : family;
    return { family, given, roles, rarest, bound: new RunBound(word, least) };
  }

  #namesOf(tokens: Uint32Array): number {
    let names = 0;
    for (const token of tokens) names += this.#postingsOf(token);
    return names;
  }

  /**
   * Tokens that spell each of the parts, without parts that no token spells. Cached, because surnames and syllables occur in many names.
   */
  #tokensOf(parts: readonly RunPart[]): (readonly number[])[] {
    const found: (readonly number[])[] = [];
    for (const part of parts) {
      let known = this.#parts.get(part.id);
      if (!known) {
        known = this.#spelled.spellingPart(part);
        this.#partEntries += known.tokens.length + partEntries;
        if (this.#partEntries > keptPartEntries) {
          this.#parts.clear();
          this.#partEntries = 0;
        }
        this.#parts.set(part.id, known);
      }
      this.#work += known.work;
      if (known.tokens.length > 0) found.push(known.tokens);
    }
    return found;
  }

  /** A cut into these parts, given the possible tokens of each; null if no name contains them in sequence. */
  cutOf(parts: Cut['parts']): Cut | null {
    return this.#cuts.cutOf(parts);
  }

  /** A separate row for tokens that are parts of compounds, or compounds themselves. */
  rowOf(tokens: Iterable<number>): NeighbourRow {
    return this.#rowOf(Array.from(tokens, (token) => packed(token, joined)));
  }

  /** Builds a row from packed tokens, most similar first. */
  #rowOf(near: readonly number[]): NeighbourRow {
    // Sorted as numbers, at a tenth of the cost of objects.
    const sorted = Float64Array.from(near).sort();
    const row = {
      token: new Uint32Array(sorted.length),
      similarity: new Uint16Array(sorted.length),
      postings: new Uint32Array(sorted.length),
      weight: new Uint8Array(sorted.length),
    };
    for (let index = 0; index < sorted.length; index += 1)
      row.token[index] = (sorted[index] as number) % packing;
    this.#reader.fetch(row.token);
    let postings = 0;
    for (let index = 0; index < sorted.length; index += 1) {
      const number = sorted[index] as number;
      const token = row.token[index] as number;
      row.similarity[index] = joined - (number - token) / packing;
      row.weight[index] = this.#leastWeight[token] as number;
      // Running totals, so that the plan gets the cost of any floor with one look-up.
      postings += this.#postingsOf(token);
      row.postings[index] = postings;
    }
    return {
      ...row,
      ...tablesOf(row.token, row.similarity),
      list: this.#reader.listOf(row.token, rareNames),
    };
  }

  #postingsOf(token: number): number {
    return (this.#postOffset[token + 1] as number) - (this.#postOffset[token] as number);
  }
}
