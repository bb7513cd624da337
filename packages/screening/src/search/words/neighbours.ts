import { shortestJoined } from '../../score/word-pairs.ts';
import { countryNamesOf } from '../../words/country-abbreviations.ts';
import { compareWords, lowestSimilarity } from '../../words/compare-words.ts';
import { editsWithin } from '../../words/edit-cost.ts';
import { foldLetters } from '../../words/normal-form.ts';
import { SpellingProbe } from '../../words/spelling-probe.ts';
import { mayBeCompound, partsAlone } from '../../words/compound-forms.ts';
import { partsBeside, sharesRest } from '../../words/compounds.ts';
import { isEditKey, latinProbeKeys, probeKeys, soundKeys } from '../../words/word-keys.ts';
import { mostEdits, wordOf } from '../../words/word-of.ts';
import { idBits } from '../structures/bucket-table.ts';
import type { Sections } from '../../snapshot/sections.ts';
import type { SearchTables } from '../../snapshot/snapshot.ts';
import type { Dictionary } from './dictionary.ts';
import { leastWeights } from './least-weights.ts';
import { rareNames, tablesOf, type NeighbourRow } from './neighbour-row.ts';
import { joined } from './pair-bound.ts';
import { countAbove } from '../query-plan.ts';
import { PostingReader } from '../posting-reader.ts';
import { RunBound } from '../../scripts/run-bound.ts';
import { familyPart, givenPart, partsOf, sharesRunKey, type RunPart } from '../../scripts/runs.ts';
import type { RunParts } from './run-parts.ts';
import { RomanisedWords } from './romanised-words.ts';
import { SpelledTokens, type FoundTokens } from './spelled-tokens.ts';
import { TokenRoles } from './token-roles.ts';
import { cutsOf } from './word-cuts.ts';
import { TokenFilter } from './token-filter.ts';
import { workOf, workOfPostings } from '../structures/work-limit.ts';
import type { CompoundPart, Word } from '../../model/word.ts';

/** A way to cut a word into words of the dictionary; each part may be any of some tokens. */
export interface Cut {
  readonly parts: readonly (readonly number[])[];
  /** Names that write the parts one after the other, ascending. */
  readonly names: Uint32Array;
  /** What finding them cost, by `workOf`. */
  readonly work: number;
}

/** What the dictionary has for a word: tokens like it, and tokens that it is written together of. */
export type WordRows = NeighbourRow & {
  readonly cuts: readonly Cut[];
  /** Null for all but unspaced words of which the dictionary has both parts. */
  readonly parts: RunParts | null;
  /** Near tokens that words beside this one may be part of, too: unspaced ones and such as are several names. Null for none. */
  readonly beside: NeighbourRow | null;
  /** Near tokens that are the word and one of the parts written together: they count in names that have the part. */
  readonly together: ReadonlyMap<CompoundPart, NeighbourRow>;
  /** The parts that the word itself is. */
  readonly alone: readonly CompoundPart[];
  /** What finding them cost, by `workOf`. */
  readonly work: number;
};

/** Entries of eight bytes kept in all; two generations of half of it each. */
const keptEntries = 10_000_000;
/** What a token of a row takes in such entries, beside its postings that are copied. */
const tokenEntries = 6;
/** The same of a row without tokens. */
const rowEntries = 40;
/** Tokens kept of parts of unspaced words. */
const keptPartEntries = 1_000_000;
/** Names kept of cuts, and what a cut takes beside them. */
const [keptCutEntries, cutEntries] = [1_000_000, 30];
/** More than any token. */
const packing = 2 ** idBits;

/** A token and how near it is as one number: the nearer the less, then by token. */
const packed = (token: number, similarity: number): number => (joined - similarity) * packing + token;

/** Searches until all marks are cleared: a mark is a byte, so that those of a million tokens stay near the processor. */
const mostEpochs = 255;
/** What a part of an unspaced word takes beside its tokens, and a token among the roles of all parts, in entries of a row. */
const [partEntries, roleEntries] = [6, 3];

