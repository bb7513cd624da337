import type { Logger } from 'pino';

const periodMs = 10_000;

/**
 * Writes a warning that attackers or an outage could cause thousands of times a second only once per 10 s and `kind`; `count` is the
 * number of warnings since the last line.
 */
export function limitLog(log: Logger): (kind: string, details: object, message: string) => void {
  const last = new Map<string, { at: number; suppressed: number }>();
  return (kind, details, message) => {
    const now = performance.now();
    const before = last.get(kind);
    if (before && now - before.at < periodMs) {
      before.suppressed += 1;
      return;
    }
    log.warn({ ...details, count: 1 + (before?.suppressed ?? 0) }, message);
    last.set(kind, { at: now, suppressed: 0 });
  };
}
