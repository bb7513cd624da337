import { vi } from 'vitest';

/**
 * Runs a task while the rate limits of this process do not refill: their clock stands still, however long a busy machine takes
 * between two requests.
 */
export async function withoutRefill<T>(task: () => Promise<T>): Promise<T> {
  const elapsed = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  try {
    return await task();
  } finally {
    elapsed.mockRestore();
  }
}
