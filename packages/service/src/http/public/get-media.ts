import { mediaTypes } from '@countersign/contract';
import { createHmacStream } from '../../signing/hmac.ts';
import type { Handler } from './call.ts';

/** GET /media/{mediaId}. The signature stands before the body, so the stored bytes are read twice. @see spec/contract.md A-43 */
export const getMedia: Handler = async (useCases, { caller, exchange, id: mediaId }) => {
  const hmac = createHmacStream(exchange.signer?.key.secret ?? '');
  const media = await useCases.getMedia({ caller, mediaId, observe: (bytes) => void hmac.update(bytes) });
  const extension = (mediaTypes as Readonly<Record<string, string>>)[media.mimetype] ?? 'bin';
  return {
    status: 200,
    headers: {
      'content-type': media.mimetype,
      'content-disposition': `attachment; filename="${mediaId}.${extension}"`,
      'accept-ranges': 'none',
    },
    body: { open: () => media.read(), size: media.size, signature: hmac.digest('hex') },
  };
};
