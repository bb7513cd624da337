export type { ListedEntity } from './lists/listed-entity.ts';
export { defaultOptions, type Screener } from './screener.ts';
export { createScanScreener } from './score/scan-screener.ts';
export * from './screening-types.ts';
export { referenceTables } from './tables/reference-tables.ts';
