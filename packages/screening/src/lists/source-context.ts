import path from 'node:path';
import { BadRecord, EntityDraft } from './entity-draft.ts';
import type { Limits } from './limits.ts';
import type { ListedEntity } from '../model/listed-entity.ts';
import type { LoadLog } from './load-log.ts';
import type { MappingPolicies } from './mapping-policies.ts';
import type { ListType, Schema } from '../model/screening-types.ts';

/** What every loader of one source gets. */
export interface SourceContext {
  files: readonly string[];
  log: LoadLog;
  limits: Limits;
  /** List of a source that states none. */
  list: ListType;
  asOf: string;
  policies: MappingPolicies;
}

/** Entities of one source in batches. @throws RefusedSource */
export type Loader = (context: SourceContext) => AsyncGenerator<ListedEntity[]>;

/** An empty entity of a source. */
export function draftOf(
  context: Pick<SourceContext, 'log' | 'limits'>,
  id: string,
  schema: Schema,
): EntityDraft {
  return new EntityDraft(id, schema, context);
}

/** A remark with the number that the UN list has for the same person: hits on several lists are recognised by it. */
export function withUnReference(reference: string, remark: string): string {
  const known = reference === '' || remark.includes(reference);
  return known ? remark : `UN reference ${reference}. ${remark}`;
}

/** Runs `make`; a bad record is reported with its place and gives null. */
export function orReject<T>(log: LoadLog, place: string, make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error;
    log.reject(place, error.message);
    return null;
  }
}

/** A place in a file, for reports. */
export function placeIn(file: string, at: number | string): string {
  return `${path.basename(file)}:${at}`;
}

/** Entities of one batch of records; those that cannot be used are rejected. */
export function entitiesOf<Record extends { number: number }>(
  batch: readonly Record[],
  { file, log }: { file: string; log: LoadLog },
  make: (record: Record) => ListedEntity | null,
): ListedEntity[] {
  return batch
    .map((record) => orReject(log, placeIn(file, record.number), () => make(record)))
    .filter((entity) => entity !== null);
}
