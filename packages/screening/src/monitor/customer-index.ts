import type { ListedEntity } from '../model/listed-entity.ts';
import { defaultPolicies, type Policies } from '../model/policies.ts';
import { prepareQuestion } from '../score/question.ts';
import { createScanScreener } from '../score/hits/scan-screener.ts';
import type { Customer } from './customer.ts';
import { buildSegment, CustomerSegment, type SharedSegment } from './customer-segment.ts';

/** All customers under monitoring, searched for those an entity concerns. Personal data: it lives in memory alone. */
export interface CustomerIndex {
  readonly size: number;
  has(key: string): boolean;
  keys(): IterableIterator<string>;
  /** Takes the place of a customer with the same key. @throws ScreeningInputError for one who cannot be screened */
  add(customer: Customer): void;
  /** From the next question on nothing concerns this customer, and the record is overwritten. @returns false when there is none */
  remove(key: string): boolean;
  /**
   * Keys of exactly those customers whose own screening, under their own options, has the entity among its hits. In no
   * particular order.
   */
  concernedBy(entity: ListedEntity): string[];
  /** For other threads: the memory itself. They see who is removed, and nobody who is added later. */
  share(): SharedCustomers;
}

/** What goes to another thread; personal data. */
export interface SharedCustomers {
  policies: Policies;
  segments: SharedSegment[];
}

/** The customers that another thread keeps, as they were when it shared them, without those removed since. */
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
  const alone = createScanScreener([entity], { snapshot: '', policies });
  const keys: string[] = [];
  for (const segment of segments) {
    for (const number of segment.find(entity)) {
      const { key, subject, options } = segment.read(number);
      if (alone.screen(subject, { ...options, limit: 1 }).total > 0) keys.push(key);
    }
  }
  return keys;
}

/** Customers of one segment differ by less in the name score they need, so that a lax one does not slow strict ones. */
const levelWidth = 400;
const mostSegments = 4;
const placeBase = 2 ** 24;

/** An index over these customers, as they would be screened under these policies of the lists. */
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
 * Customers in segments, each an immutable index over their names (`CustomerSegment`), after the idea of a log-structured
 * merge tree: newcomers wait in a map, and the next question gives them a segment, together with segments that have grown
 * small beside them or lost half their customers.
 *
 * State: levels by the name score that customers need, so that a segment is searched at about the score its customers need;
 * for every key its segment and number, or the level in which it waits.
 *
 * Invariants: a key has one place; a level has at most `mostSegments` segments when a question is answered; who was
 * removed is in no answer from then on, though the number stays until the segment is built anew.
 *
 * Cost: `add` prepares a name. A question costs a search in each segment and one scored screening for each customer found; if
 * customers came since the last one, also building their segment, and the whole level once in `mostSegments` such questions.
 */
class Index implements CustomerIndex {
  readonly #policies: Policies;
  /** Segment × 2^24 + number in it, or the level in which the customer waits for a segment, negative. */
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
    // After the line above, which throws for who cannot be screened: the customer before stays then.
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

  /** Gives customers who wait a segment, and makes one of many or of thinned ones. */
  #settle(): void {
    for (const level of this.#levels.values()) {
      const { segments, waiting } = level;
      // All segments of a crowded level become one; else those that are half empty or smaller than what waits.
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
    // Only now: building reads the customers who wait.
    level.waiting.clear();
    if (segment.count === 0) return;
    const id = this.#nextSegment;
    this.#nextSegment += 1;
    this.#segments.set(id, segment);
    level.segments.push({ id, segment });
    for (const [number, key] of keys.entries()) this.#place.set(key, id * placeBase + number);
  }
}
