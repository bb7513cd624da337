import { pipeline, type Readable, Transform, type TransformCallback } from 'node:stream';
import { extensionOf } from '@countersign/contract';
import { createHmacStream } from '../../../signing/hmac.ts';
import type { Handler } from '../call.ts';
import { createDownloadSlots } from '../intake/download-slots.ts';
import { whileConnected } from '../intake/while-connected.ts';

const slots = createDownloadSlots();

/**
 * GET /media/{mediaId}. The signature is sent before the body, so the stored bytes are read twice; the first time one at a time with
 * other downloads, and only as long as the client is connected.
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
      // If a browser is made to show it nevertheless, it gets no origin, no scripts and may load nothing.
      'content-security-policy': `default-src 'none'; sandbox`,
    },
    body: { open: async () => paced(await media.read()), size: media.size, signature: hmac.digest('hex') },
  };
};

/** The stream, whose pieces take turns with those of other downloads. */
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
  // Tied at both ends; an error shows at the reader's.
  return pipeline(source, inTurn, () => {});
};
