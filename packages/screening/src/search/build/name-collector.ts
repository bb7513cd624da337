import {
  preparedKinds,
  hasSeveralSpellings,
  tokenClasses,
  type PreparedName,
} from '../../model/prepared-name.ts';
import { maxTokens } from '../../names/name-limits.ts';
import { lettersOf } from '../../score/word-pairs.ts';
import { sharedArray } from '../../snapshot/sections.ts';
import { idBits, maximalId } from '../structures/bucket-table.ts';
import { wholeAcronym } from '../entity-keys.ts';
import { GrowingArray } from '../structures/growing-array.ts';
import { orderNames } from './name-order.ts';
import type { PlainRows } from './plain-names.ts';
import { postingsOf, type ExtraToken } from './postings.ts';
import { signOf } from '../words/token-sign.ts';
import { rankByCount, type TokenCollector } from './token-collector.ts';

/** Bits of a stored name. Weak aliases count only for some lists. */
export const weakBit = 1;
/** The score needs the raw text, because a legal form or number may be attached to another word. */
export const payloadBit = 2;
const kindShift = 2;
export const typedBit = 16;

export const kindOfBits = (bits: number): PreparedName['kind'] =>
  preparedKinds[(bits >>> kindShift) & 3] ?? 'unknown';

/** Collects names in arrival order until they are sorted for the search. */
export class NameCollector {
  readonly #tokens: TokenCollector;
  readonly #token = new GrowingArray('u32');
  readonly #class = new GrowingArray('u8');
  readonly #start = new GrowingArray('u32');
  readonly #entity = new GrowingArray('u32');
  readonly #extras: ExtraToken[] = [];
  readonly #spellings = new Map<number, Set<number>>();

  constructor(tokens: TokenCollector) {
    this.#tokens = tokens;
  }

  get names(): number {
    return this.#start.length;
  }

  add(entity: number, name: PreparedName, weak: boolean): void {
    const acronym = wholeAcronym(name);
    if (acronym !== null) this.#extras.push({ name: this.names, token: this.#tokens.idOf(acronym) });
    this.#start.push(this.#token.length);
    let spelled = false;
    for (const token of name.tokens) {
      const id = this.#tokens.idOf(token.text);
      const weight = token.class === 'form' ? 0 : token.weight;
      this.#token.push((id | (weight << idBits)) >>> 0);
      this.#class.push(tokenClasses.indexOf(token.class) | (token.typed ? typedBit : 0));
      if (!hasSeveralSpellings(token.text)) continue;
      spelled = true;
      this.#addSpelling(lettersOf(token, name.raw), id);
    }
    const kind = preparedKinds.indexOf(name.kind) << kindShift;
    const bits = kind | (weak ? weakBit : 0) | (spelled ? payloadBit : 0);
    this.#entity.push((entity | (bits << idBits)) >>> 0);
  }

  /** Adds a person's name that needs no preparation. */
  addPlain(entity: number, rows: PlainRows, weak: boolean): void {
    this.#start.push(this.#token.length);
    for (const token of rows.token) this.#token.push(token);
    for (const tokenClass of rows.class) this.#class.push(tokenClass);
    const bits = (preparedKinds.indexOf('person') << kindShift) | (weak ? weakBit : 0);
    this.#entity.push((entity | (bits << idBits)) >>> 0);
  }

