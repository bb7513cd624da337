import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ListedEntity, LoadReport } from '../../src/model/listed-entity.ts';
import { readSources, type SourceSpec } from '../../src/lists/read-sources.ts';

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), 'fixtures');

export function fixture(name: string): string {
  return path.join(folder, name);
}

/** Every entity of the sources by id, and the reports. */
export async function readAll(
  specs: SourceSpec[],
  asOf = '2026-11-01',
): Promise<{ byId: Map<string, ListedEntity>; reports: LoadReport[] }> {
  const byId = new Map<string, ListedEntity>();
  const reports: LoadReport[] = [];
  const onReport = (_: SourceSpec, report: LoadReport): void => void reports.push(report);
  for await (const entity of readSources(specs, { asOf, onReport })) byId.set(entity.id, entity);
  return { byId, reports };
}

export async function readOne(
  spec: SourceSpec,
): Promise<{ byId: Map<string, ListedEntity>; report: LoadReport }> {
  const { byId, reports } = await readAll([spec]);
  const [report] = reports;
  if (report === undefined) throw new Error('no report');
  return { byId, report };
}
