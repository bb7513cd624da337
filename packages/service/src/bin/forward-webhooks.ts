import { setTimeout as sleep } from 'node:timers/promises';
import type { DueWebhook } from '../usecases/webhook/listen-to-webhooks.ts';
import type { CommandResult } from './command.ts';
import type { ControlRequest } from './control-socket.ts';

/** Runs a step where the data is. */
export type RunStep = (request: ControlRequest) => Promise<CommandResult>;

/** One webhook and the response of the program that it was posted to. */
export interface ForwardedWebhook {
  at: string;
  type: string;
  webhookId: string;
  /** `null`: no response. */
  httpStatus: number | null;
  /** Why there was no response; `null` if there was one. */
  error: string | null;
  /** Milliseconds from the post to the end of the response. */
  ms: number;
}

export interface Forwarding {
  integrationId: string;
  forwardTo: URL;
  /** ISO time by the clock of the database: excludes webhooks due earlier. */
  since: string;
  /** Stops after this many; `null`: when `signal` aborts. */
  count: number | null;
  signal: AbortSignal;
  report(forwarded: ForwardedWebhook): void;
}

const pollMs = 250;
/** As long as the service waits for a receiver. */
const answerMs = 10_000;
/** A transaction may commit this long after the time in its rows. */
const overlapMs = 60_000;

/** Posts webhooks as they become due, in order, with the service's bytes and headers. */
export async function forwardWebhooks(run: RunStep, forwarding: Forwarding): Promise<void> {
  const { integrationId, forwardTo, count, signal, report } = forwarding;
  const dueAt = new Map<string, string>();
  let since = forwarding.since;
  let forwarded = 0;
  while (!signal.aborted && (count === null || forwarded < count)) {
    const due = await collectDue(run, { integrationId, since, known: [...dueAt.keys()] });
    for (const webhook of due) {
      if (signal.aborted || forwarded === count) break;
      const posted = await post(forwardTo, webhook);
      report(posted);
      const isDelivered = posted.httpStatus !== null && posted.httpStatus >= 200 && posted.httpStatus < 300;
      const args = [integrationId, webhook.id, ...(isDelivered ? [] : ['--failed'])];
      await run({ command: 'listener settle', args });
      dueAt.set(webhook.key, webhook.dueAt);
      forwarded += 1;
    }
    since = later(since, due.at(-1)?.dueAt);
    for (const [key, time] of dueAt) if (time < since) dueAt.delete(key);
    if (due.length === 0) await sleep(pollMs, undefined, { signal }).catch(() => {});
  }
}

/** One minute before the last one, never going back. */
function later(since: string, last: string | undefined): string {
  if (last === undefined) return since;
  const moved = new Date(Date.parse(last) - overlapMs).toISOString();
  return moved > since ? moved : since;
}

interface DueQuery {
  integrationId: string;
  since: string;
  known: string[];
}

async function collectDue(run: RunStep, { integrationId, since, known }: DueQuery): Promise<DueWebhook[]> {
  const except = known.flatMap((key) => ['--except', key]);
  const { output, note } = await run({
    command: 'listener hear',
    args: [integrationId, '--since', since, ...except],
  });
  if (!Array.isArray(output)) throw new Error(note ?? 'the service did not answer');
  return output as DueWebhook[];
}

async function post(url: URL, { id, type, headers, body }: DueWebhook): Promise<ForwardedWebhook> {
  const start = performance.now();
  const common = { at: new Date().toISOString(), type, webhookId: id };
  const elapsed = () => Math.round(performance.now() - start);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: Buffer.from(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
    });
    await response.arrayBuffer();
    return { ...common, httpStatus: response.status, error: null, ms: elapsed() };
  } catch (error) {
    const cause = error instanceof Error ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
    const text = cause?.code ?? (error instanceof Error ? error.name : 'unreachable');
    return { ...common, httpStatus: null, error: text, ms: elapsed() };
  }
}
