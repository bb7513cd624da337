import { createHash } from 'node:crypto';
import type { SectionName } from '../../src/snapshot/sections.ts';
import type { Snapshot } from '../../src/snapshot/snapshot.ts';

/** SHA-256 of sections: comparing them element by element takes a hundred times as long. */
export function sectionDigests(
  { sections }: Snapshot,
  names: readonly SectionName[],
): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => {
      const { buffer, byteOffset, byteLength } = sections[name];
      return [
        name,
        createHash('sha256')
          .update(new Uint8Array(buffer, byteOffset, byteLength))
          .digest('hex'),
      ];
    }),
  );
}
