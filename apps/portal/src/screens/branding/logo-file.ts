import { brandLimits } from '@countersign/contract';
import type { ChosenLogo } from './draft.ts';

/** Why a file cannot be a logo. */
export type LogoFault = 'type' | 'large' | 'small' | 'unreadable';

const types = ['image/png', 'image/jpeg', 'image/webp'];
export const logoTypes = types.join(',');
/** Bytes of the file that is chosen; it is made smaller here. */
const mostBytes = 10 * 1024 * 1024;
/** Pixels: three times the room a logo has, for screens of high density. */
const room = { width: 600, height: 120 };
/** Each try is so much smaller than the one before, until the file is small enough. */
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

/** Makes a PNG of a picture that is small enough for a logo, in the browser: the service takes no other kind of file. */
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
