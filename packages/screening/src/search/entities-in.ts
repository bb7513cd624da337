import type { ListedEntity } from '../model/listed-entity.ts';
import { layersOf, type LayeredSnapshot } from '../snapshot/layered-snapshot.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { isGone } from './structures/entity-bits.ts';
import { PayloadReader } from './build/payload-store.ts';

/** All entities of a state, those of its delta last, without removed and replaced ones. */
export function* entitiesIn(state: Snapshot | LayeredSnapshot): Generator<ListedEntity> {
  for (const { sections } of layersOf(state)) {
    const reader = new PayloadReader(sections);
    for (const [number, word] of sections['entity.word'].entries())
      if (!isGone(word)) yield reader.read(number);
  }
}
