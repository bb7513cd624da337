import type { Verb, VerbGroup } from '@countersign/command-line';

/** File of the table, from the installation's root; the build writes it from the verbs themselves. */
export const commandTableFile = 'dist/commands.json';

/** What help is printed from: every verb as data, in the order of help. */
export interface CommandTable {
  verbs: readonly Verb[];
  groups: readonly VerbGroup[];
}
