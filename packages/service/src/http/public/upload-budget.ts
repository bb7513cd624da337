import { Problem } from '@countersign/contract';
import type { Gauge } from 'prom-client';

/** Bytes of media this process receives at the same time: sixteen of the largest uploads. */
const allBytes = 512 * 1024 * 1024;
/** From one address: an API key is public, and whoever knows it must not be able to take all of them. */
const addressBytes = allBytes / 2;

export interface UploadBudget {
  /**
   * Sets bytes aside for one upload; the returned function gives them back.
   * @throws Problem unavailable when too many are on their way
   */
  reserve(address: string, bytes: number): () => void;
}

/** Uploads beyond the budget are refused at once instead of waiting. */
export function createUploadBudget(
  gauge: Pick<Gauge, 'set'>,
  limits = { all: allBytes, address: addressBytes },
): UploadBudget {
  let inFlight = 0;
  const byAddress = new Map<string, number>();
  const change = (address: string, bytes: number) => {
    const now = (byAddress.get(address) ?? 0) + bytes;
    if (now > 0) byAddress.set(address, now);
    else byAddress.delete(address);
    inFlight += bytes;
    gauge.set(inFlight);
  };
  return {
    reserve(address, bytes) {
      const fromAddress = (byAddress.get(address) ?? 0) + bytes;
      if (inFlight + bytes > limits.all || fromAddress > limits.address) {
        throw new Problem('unavailable', { retryAfter: 1 });
      }
      change(address, bytes);
      return () => change(address, -bytes);
    },
  };
}
