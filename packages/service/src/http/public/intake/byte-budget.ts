import { Problem } from '@countersign/contract';
import type { Gauge } from 'prom-client';

/** Who bytes are charged to. */
export interface Holder {
  integrationId: string;
  /** Client address; IPv6 by its /64. */
  address: string;
  /** A request of this integration from this address verified lately. */
  known: boolean;
}

/** The bytes of one request. */
export interface Reservation {
  /** Refuses what could not be taken now, without taking it. @throws Problem unavailable */
  admit(bytes: number): void;
  /**
   * @throws Problem unavailable when a share is used up. Everything taken before is returned then, so that of many requests that grow
   * at the same time the last ones find room, and not all fail
   */
  take(bytes: number): void;
  /** Gives everything back; harmless when repeated. */
  release(): void;
}

/** A number of bytes shared by all requests in progress. No request waits for room: one that does not fit is refused. */
export interface ByteBudget {
  open(holder: Holder): Reservation;
}

interface Share {
  limit: number;
  held: number;
  /** Open reservations; a share without any is forgotten. */
  users: number;
}

/**
 * Shares of a budget of `total` bytes. An integration, and an address, may hold at most half. Because an API key is public, addresses
 * without a recent valid signature together hold at most half, a quarter of all per integration and an eighth per address. So clients
 * that have only a key leave half of the budget to verified clients, and room to new ones.
 */
const sharesOf = ({ integrationId, address, known }: Holder): [name: string, part: number][] => [
  ['all', 1],
  [`integration ${integrationId}`, 1 / 2],
  [`address ${address}`, 1 / 2],
  ...(known
    ? []
    : (
        [
          ['unknown', 1 / 2],
          [`unknown integration ${integrationId}`, 1 / 4],
          [`unknown address ${address}`, 1 / 8],
        ] as const
      ).map(([name, part]): [string, number] => [name, part])),
];

/**
 * @param total bytes
 * @param gauge shows the bytes held
 * @see docs/decisions/0019-connections-and-buffered-bytes-are-bounded.md
 */
export function createByteBudget(total: number, gauge: Pick<Gauge, 'set'>): ByteBudget {
  const shares = new Map<string, Share>();
  let inFlight = 0;
  const join = (name: string, part: number): Share => {
    const share = shares.get(name) ?? { limit: total * part, held: 0, users: 0 };
    share.users += 1;
    shares.set(name, share);
    return share;
  };
  const change = (mine: readonly Share[], bytes: number) => {
    for (const share of mine) share.held += bytes;
    inFlight += bytes;
    gauge.set(inFlight);
  };
  return {
    open(holder) {
      const named = sharesOf(holder);
      const mine = named.map(([name, part]) => join(name, part));
      let taken = 0;
      let open = true;
      const fits = (bytes: number) => mine.every(({ held, limit }) => held + bytes <= limit);
      const release = () => {
        if (!open) return;
        open = false;
        change(mine, -taken);
        for (const [at, share] of mine.entries()) {
          share.users -= 1;
          if (share.users === 0) shares.delete(named[at]?.[0] ?? '');
        }
      };
      return {
        admit(bytes) {
          if (!fits(bytes)) throw new Problem('unavailable', { retryAfter: 1 });
        },
        take(bytes) {
          if (!open || !fits(bytes)) {
            release();
            throw new Problem('unavailable', { retryAfter: 1 });
          }
          taken += bytes;
          change(mine, bytes);
        },
        release,
      };
    },
  };
}
