import type { ServiceOptions } from '@countersign/service';

type SharePool = NonNullable<NonNullable<ServiceOptions['vision']>['sharePool']>;
type Pool = ReturnType<SharePool>;

// With isolation off several test files share a process, and so these.
const shared = globalThis as { countersignTestThreads?: Map<string, Pool> };

/**
 * Threads that look at pictures, the same for all services of this test process that ask for the same ones: a new thread loads its
 * models and runs code that nothing has compiled yet.
 */
export const sharePool: SharePool = (settings, open) => {
  const pools = (shared.countersignTestThreads ??= new Map());
  const key = JSON.stringify(settings);
  const pool = pools.get(key) ?? open();
  pools.set(key, pool);
  return { ...pool, close: () => Promise.resolve() };
};
