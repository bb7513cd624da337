import { setTimeout as sleep } from 'node:timers/promises';
import { patienceMs } from '../../src/patience.ts';

/** Repeats what an outage or a busy machine interrupts, as a client does. @throws the last error after a minute */
export async function untilDone<T>(work: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + patienceMs; ; await sleep(50))
    try {
      return await work();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
}
