import { textHash } from '@countersign/screening';

/** Number of a source's entities that are looked for in its next load. */
export const sampleSize = 256;

/** Samples ids deterministically: the same ids result in the same sample, whatever their order. */
export function sampleOfIds(size = sampleSize): { add: (id: string) => void; ids: () => string[] } {
  const kept: { id: string; hash: number }[] = [];
  let limit = 2 ** 32;
  return {
    add: (id) => {
      const hash = textHash(id);
      if (hash >= limit || kept.some((each) => each.id === id)) return;
      const place = kept.findIndex((each) => each.hash > hash);
      kept.splice(place === -1 ? kept.length : place, 0, { id, hash });
      if (kept.length > size) kept.pop();
      if (kept.length === size) limit = kept.at(-1)?.hash ?? limit;
    },
    ids: () => kept.map(({ id }) => id),
  };
}
