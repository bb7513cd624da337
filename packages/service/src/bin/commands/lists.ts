import type { CommandInput } from '@countersign/command-line';
import type { Config } from '../../runtime/config.ts';
import type { ConfigCommand } from '../command.ts';
import type { ListsRun } from './run-lists.ts';

/** Loads the screening engine only for the verb that needs it. */
const run = (name: ListsRun) => async (config: () => Config, input: CommandInput) => {
  const { runLists } = await import('./run-lists.ts');
  return runLists(name, config(), input);
};

/** Verbs for watchlists. They need no database. */
export const listsCommands: readonly ConfigCommand[] = [
  {
    name: 'lists load',
    about: 'downloads or reads every source of sources.json, builds the lists and activates them',
    arguments: [],
    options: {
      offline: { type: 'boolean', about: 'does not download; uses the files of earlier loads' },
      'may-shrink': {
        type: 'string',
        value: 'SOURCE',
        multiple: true,
        about: 'accepts a source once although many of its entities are missing',
      },
      'may-be-older': {
        type: 'string',
        value: 'SOURCE',
        multiple: true,
        about: 'accepts a source once although it seems older than the lists in force',
      },
    },
    example: 'lists load',
    runAlone: run('load'),
  },
  {
    name: 'lists status',
    about: 'prints every source with its age; exits with status 1 if any list is overdue',
    arguments: [],
    options: {},
    example: 'lists status --json',
    runAlone: run('status'),
  },
  {
    name: 'lists diff',
    about:
      'counts entities added, removed and changed between two snapshots, by list type; exits with status 1 if they differ',
    arguments: ['SNAPSHOT', 'SNAPSHOT'],
    options: {},
    example: 'lists diff 0f3c9a1e5b7d2846a1c0e9f8d7b6a594 5e1d0c9b8a7f6e5d4c3b2a1908f7e6d5',
    runAlone: run('diff'),
  },
  {
    name: 'lists add',
    about: 'adds a source to sources.json; the next load reads it',
    arguments: ['SOURCE'],
    options: {
      format: {
        type: 'string',
        value: 'FORMAT',
        need: 'required',
        about: 'format of the files; see docs/guides/screening.md',
      },
      path: { type: 'string', value: 'FILE', multiple: true, need: 'choice', about: 'file of the source' },
      url: { type: 'string', value: 'URL', multiple: true, need: 'choice', about: 'address of the source' },
      list: {
        type: 'string',
        value: 'LISTTYPE',
        about: 'list type, for formats without one; default SANCTIONS',
      },
      mandatory: {
        type: 'boolean',
        about: 'does not activate any lists until this source has been loaded once',
      },
      pin: {
        type: 'string',
        value: 'ENTITY',
        multiple: true,
        about: 'id of an entity that a load must contain',
      },
    },
    example: 'lists add house --format native --path /srv/lists/house.jsonl',
    runAlone: run('add'),
  },
  {
    name: 'lists remove',
    about: 'removes a source from sources.json; the next load omits it',
    arguments: ['SOURCE'],
    options: {},
    example: 'lists remove house',
    runAlone: run('remove'),
  },
  {
    name: 'lists show',
    about: 'prints everything that the lists in force contain about an entity, by its current or a former id',
    arguments: ['ENTITY'],
    options: {},
    example: 'lists show house-17 --json',
    runAlone: run('show'),
  },
  {
    name: 'lists screen',
    about: 'screens one name against the lists in force; stores nothing',
    arguments: ['NAME'],
    options: {
      born: { type: 'string', value: 'DATE', about: 'date of birth: YYYY, YYYY-MM or YYYY-MM-DD' },
      country: {
        type: 'string',
        value: 'CODE',
        multiple: true,
        about: 'a country of the person, ISO 3166-1 alpha-2; evidence, not a filter',
      },
      threshold: { type: 'string', value: 'N', about: 'lowest score of a hit, 0 to 100; default 80' },
      exact: { type: 'boolean', about: 'returns exact matches only' },
      explain: { type: 'boolean', about: 'adds the explanation of each score; see "hits explain"' },
      limit: { type: 'string', value: 'N', about: 'largest number of hits, 1 to 500; default 50' },
    },
    example: 'lists screen "Ada Maasikas" --born 1990-02-28 --country EE',
    runAlone: run('screen'),
  },
];
