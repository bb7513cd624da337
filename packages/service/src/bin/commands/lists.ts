import path from 'node:path';
import { engineVersion, readSnapshot, RefusedSnapshot } from '@countersign/screening';
import type { Config } from '../../config.ts';
import { compareSnapshots } from '../../watchlists/compare-snapshots.ts';
import { addSource, removeSource } from '../../watchlists/edit-sources.ts';
import { DamagedDirectory, ListsDirectory } from '../../watchlists/lists-directory.ts';
import { ListsBusy } from '../../watchlists/lists-lock.ts';
import { statusOf } from '../../watchlists/lists-status.ts';
import { loadLists } from '../../watchlists/load-lists.ts';
import { SourcesError } from '../../watchlists/sources-file.ts';
import {
  type Command,
  type CommandInput,
  type CommandResult,
  done,
  exitCodes,
  optionalText,
  parseInput,
  requiredText,
  texts,
  UsageError,
} from '../command.ts';

/** A verb on the watchlist directory alone: it needs no database and works beside a running service. */
export interface ListsCommand extends Omit<Command, 'run'> {
  run(config: Config, input: CommandInput): Promise<CommandResult>;
}

/** Verbs on watchlists. */
export const listsCommands: readonly ListsCommand[] = [
  {
    name: 'lists load',
    usage: '[--offline]',
    about: 'reads or downloads every source of sources.json, builds the lists and puts them in force',
    positionals: 0,
    options: { offline: { type: 'boolean' } },
    run: load,
  },
  {
    name: 'lists status',
    usage: '',
    about: 'shows every source with its age; ends with 1 while an alarm runs',
    positionals: 0,
    options: {},
    run: status,
  },
  {
    name: 'lists diff',
    usage: 'SNAPSHOT SNAPSHOT',
    about: 'counts entities added, removed and changed from one snapshot to the other, by list type',
    positionals: 2,
    options: {},
    run: diff,
  },
  {
    name: 'lists add',
    usage: 'SOURCE --format FORMAT --path FILE … | --url URL … [--list LIST] [--mandatory] [--pin ENTITY …]',
    about: 'adds a source to sources.json; the next load reads it',
    positionals: 1,
    options: {
      format: { type: 'string' },
      path: { type: 'string', multiple: true },
      url: { type: 'string', multiple: true },
      list: { type: 'string' },
      mandatory: { type: 'boolean' },
      pin: { type: 'string', multiple: true },
    },
    run: add,
  },
  {
    name: 'lists remove',
    usage: 'SOURCE',
    about: 'takes a source out of sources.json; the next load is without it',
    positionals: 1,
    options: {},
    run: remove,
  },
];

/** Runs a verb on watchlists in this process. @throws UsageError for an unknown one */
export async function runLists(
  config: Config,
  { command, input }: { command: ListsCommand; input: CommandInput },
): Promise<CommandResult> {
  try {
    return await command.run(config, input);
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof SourcesError)
      return { exitCode: exitCodes.configuration, output: null, note: message };
    if (error instanceof ListsBusy) return { exitCode: exitCodes.unavailable, output: null, note: message };
    if (error instanceof RefusedSnapshot || error instanceof DamagedDirectory)
      return { exitCode: exitCodes.failed, output: null, note: message };
    throw error;
  }
}

/** The verb that the arguments name, with what follows it. @throws UsageError */
export function findListsCommand(args: readonly string[]): { command: ListsCommand; input: CommandInput } {
  const command = listsCommands.find(({ name }) => name === args.slice(0, 2).join(' '));
  if (!command)
    throw new UsageError(`known are ${listsCommands.map(({ name }) => `"countersign ${name}"`).join(', ')}`);
  return { command, input: parseInput(command, args.slice(2)) };
}

async function load({ screeningDir }: Config, { options }: CommandInput): Promise<CommandResult> {
  const { outcome, current } = await loadLists(screeningDir, {
    offline: options['offline'] === true,
    now: new Date(),
    say: (message) => void process.stderr.write(`${message}\n`),
  });
  const { sources, reasons } = statusOf(current, { now: Date.now(), engine: engineVersion() });
  const refused = sources.filter(({ error }) => error !== null).map(({ source }) => source);
  const notes = [...reasons, ...(refused.length > 0 ? [`refused: ${refused.join(', ')}`] : [])];
  return {
    exitCode: outcome === 'kept' || refused.length > 0 ? exitCodes.refused : exitCodes.ok,
    output: { outcome, snapshot: current.snapshot, entities: current.entities, names: current.names },
    ...(notes.length > 0 && { note: notes.join('\n') }),
  };
}

async function status({ screeningDir }: Config, { options }: CommandInput): Promise<CommandResult> {
  const current = await new ListsDirectory(screeningDir).current();
  const report = statusOf(current, { now: Date.now(), engine: engineVersion() });
  const notes = [...report.reasons, ...(report.snapshot === null ? [] : [`snapshot ${report.snapshot}`])];
  return {
    exitCode: report.alarm ? exitCodes.failed : exitCodes.ok,
    output: options['json'] === true ? report : report.sources,
    note: notes.join('\n'),
  };
}

async function diff(
  { screeningDir }: Config,
  { positionals, options }: CommandInput,
): Promise<CommandResult> {
  const directory = new ListsDirectory(screeningDir);
  const [before, after] = positionals.map((id) => {
    if (!/^[0-9a-f]{32}$/.test(id)) throw new UsageError(`${id} is not the id of a snapshot`);
    return id;
  });
  const kept = await directory.snapshots().catch((): string[] => []);
  const gone = [before, after].find((id) => !kept.includes(id ?? ''));
  if (gone !== undefined)
    return {
      exitCode: exitCodes.unknown,
      output: null,
      note: `no snapshot ${gone}; kept are ${kept.join(', ') || 'none'}`,
    };
  const [old, young] = [before, after].map((id) => readSnapshot(directory.snapshotFile(id ?? '')));
  if (!old || !young) throw new UsageError('two snapshots are needed');
  const difference = compareSnapshots(old, young);
  if (options['json'] === true) return done(difference);
  const { added, removed, changed } = difference.samples;
  const named = Object.entries({ added, removed, changed }).filter(([, ids]) => ids.length > 0);
  return done(difference.lists, named.map(([kind, ids]) => `${kind}: ${ids.join(', ')}`).join('\n'));
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
    ...(input.options['mandatory'] === true && { mandatory: true }),
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
  return { exitCode: exitCodes.unknown, output: { outcome: 'unknown-source' }, note: 'unknown source' };
}
