/** Messages over one stream: a JSON head, followed by blocks of bytes that are written as they are and read into place. */
import type { Readable, Writable } from 'node:stream';

/** Limits in bytes; a peer that announces more is broken. */
export interface FrameLimits {
  head: number;
  /** All blocks of one message combined. */
  blocks: number;
  /** Maximum blocks per message. */
  count: number;
}

/** A peer violated the protocol; its stream ends with this error. */
export class FrameBroken extends Error {
  constructor() {
    super('a message had no valid form');
    this.name = 'FrameBroken';
  }
}

interface Head {
  message: unknown;
  /** Length of each block. */
  blocks: number[];
}

/** The blocks must not change until they are written. */
export function writeFrame(stream: Writable, message: unknown, blocks: readonly Uint8Array[] = []): void {
  const head = Buffer.from(
    JSON.stringify({ message, blocks: blocks.map(({ length }) => length) } satisfies Head),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  stream.cork();
  stream.write(length);
  stream.write(head);
  for (const block of blocks) if (block.length > 0) stream.write(block);
  stream.uncork();
}

/** @param bytes length of the JSON head */
type OnMessage = (message: unknown, blocks: Uint8Array[], bytes: number) => void;

/**
 * Calls `onMessage` for every message, in order. Each block has its own buffer, ready to be transferred to a thread. If a peer
 * violates the protocol or the limits, its stream is destroyed with `FrameBroken`.
 */
export function readFrames(stream: Readable, limits: FrameLimits, onMessage: OnMessage): void {
  const reader = frameReader(limits, onMessage);
  stream.on('data', (chunk: Buffer) => {
    try {
      reader(chunk);
    } catch (error) {
      if (!(error instanceof FrameBroken)) throw error;
      stream.destroy(error);
    }
  });
}

/** A part of a message being read, and what to do when it is complete. */
interface Part {
  bytes: Uint8Array;
  whole: (bytes: Uint8Array) => Part;
}

/** A message whose blocks have not arrived yet, and the length of its JSON. */
interface ReadHead {
  message: unknown;
  bytes: number;
}

function frameReader(limits: FrameLimits, onMessage: OnMessage): (chunk: Buffer) => void {
  const start = (): Part => ({ bytes: new Uint8Array(4), whole: readLength });
  const readLength = (bytes: Uint8Array): Part => {
    const length = Buffer.from(bytes.buffer).readUInt32LE();
    if (length > limits.head) throw new FrameBroken();
    return { bytes: new Uint8Array(length), whole: readHead };
  };
  const readHead = (bytes: Uint8Array): Part => {
    const { message, blocks } = parseHead(bytes);
    if (blocks.length > limits.count) throw new FrameBroken();
    if (blocks.reduce((total, length) => total + length, 0) > limits.blocks) throw new FrameBroken();
    return readBlocks({ message, bytes: bytes.length }, blocks, []);
  };
  const readBlocks = (head: ReadHead, lengths: number[], read: Uint8Array[]): Part => {
    const length = lengths[read.length];
    if (length !== undefined) {
      return {
        bytes: new Uint8Array(length),
        whole: (block) => readBlocks(head, lengths, [...read, block]),
      };
    }
    onMessage(head.message, read, head.bytes);
    return start();
  };
  let part = start();
  let filled = 0;
  return (chunk) => {
    for (let at = 0; at < chunk.length;) {
      const taken = Math.min(chunk.length - at, part.bytes.length - filled);
      part.bytes.set(chunk.subarray(at, at + taken), filled);
      at += taken;
      filled += taken;
      while (filled === part.bytes.length) {
        part = part.whole(part.bytes);
        filled = 0;
      }
    }
  };
}

function parseHead(bytes: Uint8Array): Head {
  try {
    const head = JSON.parse(Buffer.from(bytes.buffer).toString('utf8')) as Head;
    if (head.blocks.every((length) => Number.isSafeInteger(length) && length >= 0)) return head;
  } catch {
    // Reported below.
  }
  throw new FrameBroken();
}
