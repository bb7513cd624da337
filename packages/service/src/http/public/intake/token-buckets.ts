/** Capacity of a bucket, which starts full, and its refill rate. */
export interface TokenRate {
  size: number;
  perSecond: number;
}

/** Token buckets by name. */
export interface TokenBuckets {
  /** Takes a token; false if there is none left. */
  take(name: string, rate: TokenRate): boolean;
  /** Whether {@link take} would fail. */
  isEmpty(name: string, rate: TokenRate): boolean;
}

export interface TokenBucketLimits {
  /** Maximum number of buckets, each about 200 bytes. */
  names: number;
  /** Number of buckets shared by further names. */
  shared: number;
}

interface Bucket {
  tokens: number;
  at: number;
  /** When it will be full again and can be dropped. */
  fullAt: number;
}

const usualLimits: TokenBucketLimits = { names: 50_000, shared: 1_024 };

/**
 * A bucket is dropped only once it is full again, so that a client cannot get a fresh one by using many names. When all are in
 * use, new names share buckets at random; names that have their own keep it.
 * @param now milliseconds of a monotonic clock
 */
export function createTokenBuckets(
  now: () => number = () => performance.now(),
  { names, shared }: TokenBucketLimits = usualLimits,
): TokenBuckets {
  /** Least recently used first. */
  const own = new Map<string, Bucket>();
  const common = new Map<number, Bucket>();
  // Outsiders cannot predict which names share one.
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
