import { type Bindings, type DestinationStream, type LogFn, type Logger, pino, stdTimeFunctions } from 'pino';
import { standardErrorLog } from './log-destination.ts';
import { sqlState } from './sql-state.ts';

/**
 * The members allowed in a log line. Everything else is dropped: bodies, names, numbers, tokens and digests are never logged. A check compares
 * this list with the logging calls (`tools/checks/log-members.mjs`).
 */
const allowed = new Set(
  [
    [
      'actor',
      'address',
      'aside',
      'attempt',
      'attemptId',
      'attempts',
      'blob',
      'breaker',
      'bytes',
      'cause',
      'claims',
      'code',
      'column',
      'compared',
      'connector',
      'constraint',
      'correlationId',
      'count',
    ],
    [
      'decisionId',
      'deferrals',
      'different',
      'directory',
      'endpoint',
      'engine',
      'environment',
      'equal',
      'error',
      'errorClass',
      'event',
      'exportId',
      'from',
      'host',
      'httpStatus',
      'id',
      'idType',
      'integrationId',
    ],
    [
      'jobId',
      'keyId',
      'kind',
      'lease',
      'level',
      'limit',
      'mailId',
      'mediaId',
      'method',
      'mode',
      'ms',
      'name',
      'outcome',
      'pid',
      'port',
      'queue',
    ],
    [
      'reason',
      'reasonCode',
      'registry',
      'requestId',
      'roles',
      'route',
      'seconds',
      'sessionId',
      'signal',
      'snapshot',
      'stack',
      'starved',
      'state',
      'status',
      'step',
      'syncs',
      'table',
      'threads',
      'to',
      'tries',
      'type',
      'url',
      'version',
      'webhookId',
    ],
  ].flat(),
);

/** Errors whose messages may be logged: ours; those of libraries and of the database quote their input. */
const speaking = new Set([
  'ConfigError',
  'DirectoryLocked',
  'Unavailable',
  'BlobMissing',
  'SealBroken',
  'StoredDamaged',
  'AssertionError',
]);

/** Members of every log line of a serving process. */
export interface LogBase {
  version: string;
  roles: readonly string[];
}

/**
 * Writes JSON lines with ISO 8601 times to standard error, or to `destination`; `base` is in every line. Standard error is written in
 * the background: neither a log reader that stops reading nor a full disk may stop the service. Standard output is reserved for people and
 * scripts: the banner, the ready line, results of commands.
 */
export function createLog(
  level: string,
  { destination, base = null }: { destination?: DestinationStream; base?: LogBase | null } = {},
): Logger {
  const options = {
    level,
    base,
    timestamp: stdTimeFunctions.isoTime,
    hooks: { logMethod: createLogMethod() },
    formatters: { log: allowList, level: (label: string) => ({ level: label }) },
  };
  const log = pino(options, destination ?? standardErrorLog());
  // The library's formatter for a child's own members does not reach children; they inherit this from their parent.
  // oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
  const child: (this: Logger, bindings: Bindings) => Logger = log.child;
  log.child = function (this: Logger, bindings) {
    return child.call(this, allowList(bindings)) as never;
  };
  return log;
}

/** Milliseconds between log lines of one kind about an outage, which affects every attempt of every worker. */
const outageLineMs = 60_000;

/** An error logged without a message of ours would log its own, and with it its input. */
function createLogMethod() {
  const lines: Lines = new Map();
  return function (this: Logger, args: Parameters<LogFn>, method: LogFn): void {
    const [first, second] = args as unknown[];
    const details = first instanceof Error ? { error: first } : first;
    if (typeof details !== 'object' || details === null) {
      method.apply(this, args);
      return;
    }
    const words = typeof second === 'string' ? second : 'unexpected';
    const { count = 1 } = details as { count?: number };
    const dropped = isOutage(details) ? repeated(lines, words, count) : 0;
    if (dropped === null) return;
    method.call(this, dropped > 0 ? { ...details, count: dropped + count } : details, words);
  };
}

function isOutage(details: object): boolean {
  const { error, err } = details as { error?: unknown; err?: unknown };
  return [error, err].some((one) => one instanceof Error && one.name === 'Unavailable');
}

type Lines = Map<string, { at: number; dropped: number }>;

/**
 * @param count how often the reported event happened since the last line
 * @returns the total including earlier lines that were dropped; `null` to drop this one too
 */
function repeated(lines: Lines, kind: string, count: number): number | null {
  const at = performance.now();
  const last = lines.get(kind);
  if (last && at - last.at < outageLineMs) {
    last.dropped += count;
    return null;
  }
  lines.set(kind, { at, dropped: 0 });
  return last?.dropped ?? 0;
}

/** Drops members that are not allowed. Exported for its test. */
function allowList(entry: Record<string, unknown>): Record<string, unknown> {
  const passed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(entry)) {
    const known = name === 'err' ? 'error' : name;
    if (allowed.has(known) && value !== undefined) passed[known] = passedValue(known, value);
  }
  return passed;
}

function passedValue(name: string, value: unknown): unknown {
  if (name === 'error') return describeError(value);
  if (name === 'url') return URL.canParse(String(value)) ? new URL(String(value)).origin : 'not an address';
  return plain(value);
}

/** Keeps numbers, flags and short texts; removes path and query of an address, which may contain a token. */
function plain(value: unknown): unknown {
  if (typeof value === 'string') return value.length > 300 ? `${value.slice(0, 300)}…` : value;
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  if (Array.isArray(value)) return value.length <= 20 ? value.map(plain) : value.length;
  return typeof value;
}

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const code: unknown = 'code' in error ? error.code : undefined;
  return {
    name: error.name,
    ...(speaking.has(error.name) ? { message: error.message } : {}),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(sqlState(error) === null ? {} : { sqlState: sqlState(error) }),
    // The stack of a wait that timed out does not show the cause.
    ...(error.name === 'Unavailable' ? {} : { stack: frames.slice(0, 12).map((line) => line.trim()) }),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
