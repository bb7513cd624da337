import type { Command } from './command.ts';
import { listsRescreenCommands } from './commands/lists-rescreen.ts';
import { screeningRulesCommands } from './commands/screening-rules.ts';
import { sessionCommands } from './commands/session.ts';
import { sessionDecideCommands } from './commands/session-decide.ts';
import { sessionHoldCommands } from './commands/session-hold.ts';

/** Verbs that compare names, and verbs for sessions, whose decisions use such comparisons: the only ones that load screening. */
export const screenedCommands: readonly Command[] = [
  ...screeningRulesCommands,
  ...listsRescreenCommands,
  ...sessionCommands,
  ...sessionDecideCommands,
  ...sessionHoldCommands,
];
