import { Problem } from '@countersign/contract';
import { type Exchange, headerValues } from './exchange.ts';

/** The client went away before its request was complete; there is nobody to answer. */
export class ClientGone extends Error {
  constructor(cause: unknown) {
    super('the client went away', { cause });
    this.name = 'ClientGone';
  }
}

const contentType = /^application\/json(?:\s*;\s*charset=(?:utf-8|"utf-8"))?\s*$/i;

/** @throws Problem content-type-unsupported @see spec/contract.md A-07 */
export function requireJsonContentType({ request }: Exchange): void {
  const types = headerValues(request, 'content-type');
  const encodings = headerValues(request, 'content-encoding');
  const plain = encodings.every((encoding) => encoding.toLowerCase() === 'identity');
  if (types.length !== 1 || !contentType.test(types[0] ?? '') || !plain)
    throw new Problem('content-type-unsupported');
}

/** Refuses a body that says it is too large, before any of it is read. @throws Problem request-too-large @see spec/contract.md A-07 */
export function requireContentLength({ request }: Exchange, limit: number): void {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new Problem('request-too-large');
}

/**
 * The body as it comes, after transfer decoding.
 * @throws Problem request-too-large, ClientGone
 */
export async function* bodyChunks(
  { request, response, expectsContinue }: Exchange,
  limit: number,
): AsyncGenerator<Buffer> {
  let size = 0;
  if (expectsContinue) response.writeContinue();
  const chunks = request.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      const next = await chunks.next().catch((error: unknown) => {
        throw new ClientGone(error);
      });
      if (next.done === true) break;
      const chunk = next.value as Buffer;
      size += chunk.length;
      if (size > limit) throw new Problem('request-too-large');
      yield chunk;
    }
  } finally {
    await chunks.return?.();
    // What is left of a refused body is read and dropped, so that the client gets to see the answer.
    request.resume();
  }
  if (!request.complete) throw new ClientGone(null);
}

/** The whole body. */
export async function readBody(exchange: Exchange, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of bodyChunks(exchange, limit)) chunks.push(chunk);
  return chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks);
}
