import {
  type CommandInput,
  exitCodes,
  type Progress,
  UsageError,
  type Verb,
} from '@countersign/command-line';
import type { Config } from '../runtime/config.ts';
import type { ServiceContext } from '../context.ts';

/** What a command returns: `output` is printed as JSON with `--json`, otherwise formatted for people; `note` goes to standard error. */
export interface CommandResult {
  exitCode: number;
  output: unknown;
  note?: string;
}

/** A verb on an installation's data; runs in the serving process or on its own, with the same effect. */
export interface Command extends Verb {
  run(
    ctx: ServiceContext,
    input: CommandInput,
    showProgress: (label: string) => Progress,
  ): Promise<CommandResult>;
}

/** A verb that opens no installation: it works beside a running service, or starts one. */
export interface ConfigCommand extends Verb {
  /** @param config reads the configuration on demand: some verbs work without a valid one @param verbs all verbs of the command line */
  runAlone(config: () => Config, input: CommandInput, verbs: readonly Verb[]): Promise<CommandResult>;
}

/** The option for a file of registry settings. */
export const fileOption = {
  type: 'string',
  value: 'FILE',
  about: 'file of registry settings; default REGISTRIES_FILE',
} as const;

/** The option that names an integration. */
export const integrationOption = {
  type: 'string',
  value: 'INTEGRATION',
  about: 'id of an integration; default all',
} as const;

/** Identifiers used in examples. */
export const exampleId = {
  integration: '0b6f1f5e-3c1d-4f0a-9a53-5d0f2f7c1a10',
  session: '7c2b9a41-6e0d-4b8e-8f57-2a9d3e4c5b61',
  other: 'e4a8c3d2-1b7f-4c6a-b0e9-9f8e7d6c5b4a',
} as const;

/** Splits `name=value`. @throws UsageError */
export function pair(text: string): [name: string, value: string] {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`--set: must be NAME=VALUE, not ${text}`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** The n-th positional as a lower-case UUID. @throws UsageError */
export function identifier({ positionals }: CommandInput, index: number): string {
  return identifierText(positionals[index] ?? '');
}

/** A lower-case UUID. @throws UsageError */
export function identifierText(given: string): string {
  const text = given.toLowerCase();
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text))
    throw new UsageError(`identifier: must be a UUID, not ${given}`);
  return text;
}

export const done = (output: unknown, note?: string): CommandResult => ({
  exitCode: exitCodes.done,
  output,
  ...(note === undefined ? {} : { note }),
});

/** What a command prints when a use case rejects its input, by outcome: what the input must be, and what to do. */
const refusals: Readonly<Record<string, string>> = {
  'unknown-integration': 'integration: must be one of "integration list"',
  'already-member': 'EMAIL: must not have an account yet; the person can sign in with the existing one',
  'organisation-suspended':
    'organisation: must not be suspended; "portal resume" ends a suspension, "portal show" shows it',
  'already-suspended': 'organisation: must not be suspended yet; "portal show" shows since when',
  'no-limit-left': '--day: must be a number if --month is none; "portal clear-limits" removes both limits',
  'limit-unchanged': 'limits: must differ from those in force; "portal limits" prints them',
  'not-limited': 'organisation: must have a limit of this mode; "portal limits" prints those it has',
  'not-suspended': 'organisation: must be suspended; "portal suspend" suspends it',
  'needs-approval':
    'settings: must be changed by two people while secondApprover is set; "integration propose" proposes the change',
  'nothing-changes': 'settings: must differ from those in force; "integration show" prints them',
  'nothing-to-try':
    'settings: must affect decisions on stored findings, as faceAcceptScore does; other settings take effect only in new sessions',
  'unnamed-proposer': '--by: must be given, so that another person can approve it',
  'unnamed-approver': '--by: must be given, and differ from the operator who proposed the change',
  'own-proposal':
    '--by: must differ from the operator who proposed the change; another person must approve it',
  'unknown-proposal': 'proposal: must be one of "integration proposals"',
  'proposal-over':
    'proposal: must still be pending; "integration proposals --all" lists the others with their outcome',
  'settings-changed-meanwhile':
    'settings: must not have changed since the proposal; "integration proposals" lists those that have; propose the change again',
  'unknown-change': 'change: must be one of "integration history" of this integration',
  'unknown-session':
    'session: must be one of this integration that is not deleted; "session list" lists them',
  'unknown-key': 'key: must be one of "keys list"',
  'unknown-hit': 'hit: must be one of this session; "hits list" lists them',
  'not-explained':
    'hit: must have been found by a release that stores explanations; "hits show" prints the trace of every hit',
  'unknown-webhook': 'webhook: must be one of this integration; "webhooks list" lists them',
  'unknown-endpoint': 'type: must have a URL; "webhooks set-url" sets it',
  'unknown-or-paused':
    'type: must have a URL and not be paused; "webhooks endpoints" shows it, "webhooks resume" ends a pause',
  'unknown-alert': 'alert: must be one of "alerts list"',
  'unknown-job': 'job: must be one of "job list"',
  'unknown-status': 'code: must be one of "statuses list"',
  'unknown-status-entry':
    'code: must be the code of a status that the attempt has; "statuses show" lists them',
  'unknown-report': 'session: must have a fraud report; "reports list" lists them',
  'already-reviewed': 'report: must not be reviewed yet; "reports show" prints its review',
  'unknown-entry': 'entry: must be one of "blocklist list"',
  'no-url': 'type: must have a URL; "webhooks set-url" sets it',
  'no-key': 'integration: must have a key; "keys add" adds one',
  'too-many-keys':
    'keys: must be fewer than the most an integration can have; "keys delete" removes one that is no longer used',
  'is-master': 'key: must not be the master; "keys promote" makes another one the master',
  'not-in-review': 'session: must be in review, status 9121; sessions get there where manualReview is set',
  'code-does-not-fit': 'code: must be a reason code of that verdict; docs/guides/errors.md lists them',
  'not-screened':
    'session: must have a result of a screening; new sessions are screened where watchlistScreening is set',
  'already-resolved': 'alert: must be open; it was resolved before',
  'no-face':
    'session: must have a face that is kept; they are kept of new sessions where crosslinks or blocklist is set',
  'name-taken':
    'name: must differ in letters and digits from the names of all other statuses, including retired ones',
  'too-many-statuses': 'statuses: must be 100 at most; "statuses retire" ends one that is no longer used',
  'status-retired': 'status: must not be retired; "statuses restore" brings it back',
  'status-in-force': 'status: must not be on the attempt already; "statuses remove" removes it',
  'reason-does-not-fit':
    'reason: must have the form that the status requires: none, one from its list, or free text; "statuses list" shows it',
  'standalone-registry-needs-a-new-integration':
    'registry: must be set when the integration is created; create another one with "integration create"',
};

/** Turns the outcome of a use case that rejected its input into an exit code and a message. */
export function notDone(outcome: string): CommandResult {
  const exitCode = outcome.startsWith('unknown-') ? exitCodes.notFound : exitCodes.rejected;
  return { exitCode, output: { outcome }, note: refusals[outcome] ?? outcome.replaceAll('-', ' ') };
}
