import { type CommandInput, optionalText, UsageError } from '@countersign/command-line';
import { operatorName as actorName } from '../usecases/session/caller.ts';
import { longestNote } from '../usecases/operator/note-session.ts';

/** The option for the maximum number of rows. */
export const limitOption = {
  type: 'string',
  value: 'N',
  about: 'largest number of rows, 1 to 10000; default 50',
} as const;

/** The option for the start of a time range. */
export const sinceOption = {
  type: 'string',
  value: 'TIME',
  about: 'since a time, e.g. 2027-01-31T12:00:00Z, or within a period until now, e.g. 90m, 24h, 7d',
} as const;

/** Options recorded in a session's history: the operator and the reason. */
export const historyOptions = {
  by: { type: 'string', value: 'NAME', about: 'your name, for the audit log; letters, digits and . _ @ -' },
  note: { type: 'string', value: 'TEXT', about: 'reason; stored with the session and erased with it' },
} as const;

/** The option for the reason of a change, recorded in clear text in the audit log. */
export const reasonOption = {
  type: 'string',
  value: 'TEXT',
  about: 'reason, for the audit logs of operator and client, at most 500 characters; no personal data',
} as const;

const longestReason = 500;

/** `--reason`, or null. @throws UsageError */
export function reasonOf(input: CommandInput): string | null {
  const reason = optionalText(input, 'reason')?.trim();
  if (reason === undefined) return null;
  if (reason === '' || reason.length > longestReason)
    throw new UsageError(`--reason: must be 1 to ${longestReason} characters, not ${reason.length}`);
  return reason;
}

const milliseconds = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** An option as an ISO 8601 time, or null. @throws UsageError */
export function timeOption(input: CommandInput, name: string): string | null {
  const text = optionalText(input, name);
  if (text === undefined) return null;
  const ago = /^(\d{1,6})([mhd])$/.exec(text);
  const at = ago
    ? Date.now() - Number(ago[1]) * milliseconds[ago[2] as keyof typeof milliseconds]
    : Date.parse(text);
  if (Number.isNaN(at))
    throw new UsageError(`--${name}: must be a time such as 2027-01-31T12:00:00Z or 24h, not ${text}`);
  return new Date(at).toISOString();
}

/** `--limit`; default 50. @throws UsageError */
export function limitOf(input: CommandInput): number {
  const text = optionalText(input, 'limit') ?? '50';
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > 10_000)
    throw new UsageError(`--limit: must be a whole number from 1 to 10000, not ${text}`);
  return limit;
}

/** `--by` as an actor of the audit log: `cli:ada`, or `cli`. @throws UsageError */
export const actorOption = (input: CommandInput): string => actorName(operatorOption(input));

/** `--by`, or `''`. @throws UsageError */
export const operatorOption = (input: CommandInput): string =>
  operatorName('by', optionalText(input, 'by') ?? '');

/** Validates a name for the audit log, or `''`. @param option the option it was given with @throws UsageError */
export function operatorName(option: string, name: string): string {
  if (!/^[\p{L}\p{N}._@-]{0,64}$/u.test(name))
    throw new UsageError(`--${option}: must be 1 to 64 letters, digits and . _ @ -, not ${name}`);
  return name;
}

/** `--note`, or null. @throws UsageError */
export function noteOption(input: CommandInput): string | null {
  const note = optionalText(input, 'note') ?? null;
  return note === null ? null : noteText(note);
}

/** Validates a note. @throws UsageError */
export function noteText(text: string): string {
  if (text.trim() === '' || text.length > longestNote)
    throw new UsageError(`note: must be 1 to ${longestNote} characters, not ${text.length}`);
  return text;
}
