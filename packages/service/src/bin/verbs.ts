import type { Verb, VerbGroup } from '@countersign/command-line';
import type { CommandTable } from './command-table.ts';
import { type AnyVerb, verbSources } from './verb-sources.ts';

/** Headings of the help for all commands. */
const verbGroups: readonly VerbGroup[] = [
  {
    title: 'Service',
    firstWords: [
      'serve',
      'console',
      'config',
      'doctor',
      'migrate',
      'export',
      'backup',
      'backups',
      'restore',
      'simulator',
      'completion',
    ],
  },
  { title: 'Integrations', firstWords: ['integration', 'keys', 'webhooks'] },
  {
    title: 'Development',
    firstWords: ['init', 'media', 'sign', 'verify', 'listen', 'trigger', 'logs', 'sandbox'],
  },
  { title: 'Sessions', firstWords: ['session', 'statuses', 'hits', 'reports', 'blocklist'] },
  { title: 'Portal', firstWords: ['portal'] },
  { title: 'Operation', firstWords: ['alerts', 'job', 'audit', 'retention', 'erasures', 'system'] },
  { title: 'Watchlists', firstWords: ['lists', 'screen', 'score-pairs', 'replay'] },
  { title: 'Registries', firstWords: ['registries'] },
  {
    title: 'Pictures',
    firstWords: ['compare-faces', 'read-document', 'check-liveness', 'evaluate', 'calibrate'],
  },
];

const loaded = await Promise.all(
  Object.entries(verbSources).map(async ([source, load]) =>
    (await load()).map((verb: AnyVerb) => ({ source: source as keyof typeof verbSources, verb })),
  ),
);
const order = verbGroups.flatMap(({ firstWords }) => firstWords);
const place = ({ verb: { name } }: { verb: Verb }) => order.indexOf(name.split(' ')[0] ?? name);
const sourced = loaded.flat().toSorted((a, b) => place(a) - place(b));

/** Every verb of the command line, in the order of help, with its implementation: this loads most of the service. */
export const verbs: readonly AnyVerb[] = sourced.map(({ verb }) => verb);

/** The same as data. */
export const commandTable: CommandTable = {
  verbs: sourced.map(({ source, verb: { name, about, arguments: words, notes, options, example } }) => ({
    name,
    about,
    arguments: words,
    ...(notes && { notes }),
    options,
    example,
    source,
  })),
  groups: verbGroups,
};
