/** A final HTTP response as received. */
export interface WireAnswer {
  status: number;
  /** Lower-case names; repeated ones joined by `, `. */
  headers: Record<string, string>;
  body: Buffer;
  /** Milliseconds since the start of the conversation. */
  atMs: number;
}

interface Head {
  status: number;
  headers: Record<string, string>;
  /** Length of the head in bytes. */
  length: number;
}

const headEnd = Buffer.from('\r\n\r\n');

function headOf(bytes: Buffer): Head | null {
  const end = bytes.indexOf(headEnd);
  if (end < 0) return null;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  return { status: Number(first.split(' ')[1] ?? 0), headers, length: end + headEnd.length };
}

/** End of a chunked body that starts at `from`, or -1 if it is incomplete. */
function chunkedEnd(bytes: Buffer, from: number): number {
  let at = from;
  for (;;) {
    const line = bytes.indexOf('\r\n', at);
    if (line < 0) return -1;
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16);
    at = line + 2 + size + 2;
    if (at > bytes.length) return -1;
    if (size === 0) return at;
  }
}

/** The content of a complete chunked body. */
function withoutChunks(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const line = bytes.indexOf('\r\n', at);
    const size = line < 0 ? 0 : Number.parseInt(bytes.toString('latin1', at, line), 16);
    if (!(size > 0)) return Buffer.concat(parts);
    parts.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}

const hasEmptyBody = (status: number): boolean => status < 200 || status === 204 || status === 304;

/** Parses what a service sends on one connection. Interim responses (1xx) are dropped. */
export function createAnswerReader({ now, bodiless }: { now: () => number; bodiless: boolean }) {
  const answers: WireAnswer[] = [];
  let chunks: Buffer[] = [];
  let missing = 0;

  /** Length of the first response in `bytes`; -1: it ends with the connection; 0: it is incomplete. */
  const lengthOf = (bytes: Buffer, head: Head): number => {
    if (bodiless || hasEmptyBody(head.status)) return head.length;
    if (head.headers['transfer-encoding'] !== undefined) return Math.max(0, chunkedEnd(bytes, head.length));
    const stated = head.headers['content-length'];
    return stated === undefined ? -1 : head.length + Number(stated);
  };

  const finish = (bytes: Buffer, head: Head, length: number) => {
    const sent = bytes.subarray(head.length, length);
    const isChunked = head.headers['transfer-encoding'] !== undefined && !bodiless;
    const body = isChunked ? withoutChunks(sent) : sent;
    if (head.status >= 200) answers.push({ status: head.status, headers: head.headers, body, atMs: now() });
  };

  const drain = () => {
    let bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    for (;;) {
      const head = headOf(bytes);
      const length = head ? lengthOf(bytes, head) : 0;
      if (!head || length <= 0 || bytes.length < length) {
        missing = Math.max(0, length - bytes.length);
        break;
      }
      finish(bytes, head, length);
      bytes = bytes.subarray(length);
    }
    chunks = [bytes];
  };

  return {
    answers,
    take(chunk: Buffer) {
      chunks.push(chunk);
      missing -= chunk.length;
      if (missing <= 0) drain();
    },
    /** The connection ended, which completes a response without a length. */
    end() {
      const bytes = Buffer.concat(chunks);
      const head = headOf(bytes);
      if (head && lengthOf(bytes, head) === -1) finish(bytes, head, bytes.length);
      chunks = [];
    },
  };
}
