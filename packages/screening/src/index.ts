export type { ListedEntity } from './model/listed-entity.ts';
export { defaultOptions, type Screener } from './model/screener.ts';
export { createScanScreener } from './score/scan-screener.ts';
export * from './model/screening-types.ts';
export { referenceTables } from './tables/reference-tables.ts';
export { RefusedSource, type LoadReport } from './model/listed-entity.ts';
export { defaultMappingPolicies, type MappingPolicies } from './lists/mapping-policies.ts';
export { readSources, sourceFormats, type SourceFormat, type SourceSpec } from './lists/open-source.ts';
export { engineVersion } from './score/engine-version.ts';
export { listTypes } from './model/list-types.ts';
export { defaultPolicies, type Policies } from './model/policies.ts';
export { SnapshotBuilder } from './search/build-snapshot.ts';
export {
  applyDelta,
  isOutgrown,
  layered,
  mergeLayers,
  WrongDelta,
  type LayeredSnapshot,
  type SnapshotDelta,
} from './search/apply-delta.ts';
export { createIndexScreener } from './search/index-screener.ts';
export { createLayeredScreener } from './search/layered-screener.ts';
export { PayloadReader } from './search/payload-store.ts';
export { readSnapshot, RefusedSnapshot, writeSnapshot } from './snapshot/snapshot-file.ts';
export { openShared, shareSnapshot } from './snapshot/snapshot.ts';
export type { SharedSnapshot, Snapshot, SnapshotManifest, SourceManifest } from './snapshot/snapshot.ts';
export { screenInThreads } from './threads/screen-in-threads.ts';
export type { ScreeningRequest, ThreadAnswer } from './threads/thread-messages.ts';
export {
  download,
  type Download,
  type DownloadSpec,
  type Transport,
  type Validators,
} from './lists/download.ts';
export { judgeLoad } from './lists/judge-load.ts';
export { readSnapshotInThread } from './threads/read-snapshot-in-thread.ts';
export { changesBetween, type EntityChange } from './monitor/changes-between.ts';
export type { Customer } from './monitor/customer.ts';
export { createCustomerIndex, type CustomerIndex } from './monitor/customer-index.ts';
export { concernedByChange, reverseScreen } from './monitor/reverse-screen.ts';
