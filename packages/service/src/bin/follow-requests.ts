import { setTimeout as sleep } from 'node:timers/promises';
import { exitCodes, type OutputFormat, render } from '@countersign/command-line';
import type { CommandResult } from './command.ts';
import type { RunStep } from './forward-webhooks.ts';

const pollMs = 500;
/** Maximum rows per poll. */
const mostRows = 1_000;
/** A row may be written this long after its own time. */
const overlapMs = 60_000;

/** What to follow, and where to print it. */
export interface Following {
  /** Arguments of `logs list`. */
  args: readonly string[];
  /** Number of requests to start with. */
  limit: number;
  /** An endless output is printed as lines: `json` becomes `jsonl`. */
  format: OutputFormat;
  signal: AbortSignal;
  print(text: string): void;
}

interface Listed {
  at: string;
  requestId: string;
}

/** Prints the latest requests, oldest first, and then new ones, until the signal is aborted. */
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

/** A time of the database, one minute before the last printed request. */
function later(since: string | null, last: string | undefined): string | null {
  if (last === undefined) return since;
  const moved = new Date(Date.parse(last) - overlapMs).toISOString();
  return since === null || moved > since ? moved : since;
}

/** The given value applies until we have a time of our own. */
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
