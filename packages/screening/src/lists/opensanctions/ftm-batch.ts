import { BadRecord } from '../entity-draft.ts';
import type { ListedEntity } from '../../model/listed-entity.ts';
import { LoadedEntity } from '../../model/loaded-entity.ts';
import { LoadLog, type LoadedPart } from '../load-log.ts';
import type { LineBlock } from '../read-lines.ts';
import { EntityReader } from './ftm-lines.ts';
import { linkSchemata } from './ftm-links.ts';
import { mapFtm, type FtmMapping } from './ftm-mapping.ts';
import { noFacts, type LinkFacts } from './link-facts.ts';

/** Lines of one file that are entities or cannot be read, as positions in the bytes of a block. */
export interface FtmBatch extends LineBlock {
  /** Name of the file for reports. */
  file: string;
  /** For some lines, by index, the facts from links about their entities. */
  facts: ReadonlyMap<number, LinkFacts>;
}

/** Maps batches, on this thread or on others. */
export interface BatchMapper {
  /** Maximum number of batches in progress. */
  ahead: number;
  map: (batch: FtmBatch, rules: FtmRules) => Promise<LoadedBatch>;
}

/** The entities of a batch, and the counts of what was left out. */
export interface MappedBatch {
  entities: ListedEntity[];
  part: LoadedPart;
}

/** The same, independent of the mapping thread. */
export interface LoadedBatch {
  entities: LoadedEntity[];
  part: LoadedPart;
}

/** The rules for mapping an entity, without the log. */
export type FtmRules = Omit<FtmMapping, 'log'>;

export function mapBatch(batch: FtmBatch, rules: FtmRules): MappedBatch {
  const { file, numbers, facts } = batch;
  const log = new LoadLog();
  const mapping = { ...rules, log };
  const reader = new EntityReader(batch);
  const entities: ListedEntity[] = [];
  for (let at = 0; at < numbers.length; at += 1) {
    try {
      const entity = reader.record(at);
      const listed = linkSchemata.has(entity.schema)
        ? null
        : mapFtm(entity, facts.get(at) ?? noFacts, mapping);
      if (listed !== null) entities.push(listed);
    } catch (error) {
      if (!(error instanceof BadRecord)) throw error;
      log.reject(`${file}:${numbers[at]}`, error.message);
    }
  }
  return { entities, part: log.part() };
}

/** Maps a batch on this thread. */
export function loadBatch(batch: FtmBatch, rules: FtmRules): LoadedBatch {
  const { entities, part } = mapBatch(batch, rules);
  return { entities: entities.map(LoadedEntity.of), part };
}

/** Maps on this thread, one batch at a time. */
export const mapHere: BatchMapper = {
  ahead: 1,
  map: (batch, rules) => Promise.resolve(loadBatch(batch, rules)),
};
