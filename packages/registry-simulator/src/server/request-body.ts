import type { IncomingMessage } from 'node:http';

/** The received body: a value, unreadable, or too large. */
export type RequestBody = { kind: 'read'; value: unknown } | { kind: 'unreadable' } | { kind: 'too_large' };

/** Serpro's limit of 3 MB (of a million bytes each), used for every route. @see spec/registries.md 8.2, 15.1 */
const largestRequest = 3_000_000;
/** Beyond this, the rest of a body that is too large is no longer read. */
const drainedBytes = 4 * largestRequest;

async function bytesOf(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > drainedBytes) break;
    if (length <= largestRequest) chunks.push(chunk);
  }
  return length > largestRequest ? null : Buffer.concat(chunks);
}

/** Reads JSON, or a form if the content type is one; `null` for an empty body. Rejects when the connection breaks. */
export async function readBody(request: IncomingMessage): Promise<RequestBody> {
  const bytes = await bytesOf(request);
  if (bytes === null) return { kind: 'too_large' };
  if (bytes.length === 0) return { kind: 'read', value: null };
  const text = bytes.toString('utf8');
  if ((request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded'))
    return { kind: 'read', value: Object.fromEntries(new URLSearchParams(text)) };
  try {
    const value: unknown = JSON.parse(text);
    return { kind: 'read', value };
  } catch {
    return { kind: 'unreadable' };
  }
}
