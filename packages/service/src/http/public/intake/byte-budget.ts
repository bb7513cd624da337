import { Problem } from '@countersign/contract';
import type { Gauge } from 'prom-client';

/** To whom bytes are charged. */
export interface Holder {
  integrationId: string;
  /** Client address; IPv6 by its /64. */
  address: string;
  /** A request of this integration from this address was verified recently. */
  known: boolean;
}

/** The bytes reserved for one request. */
export interface Reservation {
  /** Rejects a number of bytes that could not be reserved now, without reserving it. @throws Problem unavailable */
  admit(bytes: number): void;
  /**
   * Reserves more bytes.
   * @throws Problem unavailable if a share is used up. The whole reservation is then released, so that of many requests growing at the same
   * time the last ones find room, instead of all failing
   */
  take(bytes: number): void;
  /** Releases everything; may be called repeatedly. */
  release(): void;
}

/** A number of bytes shared by all requests in progress. No request waits for room: one that does not fit is rejected. */
export interface ByteBudget {
  open(holder: Holder): Reservation;
}

interface Share {
  limit: number;
  held: number;
  /** Open reservations; a share without any is removed. */
  users: number;
}

/**
 * Shares of a budget of `total` bytes. An integration may hold at most half, and so may an address. Because an API key is public, addresses
 * without a recent valid signature together hold at most half, a quarter of all per integration and an eighth per address. So clients that
 * have only a key leave half of the budget to verified clients, and room for new ones.
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
 * @see docs/decisions/0019-limit-connections-and-buffered-bytes-per-client.md
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
