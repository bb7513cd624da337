import { sourceFormats, type SourceSpec } from '../lists/open-source.ts';
import { listTypes } from '../score/filters.ts';
import { defaultOptions } from '../screener.ts';
import type { ListType, ScreeningOptions } from '../screening-types.ts';
import { parseArguments, UsageError } from './arguments.ts';
import { listenAddress, type ListenAddress } from './serve-screening.ts';

/** What the command line of `screen` says. */
export type ScreenArguments = {
  sources: SourceSpec[];
  options: ScreeningOptions;
  workers: number;
  /** Day on which offices are judged, `YYYY-MM-DD`. */
  asOf: string;
  snapshot: string | null;
  explain: boolean;
  stats: boolean;
  /** Answers over HTTP instead of lines. */
  listen: ListenAddress | null;
};

const kinds = {
  list: 'values',
  threshold: 'value',
  lists: 'value',
  countries: 'value',
  exact: 'flag',
  'exclude-deceased': 'flag',
  limit: 'value',
  workers: 'value',
  'as-of': 'value',
  snapshot: 'value',
  explain: 'flag',
  stats: 'flag',
  listen: 'value',
} as const;

/** @throws UsageError */
export function screenArguments(args: readonly string[], today: string): ScreenArguments {
  const { flags, values } = parseArguments(args, kinds);
  const value = (name: keyof typeof kinds): string | undefined => values.get(name)?.[0];
  const sources = (values.get('list') ?? []).map(sourceOf);
  const snapshot = value('snapshot') ?? null;
  if (sources.length === 0 && snapshot === null) throw new UsageError('--list FORMAT=PATH is needed');
  const listen = value('listen');
  if (listen !== undefined && (flags.has('stats') || values.has('workers')))
    throw new UsageError('--listen goes without --stats and --workers');
  const asOf = value('as-of') ?? today;
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(asOf) || Number.isNaN(Date.parse(asOf)))
    throw new UsageError('--as-of is a day, YYYY-MM-DD');
  return {
    sources,
    options: {
      ...defaultOptions,
      lists: listsOf(value('lists')),
      matchThreshold: whole('threshold', value('threshold') ?? '80', [0, 100]),
      exactMatch: flags.has('exact'),
      countries: codesOf(value('countries')),
      excludeDeceased: flags.has('exclude-deceased'),
      limit: whole('limit', value('limit') ?? '50', [1, 500]),
    },
    workers: whole('workers', value('workers') ?? '1', [1, 64]),
    asOf,
    snapshot,
    explain: flags.has('explain'),
    stats: flags.has('stats'),
    listen: listen === undefined ? null : listenAddress(listen),
  };
}

function sourceOf(text: string): SourceSpec {
  const {
    format: asked,
    list,
    paths,
  } = /^(?<format>[a-z-]+)(?:@(?<list>[A-Z_0-9]+))?=(?<paths>.+)$/su.exec(text)?.groups ?? {};
  const format = sourceFormats.find((known) => known === asked);
  if (format === undefined || paths === undefined)
    throw new UsageError(
      `--list ${text} is not FORMAT[@LISTTYPE]=PATH, FORMAT one of ${sourceFormats.join(', ')}`,
    );
  const files = paths.split(',').filter((path) => path !== '');
  if (files.length === 0) throw new UsageError(`--list ${text} names no file`);
  return { format, paths: files, ...(list !== undefined && { list: listOf(list) }) };
}

function listOf(text: string): ListType {
  const list = listTypes.find((known) => known === text);
  if (list === undefined) throw new UsageError(`${text} is none of ${listTypes.join(', ')}`);
  return list;
}

function listsOf(text: string | undefined): ListType[] {
  return text === undefined ? [...defaultOptions.lists] : text.split(',').map((name) => listOf(name.trim()));
}

function codesOf(text: string | undefined): string[] {
  const codes = (text ?? '').split(',').map((code) => code.trim().toUpperCase());
  const given = codes.filter((code) => code !== '');
  const wrong = given.find((code) => !/^[A-Z]{2}$/u.test(code));
  if (wrong !== undefined) throw new UsageError(`${wrong} is no alpha-2 country code`);
  return given;
}

function whole(name: string, text: string, [least, most]: [number, number]): number {
  const value = Number(text);
  if (!/^\d+$/u.test(text) || value < least || value > most)
    throw new UsageError(`--${name} is a whole number from ${String(least)} to ${String(most)}`);
  return value;
}
