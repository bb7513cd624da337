/** Prints what the decoder can still open after `closeLoaders`, in a process of its own. */
import sharp from 'sharp';
import { closeLoaders } from '../src/picture/open-image.ts';

const plain = sharp({ create: { width: 8, height: 8, channels: 3, background: '#336699' } });
const files = {
  jpeg: await plain.clone().jpeg().toBuffer(),
  png: await plain.clone().png().toBuffer(),
  webp: await plain.clone().webp().toBuffer(),
  gif: await plain.clone().gif().toBuffer(),
  tiff: await plain.clone().tiff().toBuffer(),
  svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'),
};
closeLoaders();
const opened: string[] = [];
for (const [name, bytes] of Object.entries(files)) {
  const size = await sharp(bytes)
    .raw()
    .toBuffer()
    .catch(() => null);
  if (size !== null) opened.push(name);
}
console.log(opened.join(' '));
