import { limits } from '@countersign/contract';
import type { PictureReader } from '../../usecases/flow/finish-upload.ts';
import { FlowRefused } from '../../usecases/flow/flow-refused.ts';
import type { PictureFormat } from '../public/media/picture-format.ts';
import { createPictureHeaderReader } from '../public/media/picture-header.ts';

const taken: readonly string[] = ['jpeg', 'png', 'webp'] satisfies PictureFormat[];

/** The same check of a picture's header as in the public API. @see spec/contract.md */
export function openPictureReader(): PictureReader {
  const header = createPictureHeaderReader();
  return {
    push: (bytes) => header.push(bytes),
    mimetype() {
      const { format, pixels, trailingBytes } = header.result();
      if (!taken.includes(format))
        throw new FlowRefused('picture-type', 'the picture must be JPEG, PNG or WebP by its bytes');
      if ((pixels ?? 0) > limits.pixelsPerImage || trailingBytes > limits.bytesBehindPicture)
        throw new FlowRefused(
          'too-large',
          'the picture must have at most 50 000 000 pixels, and end where its format has its end',
        );
      return `image/${format}`;
    },
  };
}
