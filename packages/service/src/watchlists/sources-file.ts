import fs from 'node:fs/promises';
import path from 'node:path';
import {
  defaultMappingPolicies,
  defaultPolicies,
  listTypes,
  type ListType,
  type MappingPolicies,
  type Policies,
  type SourceFormat,
  sourceFormats,
} from '@countersign/screening';
import { errorCode } from '../runtime/error-code.ts';

/** One source as configured by the operator. */
export interface ConfiguredSource {
  /** Lower-case letters, digits and hyphens; names the source in status, metrics and file names. */
  id: string;
  format: SourceFormat;
  /** List for a format that states none. */
  list: ListType | null;
  /** Absolute local files, or addresses; one of the two is empty. The files of a source belong together. */
  paths: readonly string[];
  urls: readonly string[];
  /** Nothing is published if this source is unusable. */
  mandatory: boolean;
  /** Ids of entities that must always be in the source. */
  pinned: readonly string[];
  /** Maximum share of entities that may disappear between two loads, 0 to 1. */
  maxShrink: number;
  /** Maximum share of unreadable records, 0 to 1. */
  maxRejects: number;
  /** Address of a file with the SHA-256 of the download, which must be the only one. */
  sha256Url: string | null;
  /** Hours after which an alarm is raised; null means 24 for sanctions, 168 for the rest, 0 is never. */
  maxAgeHours: number | null;
  /** Days after which a publication with a date is too old; null means 30 for sanctions, 92 for the rest, 0 is never. */
  maxPublishedDays: number | null;
  /** Its dates sometimes go backwards: a copy that seems older than the current one is accepted. */
  unsteadyDates: boolean;
}

/** Configuration of an installation's sources. */
export interface SourcesConfig {
  sources: readonly ConfiguredSource[];
  mapping: MappingPolicies;
  screening: Policies;
  /** Hosts that downloads may be redirected to, in addition to those of the sources. */
  hosts: readonly string[];
}

/** `sources.json` is missing or invalid; the message names the place. */
export class SourcesError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SourcesError';
  }
}

type Data = Record<string, unknown>;

/**
 * Reads `sources.json`: an array of sources, or an object with `sources`, `policies` and `hosts`. Relative paths are resolved from the
 * file's directory.
 * @throws SourcesError
 */
export async function readSourcesFile(file: string): Promise<SourcesConfig> {
  let text: string;
  try {
    text = await fs.readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw new SourcesError(`${file} does not exist`);
    throw error;
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new SourcesError(`${file} is not JSON`);
  }
  return parseSources(value, path.dirname(file));
}

/** @throws SourcesError naming the member that is wrong */
export function parseSources(value: unknown, directory: string): SourcesConfig {
  const whole: Data = Array.isArray(value) ? { sources: value } : record(value, 'sources.json');
  known(whole, ['sources', 'policies', 'hosts'], 'sources.json');
  if (!Array.isArray(whole['sources'])) throw new SourcesError('sources.json: "sources" is an array');
  const sources = whole['sources'].map((entry, at) => sourceOf(entry, `source ${at + 1}`, directory));
  if (sources.length === 0) throw new SourcesError('sources.json names no source');
  const ids = sources.map(({ id }) => id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) throw new SourcesError(`sources.json names ${twice} twice`);
  if (
    sources.some(({ format }) => format === 'ftm-delta') &&
    !sources.some(({ format }) => format === 'ftm')
  ) {
    throw new SourcesError('a source of format ftm-delta needs one of format ftm');
  }
  const policies = record(whole['policies'] ?? {}, 'policies');
  return { sources, ...policiesOf(policies), hosts: texts(whole, 'hosts', 'sources.json') };
}

const sourceMembers = [
  'id',
  'format',
  'list',
  'path',
  'url',
  'mandatory',
  'pinned',
  'maxShrink',
  'maxRejects',
  'sha256Url',
  'maxAgeHours',
  'maxPublishedDays',
  'unsteadyDates',
];

