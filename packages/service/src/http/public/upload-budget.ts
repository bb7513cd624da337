import { Problem } from '@countersign/contract';
import type { Gauge } from 'prom-client';

/** Bytes of media this process receives at the same time: sixteen of the largest uploads. */
export const uploadBudgetBytes = 512 * 1024 * 1024;

export interface UploadBudget {
  /** Sets bytes aside for one upload; the returned function gives them back. @throws Problem unavailable when too many are on their way */
  reserve(bytes: number): () => void;
}

/** Uploads beyond the budget are refused at once instead of waiting (reliability rule on bytes in flight). */
export function createUploadBudget(gauge: Pick<Gauge, 'set'>, limit = uploadBudgetBytes): UploadBudget {
  let inFlight = 0;
  const change = (bytes: number) => {
    inFlight += bytes;
    gauge.set(inFlight);
  };
  return {
    reserve(bytes) {
      if (inFlight + bytes > limit) throw new Problem('unavailable', { retryAfter: 1 });
      change(bytes);
      return () => change(-bytes);
    },
  };
}
