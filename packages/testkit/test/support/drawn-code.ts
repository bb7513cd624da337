import type { Page } from '@countersign/browser-kit';
import { until } from '@countersign/browser-kit';
import { decodeCodes } from '../../../vision/src/barcode/zxing-reader.ts';

/** Pixels of a module, as a camera may see them. */
const scale = 4;

/** The text of the QR code that a page of the flow shows, as a reader of codes reads it. */
export async function scanCode(page: Page): Promise<string> {
  const { side, modules } = await until(page, {
    fn: () => {
      const svg = document.querySelector('.code svg');
      const path = svg?.querySelector('path')?.getAttribute('d') ?? '';
      return svg && path !== ''
        ? {
            side: Number(svg.getAttribute('viewBox')!.split(' ')[2]),
            modules: [...path.matchAll(/M(\d+) (\d+)/g)].map(([, x, y]) => [Number(x), Number(y)]),
          }
        : null;
    },
    args: [],
  }).then((found) => found!);
  const width = side * scale;
  const data = new Uint8Array(width * width).fill(255);
  for (const [x = 0, y = 0] of modules)
    for (let row = y * scale; row < (y + 1) * scale; row += 1)
      data.fill(16, row * width + x * scale, row * width + (x + 1) * scale);
  const [code] = await decodeCodes({ width, height: width, channels: 1, data }, { formats: ['QRCode'] });
  if (!code?.read) throw new Error('the code cannot be read');
  return Buffer.from(code.bytes).toString('utf8');
}
