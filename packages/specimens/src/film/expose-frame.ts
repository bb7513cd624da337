import sharp from 'sharp';
import { noiseTile, type Pixels } from '../capture/pixels.ts';
import type { FaceLook } from '../face/face-look.ts';

/** Maximum size of a frame in bytes. */
const mostFrameBytes = 15_000;

interface Exposure {
  look: FaceLook;
  /** Seed of the noise. */
  seed: number;
}

/** Width and height of a frame in pixels. */
const frameSize = { width: 360, height: 480 } as const;

/** Returns a rendered picture as a JPEG of the size of a frame, with light and noise, in at most 15,000 bytes. */
export async function exposeFrame(picture: Pixels, exposure: Exposure): Promise<Buffer> {
  const raw = { width: picture.width, height: picture.height, channels: 3 as const };
  const { data, info } = await sharp(picture.data, { raw })
    .resize(frameSize.width, frameSize.height)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const frame: Pixels = { width: info.width, height: info.height, data };
  develop(frame, exposure, 2.2);
  for (let quality = 78; ; quality -= 6) {
    const jpeg = await toJpeg(frame, quality);
    if (jpeg.length <= mostFrameBytes || quality <= 20) return jpeg;
  }
}

/** Returns a rendered picture as a full-size JPEG. */
export function exposeSelfie(picture: Pixels, exposure: Exposure): Promise<Buffer> {
  const selfie: Pixels = { ...picture, data: Uint8Array.from(picture.data) };
  develop(selfie, exposure, 2.6);
  return toJpeg(selfie, 88);
}

function toJpeg({ width, height, data }: Pixels, quality: number): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality, chromaSubsampling: '4:2:0' })
    .toBuffer();
}

/** Applies the light of the look, and grey noise. Modifies the pixels. */
function develop({ width, height, data }: Pixels, { look, seed }: Exposure, noise: number): void {
  const tile = noiseTile(seed, 'film-noise');
  const gains = [
    look.gain * (1 + look.warmth * 0.06),
    look.gain,
    look.gain * (1 - look.warmth * 0.08),
  ] as const;
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const grey = (tile[((y & 511) << 9) | ((x + (y >> 9) * 197) & 511)] ?? 0) * noise;
      for (const gain of gains) {
        const value = (data[at] ?? 0) * gain + grey;
        data[at] = value < 0 ? 0 : value > 255 ? 255 : value;
        at += 1;
      }
    }
  }
}
