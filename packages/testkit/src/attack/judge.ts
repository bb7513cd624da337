import type { Expectation } from './attack-case.ts';
import type { WireAnswer } from './answers.ts';
import type { Observation } from './wire.ts';

/** Resources that the service's processes used for one attack; `null` if they cannot be measured. */
export interface Spent {
  stallMs: number | null;
  cpuSeconds: number | null;
  memoryMiB: number | null;
  descriptors: number | null;
}

export const nothingMeasured: Spent = { stallMs: null, cpuSeconds: null, memoryMiB: null, descriptors: null };

/** The error code of a response; the portal nests it in a member. */
function codeOf({ body }: WireAnswer): string | null {
  try {
    const parsed = JSON.parse(body.toString('utf8')) as { code?: unknown; error?: { code?: unknown } };
    const code = parsed.code ?? parsed.error?.code;
    return typeof code === 'string' ? code : null;
  } catch {
    return null;
  }
}

/** Values with their number of occurrences: `200, 503 × 3`. */
function list(values: readonly (string | number | null)[]): string {
  const counts = new Map<string, number>();
  for (const value of values) {
    const text = String(value ?? 'none');
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const parts = [...counts].map(([text, count]) => (count === 1 ? text : `${text} × ${count}`));
  return parts.join(', ') || 'nothing';
}

function* answerFindings({ answers }: Observation, holds: Expectation): Generator<string> {
  const statuses = answers.map(({ status }) => status);
  if (holds.answers !== undefined && answers.length !== holds.answers)
    yield `${answers.length} answers (${list(statuses)}), expected ${holds.answers}`;
  if (holds.answers === undefined && answers.length === 0 && !holds.mayBeSilent) yield 'no answer';
  // A service under attack may be unavailable, but must not fail.
  const broken = statuses.filter((status) => status >= 500 && status !== 503);
  if (broken.length > 0) yield `answered ${list(broken)}`;
  if (holds.status && !statuses.every((status) => holds.status!.includes(status)))
    yield `status ${list(statuses)}, expected ${list(holds.status)}`;
  if (holds.code) {
    const codes = answers.map(codeOf);
    if (!codes.every((code) => code !== null && holds.code!.includes(code)))
      yield `code ${list(codes)}, expected ${list(holds.code)}`;
  }
}

function* headerFindings({ answers }: Observation, holds: Expectation): Generator<string> {
  for (const [name, value] of Object.entries(holds.headers ?? {})) {
    const wrong = answers.find(({ headers }) => (headers[name] ?? null) !== value);
    if (wrong) yield `header ${name}: ${wrong.headers[name] ?? 'absent'}, expected ${value ?? 'none'}`;
  }
  if (!holds.retryAfter) return;
  const rude = answers.find(
    ({ status, headers }) =>
      (status === 503 || status === 429) && !/^\d+$/.test(headers['retry-after'] ?? ''),
  );
  if (rude) yield `${rude.status} without Retry-After`;
}

function* timeFindings(
  { answers, goneMs, sentBytes, ms }: Observation,
  holds: Expectation,
): Generator<string> {
  if (holds.goneMs !== undefined && (goneMs === null || goneMs > holds.goneMs))
    yield goneMs === null
      ? `connection still held after ${Math.round(ms)} ms, expected its end within ${holds.goneMs} ms`
      : `connection gone after ${Math.round(goneMs)} ms, expected ${holds.goneMs} ms`;
  const last = answers.at(-1)?.atMs ?? 0;
  if (holds.answeredMs !== undefined && last > holds.answeredMs)
    yield `answered after ${Math.round(last)} ms, expected ${holds.answeredMs} ms`;
  if (holds.bytes !== undefined && sentBytes > holds.bytes)
    yield `took ${sentBytes} bytes, expected at most ${holds.bytes}`;
}

function* spentFindings(spent: Spent, holds: Expectation): Generator<string> {
  const bounds = [
    ['event loop stalled', spent.stallMs, holds.stallMs, 'ms'],
    ['processor time', spent.cpuSeconds, holds.cpuSeconds, 's'],
    ['memory grew by', spent.memoryMiB, holds.memoryMiB, 'MiB'],
    ['descriptors grew by', spent.descriptors, holds.descriptors, ''],
  ] as const;
  for (const [what, value, limit, unit] of bounds) {
    if (value === null || limit === undefined || value <= limit) continue;
    yield `${what} ${Number(value.toFixed(1))} ${unit}, expected at most ${limit} ${unit}`
      .replaceAll(/ +/g, ' ')
      .trim();
  }
}

/** The conditions that did not hold; empty if all did. */
export function judge(seen: Observation, holds: Expectation, spent: Spent = nothingMeasured): string[] {
  return [
    ...(seen.finding === undefined ? [] : [seen.finding]),
    ...answerFindings(seen, holds),
    ...headerFindings(seen, holds),
    ...timeFindings(seen, holds),
    ...spentFindings(spent, holds),
  ];
}
