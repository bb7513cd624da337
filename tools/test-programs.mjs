// Vitest's setup for projects that start the service or open databases: ensures that programs are never older than their source.
import { buildEmptyDatabase, buildTestBundle } from './ensure.mjs';

export async function setup() {
  await buildTestBundle();
  await buildEmptyDatabase();
}
