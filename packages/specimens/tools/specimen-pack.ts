/**
 * Draws the specimen pack: `specimen-pack FILE`. The service starts it when the pack is first wanted; it is a program of its own because
 * the service has no use for drawings otherwise.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { drawPlace, packEntries, packPlaces, packReadme } from '../src/pack/specimen-pack.ts';
import { writeZip, type ZipEntry } from '../src/pack/write-zip.ts';

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('usage: specimen-pack FILE');
  process.exit(2);
}
os.setPriority(os.constants.priority.PRIORITY_LOW);
// Whoever started this has ended; the pack has no use any more.
process.stdin.on('end', () => process.exit(1)).resume();
const entries: ZipEntry[] = [packReadme];
for (const place of packPlaces) entries.push(...packEntries(place, await drawPlace(place)));
// Half a file must never be taken for the pack.
const draft = `${file}.${process.pid}`;
await mkdir(path.dirname(file), { recursive: true });
await writeFile(draft, writeZip(entries));
await rename(draft, file);
process.exit(0);
