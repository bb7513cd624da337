import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pino } from 'pino';
import { emptyDatabaseFile } from '../src/storage/engine/empty-database.ts';
import { migrate } from '../src/storage/engine/migrate.ts';
import { openDatabase } from '../src/storage/engine/open-database.ts';

const emptyFile = emptyDatabaseFile();
if (emptyFile === null) throw new Error('tests: must run in a clone of the repository');
const root = path.dirname(path.dirname(emptyFile));
const emptyName = path.basename(emptyFile);
const migrations = path.join(root, 'packages/service/migrations');
const migrator = path.join(root, 'packages/service/src/storage/engine/migrate.ts');
const directory = path.join(root, '.build');
const prefix = 'migrated-database-';

/** Named after what it is made from: a release of the embedded database, every migration, and what applies them. */
function imageFile(): string {
  const hash = createHash('sha256').update(emptyName).update(fs.readFileSync(migrator));
  for (const name of fs.readdirSync(migrations).toSorted())
    hash.update(`${name}\n`).update(fs.readFileSync(path.join(migrations, name)));
  return path.join(directory, `${prefix}${hash.digest('hex').slice(0, 16)}.tar`);
}

/**
 * The files of an embedded database that this release's migrations were applied to and that holds nothing else, as tar: what the
 * databases of tests begin with, which then take 0.5 s of a processor to open and not 1.3. Made when it is missing, which takes 5 s;
 * simultaneous makers do no harm.
 */
export async function migratedImage(): Promise<Blob> {
  const file = imageFile();
  if (!fs.existsSync(file)) await makeImage(file);
  return fs.openAsBlob(file);
}

async function makeImage(file: string): Promise<void> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-image-'));
  try {
    const database = await openDatabase({ dataDir, log: pino({ level: 'silent' }) });
    await migrate(database);
    await database.close();
    const pglite = await PGlite.create(path.join(dataDir, 'db'));
    // The probe of files; a database in memory has none.
    await pglite.exec('drop table durability_probe; checkpoint');
    const image = await pglite.dumpDataDir('none');
    await pglite.close();
    for (const name of fs.existsSync(directory) ? fs.readdirSync(directory) : [])
      if (name.startsWith(prefix)) fs.rmSync(path.join(directory, name));
    fs.mkdirSync(directory, { recursive: true });
    const aside = path.join(directory, `image-${randomBytes(6).toString('hex')}`);
    fs.writeFileSync(aside, Buffer.from(await image.arrayBuffer()));
    fs.renameSync(aside, file);
  } finally {
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}
