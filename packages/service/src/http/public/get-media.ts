import { mediaTypes } from '@countersign/contract';
import { createHmacStream } from '../../signing/hmac.ts';
import type { Handler } from './call.ts';
import { createDownloadSlots } from './download-slots.ts';
import type { Exchange } from './exchange.ts';
import { ClientGone } from './read-body.ts';

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
    useCases.getMedia({ caller, mediaId, signal, observe: (bytes) => void hmac.update(bytes) }),
  );
  const extension = (mediaTypes as Readonly<Record<string, string>>)[media.mimetype] ?? 'bin';
  return {
    status: 200,
    headers: {
      'content-type': media.mimetype,
      'content-disposition': `attachment; filename="${mediaId}.${extension}"`,
      'accept-ranges': 'none',
      // A browser that is made to show it all the same gives it no origin, no scripts and nothing to load.
      'content-security-policy': `default-src 'none'; sandbox`,
    },
    body: { open: () => media.read(), size: media.size, signature: hmac.digest('hex') },
  };
};

/** Aborts with `ClientGone` when the connection closes before its answer. */
function whileConnected({ response }: Exchange): AbortSignal {
  const gone = new AbortController();
  const abort = () => gone.abort(new ClientGone(null));
  if (response.destroyed) abort();
  else response.once('close', abort);
  return gone.signal;
}
