import { setTimeout as sleep } from 'node:timers/promises';
import { exitCodes, type OutputFormat, render } from '@countersign/command-line';
import type { CommandResult } from './command.ts';
import type { RunStep } from './forward-webhooks.ts';

const pollMs = 500;
/** Rows of one look. */
const mostRows = 1_000;
/** A row may be written so long after the time that it bears. */
const overlapMs = 60_000;

/** What is followed, and where it is printed. */
export interface Following {
  /** Of `logs list`. */
  args: readonly string[];
  /** Requests to begin with. */
  limit: number;
  /** A value that never ends is printed as lines: `json` as `jsonl`. */
  format: OutputFormat;
  signal: AbortSignal;
  print(text: string): void;
}

interface Listed {
  at: string;
  requestId: string;
}

/** Prints the last requests, oldest first, and then those that come, until the signal. */
export async function followRequests(
  run: RunStep,
  { args, limit, format, signal, print }: Following,
): Promise<CommandResult> {
  const printed = new Map<string, string>();
  let since: string | null = null;
  let hasHeading = false;
  while (!signal.aborted) {
    const range =
      since === null ? ['--limit', String(limit)] : ['--since', since, '--limit', String(mostRows)];
    const listed = await run({ command: 'logs list', args: [...withoutSince(args, since), ...range] });
    if (listed.exitCode !== exitCodes.done) return listed;
    const fresh = (listed.output as Listed[]).filter(({ requestId }) => !printed.has(requestId)).toReversed();
    if (fresh.length > 0) print(linesOf(fresh, { format, hasHeading }));
    hasHeading ||= fresh.length > 0;
    for (const { requestId, at } of fresh) printed.set(requestId, at);
    since = later(since, fresh.at(-1)?.at);
    for (const [requestId, at] of printed) if (since !== null && at < since) printed.delete(requestId);
    await sleep(pollMs, undefined, { signal }).catch(() => {});
  }
  return { exitCode: exitCodes.done, output: undefined };
}

/** A time of the database, a minute before the last request that was printed. */
function later(since: string | null, last: string | undefined): string | null {
  if (last === undefined) return since;
  const moved = new Date(Date.parse(last) - overlapMs).toISOString();
  return since === null || moved > since ? moved : since;
}

/** What was given counts until there is a time of our own. */
function withoutSince(args: readonly string[], since: string | null): string[] {
  const at = args.indexOf('--since');
  return since === null || at < 0 ? [...args] : args.toSpliced(at, 2);
}

function linesOf(
  rows: Listed[],
  { format, hasHeading }: { format: OutputFormat; hasHeading: boolean },
): string {
  const text = render(rows, format === 'json' ? 'jsonl' : format);
  const hasLine = format === 'table' || format === 'csv';
  return hasLine && hasHeading ? text.slice(text.indexOf('\n') + 1) : text;
}
