import fs from 'node:fs/promises';
import path from 'node:path';
import { writeDurably } from './lists-directory.ts';
import { parseSources, SourcesError } from './sources-file.ts';
import { errorCode } from '../runtime/error-code.ts';

type Data = Record<string, unknown>;

/**
 * Adds a source to `sources.json`, which is created if missing.
 * @throws SourcesError when the result would be invalid, or a file of it cannot be read
 */
export function addSource(file: string, source: Data & { path?: string[] }): Promise<void> {
  return edit(file, async (sources) => {
    const added = [...sources, source];
    parseSources(added, path.dirname(file));
    for (const name of source.path ?? []) await requireFile(String(source['id']), name);
    return added;
  });
}

/** Removes a source from `sources.json`. @returns whether it existed. @throws SourcesError */
export async function removeSource(file: string, id: string): Promise<boolean> {
  let found = false;
  await edit(file, (sources) => {
    const others = sources.filter((source) => source['id'] !== id);
    found = others.length < sources.length;
    return found ? others : null;
  });
  return found;
}

async function requireFile(id: string, name: string): Promise<void> {
  const found = await fs.stat(name).catch(() => null);
  const isReadable =
    found?.isFile() === true &&
    (await fs.access(name, fs.constants.R_OK).then(
      () => true,
      () => false,
    ));
  if (!isReadable) throw new SourcesError(`${id}: "path" must name a file that can be read, not ${name}`);
}

/** @param change returns the new sources, given the current ones; `null`: nothing is written */
async function edit(
  file: string,
  change: (sources: Data[]) => Data[] | null | Promise<Data[] | null>,
): Promise<void> {
  const value = await readJson(file);
  const sources: unknown = Array.isArray(value) ? value : (value as Data)['sources'];
  if (!Array.isArray(sources)) throw new SourcesError('sources.json: "sources" is an array');
  const changed = await change(sources as Data[]);
  if (changed === null) return;
  const next = Array.isArray(value) ? changed : { ...(value as Data), sources: changed };
  if (changed.length > 0) parseSources(next, path.dirname(file));
  await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeDurably(file, `${JSON.stringify(next, null, 2)}\n`);
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await fs.readFile(file, 'utf8')) as unknown;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    if (error instanceof SyntaxError) throw new SourcesError(`${file} is not JSON`);
    throw error;
  }
}
