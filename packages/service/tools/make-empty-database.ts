// Makes dist/empty-database-<version>.tar.gz, from which first starts unpack their embedded database, and the migrated one that those
// of tests begin with.
import { makeEmptyDatabase } from '../src/storage/engine/empty-database.ts';
import { migratedImage } from './migrated-image.ts';

await makeEmptyDatabase();
await migratedImage();