  /** If a legal form or number is attached to another word, it counts with the letters it was written with. */
  #addSpelling(letters: string, token: number): void {
    if (letters === '') return;
    const spelling = this.#tokens.idOf(letters);
    const tokens = this.#spellings.get(spelling);
    if (tokens) tokens.add(token);
    else this.#spellings.set(spelling, new Set([token]));
  }

  /** Builds the sections of names and postings; `rank` maps each token to its final id. */
  freeze(): { sections: NameSections; rank: Uint32Array } {
    this.#start.push(this.#token.length);
    const rank = rankByCount(this.#counts());
    const tokens = this.#token.values();
    for (let at = 0; at < tokens.length; at += 1) {
      const token = tokens[at] as number;
      tokens[at] = ((rank[token & maximalId] as number) | (token & ~maximalId)) >>> 0;
    }
    const order = orderNames({ token: tokens, start: this.#start.values() });
    const { start, ...rows } = this.#inOrder(order);
    const sign = sharedArray('u8', rank.length);
    for (const [token, text] of this.#tokens.texts.entries()) sign[rank[token] as number] = signOf(text);
    const post = postingsOf({ token: rows.token, start }, sign, this.#orderedExtras(order, rank));
    const sections: NameSections = {
      'token.spelling': spellingsOf(this.#spellings, rank),
      'token.sign': sign,
      'name.region': regionsOf(start),
      'name.token': rows.token,
      'name.class': rows.class,
      'name.entity': rows.entity,
      'post.offset': post.offset,
      'post.name': post.name,
      'post.sign': post.sign,
    };
    return { sections, rank };
  }

  #counts(): Uint32Array {
    const counts = new Uint32Array(this.#tokens.texts.length);
    for (const token of this.#token.values()) {
      const id = token & maximalId;
      counts[id] = (counts[id] as number) + 1;
    }
    return counts;
  }

  #inOrder(order: Uint32Array): {
    token: Uint32Array;
    class: Uint8Array;
    start: Uint32Array;
    entity: Uint32Array;
  } {
    const rows = {
      token: sharedArray('u32', this.#token.length),
      class: sharedArray('u8', this.#token.length),
      start: new Uint32Array(order.length + 1),
      entity: sharedArray('u32', order.length),
    };
    const [token, tokenClass] = [this.#token.data, this.#class.data];
    const [start, entity] = [this.#start.data, this.#entity.data];
    let to = 0;
    for (let name = 0; name < order.length; name += 1) {
      const source = order[name] as number;
      rows.start[name] = to;
      rows.entity[name] = entity[source] as number;
      const end = start[source + 1] as number;
      for (let at = start[source] as number; at < end; at += 1) {
        rows.token[to] = token[at] as number;
        rows.class[to] = tokenClass[at] as number;
        to += 1;
      }
    }
    rows.start[order.length] = to;
    return rows;
  }

  #orderedExtras(order: Uint32Array, rank: Uint32Array): ExtraToken[] {
    if (this.#extras.length === 0) return [];
    const place = new Uint32Array(order.length);
    for (let name = 0; name < order.length; name += 1) place[order[name] as number] = name;
    return this.#extras
      .map(({ name, token }) => ({ name: place[name] as number, token: rank[token] as number }))
      .sort((a, b) => a.name - b.name);
  }
}

export interface NameSections {
  'token.spelling': Uint32Array;
  'token.sign': Uint8Array;
  'name.region': Uint32Array;
  'name.token': Uint32Array;
  'name.class': Uint8Array;
  'name.entity': Uint32Array;
  'post.offset': Uint32Array;
  'post.name': Uint32Array;
  'post.sign': Uint32Array;
}

/** Pairs of spelling and token, ascending. */
function spellingsOf(spellings: ReadonlyMap<number, ReadonlySet<number>>, rank: Uint32Array): Uint32Array {
  const pairs = Array.from(spellings, ([spelling, tokens]) =>
    Array.from(tokens, (token) => [rank[spelling] as number, rank[token] as number] as const),
  ).flat();
  pairs.sort(([a, c], [b, d]) => a - b || c - d);
  const section = sharedArray('u32', pairs.length * 2);
  section.set(pairs.flat());
  return section;
}

/** For each size, the first name and the first token. There is one more row than sizes, so that each region has an end. */
function regionsOf(start: Uint32Array): Uint32Array {
  const names = start.length - 1;
  const region = sharedArray('u32', (maxTokens + 2) * 2);
  let name = 0;
  for (let size = 0; size <= maxTokens + 1; size += 1) {
    while (name < names && (start[name + 1] as number) - (start[name] as number) < size) name += 1;
    region[size * 2] = name;
    region[size * 2 + 1] = start[name] as number;
  }
  return region;
}
