import type { Command } from './command.ts';

/** Said here, so that help does not load the screening engine. */
const listsVerbs = [
  [
    'lists load [--offline]',
    'reads or downloads every source of sources.json, builds the lists and puts them in force',
  ],
  ['lists status', 'shows every source with its age; ends with 1 while an alarm runs'],
  [
    'lists diff SNAPSHOT SNAPSHOT',
    'counts entities added, removed and changed from one snapshot to the other, by list type',
  ],
  [
    'lists add SOURCE --format FORMAT --path FILE … | --url URL … [--list LIST] [--mandatory] [--pin ENTITY …]',
    'adds a source to sources.json; the next load reads it',
  ],
  ['lists remove SOURCE', 'takes a source out of sources.json; the next load is without it'],
] as const;

/** As {@link listsVerbs}: help does not load the connectors. */
const registriesVerbs = [
  [
    'registries check [--file FILE]',
    'reads the settings of registries and says what is configured and what is missing; calls nobody',
  ],
  [
    'registries probe [--file FILE]',
    'asks every configured gateway whether it is there, and nothing about anybody; ends with 1 if one is down',
  ],
  [
    'registries template TEMPLATE.json [--file FILE]',
    'registers a treatment template with Serpro (Brazil, V5) and says its id',
  ],
  [
    'registries explain-name --given NAMES --surnames NAMES --registry "GIVEN|GIVEN|SURNAME|PARTICLE|SURNAME"',
    'says word by word how alike a name is to the Colombian registry’s, and why',
  ],
  [
    'simulator [--portraits DIRECTORY]',
    'plays the registries to invented people on SIM_HOST and SIM_PORT; see docs/guides/registries.md',
  ],
] as const;

const standalone = [
  [
    'serve [--host HOST] [--port PORT]',
    'runs the service; every option has a variable, see docs/guides/run.md',
  ],
  ['migrate', 'brings the database to this release’s tables'],
  ['export --to POSTGRES_URL', 'copies an embedded installation into an empty PostgreSQL database'],
  ...listsVerbs,
  ...registriesVerbs,
] as const;

/** Programs of their own, started by the same command line; they need no installation. */
const programs = [
  [
    'screen --list FORMAT[@LIST]=FILE … [--threshold N] [--explain] < queries.jsonl',
    'screens names against lists',
  ],
  ['score-pairs [--jsonl] [--explain] < pairs.tsv', 'says how alike two names are, 0 to 100'],
  ['compare-faces, read-document, check-liveness, calibrate', 'read pictures, see docs/guides/evaluate.md'],
] as const;

/** The help text: all commands, or those whose name begins like `prefix`. */
export function helpText(commands: readonly Command[], prefix = ''): string {
  const lines = [
    ...standalone,
    ...commands.map(({ name, usage, about }) => [`${name} ${usage}`.trim(), about] as const),
    ...programs,
  ]
    .filter(([usage]) => usage.startsWith(prefix))
    .map(([usage, about]) => `  countersign ${usage}\n      ${about}\n`);
  return [
    'Usage: countersign COMMAND [OPTIONS]\n\n',
    ...lines,
    '\nEvery command takes --json, --data-dir DIR, --database-url URL and --help.\n',
    'Exit codes: 0 done, 1 failed, 2 not understood, 3 refused, 4 unknown, 5 not available, 6 configuration not valid.\n',
  ].join('');
}
