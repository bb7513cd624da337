import { limits } from './limits.ts';
import { Problem } from './problems.ts';

// `ignoreBOM: true` keeps a byte order mark in the text, where the JSON grammar then rejects it.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** ES2024; supported by every runtime of this package. */
const isWellFormed = (text: string): boolean => (text as string & { isWellFormed(): boolean }).isWellFormed();

const openObject = 123;
const closeObject = 125;
const openArray = 91;
const closeArray = 93;
const colon = 58;
const comma = 44;
const quote = 34;
const backslash = 92;

/**
 * Counts the members of a JSON text, its values and its nesting depth, ignoring the contents of strings. The text need not be
 * valid: the parser checks that afterwards, so a wrong count for invalid text is harmless. One pass over the bytes suffices: every
 * relevant character is ASCII, and no byte of a multi-byte UTF-8 character looks like ASCII.
 * @returns `values`: opening brackets and commas, which is at least half the number of values
 */
function measure(bytes: Uint8Array): { members: number; values: number; depth: number } {
  let members = 0;
  let values = 0;
  let depth = 0;
  let deepest = 0;
  const end = bytes.length;
  for (let i = 0; i < end; i += 1) {
    const code = bytes[i] as number;
    if (code === quote) {
      for (i += 1; i < end && bytes[i] !== quote; i += 1) if (bytes[i] === backslash) i += 1;
    } else if (code === comma) {
      values += 1;
    } else if (code === colon) {
      members += 1;
    } else if (code === openObject || code === openArray) {
      values += 1;
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (code === closeObject || code === closeArray) {
      depth -= 1;
    }
  }
  return { members, values, depth: deepest };
}

/** True for text that no string or key may contain: U+0000 or an unpaired surrogate. */
const isHostile = (text: string): boolean => text.includes('\u0000') || !isWellFormed(text);

/**
 * Counts the members of all objects in a parsed value. The parser keeps only the last of repeated keys, so fewer members than colons
 * in the text means that a key was repeated.
 * @returns -1 when a string or key is hostile
 */
function countMembers(value: unknown, escapes: boolean): number {
  if (typeof value === 'string') return escapes && isHostile(value) ? -1 : 0;
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  const keys = Array.isArray(value) ? [] : Object.keys(value);
  if (escapes && keys.some(isHostile)) return -1;
  for (const member of Array.isArray(value) ? value : Object.values(value)) {
    const below = countMembers(member, escapes);
    if (below < 0) return -1;
    count += below;
  }
  return count + keys.length;
}

/**
 * Reads one JSON value from request bytes: strict UTF-8 without byte order mark, no repeated key at any depth (compared after
 * unescaping), at most 32 levels and 10 000 brackets and commas, no U+0000 and no unpaired surrogate in strings or keys.
 * `__proto__` is an ordinary key.
 * @throws Problem body-not-json
 * @see spec/contract.md
 */
export function parseStrictJson(bytes: Uint8Array): unknown {
  const steps = strictJsonSteps(bytes);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/**
 * Like {@link parseStrictJson}, but yields between its steps: each takes milliseconds for a large body.
 * @param nextTurn resolves after other work has had its turn
 * @throws Problem body-not-json
 */
export async function parseStrictJsonInTurns(
  bytes: Uint8Array,
  nextTurn: () => Promise<unknown>,
): Promise<unknown> {
  const steps = strictJsonSteps(bytes);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await nextTurn();
  }
}

/** Parses in steps that each scan all of the bytes. */
function* strictJsonSteps(bytes: Uint8Array): Generator<undefined, unknown> {
  try {
    // Measured before parsing: a MiB of `[],` takes the parser half a second.
    const { members, values, depth } = measure(bytes);
    if (depth > limits.jsonDepth || values > limits.jsonValues) throw new Problem('body-not-json');
    yield;
    const text = decoder.decode(bytes);
    yield;
    const value: unknown = JSON.parse(text);
    yield;
    // Decoded bytes are well-formed and raw control characters are rejected, so only escapes can hide hostile characters.
    if (countMembers(value, text.includes('\\u')) !== members) throw new Problem('body-not-json');
    return value;
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) throw new Problem('body-not-json');
    throw error;
  }
}

/**
 * Serialises a body as the service sends it. The bytes are those of `JSON.stringify`: no white space, shortest escapes,
 * members in the given order.
 * @throws Error when a string contains an unpaired surrogate, which UTF-8 cannot represent
 * @see spec/contract.md A-02
 */
export function emitJson(value: unknown): string {
  const text = JSON.stringify(value);
  // JSON.stringify writes unpaired surrogates as \udXXX escapes; it never escapes pairs and other characters that way.
  if (/\\ud[89a-f]/.test(text) && hasHalfPair(value))
    throw new Error('a string to be sent has half a surrogate pair');
  return text;
}

function hasHalfPair(value: unknown): boolean {
  if (typeof value === 'string') return !isWellFormed(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, member]) => !isWellFormed(key) || hasHalfPair(member));
}
