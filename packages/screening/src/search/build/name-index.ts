import type { ListedName } from '../../model/listed-entity.ts';
import type { PreparedName } from '../../model/prepared-name.ts';
import { prepareName } from '../../names/prepare-name.ts';
import type { Sections } from '../../snapshot/sections.ts';
import { indexKeys } from '../../words/word-keys.ts';
import { makeWord } from '../../words/word-of.ts';
import { bucketTable, type BucketTable } from '../structures/bucket-table.ts';
import type { EntityNames } from './entity-collector.ts';
import { GrowingArray } from '../structures/growing-array.ts';
import { NameCollector, type NameSections } from './name-collector.ts';
import { PlainNames } from './plain-names.ts';
import { freezeTokens, TokenCollector } from './token-collector.ts';

/** The sections of tokens and names. */
export type TokenSections = NameSections &
  Pick<Sections, 'token.bytes' | 'token.offset' | 'token.bucket' | 'token.entry'>;

/** The index of names: their tokens, and the keys by which words find tokens. */
export type NameIndex = TokenSections & Pick<Sections, 'key.bucket' | 'key.entry'>;

/** Collects the names of entities as numbers, without keeping objects. */
export class NameIndexBuilder {
  readonly #tokens = new TokenCollector();
  readonly #plain = new PlainNames(this.#tokens);
  readonly #names = new NameCollector(this.#tokens);

  add(of: EntityNames): void {
    const [only] = of.names;
    if (only && of.names.length === 1) {
      this.#add(of, only);
      return;
    }
    // Strong names first, so that of two names with the same score the strong one is kept.
    const strong = new Set<string>();
    const ordered = of.names.toSorted((a, b) => Number(a.kind === 'weak') - Number(b.kind === 'weak'));
    for (const name of ordered) this.#add(of, name, strong);
  }

  /** @param known keys of the entity's names that must not be added again */
  #add({ entity, kind }: EntityNames, listed: ListedName, known?: Set<string>): void {
    const weak = listed.kind === 'weak';
    const rows = kind === 'person' ? this.#plain.read(listed) : null;
    if (rows) {
      if (known === undefined || isNew(known, this.#plain.key())) this.#names.addPlain(entity, rows, weak);
      return;
    }
    const name = prepareName(listed.text, kind, listed.parts);
    if (known === undefined || isNew(known, keyOf(name))) this.#names.add(entity, name, weak);
  }

  freeze(): NameIndex {
    const { texts, sections } = this.freezeNames();
    return withKeys(sections, [keysIn(texts, { from: 0, to: texts.length })]);
  }

  /** Builds all sections except the keys, and returns the tokens in the order of their ids. */
  freezeNames(): { texts: string[]; sections: TokenSections } {
    const { sections: names, rank } = this.#names.freeze();
    const texts = new Array<string>(rank.length);
    for (const [token, text] of this.#tokens.texts.entries()) texts[rank[token] as number] = text;
    // Frees what is needed only while collecting before the keys of all words are computed, which is the peak of memory use.
    this.#tokens.clear();
    const { bytes, offset, table } = freezeTokens(texts);
    const sections = {
      'token.bytes': bytes,
      'token.offset': offset,
      'token.bucket': table.bucket,
      'token.entry': table.entry,
      ...names,
    };
    return { texts, sections };
  }
}

/** Typical number of keys per word; space for this many is allocated at once. */
const usualKeys = 24;

/** Keys of some tokens, and the token of each key. */
export interface KeyRows {
  key: Uint32Array;
  token: Uint32Array;
}

/** Keys of a range of tokens, `to` excluded, in the order of their ids. */
export function keysIn(texts: readonly string[], { from, to }: { from: number; to: number }): KeyRows {
  const room = Math.max(1, to - from) * usualKeys;
  const [key, token] = [new GrowingArray('u32', room), new GrowingArray('u32', room)];
  for (let id = from; id < to; id += 1) {
    for (const each of indexKeys(makeWord(texts[id] as string))) {
      key.push(each);
      token.push(id);
    }
  }
  return { key: key.values(), token: token.values() };
}

/** Completes an index with the keys of all its tokens, in the order of their ids. */
export function withKeys(sections: TokenSections, rows: readonly KeyRows[]): NameIndex {
  const { bucket, entry } = tableOfKeys(rows, sections['token.offset'].length - 1);
  return { ...sections, 'key.bucket': bucket, 'key.entry': entry };
}

function tableOfKeys(rows: readonly KeyRows[], tokens: number): BucketTable {
  const [first] = rows;
  if (first && rows.length === 1) return bucketTable(first.key, first.token, tokens);
  const together = (of: readonly Uint32Array[]): Uint32Array => {
    const all = new Uint32Array(of.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const one of of) {
      all.set(one, at);
      at += one.length;
    }
    return all;
  };
  return bucketTable(together(rows.map(({ key }) => key)), together(rows.map(({ token }) => token)), tokens);
}

/** Keys of all tokens, in the order of their ids. */
export function keysOf(texts: readonly string[]): BucketTable {
  return tableOfKeys([keysIn(texts, { from: 0, to: texts.length })], texts.length);
}

function isNew(known: Set<string>, key: string): boolean {
  if (known.has(key)) return false;
  known.add(key);
  return true;
}

/** A key of the parts of a name that determine its score. */
function keyOf({ tokens, removed }: PreparedName): string {
  const words = tokens.map((token) => `${token.text}/${token.class}/${token.typed ? 1 : 0}/${token.weight}`);
  return `${words.join(' ')}|${removed.map(({ kind, text }) => `${kind}:${text}`).join(' ')}`;
}
