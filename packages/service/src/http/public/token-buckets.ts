/** Tokens per name: `size` at first, refilled evenly. */
export interface TokenBuckets {
  /** Takes one; false when there is none left. */
  take(name: string, rate: { size: number; perSecond: number }): boolean;
}

const rememberedNames = 50_000;

/** @param now milliseconds of a monotonic clock */
export function createTokenBuckets(now: () => number = () => performance.now()): TokenBuckets {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return {
    take(name, { size, perSecond }) {
      const at = now();
      // Forgetting gives everyone a full bucket; it takes tens of thousands of names at once to get there.
      if (buckets.size >= rememberedNames) buckets.clear();
      const bucket = buckets.get(name) ?? { tokens: size, at };
      const tokens = Math.min(size, bucket.tokens + ((at - bucket.at) / 1000) * perSecond);
      buckets.set(name, { tokens: tokens >= 1 ? tokens - 1 : tokens, at });
      return tokens >= 1;
    },
  };
}
