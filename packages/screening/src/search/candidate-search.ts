import { tokenClasses, type PreparedName } from '../model/prepared-name.ts';
import type { Sections } from '../snapshot/sections.ts';
import type { SearchTables } from '../snapshot/snapshot.ts';
import { idBits, maximalId } from './structures/bucket-table.ts';
import { Dictionary } from './words/dictionary.ts';
import { typedBit } from './build/name-collector.ts';
import type { LongNames } from './words/long-names.ts';
import { joined, PairBound } from './words/pair-bound.ts';
import type { NameCursor } from './name-cursor.ts';
import { everyBit, NearCodes } from './words/near-codes.ts';
import { levels, similarityIn, type NeighbourRow } from './words/neighbour-row.ts';
import type { Cut } from './words/cut-finder.ts';
import { Neighbours } from './words/neighbours.ts';
import { acronymIn } from '../score/acronym.ts';
import { leastOfOnlyWord, prepareBound, type ProbeSide } from '../score/bound.ts';
import { isDistinctive, querySide } from '../score/name-side.ts';
import { wholeAcronym } from './entity-keys.ts';
import { isApart } from '../score/word-pairs.ts';
import { PostingReader, type LeftLimits, type NamesBeside } from './posting-reader.ts';
import { planSearch, type PlannedWord } from './query-plan.ts';
import { TokenFilter } from './words/token-filter.ts';
import { mayAgree, mayCover, partsAmong, type NameAtHand, type TokenPlace } from './words/run-parts.ts';
import { queryWords, type SoughtWord } from './words/query-words.ts';
import { workOf, type WorkLimit } from './structures/work-limit.ts';

/** Maximum weight of a stored token, hundredths. */
const maximalWeight = 255;
/** By token class: whether it distinguishes a name from others of the same trade and place. */
const distinctive = tokenClasses.map(isDistinctive);
/** Number of postings that cost as much to read as examining one name of four or more words. */
const longPerName = 16;
const nothingTaken: ReadonlySet<number> = new Set();

/** The parameters of a search. */
export interface Search {
  query: PreparedName;
  /** The role of the query in `scoreNames`; default: the subject. */
  side?: ProbeSide;
  /** Names with lower scores are left out; 1 to 10,000. */
  needed: number;
  /** Whether an entity can be a hit at all. */
  admits: (entity: number) => boolean;
  /** Called for every name whose score may reach `needed`, possibly more than once. */
  found: (name: number, place: TokenPlace) => void;
  /** Charged for all work except that of `found`. */
  limit: WorkLimit;
}

/**
 * Finds the names in a snapshot that may score enough against one name: all that do, and few others. One query at a time; every thread
 * has its own search over the shared sections.
 *
 * Method: `queryWords` finds the neighbours of each query word in the dictionary, and `NearCodes` gives each neighbour a code: roughly
 * how near it is to which words. Whether a name with tokens of some code may score enough is one look-up (the scoring's own bound,
 * computed once per code). `planSearch` chooses the cheapest words and levels of nearness such that every passing name contains a token
 * at least that near to one of the words; these correspond to the essential lists in MaxScore (Turtle and Flood, 1995). Only the postings
 * of those tokens are read. Most of them are dropped by the codes of the adjacent words, which postings contain as hashes (`layouts` of
 * postings.ts), or, where one near word is enough, because the other words weigh too much; longer names are dropped by `LongNames`.
 * Further names are dropped by the codes of their own tokens, and by `PairBound`. The remaining ones are reported, and the caller scores
 * them.
 *
 * State: the current query (`#search`, `#words`, `#bound`), the codes of tokens near to it (`#near`), what names may have besides the
 * current token (`#beside`), and `#cursor`, which is positioned at the current name.
 *
 * Invariants:
 * - Plan, postings and bound may let a name pass that fails, never the reverse. `test/search-lossless.test.ts` compares with a scan.
 * - Acronyms, words split into several and unspaced words written apart have no near token, so they are searched outside the plan.
 * - A name may be reported more than once.
 *
 * Cost: the neighbours of each word once and then from memory; the bound some fifty times; four bytes for each posting of the plan, and
 * the tokens of each name that passes these. About 150 microseconds for a subject and a million names, warm, including scoring
 * (docs/decisions/0111). Without a plan, every name is bounded.
 */
