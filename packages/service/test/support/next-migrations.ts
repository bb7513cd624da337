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
  for (const [name, sql] of Object.entries(further))
    await fs.writeFile(path.join(folder, `${name}.sql`), sql);
  return { folder, remove: () => fs.rm(folder, { recursive: true, force: true }) };
}
