import { CountersignError } from './errors.ts';
import { toBase64 } from './signature.ts';

/** A picture: a file, its bytes, or a stream of them. */
export type MediaContent =
  | Blob
  | Uint8Array
  | ArrayBuffer
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>;

/** Bytes of a picture whose base64 is as long as the service admits. @see spec/contract.md A-38 */
export const largestPicture = 18_874_368;

async function* chunksOf(content: MediaContent): AsyncGenerator<Uint8Array> {
  if (content instanceof Uint8Array) yield content;
  else if (content instanceof ArrayBuffer) yield new Uint8Array(content);
  else if (content instanceof Blob) yield new Uint8Array(await content.arrayBuffer());
  else if (Symbol.asyncIterator in content) yield* content;
  else yield* readerOf(content);
}

/** Not every runtime iterates over its own streams. */
async function* readerOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

/** The base64 of a picture. @throws CountersignError for none, and for one larger than the service admits */
export async function encodeMedia(content: MediaContent): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(content)) {
    size += chunk.length;
    if (size > largestPicture)
      throw new CountersignError(`content: must be at most ${largestPicture} bytes, not ${size} or more`);
    chunks.push(chunk);
  }
  if (size === 0) throw new CountersignError('content: must be a picture, not 0 bytes');
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return toBase64(bytes);
}
