import { createHmac } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const stepSeconds = 30;

function bytesOf(base32: string): Buffer {
  const bits = Array.from(base32, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Minimum remaining validity in seconds of a code given to a test: browsers on busy machines are slow to type and send. */
const enoughSeconds = 20;

/** By secret: the time step of the last code in use. */
const usedSteps = new Map<string, number>();

/** The six digits that an authenticator app shows in a time step (RFC 6238). */
function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const place = digest.readUInt8(digest.length - 1) & 0xf;
  return String((digest.readUInt32BE(place) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/**
 * An authenticator code that the service accepts: each is valid once, and those of the previous and next time steps are accepted
 * too. Waits for the next step if all three are used, and never returns a code that is about to expire.
 * @param secret base 32
 */
export async function nextCode(secret: string): Promise<string> {
  const seconds = Date.now() / 1000;
  const now = Math.floor(seconds / stepSeconds);
  const earliest = (now + 1) * stepSeconds - seconds >= enoughSeconds ? now - 1 : now;
  const step = Math.max(earliest, (usedSteps.get(secret) ?? 0) + 1);
  usedSteps.set(secret, step);
  if (step > now + 1) await setTimeout(((step - 1) * stepSeconds - seconds) * 1000 + 50);
  return codeOf(secret, step);
}
