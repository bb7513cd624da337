import { CountersignError } from './errors.ts';
import { bytesOf, toBase64 } from './signature.ts';

/** A picture: a file, its bytes, or a stream of them. */
export type MediaContent =
  | Blob
  | Uint8Array
  | ArrayBuffer
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>;

/**
 * Size in bytes of the largest picture whose base64 the service accepts: `flowLimits.pictureBytes` of the contract.
 * @see spec/contract.md A-38
 */
export const largestPicture = 18_874_368;

async function* chunksOf(content: MediaContent): AsyncGenerator<Uint8Array> {
  const bytes = bytesOf(content);
  if (bytes) yield bytes;
  else if (content instanceof Blob) yield new Uint8Array(await content.arrayBuffer());
  else if (typeof content !== 'object' || content === null) throw noBytes(content);
  else if (Symbol.asyncIterator in content) yield* content;
  else if ('getReader' in content) yield* readerOf(content as unknown as ReadableStream<Uint8Array>);
  else throw noBytes(content);
}

/** Untyped programs may pass a path, a base64 text, or a stream that decodes text. */
const noBytes = (given: unknown): CountersignError =>
  new CountersignError(
    `content: must be the bytes of a picture, a Blob or a stream of bytes, not ${given === null ? 'null' : typeof given}; read the file first`,
  );

/** Not every runtime makes its own streams iterable. */
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

/**
 * The base64 of a picture.
 * @throws CountersignError for an empty picture, for a value that has no bytes, and for a picture larger than the service accepts
 */
export async function encodeMedia(content: MediaContent): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const given of chunksOf(content)) {
    const chunk = bytesOf(given);
    if (!chunk) throw noBytes(given);
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
