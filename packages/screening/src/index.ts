export type { ListedEntity } from './lists/listed-entity.ts';
export { defaultOptions, type Screener } from './screener.ts';
export * from './screening-types.ts';
