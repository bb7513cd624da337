import { brandLimits } from '@countersign/contract';
import type { ChosenLogo } from './draft.ts';

/** Why a file is not suitable as a logo. */
export type LogoFault = 'type' | 'large' | 'small' | 'unreadable';

const types = ['image/png', 'image/jpeg', 'image/webp'];
export const logoTypes = types.join(',');
/** Maximum size in bytes of the chosen file, before it is scaled down here. */
const mostBytes = 10 * 1024 * 1024;
/** In pixels: three times the space for a logo, for high-density screens. */
const room = { width: 600, height: 120 };
/** Scale factor from one try to the next, until the file is small enough. */
const shrink = 0.75;

const read = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('not readable')));
    reader.readAsDataURL(blob);
  });

function draw(picture: ImageBitmap, width: number, height: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

/** Converts a picture to a PNG that is small enough for a logo, in the browser: the service accepts only PNG. */
export async function readLogoFile(file: File): Promise<ChosenLogo | LogoFault> {
  if (!types.includes(file.type)) return 'type';
  if (file.size > mostBytes) return 'large';
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return 'unreadable';
  const { least, bytes } = brandLimits.logo;
  let scale = Math.min(1, room.width / picture.width, room.height / picture.height);
  for (;;) {
    const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
    if (width < least || height < least) return 'small';
    const png = await draw(picture, width, height);
    if (png === null) return 'unreadable';
    if (png.size <= bytes) return { url: await read(png), width, height };
    scale *= shrink;
  }
}