/**
 * For each word looked up, every token of the dictionary that `compareWords` gives any similarity. Complete by the
 * guarantee of the word keys; words that one initial abbreviates come from a list of their own.
 *
 * State: `#seen` holds for each token the number of the search that met it last, so that a token under several keys is
 * compared once and the marks are cleared once in 255 searches. Rows are remembered in two generations: what is used moves to the young one, and
 * when that holds five million entries the old one goes.
 *
 * Cost: one comparison for each token under the word's keys, some twenty of them: of bytes where both are Latin words that share
 * no key but of sounds and edits (`SpellingProbe`), else of words. Tokens under edit keys alone, by far the most, are first dropped by
 * the number of edits (bit-parallel). A remembered row costs one look-up; memory stays about ten million entries of eight bytes, and the maps.
 */
export class Neighbours {
  readonly romanised: RomanisedWords;
  readonly #dictionary: Dictionary;
  readonly #postOffset: Uint32Array;
  readonly #reader: PostingReader;
  readonly #tokenSign: Uint8Array;
  readonly #leastWeight: Uint8Array;
  readonly #beside = new TokenFilter();
  readonly #found: number[] = [];
  readonly #met: number[] = [];
  readonly #together = new Map<CompoundPart, number[]>();
  readonly #seen: Uint8Array;
  #epoch = 0;
  #work = 0;
  #young = new Map<string, WordRows>();
  #old = new Map<string, WordRows>();
  #youngEntries = 0;
  readonly #spelled: SpelledTokens;
  readonly #parts = new Map<string, FoundTokens>();
  #partEntries = 0;
  readonly #cuts = new Map<string, Cut>();
  #cutEntries = 0;

  /** @param tables if they are made already */
  constructor(sections: Sections, dictionary: Dictionary, tables?: SearchTables) {
    this.romanised = new RomanisedWords(dictionary);
    this.#dictionary = dictionary;
    this.#postOffset = sections['post.offset'];
    this.#reader = new PostingReader(sections);
    this.#tokenSign = sections['token.sign'];
    this.#leastWeight = tables?.leastWeight ?? leastWeights(sections['name.token'], dictionary.size);
    this.#spelled = new SpelledTokens(dictionary, tables);
    this.#seen = new Uint8Array(dictionary.size);
  }

