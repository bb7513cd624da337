import { createHash } from 'node:crypto';
import type { LayeredSnapshot } from '../../snapshot/layered-snapshot.ts';
import { sharedArray } from '../../snapshot/sections.ts';
import { digestOfSections, RefusedSnapshot } from '../../snapshot/snapshot-file.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { goneWord } from '../structures/entity-bits.ts';

/**
 * Applies a delta to its base. Costs a copy of the entities' words, four bytes each; the base is unchanged and can be used meanwhile.
 * @throws RefusedSnapshot if the delta is for another base or engine, if it is not a delta, or if content and id disagree
 */
export function applyDelta(base: Snapshot, delta: Snapshot): LayeredSnapshot {
  const about = delta.manifest.delta;
  if (!about) throw new RefusedSnapshot('The file is a whole snapshot and no delta.');
  const { id, engine } = base.manifest;
  if (about.base !== id) throw new RefusedSnapshot(`The delta is for base ${about.base}, not for ${id}.`);
  if (delta.manifest.engine !== engine)
    throw new RefusedSnapshot(`The delta is of engine ${delta.manifest.engine}, its base of ${engine}.`);
  const words = base.sections['entity.word'];
  let last = -1;
  for (const number of about.gone) {
    if (!Number.isInteger(number) || number <= last || number >= words.length)
      throw new RefusedSnapshot(`The delta removes entity ${String(number)}, which its base does not have.`);
    last = number;
  }
  const content = digestOfSections(delta.sections).slice(0, 32);
  if (stateId({ base: id, gone: about.gone, segment: content }) !== about.state.id)
    throw new RefusedSnapshot('The delta has another content than its id names.');
  const marked = sharedArray('u32', words.length);
  // Concurrent screenings with the base keep its own words.
  marked.set(words);
  for (const number of about.gone) marked[number] = goneWord;
  // Data derived from words does not depend on the marks.
  const over = { ...base, sections: { ...base.sections, 'entity.word': marked } };
  return { manifest: about.state, base, layers: [over, delta] };
}

/** The id of a state, 32 hexadecimal digits: equal if and only if delta and base are equal. */
export function stateId({
  base,
  gone,
  segment,
}: {
  base: string;
  gone: readonly number[];
  segment: string;
}): string {
  const hash = createHash('sha256').update(`${base} ${segment} ${gone.join()}`);
  return hash.digest('hex').slice(0, 32);
}
