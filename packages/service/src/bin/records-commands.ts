import type { Command } from './command.ts';
import { auditCommands } from './commands/audit.ts';
import { backupCommands } from './commands/backup.ts';
import { blocklistCommands } from './commands/blocklist.ts';
import { erasureCommands } from './commands/erasures.ts';
import { hitsCommands } from './commands/hits.ts';
import { logsCommands } from './commands/logs.ts';
import { portalCommands } from './commands/portal.ts';
import { portalLimitCommands } from './commands/portal-limits.ts';
import { portalOrganisationCommands } from './commands/portal-organisations.ts';
import { reportCommands } from './commands/reports.ts';
import { sandboxClockCommands } from './commands/sandbox-clock.ts';
import { retentionCommands } from './commands/retention.ts';
import { statusCommands } from './commands/statuses.ts';
import { systemCommands } from './commands/system.ts';
import { triggerCommands } from './commands/trigger.ts';
import { webhookCommands } from './commands/webhooks.ts';

/** Verbs for the records of an installation. */
export const recordsCommands: readonly Command[] = [
  ...backupCommands,
  ...systemCommands,
  ...webhookCommands,
  ...triggerCommands,
  ...sandboxClockCommands,
  ...statusCommands,
  ...hitsCommands,
  ...reportCommands,
  ...auditCommands,
  ...logsCommands,
  ...erasureCommands,
  ...retentionCommands,
  ...blocklistCommands,
  ...portalCommands,
  ...portalOrganisationCommands,
  ...portalLimitCommands,
];
