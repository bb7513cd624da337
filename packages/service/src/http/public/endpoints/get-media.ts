import { pipeline, type Readable, Transform, type TransformCallback } from 'node:stream';
import { extensionOf } from '@countersign/contract';
import { createHmacStream } from '../../../signing/hmac.ts';
import type { Handler } from '../call.ts';
import { createDownloadSlots } from '../intake/download-slots.ts';
import { whileConnected } from '../intake/while-connected.ts';

const slots = createDownloadSlots();

/**
 * GET /media/{mediaId}. The signature is sent before the body, so the stored bytes are read twice; the first time one download at a time,
 * and only while the client is connected.
 * @see spec/contract.md A-43
 */
export const getMedia: Handler = async (useCases, { caller, exchange, id: mediaId }) => {
  const hmac = createHmacStream(exchange.signer?.key.secret ?? '');
  const signal = whileConnected(exchange);
  const media = await slots.run(caller.integrationId, signal, () =>
    useCases.getMedia({
      caller,
      mediaId,
      signal,
      observe: (bytes) => {
        hmac.update(bytes);
        return slots.pace();
      },
    }),
  );
  const extension = extensionOf(media.mimetype);
  return {
    status: 200,
    headers: {
      'content-type': media.mimetype,
      'content-disposition': `attachment; filename="${mediaId}.${extension}"`,
      'accept-ranges': 'none',
      // If a browser displays it nevertheless, it gets no origin, runs no scripts and may load nothing.
      'content-security-policy': `default-src 'none'; sandbox`,
    },
    body: { open: async () => paced(await media.read()), size: media.size, signature: hmac.digest('hex') },
  };
};

/** The stream, whose chunks take turns with those of other downloads. */
const paced = (source: Readable): Readable => {
  const inTurn = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      void passInTurn(bytes, done);
    },
  });
  const passInTurn = async (bytes: Buffer, done: TransformCallback) => {
    await slots.pace();
    done(null, bytes);
  };
  // Connects both ends, so that an error reaches the reader.
  return pipeline(source, inTurn, () => {});
};
