import {
  aamvaPayload,
  colombianPayload,
  drawBarcode,
  sealedPayload,
  simulateCapture,
  type BarcodeOptions,
  type CaptureCondition,
} from '@countersign/specimens';
import sharp from 'sharp';
import { openImage, type OpenedImage } from '../src/picture/open-image.ts';

/** What a code on a card holds, and how large it is printed. */
export interface CodeOnCard extends BarcodeOptions {
  /** Millimetres from the card's corner, and width and height of the symbol. */
  box: readonly [x: number, y: number, width: number, height: number];
}

const cardMm = { width: 85.6, height: 54 } as const;
const pixelsPerMm = 15;

/** A card of Utopia with one code, as PNG. */
export async function drawCodeCard({ box, ...options }: CodeOnCard): Promise<Buffer> {
  const [x, y, width, height] = box;
  const { svgPath, columns, rows } = await drawBarcode(options);
  const lines = Array.from(
    { length: 5 },
    (_, i) =>
      `<text x="5" y="${(y > 20 ? 5 : 36) + i * 3.6}" font-size="2.4">SPECIMEN UTOPIA ${i} 0123456789</text>`,
  );
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${cardMm.width} ${cardMm.height}" ` +
    `width="${cardMm.width * pixelsPerMm}" height="${cardMm.height * pixelsPerMm}">` +
    `<rect width="100%" height="100%" fill="#e3e8ee"/>${lines.join('')}` +
    `<rect x="${x - 1.2}" y="${y - 1.2}" width="${width + 2.4}" height="${height + 2.4}" fill="#fff"/>` +
    `<path transform="translate(${x} ${y}) scale(${width / columns} ${height / rows})" d="${svgPath}" fill="#141414"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** A back of a licence of about 280 bytes, invented. */
export function licenceBack(seed: number): CodeOnCard {
  const bytes = aamvaPayload({
    subfile: 'DL',
    version: 8,
    jurisdiction: {
      issuer: '999999',
      version: 1,
      own: { subfile: 'ZU', elements: { ZUA: 'UTO', ZUB: '42' } },
    },
    elements: {
      DCA: 'D',
      DCB: 'NONE',
      DBA: '01312035',
      DCS: 'SPECIMEN',
      DAC: 'MARIA',
      DAD: `X${seed}`,
      DBD: '08242015',
      DBB: '03151990',
      DBC: '2',
      DAY: 'BRO',
      DAU: '068 in',
      DAG: '1 AMAUROT STREET',
      DAI: 'ABRAXA',
      DAJ: 'VA',
      DAK: '000000000  ',
      DAQ: `T${64_000_000 + seed}`,
      DCF: '2424244747474786102204',
      DCG: 'USA',
      DDAF: '',
    },
  });
  return { format: 'PDF417', bytes, columns: 12, errorLevel: 5, box: [6, 5, 73, 16] };
}

/** A yellow Colombian card's code; where real cards hold templates it holds `filling`. */
export function yellowCardBack(seed: number, filling: Uint8Array = sealedPayload(seed, 362)): CodeOnCard {
  const bytes = colombianPayload(
    {
      nuip: String(1_000_000_000 + seed * 7919),
      firstSurname: 'NUÑEZ',
      secondSurname: 'GARCIA',
      firstGivenName: 'MARIA',
      secondGivenName: 'GABRIELA',
      sex: 'F',
      birthDate: '19900315',
      bloodGroup: 'O+',
    },
    filling,
  );
  return { format: 'PDF417', bytes, columns: 13, errorLevel: 4, box: [4, 27, 77, 21] };
}

/** A large QR code of bytes that mean nothing, as on a Brazilian licence. */
export function sealedFront(seed: number): CodeOnCard {
  return { format: 'QRCode', bytes: sealedPayload(seed), errorLevel: 0, box: [40, 6, 40, 40] };
}

/** Photographs a card with a code, and opens the picture. */
export async function photographCode(
  code: CodeOnCard,
  condition: CaptureCondition,
  seed: number,
): Promise<OpenedImage> {
  const { jpeg } = await simulateCapture(await drawCodeCard(code), { condition, seed });
  return openPicture(jpeg);
}

/** Opens a picture that is known to open. */
export async function openPicture(bytes: Uint8Array): Promise<OpenedImage> {
  const image = await openImage(bytes);
  if (image.refusal !== null) throw new Error(`refused: ${image.refusal}`);
  return image;
}
