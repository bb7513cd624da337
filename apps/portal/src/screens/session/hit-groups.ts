import type { Hit } from './use-reviews.ts';

/** Hits that evidently are the listed person of this one, itself included. @see spec/contract.md A-410 */
export const entriesOf = (hits: readonly Hit[], { group }: Hit): readonly Hit[] =>
  hits.filter((each) => each.group === group);

/** Those beside it without a decision: decisions that are there are not replaced unseen. */
export const openBeside = (hits: readonly Hit[], hit: Hit): readonly Hit[] =>
  entriesOf(hits, hit).filter(({ id, matchStatus }) => id !== hit.id && matchStatus === 'potential_match');

/** The lists that name a person, each once: hits of one name differ by them. */
export const listNames = ({ listings }: NonNullable<Hit['listed']>): string =>
  [...new Set(listings.map(({ sourceName }) => sourceName))].join(' · ');