export class CandidateSearch {
  readonly dictionary: Dictionary;
  readonly #token: Uint32Array;
  readonly #class: Uint8Array;
  readonly #entity: Uint32Array;
  readonly #postings: PostingReader;
  readonly #tokenSign: Uint8Array;
  readonly #neighbours: Neighbours;
  readonly #near = new NearCodes();
  readonly #cursor: NameCursor;
  readonly #wanted = new TokenFilter();
  readonly #long: LongNames;
  /** By leftover weight and parity of the number of words: 1 if a name may score enough, 2 if not, 0 if unknown. */
  readonly #leftPasses = new Uint8Array(4 * (maximalWeight + 1));
  #words: readonly SoughtWord[] = [];
  #bound: PairBound | undefined;
  #search: Search | undefined;
  readonly #beside: { -readonly [Key in keyof NamesBeside]: NamesBeside[Key] };

  /** @param tables if they already exist */
  constructor(sections: Sections, tables?: SearchTables) {
    this.dictionary = new Dictionary(sections);
    this.#token = sections['name.token'];
    this.#class = sections['name.class'];
    this.#entity = sections['name.entity'];
    this.#postings = new PostingReader(sections);
    this.#cursor = this.#postings.cursor;
    this.#long = this.#postings.noLongNames();
    this.#tokenSign = sections['token.sign'];
    const { mid } = this.#near;
    this.#beside = { codes: this.#near, mid, code: 0, counts: 0, long: null, visit: this.#considerNear };
    this.#neighbours = new Neighbours(sections, this.dictionary, tables);
  }

