import { existsSync } from 'node:fs';
import { applyDelta, layered, type LayeredSnapshot, type Snapshot } from '@countersign/screening';
import type { ListsDirectory } from './lists-directory.ts';

/**
 * Opens a stored state of the lists by its id: a snapshot, or a delta and its base.
 * @param read reads one file
 * @throws RefusedSnapshot, or errors of the file system
 */
export async function openState(
  directory: ListsDirectory,
  id: string,
  read: (file: string) => Snapshot | Promise<Snapshot>,
): Promise<LayeredSnapshot> {
  if (!existsSync(directory.deltaFile(id))) return layered(await read(directory.snapshotFile(id)));
  const delta = await read(directory.deltaFile(id));
  return applyDelta(await read(directory.snapshotFile(delta.manifest.delta?.base ?? id)), delta);
}
