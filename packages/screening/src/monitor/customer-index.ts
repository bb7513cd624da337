import type { ListedEntity } from '../model/listed-entity.ts';
import { defaultPolicies, type Policies } from '../model/policies.ts';
import { prepareQuestion } from '../score/question.ts';
import { hitTestOf } from '../score/hits/scan-screener.ts';
import type { Customer } from './customer.ts';
import { buildSegment, CustomerSegment, type SharedSegment } from './customer-segment.ts';

/** All monitored customers, searchable for those to whom an entity is relevant. Personal data: kept in memory only. */
export interface CustomerIndex {
  readonly size: number;
  has(key: string): boolean;
  keys(): IterableIterator<string>;
  /** Adds a customer, replacing one with the same key. @throws ScreeningInputError for a customer who cannot be screened */
  add(customer: Customer): void;
  /** Removes a customer with immediate effect and overwrites the record. @returns false if there is none */
  remove(key: string): boolean;
  /**
   * Keys of exactly those customers whose own screening, with their own options, has the entity among its hits; in no particular order.
   */
  concernedBy(entity: ListedEntity): string[];
  /** Shares the memory with other threads. They see later removals but no later additions. */
  share(): SharedCustomers;
}

/** The data passed to another thread; contains personal data. */
export interface SharedCustomers {
  policies: Policies;
  segments: SharedSegment[];
}

/** Opens the customers shared by another thread, as of the time of sharing, without those removed since. */
export function openSharedCustomers({
  policies,
  segments,
}: SharedCustomers): Pick<CustomerIndex, 'concernedBy'> {
  const opened = segments.map((segment) => new CustomerSegment(segment));
  return { concernedBy: (entity) => concernedIn(opened, entity, policies) };
}

function concernedIn(
  segments: Iterable<CustomerSegment>,
  entity: ListedEntity,
  policies: Policies,
): string[] {
  if (entity.listings.length === 0) return [];
  // The customer's own screening of this one entity decides, so reverse and forward search cannot differ.
  const isHit = hitTestOf(entity, policies);
  const keys: string[] = [];
  for (const segment of segments) {
    for (const number of segment.find(entity)) {
      const { key, subject, options } = segment.read(number);
      if (isHit(subject, options)) keys.push(key);
    }
  }
  return keys;
}

/** Range of the needed name scores within a segment, so that a customer with a low threshold does not slow down the others. */
const levelWidth = 400;
const mostSegments = 4;
const placeBase = 2 ** 24;

/** Creates an index of these customers, screened under these policies. */
export function createCustomerIndex(
  customers: Iterable<Customer> = [],
  { policies = defaultPolicies }: { policies?: Policies } = {},
): CustomerIndex {
  const index = new Index(policies);
  for (const customer of customers) index.add(customer);
  return index;
}

interface Level {
  segments: { id: number; segment: CustomerSegment }[];
  waiting: Map<string, Customer>;
}

/**
 * Customers in segments, each an immutable index of their names (`CustomerSegment`), similar to a log-structured merge tree: new
 * customers wait in a map, and the next query builds a segment for them, merging segments that have become small in comparison or have
 * lost half their customers.
 *
 * State: levels by the name score that customers need, so that a segment is searched at about the score its customers need; for every key
 * its segment and number, or the level in which it waits.
 *
 * Invariants: a key has one place; a level has at most `mostSegments` segments when a query runs; a removed customer is in no result from
 * then on, though the number stays in use until the segment is rebuilt.
 *
 * Cost: `add` prepares a name. A query costs a search in each segment and one scored screening for each customer found; if customers were
 * added since the last query, also building their segment, and the whole level once in `mostSegments` such queries.
 */
class Index implements CustomerIndex {
  readonly #policies: Policies;
  /** Segment × 2^24 + number within it, or, as a negative number, the level in which the customer waits for a segment. */
  readonly #place = new Map<string, number>();
  readonly #levels = new Map<number, Level>();
  readonly #segments = new Map<number, CustomerSegment>();
  #nextSegment = 0;

  constructor(policies: Policies) {
    this.#policies = policies;
  }

  get size(): number {
    return this.#place.size;
  }

  has(key: string): boolean {
    return this.#place.has(key);
  }

  keys(): IterableIterator<string> {
    return this.#place.keys();
  }

  add(customer: Customer): void {
    const { neededNameScore } = prepareQuestion(customer.subject, customer.options, this.#policies);
    // After the line above, which throws for a customer who cannot be screened; the previous customer is kept in that case.
    this.remove(customer.key);
    const level = Math.ceil(neededNameScore / levelWidth);
    this.#level(level).waiting.set(customer.key, customer);
    this.#place.set(customer.key, -level);
  }

  remove(key: string): boolean {
    const place = this.#place.get(key);
    if (place === undefined) return false;
    this.#place.delete(key);
    if (place < 0) this.#level(-place).waiting.delete(key);
    else this.#segments.get(Math.floor(place / placeBase))?.remove(place % placeBase);
    return true;
  }

  concernedBy(entity: ListedEntity): string[] {
    if (entity.listings.length === 0) return [];
    this.#settle();
    return concernedIn(this.#segments.values(), entity, this.#policies);
  }

  share(): SharedCustomers {
    this.#settle();
    const segments = Array.from(this.#segments.values(), ({ shared }) => shared);
    return { policies: this.#policies, segments };
  }

  #level(number: number): Level {
    let level = this.#levels.get(number);
    if (!level) {
      level = { segments: [], waiting: new Map() };
      this.#levels.set(number, level);
    }
    return level;
  }

  /** Builds a segment for waiting customers, and merges segments that are too many or too sparse. */
  #settle(): void {
    for (const level of this.#levels.values()) {
      const { segments, waiting } = level;
      // All segments of a crowded level are merged; otherwise only those that are half empty or smaller than the waiting customers.
      const crowded = segments.length + (waiting.size > 0 ? 1 : 0) > mostSegments;
      const merged = segments.filter(
        ({ segment }) => crowded || segment.left * 2 < segment.count || segment.count < waiting.size,
      );
      if (waiting.size === 0 && merged.length === 0) continue;
      level.segments = segments.filter((each) => !merged.includes(each));
      this.#build(
        level,
        merged.map(({ segment }) => segment),
      );
      for (const { id } of merged) this.#segments.delete(id);
    }
  }

  #build(level: Level, merged: readonly CustomerSegment[]): void {
    const keys: string[] = [];
    function* customers(): Generator<Customer> {
      for (const segment of merged)
        for (let number = 0; number < segment.count; number += 1)
          if (segment.has(number)) yield segment.read(number);
      yield* level.waiting.values();
    }
    function* noted(): Generator<Customer> {
      for (const customer of customers()) {
        keys.push(customer.key);
        yield customer;
      }
    }
    const segment = new CustomerSegment(buildSegment(noted(), this.#policies));
    // Not earlier: building reads the waiting customers.
    level.waiting.clear();
    if (segment.count === 0) return;
    const id = this.#nextSegment;
    this.#nextSegment += 1;
    this.#segments.set(id, segment);
    level.segments.push({ id, segment });
    for (const [number, key] of keys.entries()) this.#place.set(key, id * placeBase + number);
  }
}
