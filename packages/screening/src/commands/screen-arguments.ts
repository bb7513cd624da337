import {
  isGiven,
  optionalText,
  texts,
  UsageError,
  type CommandInput,
  type screeningVerbs,
} from '@countersign/command-line';
import { sourceFormats, type SourceSpec } from '../lists/read-sources.ts';
import { listTypes } from '../model/list-types.ts';
import { defaultOptions } from '../model/screener.ts';
import type { ListType, ScreeningOptions } from '../model/screening-types.ts';
import type { Exclusions } from './exclusions.ts';
import { listenAddress, type ListenAddress } from './serve-screening.ts';

/** Validated arguments of `screen`. */
export interface ScreenArguments {
  sources: SourceSpec[];
  options: ScreeningOptions;
  workers: number;
  /** Reference day for judging offices, `YYYY-MM-DD`. */
  asOf: string;
  snapshot: string | null;
  explain: boolean;
  details: boolean;
  excluded: Exclusions;
  /** Lowest score of the hits that are counted below the threshold; null counts none. */
  belowFrom: number | null;
  stats: boolean;
  /** Set: serves answers over HTTP instead of printing lines. */
  listen: ListenAddress | null;
}

/** @throws UsageError */
export function screenArguments(input: CommandInput, today: string): ScreenArguments {
  const value = (name: keyof typeof screeningVerbs.screen.options) => optionalText(input, name);
  const sources = texts(input, 'list').map(sourceOf);
  const snapshot = value('snapshot') ?? null;
  if (sources.length === 0 && snapshot === null)
    throw new UsageError('--list: must be given where there is no --snapshot');
  const stats = isGiven(input, 'stats');
  const listen = value('listen');
  if (listen !== undefined) checkListening(input);
  const asOf = value('as-of') ?? today;
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(asOf) || Number.isNaN(Date.parse(asOf)))
    throw new UsageError(`--as-of: must be a day, YYYY-MM-DD, not ${asOf}`);
  return {
    sources,
    options: {
      ...defaultOptions,
      lists: listsOf(value('lists')),
      matchThreshold: whole('threshold', value('threshold') ?? '80', [0, 100]),
      exactMatch: isGiven(input, 'exact'),
      countries: codesOf(value('countries')),
      excludeDeceased: isGiven(input, 'exclude-deceased'),
      limit: whole('limit', value('limit') ?? '50', [1, 500]),
    },
    workers: whole('workers', value('workers') ?? '1', [1, 64]),
    asOf,
    snapshot,
    explain: isGiven(input, 'explain'),
    details: isGiven(input, 'details'),
    excluded: {
      ids: new Set(texts(input, 'exclude')),
      sources: new Set(texts(input, 'exclude-source')),
    },
    belowFrom: belowOf(value),
    stats,
    listen: listen === undefined ? null : listenAddress(listen),
  };
}

const ofLines = ['stats', 'workers', 'details', 'exclude', 'exclude-source', 'below'] as const;

function checkListening(input: CommandInput): void {
  const given = ofLines.find((name) => input.options[name] !== undefined);
  if (given !== undefined)
    throw new UsageError(`--listen: must be given without ${ofLines.map((name) => `--${name}`).join(', ')}`);
}

function belowOf(value: (name: 'below' | 'threshold' | 'workers') => string | undefined): number | null {
  const text = value('below');
  if (text === undefined) return null;
  if ((value('workers') ?? '1') !== '1') throw new UsageError('--below: must be given without --workers');
  const threshold = whole('threshold', value('threshold') ?? '80', [0, 100]);
  if (threshold === 0) throw new UsageError('--below: must be given with a --threshold above 0');
  return whole('below', text, [0, threshold - 1]);
}

function sourceOf(text: string): SourceSpec {
  const {
    format: name,
    list,
    paths,
  } = /^(?<format>[a-z-]+)(?:@(?<list>[A-Z_0-9]+))?=(?<paths>.+)$/su.exec(text)?.groups ?? {};
  const format = sourceFormats.find((known) => known === name);
  if (format === undefined || paths === undefined)
    throw new UsageError(
      `--list: must be FORMAT[@LISTTYPE]=FILE, FORMAT one of ${sourceFormats.join(', ')}, not ${text}`,
    );
  const files = paths.split(',').filter((path) => path !== '');
  if (files.length === 0) throw new UsageError(`--list: must name a file, not ${text}`);
  return { format, paths: files, ...(list !== undefined && { list: listOf(list) }) };
}

function listOf(text: string): ListType {
  const list = listTypes.find((known) => known === text);
  if (list === undefined)
    throw new UsageError(`list type: must be one of ${listTypes.join(', ')}, not ${text}`);
  return list;
}

function listsOf(text: string | undefined): ListType[] {
  return text === undefined ? [...defaultOptions.lists] : text.split(',').map((name) => listOf(name.trim()));
}

function codesOf(text: string | undefined): string[] {
  const codes = (text ?? '').split(',').map((code) => code.trim().toUpperCase());
  const given = codes.filter((code) => code !== '');
  const wrong = given.find((code) => !/^[A-Z]{2}$/u.test(code));
  if (wrong !== undefined)
    throw new UsageError(`--countries: must be ISO 3166-1 alpha-2 codes, not ${wrong}`);
  return given;
}

function whole(name: string, text: string, [least, most]: [number, number]): number {
  const value = Number(text);
  if (!/^\d+$/u.test(text) || value < least || value > most)
    throw new UsageError(
      `--${name}: must be a whole number from ${String(least)} to ${String(most)}, not ${text}`,
    );
  return value;
}
