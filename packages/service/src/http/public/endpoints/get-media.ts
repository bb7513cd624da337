import { pipeline, type Readable, Transform, type TransformCallback } from 'node:stream';
import { extensionOf } from '@countersign/contract';
import { createHmacStream } from '../../../signing/hmac.ts';
import type { Handler } from '../call.ts';
import { createDownloadSlots } from '../intake/download-slots.ts';
import { whileConnected } from '../intake/while-connected.ts';

const slots = createDownloadSlots();

/**
 * GET /media/{mediaId}. The signature is sent before the body, so the stored bytes are read twice: for the first time in turn with
 * other downloads, and no further once the client has left.
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
      // A browser that is made to show it all the same gives it no origin, no scripts and nothing to load.
      'content-security-policy': `default-src 'none'; sandbox`,
    },
    body: { open: async () => paced(await media.read()), size: media.size, signature: hmac.digest('hex') },
  };
};

/** The stream, piece by piece in turn with those of other downloads. */
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
