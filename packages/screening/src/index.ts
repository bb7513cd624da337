export { defaultMappingPolicies, type MappingPolicies } from './lists/mapping-policies.ts';
export { download, withoutQuery, type Transport, type Validators } from './lists/download.ts';
export { isOlder, judgeLoad } from './lists/judge-load.ts';
export {
  loaderVersion,
  readBatches,
  readSources,
  sourceFormats,
  type SourceFormat,
  type SourceSpec,
} from './lists/read-sources.ts';
export { listTypes } from './model/list-types.ts';
export { RefusedSource, type ListedEntity, type LoadReport } from './model/listed-entity.ts';
export type { LoadedEntity } from './model/loaded-entity.ts';
export { defaultPolicies, type Policies } from './model/policies.ts';
export { defaultOptions, type ListVersion, type Screener } from './model/screener.ts';
export {
  ScreeningIncomplete,
  ScreeningInputError,
  type ListType,
  type Result,
  type ScreeningOptions,
  type Subject,
} from './model/screening-types.ts';
export { changesBetween, type EntityChange } from './monitor/changes-between.ts';
export { createCustomerIndex, type CustomerIndex } from './monitor/customer-index.ts';
export { concernedByChange } from './monitor/reverse-screen.ts';
export { explainHit } from './score/explanation/explain-hit.ts';
export { translateExplanation, type ExplanationLanguage } from './score/explanation/translate-explanation.ts';
export { NotReplayable } from './score/hits/replay.ts';
export { engineVersion } from './score/engine-version.ts';
export { naturalOrder } from './score/hits/hit-of-entity.ts';
export { hasComparableName } from './score/question.ts';
export { compareWrittenNames } from './score/written-names.ts';
export { createScanScreener } from './score/hits/scan-screener.ts';
export { SnapshotBuilder } from './search/build/build-snapshot.ts';
export { applyDelta } from './search/build/apply-delta.ts';
export { DeltaBuilder } from './search/build/delta-builder.ts';
export { EntityLinesWriter, readEntityLines } from './search/build/entity-lines.ts';
export { entitiesIn } from './search/entities-in.ts';
export { textHash } from './search/structures/text-hash.ts';
export { createIndexScreener, type IndexScreener } from './search/index-screener.ts';
export { PayloadReader } from './search/build/payload-store.ts';
export { readSnapshot, RefusedSnapshot, snapshotFormat, writeSnapshot } from './snapshot/snapshot-file.ts';
export { layered, type LayeredSnapshot } from './snapshot/layered-snapshot.ts';
export type { Snapshot, SourceManifest } from './snapshot/snapshot.ts';
export { referenceTables } from './tables/reference-tables.ts';
export { buildInThreads } from './threads/build-in-threads.ts';
export { concernedInThreads, type CustomerThreads } from './threads/concerned-in-threads.ts';
export { ThreadedMapper } from './threads/map-in-threads.ts';
export { readSnapshotInThread } from './threads/read-snapshot-in-thread.ts';
export { screenInThreads } from './threads/screen-in-threads.ts';
