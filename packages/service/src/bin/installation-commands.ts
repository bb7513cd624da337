import type { ConfigCommand } from './command.ts';
import { listsCommands } from './commands/lists.ts';
import { registriesCommands } from './commands/registries.ts';
import { serviceCommands } from './commands/installation.ts';

/** Verbs for the installation as a whole, its lists and its registries; each loads what it needs when it runs. */
export const installationCommands: readonly ConfigCommand[] = [
  ...serviceCommands,
  ...listsCommands,
  ...registriesCommands,
];
