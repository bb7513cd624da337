import path from 'node:path';
import { BadRecord, EntityDraft } from './entity-draft.ts';
import type { Limits } from './limits.ts';
import type { ListedEntity } from '../model/listed-entity.ts';
import type { LoadLog } from './load-log.ts';
import type { MappingPolicies } from './mapping-policies.ts';
import type { ListType, Schema } from '../model/screening-types.ts';

/** The input of every loader. */
export interface SourceContext {
  files: readonly string[];
  log: LoadLog;
  limits: Limits;
  /** The list for sources that do not state one. */
  list: ListType;
  asOf: string;
  policies: MappingPolicies;
}

/** Loads the entities of one source in batches. @throws RefusedSource */
export type Loader = (context: SourceContext) => AsyncGenerator<ListedEntity[]>;

/** Creates an empty entity of a source. */
export function draftOf(
  context: Pick<SourceContext, 'log' | 'limits'>,
  id: string,
  schema: Schema,
): EntityDraft {
  return new EntityDraft(id, schema, context);
}

/** Adds the UN list's number for the same person to a remark, by which hits on several lists are recognised. */
export function withUnReference(reference: string, remark: string): string {
  const known = reference === '' || remark.includes(reference);
  return known ? remark : `UN reference ${reference}. ${remark}`;
}

/** Runs `make`; a bad record is reported with its place and yields null. */
export function orReject<T>(log: LoadLog, place: string, make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error;
    log.reject(place, error.message);
    return null;
  }
}

/** Formats a position in a file for reports. */
export function placeIn(file: string, at: number | string): string {
  return `${path.basename(file)}:${at}`;
}

/** Converts a batch of records to entities; unusable records are rejected. */
export function entitiesOf<Record extends { number: number }>(
  batch: readonly Record[],
  { file, log }: { file: string; log: LoadLog },
  make: (record: Record) => ListedEntity | null,
): ListedEntity[] {
  return batch
    .map((record) => orReject(log, placeIn(file, record.number), () => make(record)))
    .filter((entity) => entity !== null);
}
