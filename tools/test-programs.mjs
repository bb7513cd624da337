// Vitest's set-up of the projects that start the service or open databases: what they start is never older than its source.
import { buildEmptyDatabase, buildTestBundle } from './ensure.mjs';

export async function setup() {
  await buildTestBundle();
  await buildEmptyDatabase();
}
