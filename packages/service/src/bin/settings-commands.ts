import type { Command } from './command.ts';
import { alertCommands } from './commands/alerts.ts';
import { integrationCommands } from './commands/integration.ts';
import { integrationCapabilityCommands } from './commands/integration-capabilities.ts';
import { integrationHistoryCommands } from './commands/integration-history.ts';
import { integrationProposalCommands } from './commands/integration-proposals.ts';
import { integrationTryCommands } from './commands/integration-try.ts';
import { jobCommands } from './commands/job.ts';
import { queueCommands } from './commands/queues.ts';
import { keyCommands } from './commands/keys.ts';

/** Verbs that need little of the service: settings, keys, and queues. */
export const settingsCommands: readonly Command[] = [
  ...integrationCommands,
  ...integrationCapabilityCommands,
  ...integrationHistoryCommands,
  ...integrationProposalCommands,
  ...integrationTryCommands,
  ...keyCommands,
  ...jobCommands,
  ...queueCommands,
  ...alertCommands,
];