  find(search: Search): void {
    this.#search = search;
    this.#postings.begin(search.limit);
    this.#words = queryWords(search.query, this.#neighbours, {
      dictionary: this.dictionary,
      least: leastOfOnlyWord(search.query, search.needed, search.side ?? 'subject'),
    });
    for (const { work } of this.#words) search.limit.spend(work);
    const granted = this.#words.map((word) => word.granted);
    this.#bound = new PairBound(search.query, granted, search);
    const { tokens } = search.query;
    this.#near.begin(this.#words, {
      bound: prepareBound(tokens, search.side ?? 'subject'),
      weights: tokens.map(({ weight }) => weight),
      needed: search.needed,
    });
    // Outside the plan: these names need not have a token near to a word of the query.
    this.#readAcronyms();
    this.#readCuts();
    this.#readParts();
    const plan = planSearch(this.#words, this.#near);
    if (!plan) {
      // The threshold is so low that a passing name needs no near token.
      this.#postings.all((name) => this.#consider(name));
      return;
    }
    for (const planned of plan)
      for (const row of (this.#words[planned.word] as SoughtWord).rows) this.#readRow(row, planned);
    for (const [word, { rows }] of this.#words.entries())
      for (const row of rows) this.#readRare(row, this.#near.besides(word));
    this.#postings.visitWaiting(this.#considerNear);
  }

  /** Reports names of which the query is the acronym, and names that are the query's acronym. */
  #readAcronyms(): void {
    const { query } = this.#search as Search;
    const side = querySide(query);
    const only = acronymIn(side);
    const whole = wholeAcronym(query);
    for (const text of [only, whole]) {
      const token = text === null || query.kind === 'person' ? -1 : this.dictionary.find(text);
      if (token >= 0) this.#postings.each(token, (name) => this.#report(name));
    }
  }

  /** Considers names that write a word of the query as several words, or two of its words with the space elsewhere. */
  #readCuts(): void {
    // A cut of two words of the query belongs to both of them.
    const read = new Set<Cut>();
    for (const { cuts } of this.#words) {
      for (const cut of cuts) {
        if (read.has(cut)) continue;
        read.add(cut);
        (this.#search as Search).limit.spend(cut.work);
        this.#postings.names(cut.names, this.#considerCut);
      }
    }
  }

  /** Considers names that write an unspaced word of the query as several words. */
  #readParts(): void {
    for (const { parts } of this.#words) {
      if (!parts) continue;
      const other = parts.rarest === parts.given ? parts.family : parts.given;
      const wanted = this.#wanted.only(other, this.#tokenSign);
      for (const token of parts.rarest) {
        this.#postings.eachBeside(token, wanted, (name) => {
          if (mayCover(parts, this.#nameAtHand())) this.#considerCuts(name);
        });
      }
    }
  }

  /** Reports a name of which several words together match a word of the query, if its bound reaches the needed score. */
  #considerCuts(name: number): void {
    const { query, limit } = this.#search as Search;
    const { dictionary } = this;
    const { words } = querySide(query);
    limit.spend(workOf.bounded);
    const bound = this.#bound as PairBound;
    const taken = new Set<number>();
    bound.begin();
    for (const [word, { cuts, parts }] of this.#words.entries()) {
      const among = { dictionary, apart: isApart(words, word), limit };
      if (parts && mayAgree(parts, this.#nameAtHand(), among)) {
        bound.matchRun(word);
        for (const token of partsAmong(parts, this.#nameAtHand())) taken.add(token);
      }
      for (const cut of cuts) {
        if (!this.#cursor.holdsRun(cut.parts)) continue;
        // The tokens match this word together, so none of them is left over.
        bound.matchWord(word, joined, 0);
        for (const token of cut.parts.flat()) taken.add(token);
      }
    }
    this.#meetTokens(taken);
    if (bound.passes(this.#cursor.place.size)) this.#report(name);
  }

  #nameAtHand(): NameAtHand {
    return { tokens: this.#token, place: this.#cursor.place };
  }

  /** Reads the names of tokens at the planned levels, if any combination with them can be enough. */
  #readRow(row: NeighbourRow, { word, from: lowest, counts }: PlannedWord): void {
    const near = this.#near;
    const others = near.besides(word) & counts;
    this.#beside.counts = counts;
    const long = this.#sparesLong({ word, counts }, row.list.long) ? this.#long : null;
    long?.clear();
    const added: number[] = [];
    // From the lowest level up: less near tokens need the nearest words beside them, and names of other words are added as the level
    // rises.
    for (let level = lowest; level <= levels; level += 1) {
      const from = level === levels ? 0 : (row.countFrom[level + 1] as number);
      const end = row.countFrom[level] as number;
      const code = near.codeOf(word, level) & counts;
      if (from === end || !near.isEnough(code | others)) continue;
      if (long !== null) this.#addLong(code, { word, others, added });
      this.#readTokens(row, { from, end }, { own: near.field(word), others, long });
    }
  }

  /** Reads the names of tokens at one level. */
  #readTokens(
    { token: tokens, hash, list }: NeighbourRow,
    { from, end }: { from: number; end: number },
    { own, others, long }: { own: number; others: number; long: LongNames | null },
  ): void {
    const near = this.#near;
    const beside = this.#beside;
    for (let index = from; index < end; index += 1) {
      const code = near.ofHash(hash[index] as number) & beside.counts;
      // Not enough, whatever is beside it.
      if (!near.isEnough(code | others)) continue;
      if (near.isEnough(code)) {
        const token = tokens[index] as number;
        this.#postings.eachUnlessLeft(token, this.#limitsOf(token), this.#considerName);
        continue;
      }
      beside.code = code;
      beside.mid = list.copied[index] === 1 ? near.mid : near.common;
      // A token near to several words needs less beside it than `long` requires.
      beside.long = (code & ~own) === 0 ? long : null;
      this.#postings.eachNear(list, index, beside);
    }
  }

  /** Reads the three-word names of all rare tokens of the row; the postings of other tokens are handled by codes without these. */
  #readRare({ hash, list }: NeighbourRow, others: number): void {
    const near = this.#near;
    const beside = this.#beside;
    beside.mid = near.mid;
    beside.counts = everyBit;
    const { triples } = list;
    for (let at = 0; at < triples.length; at += 1) {
      const index = triples[at] as number;
      beside.code = near.ofHash(hash[index] as number);
      if (near.isEnough(beside.code | others)) this.#postings.eachNearTriple(list, index, beside);
    }
  }

  /**
   * Whether it costs less to find the names of four or more words that have a token near to another word than to examine the given number
   * of names of this word.
   */
  #sparesLong({ word, counts }: { word: number; counts: number }, names: number): boolean {
    let reading = 0;
    for (let other = 0; other < this.#words.length; other += 1) {
      if (other !== word && (this.#near.field(other) & counts) !== 0) reading += this.#longOf(other);
    }
    return reading <= names * longPerName;
  }

  #longOf(word: number): number {
    return (this.#words[word] as SoughtWord).rows.reduce((sum, { list }) => sum + list.long, 0);
  }

  /**
   * Adds to the long names those that may have enough beside a token of this code. If a name needs another word whatever else it has, the
   * names of that word are sufficient.
   * @param added by word: number of levels, from the highest down, that have been added already
   */
  #addLong(code: number, { word, others, added }: { word: number; others: number; added: number[] }): void {
    const near = this.#near;
    const words = [...this.#words.keys()].filter(
      (other) => other !== word && (near.field(other) & others) !== 0,
    );
    const essential = words.filter((other) => !near.isEnough(code | (others & ~near.field(other))));
    const cheapest = essential.toSorted((a, b) => this.#longOf(a) - this.#longOf(b)).slice(0, 1);
    for (const other of cheapest.length > 0 ? cheapest : words) {
      const rest = code | (others & ~near.field(other));
      let done = added[other] ?? 0;
      const before = done;
      while (done < levels && near.isEnough(rest | near.codeOf(other, levels - done))) done += 1;
      added[other] = done;
      if (done === before) continue;
      for (const { list, countFrom } of (this.#words[other] as SoughtWord).rows) {
        const from = before === 0 ? 0 : (countFrom[levels - before + 1] as number);
        this.#postings.addLong(list, { from, end: countFrom[levels - done + 1] as number }, this.#long);
      }
    }
  }

  /** What names may have beside a token that is their only near one. Valid until the next call. */
  #limitsOf(token: number): LeftLimits {
    const known = this.#leftPasses.fill(0);
    const bound = this.#bound as PairBound;
    return {
      codes: this.#near,
      passes: (left, size) => {
        const at = left * 2 + (size & 1);
        if (known[at] === 0) {
          bound.begin();
          // As in `#meetTokens`, except that the weight of the token in the name is unknown.
          this.#meetNear(token, 0);
          const heaviest = Math.min(left, maximalWeight);
          bound.leave(heaviest);
          bound.leave(left - heaviest);
          known[at] = bound.passes(size) ? 1 : 2;
        }
        return known[at] === 1;
      },
    };
  }

  /** Adds a token to the bound for every word to which it is near; returns false if there is none. */
  #meetNear(token: number, weight: number): boolean {
    const near = this.#near;
    const code = near.of(token);
    let isNear = false;
    for (let word = 0; code !== 0 && word < this.#words.length; word += 1) {
      if ((code & near.field(word)) === 0) continue;
      const similarity = this.#similarity(word, token);
      if (similarity === 0) continue;
      (this.#bound as PairBound).matchWord(word, similarity, weight);
      isNear = true;
    }
    return isNear;
  }

  /** How near a token is to a word; 0 if it is not near. */
  #similarity(word: number, token: number): number {
    let most = 0;
    // A word has several rows, and a token may occur in more than one of them.
    for (const row of (this.#words[word] as SoughtWord).rows) most = Math.max(most, similarityIn(row, token));
    return most;
  }

  readonly #considerCut = (name: number): void => this.#considerCuts(name);

  readonly #considerName = (name: number): void => this.#consider(name);

  /** In a posting, several words share a code, and long names have none; the name's own words settle it. */
  readonly #considerNear = (name: number): void => {
    const { first, size } = this.#cursor.place;
    let code = 0;
    for (let place = first; place < first + size; place += 1)
      code |= this.#near.of((this.#token[place] as number) & maximalId);
    if (this.#near.isEnough(code)) this.#consider(name);
  };

  /** Reports a name if its bound reaches the needed score. */
  #consider(name: number): void {
    (this.#search as Search).limit.spend(workOf.bounded);
    const bound = this.#bound as PairBound;
    bound.begin();
    this.#meetTokens(nothingTaken);
    if (bound.passes(this.#cursor.place.size)) this.#report(name);
  }

  /** Adds all tokens of the current name to the bound, except those that belong to other words. */
  #meetTokens(taken: ReadonlySet<number>): void {
    const bound = this.#bound as PairBound;
    const { first, size } = this.#cursor.place;
    const { needsClasses } = bound;
    for (let place = first; place < first + size; place += 1) {
      const token = this.#token[place] as number;
      const weight = token >>> idBits;
      if (this.#meetNear(token & maximalId, weight)) continue;
      // Not near to any word; only the tokens of a cut are already accounted for.
      if (taken.size > 0 && taken.has(token & maximalId)) continue;
      bound.leave(weight);
      if (needsClasses && distinctive[(this.#class[place] as number) & (typedBit - 1)])
        bound.leaveDistinctive();
    }
  }

  #report(name: number): void {
    const { admits, found } = this.#search as Search;
    if (admits((this.#entity[name] as number) & maximalId)) found(name, this.#cursor.place);
  }
}
