/** Addresses from which requests of an integration were recently verified. */
export interface KnownAddresses {
  note(integrationId: string, address: string): void;
  has(integrationId: string, address: string): boolean;
}

const rememberedMs = 3_600_000;
const rememberedPairs = 50_000;

/**
 * Only a correct signature adds an address, so that strangers can neither add entries nor displace others.
 * @param now milliseconds of a monotonic clock
 */
export function createKnownAddresses(now: () => number = () => performance.now()): KnownAddresses {
  const until = new Map<string, number>();
  return {
    note(integrationId, address) {
      const pair = `${integrationId} ${address}`;
      const time = now() + rememberedMs;
      // Updated at most once a minute, because every verified request passes through here.
      if ((until.get(pair) ?? 0) > time - 60_000) return;
      until.delete(pair);
      until.set(pair, time);
      if (until.size <= rememberedPairs) return;
      const [oldest] = until.keys();
      if (oldest !== undefined) until.delete(oldest);
    },
    has: (integrationId, address) => (until.get(`${integrationId} ${address}`) ?? 0) > now(),
  };
}
