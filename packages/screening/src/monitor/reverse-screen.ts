import type { ListedEntity } from '../model/listed-entity.ts';
import type { EntityChange } from './changes-between.ts';
import type { CustomerIndex } from './customer-index.ts';

/** Customers who have the entity among their hits. */
export interface Concerned {
  entity: ListedEntity;
  customers: readonly string[];
}

/** For each entity the customers it concerns: what screening every customer anew would find, at the cost of the entities. */
export function* reverseScreen(
  entities: Iterable<ListedEntity>,
  customers: Pick<CustomerIndex, 'concernedBy'>,
): Generator<Concerned> {
  for (const entity of entities) yield { entity, customers: customers.concernedBy(entity) };
}

/**
 * Keys of the customers whose hits a change may alter: those who had the entity among their hits and those who have it now. Empty
 * for a null of `changesBetween`.
 */
export function concernedByChange(
  change: EntityChange | null,
  customers: Pick<CustomerIndex, 'concernedBy'>,
): Set<string> {
  const states = [change?.before, change?.after].filter((state) => state != null);
  return new Set(Array.from(reverseScreen(states, customers), (concerned) => concerned.customers).flat());
}