function sourceOf(value: unknown, place: string, directory: string): ConfiguredSource {
  const entry = record(value, place);
  const id = entry['id'];
  if (typeof id !== 'string' || !/^[a-z0-9][a-z0-9-]{0,62}$/.test(id))
    throw new SourcesError(`${place}: "id" is lower-case letters, digits and hyphens`);
  known(entry, sourceMembers, id);
  const format = sourceFormats.find((name) => name === entry['format']);
  if (format === undefined) throw new SourcesError(`${id}: "format" is one of ${sourceFormats.join(', ')}`);
  const [paths, urls] = [texts(entry, 'path', id), texts(entry, 'url', id)];
  if (paths.length > 0 === urls.length > 0) throw new SourcesError(`${id}: either "path" or "url" is needed`);
  for (const url of urls) secure(url, `${id}: "url"`);
  const sha256Url = entry['sha256Url'] ?? null;
  if (sha256Url !== null && (typeof sha256Url !== 'string' || urls.length !== 1))
    throw new SourcesError(`${id}: "sha256Url" is an address and goes with one "url"`);
  if (sha256Url !== null) secure(sha256Url, `${id}: "sha256Url"`);
  return {
    id,
    format,
    list: entry['list'] == null ? null : listOf(entry['list'], `${id}: "list"`),
    paths: paths.map((name) => path.resolve(directory, name)),
    urls,
    mandatory: flag(entry, 'mandatory', id) ?? false,
    pinned: texts(entry, 'pinned', id),
    maxShrink: number(entry, 'maxShrink', { place: id, most: 1 }) ?? 0.2,
    maxRejects: number(entry, 'maxRejects', { place: id, most: 1 }) ?? 0.001,
    sha256Url,
    maxAgeHours: number(entry, 'maxAgeHours', { place: id, most: 100_000 }),
    maxPublishedDays: number(entry, 'maxPublishedDays', { place: id, most: 10_000 }),
    unsteadyDates: flag(entry, 'unsteadyDates', id) ?? false,
  };
}

const policyMembers = [
  'optInTopics',
  'exportControlLists',
  'relatives',
  'unclassifiedOffice',
  'formerOfficeYears',
  'openOfficeYears',
  'weakAliases',
  'deceasedBornBefore',
];

function policiesOf(given: Data): Pick<SourcesConfig, 'mapping' | 'screening'> {
  const place = 'policies';
  known(given, policyMembers, place);
  const topics = record(given['optInTopics'] ?? {}, '"optInTopics"');
  const weakAliases = given['weakAliases'] ?? defaultPolicies.weakAliases;
  if (weakAliases !== 'sanctions' && weakAliases !== 'all' && weakAliases !== 'none')
    throw new SourcesError('policies: "weakAliases" is sanctions, all or none');
  const base = defaultMappingPolicies;
  return {
    mapping: {
      optInTopics: Object.fromEntries(
        Object.entries(topics).map(([topic, list]) => [topic, listOf(list, `"optInTopics": ${topic}`)]),
      ),
      exportControlLists: flag(given, 'exportControlLists', place) ?? base.exportControlLists,
      relatives: flag(given, 'relatives', place) ?? base.relatives,
      unclassifiedOffice:
        given['unclassifiedOffice'] == null
          ? base.unclassifiedOffice
          : listOf(given['unclassifiedOffice'], '"unclassifiedOffice"'),
      formerOfficeYears: number(given, 'formerOfficeYears', { place, most: 200 }) ?? base.formerOfficeYears,
      openOfficeYears: number(given, 'openOfficeYears', { place, most: 200 }) ?? base.openOfficeYears,
    },
    screening: {
      weakAliases,
      deceasedBornBefore: number(given, 'deceasedBornBefore', { place, most: 9999 }),
    },
  };
}

function record(value: unknown, place: string): Data {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new SourcesError(`${place} is an object`);
  return value as Data;
}

function known(data: Data, members: readonly string[], place: string): void {
  const other = Object.keys(data).find((name) => !members.includes(name));
  if (other !== undefined)
    throw new SourcesError(`${place}: unknown member "${other}"; expected one of: ${members.join(', ')}`);
}

/** A text or an array of texts; empty when absent. */
function texts(data: Data, member: string, place: string): string[] {
  const value = data[member] ?? [];
  const list: unknown[] = Array.isArray(value) ? value : [value];
  if (!list.every((text): text is string => typeof text === 'string' && text !== ''))
    throw new SourcesError(`${place}: "${member}" is a text or an array of texts`);
  return list;
}

function flag(data: Data, member: string, place: string): boolean | null {
  const value = data[member] ?? null;
  if (value !== null && typeof value !== 'boolean')
    throw new SourcesError(`${place}: "${member}" is true or false`);
  return value;
}

function number(data: Data, member: string, { place, most }: { place: string; most: number }): number | null {
  const value = data[member] ?? null;
  if (value !== null && (typeof value !== 'number' || !(value >= 0 && value <= most)))
    throw new SourcesError(`${place}: "${member}" is a number from 0 to ${most}`);
  return value;
}

function listOf(value: unknown, place: string): ListType {
  const list = listTypes.find((name) => name === value);
  if (list === undefined) throw new SourcesError(`${place} is one of ${listTypes.join(', ')}`);
  return list;
}

function secure(url: string, place: string): void {
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:')
    throw new SourcesError(`${place} is an https address`);
}
