import type { Command } from './command.ts';
import { installationOptions } from './installation-options.ts';

const withAllOptions = (verbs: readonly Command[]): Command[] =>
  verbs.map((verb) => ({ ...verb, options: { ...verb.options, ...installationOptions } }));

/** Where verbs on an installation's data come from. A source is loaded when one of its verbs runs: together they import most of the service. */
export const dataSources = {
  backup: async () => withAllOptions((await import('./commands/backup.ts')).backupCommands),
  integration: async () => withAllOptions((await import('./commands/integration.ts')).integrationCommands),
  screeningRules: async () =>
    withAllOptions((await import('./commands/screening-rules.ts')).screeningRulesCommands),
  rescreen: async () => withAllOptions((await import('./commands/lists-rescreen.ts')).listsRescreenCommands),
  keys: async () => withAllOptions((await import('./commands/keys.ts')).keyCommands),
  webhooks: async () => withAllOptions((await import('./commands/webhooks.ts')).webhookCommands),
  trigger: async () => withAllOptions((await import('./commands/trigger.ts')).triggerCommands),
  sandboxClock: async () =>
    withAllOptions((await import('./commands/sandbox-clock.ts')).sandboxClockCommands),
  job: async () => withAllOptions((await import('./commands/job.ts')).jobCommands),
  alerts: async () => withAllOptions((await import('./commands/alerts.ts')).alertCommands),
  session: async () => withAllOptions((await import('./commands/session.ts')).sessionCommands),
  sessionDecide: async () =>
    withAllOptions((await import('./commands/session-decide.ts')).sessionDecideCommands),
  sessionHold: async () => withAllOptions((await import('./commands/session-hold.ts')).sessionHoldCommands),
  statuses: async () => withAllOptions((await import('./commands/statuses.ts')).statusCommands),
  hits: async () => withAllOptions((await import('./commands/hits.ts')).hitsCommands),
  reports: async () => withAllOptions((await import('./commands/reports.ts')).reportCommands),
  audit: async () => withAllOptions((await import('./commands/audit.ts')).auditCommands),
  logs: async () => withAllOptions((await import('./commands/logs.ts')).logsCommands),
  erasures: async () => withAllOptions((await import('./commands/erasures.ts')).erasureCommands),
  blocklist: async () => withAllOptions((await import('./commands/blocklist.ts')).blocklistCommands),
  portal: async () => withAllOptions((await import('./commands/portal.ts')).portalCommands),
} satisfies Readonly<Record<string, () => Promise<readonly Command[]>>>;

/** Whether verbs of a source work on an installation's data. */
export const isDataSource = (source: string): source is keyof typeof dataSources => source in dataSources;
