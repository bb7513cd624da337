import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { type DataKey, SealBroken } from '../../encryption/seal.ts';

/** Owner of the bytes; authenticated in every frame. */
export interface MediaOwner {
  integrationId: string;
  sessionId: string;
  mediaId: string;
}

const frameBytes = 64 * 1024;
const tagLength = 16;
const prefixLength = 8;
/** Format 1; allows the construction to change. */
const formatByte = 1;
const headerLength = 1 + prefixLength;

/*
 * Stored form: format (1 byte), random nonce prefix (8 bytes), frames. A frame is up to 64 KiB of ciphertext and its tag (16
 * bytes); every frame but the last is full. Nonce: prefix and frame index. Associated data: owner, index and whether it is the
 * last frame; so truncation, reordering and mixing are detected.
 */

/** Encrypts incrementally: call `update` repeatedly, then `finish`; write their results in order. */
export interface FrameEncryptor {
  update(chunk: Uint8Array): Buffer[];
  finish(): Buffer[];
}

export function createFrameEncryptor(dataKey: DataKey, owner: MediaOwner): FrameEncryptor {
  const prefix = randomBytes(prefixLength);
  const frames = createFrameGatherer(frameBytes);
  let index = 0;
  let header: Buffer[] = [Buffer.concat([Buffer.of(formatByte), prefix])];
  const encrypt = (plain: Uint8Array, last: boolean): Buffer[] => {
    const cipher = createCipheriv('aes-256-gcm', dataKey.key, nonceOf(prefix, index), {
      authTagLength: tagLength,
    });
    cipher.setAAD(contextOf(owner, index, last));
    const encrypted = cipher.update(plain);
    cipher.final();
    index += 1;
    const out = [...header, encrypted, cipher.getAuthTag()];
    header = [];
    return out;
  };
  return {
    update(chunk) {
      const out: Buffer[] = [];
      frames.add(chunk, (frame) => out.push(...encrypt(frame, false)));
      return out;
    },
    finish: () => encrypt(frames.rest(), true),
  };
}

/**
 * A stream from stored bytes to plaintext. It emits a frame only after verifying it, and fails at the end unless the last
 * frame was marked as such, so a reader that sees `end` has received everything. Fails with SealBroken.
 */
export function createFrameDecryptor(dataKey: DataKey, owner: MediaOwner): Transform {
  const frames = createFrameGatherer(frameBytes + tagLength);
  let prefix: Buffer | null = null;
  let head = Buffer.alloc(0);
  let index = 0;
  const decrypt = (frame: Buffer, last: boolean): Buffer => {
    if (!prefix || frame.length < tagLength) throw new SealBroken('media');
    const decipher = createDecipheriv('aes-256-gcm', dataKey.key, nonceOf(prefix, index), {
      authTagLength: tagLength,
    });
    decipher.setAAD(contextOf(owner, index, last));
    decipher.setAuthTag(frame.subarray(-tagLength));
    const plain = decipher.update(frame.subarray(0, -tagLength));
    finishDecipher(decipher);
    index += 1;
    return plain;
  };
  /** Removes the header from the front of the stream. */
  const body = (chunk: Buffer): Buffer => {
    if (prefix) return chunk;
    head = Buffer.concat([head, chunk]);
    if (head.length < headerLength) return Buffer.alloc(0);
    if (head[0] !== formatByte) throw new SealBroken('media');
    prefix = head.subarray(1, headerLength);
    return head.subarray(headerLength);
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      report(done, () => {
        frames.add(body(chunk), (frame) => this.push(decrypt(frame, false)));
      });
    },
    flush(done) {
      report(done, () => void this.push(decrypt(frames.rest(), true)));
    },
  });
}

function finishDecipher(decipher: { final(): Buffer }): void {
  try {
    decipher.final();
  } catch {
    throw new SealBroken('media');
  }
}

function report(done: TransformCallback, work: () => void): void {
  try {
    work();
  } catch (error) {
    done(error as Error);
    return;
  }
  done();
}

interface FrameGatherer {
  /** @param take receives every full frame; its bytes are valid only during the call */
  add(chunk: Uint8Array, take: (frame: Buffer) => void): void;
  /** The remaining bytes at the end. */
  rest(): Buffer;
}

/** Splits a stream into full frames, always holding something back: the last frame must be recognised as the last. */
function createFrameGatherer(size: number): FrameGatherer {
  const pending = Buffer.allocUnsafe(size);
  let filled = 0;
  return {
    add(chunk, take) {
      let offset = 0;
      while (offset < chunk.length) {
        if (filled === size) {
          take(pending);
          filled = 0;
        }
        // Takes whole frames straight from the chunk, without copying, as long as some bytes remain.
        while (filled === 0 && chunk.length - offset > size) {
          take(Buffer.from(chunk.buffer, chunk.byteOffset + offset, size));
          offset += size;
        }
        const taken = Math.min(size - filled, chunk.length - offset);
        pending.set(chunk.subarray(offset, offset + taken), filled);
        filled += taken;
        offset += taken;
      }
    },
    rest: () => pending.subarray(0, filled),
  };
}

function nonceOf(prefix: Buffer, index: number): Buffer {
  const nonce = Buffer.allocUnsafe(12);
  prefix.copy(nonce);
  nonce.writeUInt32BE(index, prefixLength);
  return nonce;
}

function contextOf({ integrationId, sessionId, mediaId }: MediaOwner, index: number, last: boolean): Buffer {
  return Buffer.from(
    `media/${integrationId}/${sessionId}/${mediaId}/${index}/${last ? 'last' : 'more'}`,
    'latin1',
  );
}
