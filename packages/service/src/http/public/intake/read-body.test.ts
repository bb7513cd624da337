import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../exchange.ts';
import { bodyChunks } from './read-body.ts';

const kibibyte = 1024;
const arrival = { windowMs: 60_000, leastBytesPerSecond: 1, totalMs: 60_000 };

/** A body whose next 64 KiB are always available, as on a connection faster than its reader. */
function arrivedBody(length: number): IncomingMessage {
  let left = length;
  const body = new Readable({
    highWaterMark: 64 * kibibyte,
    read() {
      const size = Math.min(left, 64 * kibibyte);
      left -= size;
      this.push(size === 0 ? null : Buffer.alloc(size));
    },
  });
  return Object.assign(body, { complete: true }) as unknown as IncomingMessage;
}

describe('a body that has already arrived', () => {
  it('leaves the event loop its turns, one for every few hundred KiB (S05)', async () => {
    const exchange = { request: arrivedBody(8192 * kibibyte), expectsContinue: false } as Exchange;
    const limits = { bytes: 8192 * kibibyte, arrival, pace: null };
    let bytesOfThisTurn = 0;
    let most = 0;
    let reading = true;
    const turn = (): void => {
      bytesOfThisTurn = 0;
      if (reading) setImmediate(turn);
    };
    setImmediate(turn);
    let size = 0;
    for await (const chunk of bodyChunks(exchange, limits)) {
      size += chunk.length;
      bytesOfThisTurn += chunk.length;
      most = Math.max(most, bytesOfThisTurn);
    }
    reading = false;
    expect(size).toBe(8192 * kibibyte);
    expect(most).toBeLessThanOrEqual(512 * kibibyte);
  });
});
