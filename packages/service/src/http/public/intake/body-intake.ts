import { limits as contractLimits } from '@countersign/contract';
import type { ServiceContext } from '../../../context.ts';
import { addressGroup } from '../../client-address.ts';
import type { ArrivalLimits } from '../../http-limits.ts';
import { createByteBudget } from './byte-budget.ts';
import type { Exchange } from '../exchange.ts';
import { createKnownAddresses } from './known-addresses.ts';
import { createLoopTurns } from './loop-turns.ts';
import { bodyChunks, readBody } from './read-body.ts';

/** The body of one request; its bytes count towards the budgets from their arrival until `release`. */
export interface RequestBody {
  /** The whole body. @throws Problem request-too-large, request-timeout, unavailable; ClientGone */
  whole(limit: number): Promise<Buffer>;
  /**
   * The body in chunks, for writing to disk.
   * @param options.held the chunks stay in memory until the signature is verified (contract A-115)
   * @throws as `whole`
   */
  pieces(options: { held: boolean }): AsyncGenerator<Buffer>;
  release(): void;
}

/** Reads request bodies within the memory that this process may use for them. @see spec/contract.md A-114 */
export interface BodyIntake {
  /** @param suspect the address has failed to authenticate too often: its chunks take turns even if it is a known address */
  open(exchange: Exchange, integrationId: string, suspect: boolean): RequestBody;
  /** A request of the integration was verified: its address gets the larger shares from now on. */
  verified(exchange: Exchange, integrationId: string): void;
}

/** Bytes of memory that an upload needs while it streams to disk, whatever its size: chunks, decoded parts, frames not yet written. */
const streamedMemory = 1024 * 1024;

export function createBodyIntake({ config, metrics }: ServiceContext, arrival: ArrivalLimits): BodyIntake {
  const memory = createByteBudget(config.bodyMemoryBytes, metrics.bodyBytesHeld);
  const disk = createByteBudget(config.uploadDiskBytes, metrics.uploadBytesInFlight);
  const known = createKnownAddresses();
  const nextTurn = createLoopTurns();
  return {
    open(exchange, integrationId, suspect) {
      const address = addressGroup(exchange.address);
      const holder = { integrationId, address, known: known.has(integrationId, address) };
      const held = memory.open(holder);
      const pace = holder.known && !suspect ? null : nextTurn;
      let stored: ReturnType<typeof disk.open> | null = null;
      return {
        whole: (bytes) => readBody(exchange, { bytes, arrival, pace }, (more) => held.take(more)),
        async *pieces({ held: all }) {
          stored = disk.open(holder);
          stored.admit(Number(exchange.request.headers['content-length'] ?? 0));
          let size = 0;
          const bodyLimits = { bytes: contractLimits.mediaBodyBytes, arrival, pace };
          for await (const chunk of bodyChunks(exchange, bodyLimits)) {
            held.take(all ? chunk.length : Math.max(0, Math.min(chunk.length, streamedMemory - size)));
            stored.take(chunk.length);
            size += chunk.length;
            yield chunk;
          }
        },
        release() {
          held.release();
          stored?.release();
        },
      };
    },
    verified: ({ address }, integrationId) => known.note(integrationId, addressGroup(address)),
  };
}
