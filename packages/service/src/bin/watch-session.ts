import { setTimeout as sleep } from 'node:timers/promises';
import type { CountersignClient } from '@countersign/client';
import { type CommandInput, exitCodes, formatOf, optionalText, UsageError } from '@countersign/command-line';
import type { Config } from '../runtime/config.ts';
import { overApi } from './call-api.ts';
import { type CommandResult, identifier } from './command.ts';

/** Milliseconds between two polls. */
const intervalMs = 1_000;
const longestMs = 86_400_000;
const finalStatuses = ['approved', 'declined', 'expired', 'abandoned'];

/** One change of status. */
interface StatusChange {
  /** When it was seen, ISO 8601, UTC. */
  at: string;
  attemptId: string;
  status: string;
  /** Code of the decision; `null` if there is none. */
  code: number | null;
  reasonCode: number | null;
}

const toStandardOutput = (text: string): void => void process.stdout.write(text);

/** Follows a session over the API and prints every status change of its newest attempt, until one is final. @throws UsageError */
export async function watchSession(
  config: () => Config,
  input: CommandInput,
  write = toStandardOutput,
): Promise<CommandResult> {
  const sessionId = identifier(input, 0);
  const until = performance.now() + timeoutOf(input);
  const format = formatOf(input);
  if (format === 'csv') throw new UsageError('--format: must be table, json or jsonl for this command');
  const print = (change: StatusChange) =>
    write(format === 'table' ? lineOf(change) : `${JSON.stringify(change)}\n`);
  return overApi(config, input, async (client) => {
    let last = '';
    for (;;) {
      const change = await statusOf(client, sessionId);
      const name = `${change.attemptId} ${change.status}`;
      if (name !== last) print(change);
      last = name;
      if (finalStatuses.includes(change.status)) return ended(change.status);
      const leftMs = until - performance.now();
      if (leftMs <= 0) return tooLate(change.status);
      await sleep(Math.min(intervalMs, leftMs));
    }
  });
}

async function statusOf(client: CountersignClient, sessionId: string): Promise<StatusChange> {
  const [attempt] = (await client.listAttempts(sessionId)).verifications;
  if (!attempt) throw new Error('a session has at least one attempt');
  const { verification } = await client.getDecision(sessionId);
  const decided = verification?.attemptId === attempt.id ? verification : null;
  return {
    at: new Date().toISOString(),
    attemptId: attempt.id,
    status: attempt.status,
    code: decided?.code ?? null,
    reasonCode: decided?.reasonCode ?? null,
  };
}

const lineOf = ({ at, attemptId, status, code, reasonCode }: StatusChange): string =>
  `${[at, attemptId, status, code, reasonCode].filter((each) => each !== null).join('  ')}\n`;

const ended = (status: string): CommandResult => ({
  exitCode: status === 'approved' ? exitCodes.done : exitCodes.finding,
  output: undefined,
});

const tooLate = (status: string): CommandResult => ({
  exitCode: exitCodes.unavailable,
  output: undefined,
  note: `the session is still ${status}; --timeout sets how long it is watched`,
});

const units = { s: 1_000, m: 60_000, h: 3_600_000 } as const;

/** @throws UsageError */
function timeoutOf(input: CommandInput): number {
  const given = optionalText(input, 'timeout') ?? '10m';
  const [, count = '', unit = ''] = /^(\d{1,5})([smh])$/.exec(given) ?? [];
  const ms = Number(count) * units[unit as keyof typeof units];
  if (!(ms >= 1_000 && ms <= longestMs))
    throw new UsageError(
      `--timeout: must be a duration such as 30s, 10m or 2h, from 1s to 24h, not ${given}`,
    );
  return ms;
}
