import type { ServiceContext } from '../context.ts';
import { measureClockSkew } from '../storage/engine/database-clock.ts';

/** Milliseconds between measurements, by the monotonic clock. */
const everyMs = 60_000;
/** Seconds of difference that the operator should investigate: receivers of webhooks usually accept some minutes. */
const tolerated = 30;

/**
 * Compares this process's clock with the database's, now and every minute: if they differ, one of them is wrong. This process's clock is
 * used only for log lines and local actions.
 */
export function watchClock({
  database,
  log,
  metrics,
}: Pick<ServiceContext, 'database' | 'log' | 'metrics'>): {
  stop(): Promise<void>;
} {
  const look = async () => {
    const skew = await measureClockSkew(database);
    metrics.clockSkew.set(skew);
    if (Math.abs(skew) > tolerated)
      log.error({ count: Math.round(skew) }, 'clock differs from the database clock');
  };
  // An unreachable database is reported by everything else.
  const lookQuietly = () => look().catch(() => {});
  let looking = lookQuietly();
  const timer = setInterval(() => void (looking = lookQuietly()), everyMs).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await looking;
    },
  };
}
