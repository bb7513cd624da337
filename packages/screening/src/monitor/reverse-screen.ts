import type { ListedEntity } from '../model/listed-entity.ts';
import type { EntityChange } from './changes-between.ts';
import type { CustomerIndex } from './customer-index.ts';

/** The customers who have the entity among their hits. */
export interface Concerned {
  entity: ListedEntity;
  customers: readonly string[];
}

/**
 * Finds, for each entity, the customers to whom it is relevant: the same result as screening every customer again, at a cost proportional
 * to the entities.
 */
export function* reverseScreen(
  entities: Iterable<ListedEntity>,
  customers: Pick<CustomerIndex, 'concernedBy'>,
): Generator<Concerned> {
  for (const entity of entities) yield { entity, customers: customers.concernedBy(entity) };
}

/**
 * Keys of the customers whose hits a change may affect: those who had the entity among their hits, and those who have it now. Empty for a
 * null yielded by `changesBetween`.
 */
export function concernedByChange(
  change: EntityChange | null,
  customers: Pick<CustomerIndex, 'concernedBy'>,
): Set<string> {
  const states = [change?.before, change?.after].filter((state) => state != null);
  return new Set(Array.from(reverseScreen(states, customers), (concerned) => concerned.customers).flat());
}
