import {
  type CommandInput,
  exitCodes,
  formatOf,
  isGiven,
  optionalText,
  requiredText,
  texts,
  UsageError,
} from '@countersign/command-line';
import path from 'node:path';
import { engineVersion, readSnapshot, RefusedSnapshot } from '@countersign/screening';
import { actAsOwner } from '../../runtime/act-as-owner.ts';
import type { Config } from '../../runtime/config.ts';
import { compareSnapshots } from '../../watchlists/compare-snapshots.ts';
import { diskFault } from '../../watchlists/disk-fault.ts';
import { addSource, removeSource } from '../../watchlists/edit-sources.ts';
import { DamagedDirectory, ListsDirectory } from '../../watchlists/lists-directory.ts';
import { ListsBusy } from '../../watchlists/lists-lock.ts';
import { statusOf } from '../../watchlists/lists-status.ts';
import { loadLists } from '../../watchlists/load-lists.ts';
import { openState } from '../../watchlists/open-state.ts';
import { readSourcesFile, SourcesError } from '../../watchlists/sources-file.ts';
import { type CommandResult, done } from '../command.ts';
import { screenName, showEntity } from './screen-name.ts';

/** Verbs for the watchlist directory, by their last word. */
const runs = { load, status, diff, add, remove, screen: screenName, show: showEntity };
export type ListsRun = keyof typeof runs;

/** Runs a watchlist verb in this process. @throws UsageError */
export async function runLists(name: ListsRun, config: Config, input: CommandInput): Promise<CommandResult> {
  try {
    actAsOwner(config.dataDir);
    return await runs[name](config, input);
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof SourcesError)
      return { exitCode: exitCodes.configuration, output: null, note: message };
    if (error instanceof ListsBusy) return { exitCode: exitCodes.unavailable, output: null, note: message };
    const fault = diskFault(error);
    if (fault !== null) return { exitCode: exitCodes.failure, output: null, note: fault };
    if (error instanceof RefusedSnapshot || error instanceof DamagedDirectory)
      return { exitCode: exitCodes.failure, output: null, note: message };
    throw error;
  }
}

/** Sources named by an option. @throws UsageError for one that is not configured */
async function namedSources(
  screeningDir: string,
  input: CommandInput,
  option: 'may-shrink' | 'may-be-older',
): Promise<string[]> {
  const named = texts(input, option);
  if (named.length === 0) return [];
  const { sources } = await readSourcesFile(new ListsDirectory(screeningDir).sourcesFile);
  const unknown = named.find((id) => !sources.some((source) => source.id === id));
  if (unknown !== undefined)
    throw new UsageError(`--${option}: must be a source of sources.json, not ${unknown}`);
  return named;
}

async function load({ screeningDir }: Config, input: CommandInput): Promise<CommandResult> {
  const mayShrink = await namedSources(screeningDir, input, 'may-shrink');
  const mayBeOlder = await namedSources(screeningDir, input, 'may-be-older');
  const { outcome, current } = await loadLists(screeningDir, {
    offline: isGiven(input, 'offline'),
    now: new Date(),
    mayShrink,
    mayBeOlder,
    print: (message) => void process.stderr.write(`${message}\n`),
  });
  const { sources, reasons } = statusOf(current, { now: Date.now(), engine: engineVersion() });
  const refused = sources.filter(({ error }) => error !== null).map(({ source }) => source);
  const notes = [...reasons, ...(refused.length > 0 ? [`refused: ${refused.join(', ')}`] : [])];
  return {
    exitCode: outcome === 'kept' || refused.length > 0 ? exitCodes.rejected : exitCodes.done,
    output: { outcome, snapshot: current.snapshot, entities: current.entities, names: current.names },
    ...(notes.length > 0 && { note: notes.join('\n') }),
  };
}

async function status({ screeningDir }: Config, input: CommandInput): Promise<CommandResult> {
  const current = await new ListsDirectory(screeningDir).current();
  const report = statusOf(current, { now: Date.now(), engine: engineVersion() });
  const notes = [...report.reasons, ...(report.snapshot === null ? [] : [`snapshot ${report.snapshot}`])];
  return {
    exitCode: report.alarm ? exitCodes.finding : exitCodes.done,
    output: formatOf(input) === 'json' ? report : report.sources,
    note: notes.join('\n'),
  };
}

async function diff({ screeningDir }: Config, input: CommandInput): Promise<CommandResult> {
  const { positionals } = input;
  const directory = new ListsDirectory(screeningDir);
  const [before, after] = positionals.map((id) => {
    if (!/^[0-9a-f]{32}$/.test(id))
      throw new UsageError(`snapshot: must be 32 hexadecimal digits, not ${id}`);
    return id;
  });
  const kept = await directory.snapshots().catch((): string[] => []);
  const gone = [before, after].find((id) => !kept.includes(id ?? ''));
  if (gone !== undefined)
    return {
      exitCode: exitCodes.notFound,
      output: null,
      note: `no snapshot ${gone}; kept are ${kept.join(', ') || 'none'}`,
    };
  if (!before || !after) throw new UsageError('snapshots: must be two');
  const [old, young] = [
    await openState(directory, before, readSnapshot),
    await openState(directory, after, readSnapshot),
  ];
  const difference = compareSnapshots(old, young);
  const { added, removed, changed } = difference.samples;
  const exitCode = added.length + removed.length + changed.length > 0 ? exitCodes.finding : exitCodes.done;
  if (formatOf(input) === 'json') return { exitCode, output: difference };
  const named = Object.entries({ added, removed, changed }).filter(([, ids]) => ids.length > 0);
  const note = named.map(([kind, ids]) => `${kind}: ${ids.join(', ')}`).join('\n');
  return { exitCode, output: difference.lists, note };
}

async function add({ screeningDir }: Config, input: CommandInput): Promise<CommandResult> {
  const [id = ''] = input.positionals;
  const [urls, pinned] = [texts(input, 'url'), texts(input, 'pin')];
  const paths = texts(input, 'path').map((name) => path.resolve(name));
  const list = optionalText(input, 'list');
  await addSource(new ListsDirectory(screeningDir).sourcesFile, {
    id,
    format: requiredText(input, 'format'),
    ...(paths.length > 0 && { path: paths }),
    ...(urls.length > 0 && { url: urls }),
    ...(list !== undefined && { list }),
    ...(isGiven(input, 'mandatory') && { mandatory: true }),
    ...(pinned.length > 0 && { pinned }),
  });
  return done({ outcome: 'added', source: id });
}

async function remove(
  { screeningDir }: Config,
  { positionals: [id = ''] }: CommandInput,
): Promise<CommandResult> {
  const removed = await removeSource(new ListsDirectory(screeningDir).sourcesFile, id);
  if (removed) return done({ outcome: 'removed', source: id });
  return {
    exitCode: exitCodes.notFound,
    output: { outcome: 'unknown-source' },
    note: 'SOURCE: must be one of "lists status" or sources.json',
  };
}
