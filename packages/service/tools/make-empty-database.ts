// Makes dist/empty-database-<version>.tar.gz, from which first starts and tests unpack their embedded database.
import { makeEmptyDatabase } from '../src/storage/engine/empty-database.ts';

await makeEmptyDatabase();
