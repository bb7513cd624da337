import type { ListedEntity } from '../../model/listed-entity.ts';
import { listBits, listBitsOf, sanctionsBit } from '../../model/list-types.ts';
import type { ScreeningOptions } from '../../model/screening-types.ts';
import { referenceTables } from '../../tables/reference-tables.ts';
import type { Policies } from '../../model/policies.ts';

function withSuccessors(codes: Iterable<string>): Set<string> {
  const all = new Set<string>();
  for (const code of codes) {
    all.add(code);
    for (const successor of referenceTables().countries.successorsOf(code)) all.add(successor);
  }
  return all;
}

/**
 * The countries by which an entity passes the filter, including successors of former states; the place of birth counts only if nothing
 * else is known.
 */
export function filterCountries(entity: ListedEntity): Set<string> {
  return withSuccessors(knownCountries(entity));
}

/** Alpha-2 codes of the countries an entity is connected with, sorted; the place of birth counts only if nothing else is known. */
export function knownCountries(entity: ListedEntity): string[] {
  const known = entity.countries.filter(({ role }) => role !== 'birth');
  const codes = (known.length > 0 ? known : entity.countries).map(({ code }) => code);
  return [...new Set(codes)].sort();
}

/** The filter's countries in comparable form; null if there is no filter. */
export function filterOf(options: ScreeningOptions): ReadonlySet<string> | null {
  return options.countries.length === 0 ? null : withSuccessors(options.countries);
}

/** Whether an entity is deceased as defined by `excludeDeceased`. */
export function isDeceased(entity: ListedEntity, policies: Policies): boolean {
  if (entity.deceased || entity.death !== null) return true;
  const before = policies.deceasedBornBefore;
  return (
    before !== null &&
    entity.birth.length > 0 &&
    entity.birth.every(({ to }) => Number(to.slice(0, 4)) < before)
  );
}

/** Whether an entity may be a hit under these options, whatever its name. Sanctioned entities always pass the country filter. */
export function passesFilters(entity: ListedEntity, options: ScreeningOptions, policies: Policies): boolean {
  const selected = listBits(options.lists) & listBitsOf(entity);
  if (selected === 0) return false;
  if (options.excludeDeceased && isDeceased(entity, policies)) return false;
  const filter = filterOf(options);
  if (filter === null || (selected & sanctionsBit) !== 0) return true;
  const countries = filterCountries(entity);
  return countries.size === 0 || [...countries].some((code) => filter.has(code));
}
