import type { Hit } from './use-reviews.ts';

/** Hits that are evidently the same listed person as this one, including itself. @see spec/contract.md A-410 */
export const entriesOf = (hits: readonly Hit[], { group }: Hit): readonly Hit[] =>
  hits.filter((each) => each.group === group);

/** Undecided hits of the same person: existing decisions are not replaced unseen. */
export const openBeside = (hits: readonly Hit[], hit: Hit): readonly Hit[] =>
  entriesOf(hits, hit).filter(({ id, matchStatus }) => id !== hit.id && matchStatus === 'potential_match');

/** The lists that name a person, each once: they distinguish hits with the same name. */
export const listNames = ({ listings }: NonNullable<Hit['listed']>): string =>
  [...new Set(listings.map(({ sourceName }) => sourceName))].join(' · ');
