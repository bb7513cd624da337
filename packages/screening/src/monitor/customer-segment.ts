import type { ListedEntity } from '../model/listed-entity.ts';
import { exactForms } from '../names/exact-form.ts';
import type { PreparedName } from '../model/prepared-name.ts';
import type { Policies } from '../model/policies.ts';
import { prepareQuestion, prepareSubject } from '../score/question.ts';
import { scoreNames } from '../score/score-names.ts';
import {
  BucketTableBuilder,
  lookUp,
  maximalId,
  type BucketTable,
} from '../search/structures/bucket-table.ts';
import { keysOf } from '../search/build/name-index.ts';
import { CandidateSearch } from '../search/candidate-search.ts';
import type { TokenPlace } from '../search/words/run-parts.ts';
import { identifierKeys } from '../search/entity-keys.ts';
import { GrowingArray } from '../search/structures/growing-array.ts';
import { NameCollector } from '../search/build/name-collector.ts';
import { preparedNamesOf, StoredNames } from '../search/build/stored-names.ts';
import { textHash } from '../search/structures/text-hash.ts';
import { WorkLimit } from '../search/structures/work-limit.ts';
import { freezeTokens, TokenCollector } from '../search/build/token-collector.ts';
import { sectionElements, sectionNames, sharedArray, type Sections } from '../snapshot/sections.ts';
import { type Customer, CustomerReader, CustomerRecords, type SharedRecords } from './customer.ts';

/** A segment in shared memory: it is passed to other threads without a copy. */
export interface SharedSegment {
  records: SharedRecords;
  /** The lowest name score that each customer needs. */
  needed: Uint16Array;
  /** 1 for each removed customer. */
  gone: Uint8Array;
  exact: BucketTable;
  identifier: BucketTable;
  sections: Sections;
}

/** @throws ScreeningInputError for a customer who cannot be screened */
export function buildSegment(customers: Iterable<Customer>, policies: Policies): SharedSegment {
  const records = new CustomerRecords();
  const [exact, identifiers] = [new BucketTableBuilder(16), new BucketTableBuilder(16)];
  const tokens = new TokenCollector();
  const names = new NameCollector(tokens);
  const needed = new GrowingArray('u16', 16);
  for (const customer of customers) {
    const number = records.count;
    const {
      options,
      name,
      neededNameScore,
      exactForms: forms,
    } = prepareQuestion(customer.subject, customer.options, policies);
    records.add(customer);
    needed.push(neededNameScore);
    for (const form of new Set(forms.map((each) => textHash(exactForms(each))))) exact.add(form, number);
    // Under `exactMatch`, only names as written count; identifiers and similar names are not searched.
    if (options.exactMatch) continue;
    for (const key of identifierKeys(customer.subject.identifiers ?? [])) identifiers.add(key, number);
    if (name && name.tokens.length > 0) names.add(number, name, false);
  }
  const { count } = records;
  return {
    records: records.freeze(),
    needed: needed.freeze(),
    gone: sharedArray('u8', count),
    exact: exact.freeze(count),
    identifier: identifiers.freeze(count),
    sections: sectionsOf(names, tokens),
  };
}

/** Customers indexed by the words of their names, by identifiers and, under `exactMatch`, by their names as written. */
export class CustomerSegment {
  readonly shared: SharedSegment;
  readonly #records: CustomerReader;
  readonly #needed: Uint16Array;
  readonly #gone: Uint8Array;
  readonly #exact: BucketTable;
  readonly #identifier: BucketTable;
  readonly #names: CandidateSearch;
  readonly #stored: StoredNames;
  readonly #nameCustomer: Uint32Array;
  /** The lowest name score that makes any of these customers a hit. */
  readonly #leastNeeded: number;
  #left: number;

  constructor(shared: SharedSegment) {
    this.shared = shared;
    this.#records = new CustomerReader(shared.records);
    this.#needed = shared.needed;
    this.#gone = shared.gone;
    this.#left = this.#gone.reduce((left, gone) => left - gone, this.#records.count);
    this.#leastNeeded = this.#needed.reduce((least, each) => Math.min(least, each), 10_000);
    this.#exact = shared.exact;
    this.#identifier = shared.identifier;
    const { sections } = shared;
    this.#names = new CandidateSearch(sections);
    this.#stored = new StoredNames(sections, this.#names.dictionary);
    this.#nameCustomer = sections['name.entity'];
  }

  /** Number of customers who have not been removed. */
  get left(): number {
    return this.#left;
  }

  get count(): number {
    return this.#records.count;
  }

  has(number: number): boolean {
    return this.#gone[number] === 0;
  }

  read(number: number): Customer {
    return this.#records.read(number);
  }

  remove(number: number): void {
    if (this.#gone[number] !== 0) return;
    this.#gone[number] = 1;
    this.#left -= 1;
    this.#records.forget(number);
  }

  /** Numbers of all customers for whom the entity may be a hit before evidence and filters are applied, and of few others. */
  find(entity: ListedEntity): Set<number> {
    const found = new Set<number>();
    const addCustomer = (customer: number): void => {
      if (this.has(customer)) found.add(customer);
    };
    for (const { text } of entity.names) lookUp(this.#exact, textHash(exactForms(text)), addCustomer);
    for (const key of identifierKeys(entity.identifiers)) lookUp(this.#identifier, key, addCustomer);
    for (const name of preparedNamesOf(entity)) this.#findByName(name, found);
    return found;
  }

  #findByName(listed: PreparedName, found: Set<number>): void {
    if (listed.tokens.length === 0 || this.#nameCustomer.length === 0) return;
    this.#names.find({
      query: listed,
      side: 'listed',
      // One search for all customers of the segment; each customer's own score requirement is applied after scoring.
      needed: this.#leastNeeded,
      // Listed names come from the operator, not from an attacker who wants to overload the service.
      limit: new WorkLimit(Infinity),
      admits: (customer) => this.has(customer) && !found.has(customer),
      found: (number, place) => {
        const customer = (this.#nameCustomer[number] as number) & maximalId;
        if (found.has(customer)) return;
        const { nameScore } = scoreNames(this.#nameOf(number, place, customer), listed);
        if (nameScore >= (this.#needed[customer] as number)) found.add(customer);
      },
    });
  }

  #nameOf(number: number, place: TokenPlace, customer: number): PreparedName {
    const stored = this.#stored.read(number, place) ?? prepareSubject(this.#records.read(customer).subject);
    if (!stored) throw new Error('a customer filed by name has none');
    return stored;
  }
}

/** Only the sections needed to find and score names; the others are empty. */
function sectionsOf(names: NameCollector, tokens: TokenCollector): Sections {
  const { sections, rank } = names.freeze();
  const texts = new Array<string>(rank.length);
  for (const [token, text] of tokens.texts.entries()) texts[rank[token] as number] = text;
  const { bytes, offset, table } = freezeTokens(texts);
  const keys = keysOf(texts);
  const empty = Object.fromEntries(
    sectionNames.map((name) => [name, sharedArray(sectionElements[name], 0)]),
  ) as Sections;
  return {
    ...empty,
    ...sections,
    'token.bytes': bytes,
    'token.offset': offset,
    'token.bucket': table.bucket,
    'token.entry': table.entry,
    'key.bucket': keys.bucket,
    'key.entry': keys.entry,
  };
}
