import type { ConfigCommand } from './command.ts';
import { initCommands } from './commands/init.ts';
import { listenCommands } from './commands/listen.ts';
import { mediaCommands } from './commands/media.ts';
import { sandboxCommands } from './commands/sandbox.ts';
import { sessionApiCommands } from './commands/session-api.ts';
import { signingCommands } from './commands/sign.ts';
import { tailCommands } from './commands/logs-tail.ts';

/** Verbs for developers of a client, who need no installation. */
export const developmentCommands: readonly ConfigCommand[] = [
  ...initCommands,
  ...sessionApiCommands,
  ...mediaCommands,
  ...signingCommands,
  ...listenCommands,
  ...tailCommands,
  ...sandboxCommands,
];