  /** @param least of the agreement with words that the model of another script relates to this one: of those below it some are left out */
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
    this.#work = 0;
    this.#found.length = 0;
    this.#together.clear();
    this.#beginSearch();
    const probe = SpellingProbe.of(word);
    const keys = probeKeys(word);
    const spelling = this.#spelled.spelling(word, least);
    const spelled = new Set(spelling ? latinProbeKeys(word) : []);
    const sounds = new Set(probe ? soundKeys(word) : []);
    for (const key of keys) {
      // Such a token may agree in any way and is compared in full, so it must be met before others mark it as seen.
      if (!isEditKey(key) && !spelled.has(key) && !sounds.has(key))
        this.#dictionary.underKey(key, (token) => this.#consider(word, token));
    }
    if (spelling) {
      this.#work += spelling.work;
      for (const token of spelling.tokens) this.#consider(word, token);
    }
    for (const token of this.#initialsOf(text)) this.#consider(word, token);
    if (probe) for (const token of this.#metUnder(sounds)) this.#considerSounds(word, token, probe);
    for (const token of this.#metUnder(keys.filter(isEditKey))) this.#considerEdits(word, token, probe);
    const row = this.#rowOf(this.#found);
    const [cuts, parts, beside] = [this.#cutsOf(text), this.#partsOf(word, least), this.#besideOf(word, row)];
    const together = new Map(Array.from(this.#together, ([part, tokens]) => [part, this.rowOf(tokens)]));
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

  /** A token that shares no keys with the word but of sounds and of edits. */
  #considerSounds(word: Word, token: number, probe: SpellingProbe): void {
    const spelled = this.#dictionary.spelled(token);
    if (!spelled || this.#mayBeTogether(token)) return this.#compare(word, token);
    this.#work += workOf.compared;
    this.#keepNear(token, probe.similarityTo(spelled));
  }

  /** Whether a token may be several words written together, of which one has the key that led to it. */
  #mayBeTogether(token: number): boolean {
    const letters = this.#dictionary.lettersOf(token);
    return letters === null || mayBeCompound(letters);
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
    if (similarity > 0) this.#found.push(packed(token, similarity));
  }

  #consider(word: Word, token: number): void {
    if (this.#seen[token] === this.#epoch) return;
    this.#seen[token] = this.#epoch;
    this.#compare(word, token);
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

  /** Tokens that spell each of the parts, without parts that none spells. Surnames and syllables come in many names, so they are remembered. */
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

  #cutsOf(text: string): Cut[] {
    const cuts = text.length < shortestJoined ? [] : cutsOf(text, this.#dictionary);
    const countries = countryNamesOf(text)
      .map((words) => words.map((word) => this.#dictionary.spelledBy(word)))
      .filter((parts) => parts.every((part) => part.length > 0));
    return [...cuts, ...countries].map((parts) => this.cutOf(parts));
  }

  /** A cut into these parts, each the tokens that it may be. */
  cutOf(parts: Cut['parts']): Cut {
    const key = parts.join(' ');
    let cut = this.#cuts.get(key);
    if (cut === undefined) {
      cut = this.#findCut(parts);
      this.#cutEntries += cut.names.length + cutEntries;
      if (this.#cutEntries > keptCutEntries) {
        this.#cuts.clear();
        this.#cutEntries = 0;
      }
      this.#cuts.set(key, cut);
    }
    return cut;
  }

  #findCut(parts: Cut['parts']): Cut {
    const rarest = this.#rarestOf(parts);
    // A cut of two equal parts has no other one; then the name holds the same token twice.
    const beside = this.#beside.only(parts.find((part) => part !== rarest) ?? rarest, this.#tokenSign);
    const names: number[] = [];
    let work = 0;
    for (const token of rarest) {
      work += workOfPostings(this.#postingsOf(token));
      this.#reader.eachBeside(token, beside, (name) => {
        if (this.#reader.cursor.holdsRun(parts)) names.push(name);
      });
    }
    return { parts, names: Uint32Array.from(new Set(names)).sort(), work };
  }

  /** Tokens of one or two letters with which the word begins. */
  #initialsOf(text: string): number[] {
    const [first = '', second = ''] = Array.from(text.slice(0, 4));
    return [first, first + second]
      .map((initial) => this.#dictionary.find(initial))
      .filter((token) => token >= 0);
  }

  /** A row of its own for tokens that are part of words written together, or such words. */
  rowOf(tokens: Iterable<number>): NeighbourRow {
    return this.#rowOf(Array.from(tokens, (token) => packed(token, joined)));
  }

  /** A row of packed tokens, the most similar first. */
  #rowOf(near: readonly number[]): NeighbourRow {
    // As numbers, which are sorted at a tenth of the cost of objects.
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
      // Sums, so that the plan has the cost of any floor by one look-up.
      postings += this.#postingsOf(token);
      row.postings[index] = postings;
    }
    return {
      ...row,
      ...tablesOf(row.token, row.similarity),
      list: this.#reader.listOf(row.token, rareNames),
    };
  }

  /** The part of a cut that the fewest names hold. */
  #rarestOf(cut: readonly (readonly number[])[]): readonly number[] {
    const names = (part: readonly number[]): number =>
      part.reduce((sum, token) => sum + this.#postingsOf(token), 0);
    return cut.reduce((rarest, part) => (names(part) < names(rarest) ? part : rarest));
  }

  #postingsOf(token: number): number {
    return (this.#postOffset[token + 1] as number) - (this.#postOffset[token] as number);
  }
}
