import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const own = path.resolve(import.meta.dirname, '../../migrations');

/**
 * The migrations of a release to come: this release's, and `further` ones by name with their SQL.
 * @param into the folder to make; a temporary one by default
 */
export async function nextMigrations(
  further: Record<string, string>,
  into?: string,
): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = into ?? (await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-migrations-')));
  await fs.cp(own, folder, { recursive: true });
  const journal = path.join(folder, 'meta/_journal.json');
  const read = JSON.parse(await fs.readFile(journal, 'utf8')) as { entries: { tag: string }[] };
  for (const [tag, sql] of Object.entries(further)) {
    read.entries.push({ tag });
    await fs.writeFile(path.join(folder, `${tag}.sql`), sql);
  }
  await fs.writeFile(journal, JSON.stringify(read));
  return { folder, remove: () => fs.rm(folder, { recursive: true, force: true }) };
}
