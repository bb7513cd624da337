import type { Command } from './command.ts';
import { installationOptions } from './installation-options.ts';

const withOptions = (verbs: readonly Command[]): Command[] =>
  verbs.map((verb) => ({ ...verb, options: { ...verb.options, ...installationOptions } }));

/**
 * Sources of verbs on an installation's data, each loaded when one of its verbs runs. There are few, because each one splits the bundle
 * into smaller files, and every file slows down the start of the service.
 */
export const dataSources = {
  settings: async () => withOptions((await import('./settings-commands.ts')).settingsCommands),
  records: async () => withOptions((await import('./records-commands.ts')).recordsCommands),
  screened: async () => withOptions((await import('./screened-commands.ts')).screenedCommands),
} satisfies Readonly<Record<string, () => Promise<readonly Command[]>>>;

/** Whether the verbs of a source work on an installation's data. */
export const isDataSource = (source: string): source is keyof typeof dataSources => source in dataSources;
