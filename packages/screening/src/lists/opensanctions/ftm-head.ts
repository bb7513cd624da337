const [quote, backslash, colon, comma, openBrace, blank] = [34, 92, 58, 44, 123, 32];

/** What a line shows at its front without being parsed. */
export interface FtmHead {
  id: string | null;
  schema: string | null;
}

const wanted = { id: [105, 100], schema: [115, 99, 104, 101, 109, 97] } as const;

function isAt(bytes: Uint8Array, at: number, letters: readonly number[]): boolean {
  for (let index = 0; index < letters.length; index += 1)
    if (bytes[at + index] !== letters[index]) return false;
  return true;
}

/** The quote that ends a text; -1 where it has an escape, or no end. */
function endOfText(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) return at;
    if (byte === backslash) return -1;
  }
  return -1;
}

/**
 * Id and schema of a line that begins with members of plain texts, as publishers write them; null for one that is not among those:
 * behind another kind of value, with an escape, or missing.
 */
export function headOf(bytes: Buffer): FtmHead {
  const head: FtmHead = { id: null, schema: null };
  let at = bytes[0] === openBrace ? 1 : bytes.length;
  while (at < bytes.length && (head.id === null || head.schema === null)) {
    while (bytes[at] === blank) at += 1;
    const key = at + 1;
    const keyEnd = bytes[at] === quote ? endOfText(bytes, key) : -1;
    if (keyEnd < 0) return head;
    at = keyEnd + 1;
    while (bytes[at] === blank || bytes[at] === colon) at += 1;
    const value = at + 1;
    const end = bytes[at] === quote ? endOfText(bytes, value) : -1;
    if (end < 0) return head;
    if (keyEnd - key === 2 && isAt(bytes, key, wanted.id)) head.id ??= bytes.toString('utf8', value, end);
    else if (keyEnd - key === 6 && isAt(bytes, key, wanted.schema))
      head.schema ??= bytes.toString('utf8', value, end);
    at = end + 1;
    while (bytes[at] === blank) at += 1;
    if (bytes[at] !== comma) return head;
    at += 1;
  }
  return head;
}
