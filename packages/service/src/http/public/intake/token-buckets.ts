/** How many tokens a bucket holds, which it does at first, and how fast they come back. */
export interface TokenRate {
  size: number;
  perSecond: number;
}

/** Tokens per name. */
export interface TokenBuckets {
  /** Takes one; false when there is none left. */
  take(name: string, rate: TokenRate): boolean;
  /** Whether {@link take} would get none. */
  isEmpty(name: string, rate: TokenRate): boolean;
}

export interface TokenBucketLimits {
  /** Buckets that are kept, each about 200 bytes. */
  names: number;
  /** Buckets that further names share. */
  shared: number;
}

interface Bucket {
  tokens: number;
  at: number;
  /** When it will be full again, and so worth forgetting. */
  fullAt: number;
}

const usualLimits: TokenBucketLimits = { names: 50_000, shared: 1_024 };

/**
 * A bucket is forgotten only once it is full again, so that a client cannot get a fresh one by using many names. Where all are in
 * use, new names share some by chance; those that have a bucket of their own keep it.
 * @param now milliseconds of a monotonic clock
 */
export function createTokenBuckets(
  now: () => number = () => performance.now(),
  { names, shared }: TokenBucketLimits = usualLimits,
): TokenBuckets {
  /** The one that was not used for longest first. */
  const own = new Map<string, Bucket>();
  const common = new Map<number, Bucket>();
  // Which names share one cannot be foreseen from outside.
  const seed = Math.floor(Math.random() * 0x1_0000_0000);
  const makeRoom = (at: number): boolean => {
    const [oldest] = own;
    if (own.size < names || oldest === undefined) return true;
    return oldest[1].fullAt <= at && own.delete(oldest[0]);
  };
  const store = (name: string, bucket: Bucket, at: number) => {
    if (own.delete(name) || makeRoom(at)) own.set(name, bucket);
    else common.set(slotOf(name, seed, shared), bucket);
  };
  const find = (name: string) =>
    own.get(name) ?? (own.size < names ? undefined : common.get(slotOf(name, seed, shared)));
  const tokensNow = (bucket: Bucket | undefined, { size, perSecond }: TokenRate, at: number) =>
    bucket === undefined ? size : Math.min(size, bucket.tokens + ((at - bucket.at) / 1000) * perSecond);
  return {
    take(name, rate) {
      const at = now();
      const there = tokensNow(find(name), rate, at);
      const tokens = there >= 1 ? there - 1 : there;
      store(name, { tokens, at, fullAt: at + ((rate.size - tokens) / rate.perSecond) * 1000 }, at);
      return there >= 1;
    },
    isEmpty: (name, rate) => tokensNow(find(name), rate, now()) < 1,
  };
}

/** FNV-1a over the name's code units. */
function slotOf(name: string, seed: number, slots: number): number {
  let hash = seed;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x0100_0193);
  return (hash >>> 0) % slots;
}
