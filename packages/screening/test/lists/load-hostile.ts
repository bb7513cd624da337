import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { usualLimits } from '../../src/lists/limits.ts';
import { RefusedSource, type ListedEntity } from '../../src/model/listed-entity.ts';
import { readSources, type SourceFormat } from '../../src/lists/read-sources.ts';

/** A file of the fixtures, with the character that chooses its format in front. The working directory is the repository. */
export const seedOf = (choice: number, fixture: string): Buffer =>
  Buffer.concat([
    Buffer.from(String(choice)),
    readFileSync(path.join('packages/screening/test/lists/fixtures', fixture)),
  ]);

let folder: string | undefined;

/**
 * Loads bytes as one file of the format that their first byte chooses, and holds the entities to what everything behind the
 * loaders relies on.
 * @returns the entities, or `null` when the source was refused
 */
export async function loadHostile(
  input: Buffer,
  formats: readonly SourceFormat[],
): Promise<ListedEntity[] | null> {
  folder ??= mkdtempSync(path.join(tmpdir(), 'countersign-fuzz-'));
  const file = path.join(folder, 'source');
  writeFileSync(file, input.subarray(1));
  const format = formats[(input[0] ?? 0) % formats.length] as SourceFormat;
  const entities: ListedEntity[] = [];
  try {
    for await (const entity of readSources([{ format, paths: [file] }], { asOf: '2026-11-01' }))
      entities.push(entity);
  } catch (error) {
    if (!(error instanceof RefusedSource)) throw error;
    return null;
  }
  for (const entity of entities) requireSound(entity);
  return entities;
}

function requireSound(entity: ListedEntity): void {
  assert.notEqual(entity.id, '', 'an entity has no id');
  assert.match(entity.contentHash, /^[0-9a-f]+$/);
  assert.ok(entity.names.length <= usualLimits.namesPerEntity, 'too many names');
  for (const { text } of entity.names) {
    assert.notEqual(text.trim(), '', 'an empty name');
    assert.ok(Array.from(text).length <= usualLimits.name, 'a name is too long');
    assert.doesNotMatch(text, /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/, 'a name has a control character');
  }
  for (const { from, to } of entity.birth) {
    assert.match(from, /^\d{4}-\d{2}-\d{2}$/);
    assert.match(to, /^\d{4}-\d{2}-\d{2}$/);
    assert.ok(from <= to, 'a birth date ends before it begins');
  }
  for (const { code } of entity.countries) assert.match(code, /^[A-Z]{2}$/);
}
