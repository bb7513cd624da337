import bwip from 'bwip-js/node';

/** Symbologies that can be drawn, under the names that bar code readers use. */
export type SpecimenBarcodeFormat = 'PDF417' | 'QRCode' | 'DataMatrix' | 'Aztec' | 'Code128' | 'Code39';

/** Describes the symbol to draw. */
export interface BarcodeOptions {
  format: SpecimenBarcodeFormat;
  /** The payload. A reader returns the same bytes. Code 39 and Code 128 accept ASCII only. */
  bytes: Uint8Array;
  /** PDF417: 0–8 (default 3). QR code: 0 L, 1 M (default), 2 Q, 3 H. Other symbologies have none. */
  errorLevel?: number;
  /** PDF417: number of data columns, 1–30; by default the encoder chooses. */
  columns?: number;
  /** PDF417: row height in modules (default 3). */
  rowHeight?: number;
}

/** A symbol without its quiet zone. */
export interface DrawnBarcode {
  /** Data of an SVG `path` that fills the dark modules, in module units from (0, 0) to (`columns`, `rows`). */
  svgPath: string;
  /** Width and height in modules. */
  columns: number;
  rows: number;
}

interface Modules {
  columns: number;
  rows: number;
  dark: (x: number, y: number) => boolean;
}

const symbolNames: Readonly<Record<SpecimenBarcodeFormat, string>> = {
  PDF417: 'pdf417',
  QRCode: 'qrcode',
  DataMatrix: 'datamatrix',
  Aztec: 'azteccode',
  Code128: 'code128',
  Code39: 'code39',
};

const qrLevels = ['L', 'M', 'Q', 'H'] as const;

/** Height of linear symbols in modules. */
const barHeight = 40;

/** Draws a symbol. @throws Error when the payload does not fit into it */
export function drawBarcode(options: BarcodeOptions): Promise<DrawnBarcode> {
  return Promise.resolve().then(() => {
    const modules = encode(options);
    return { svgPath: pathOf(modules), columns: modules.columns, rows: modules.rows };
  });
}

function encode(options: BarcodeOptions): Modules {
  const [symbol] = bwip.raw({
    bcid: symbolNames[options.format],
    text: Buffer.from(options.bytes).toString('latin1'),
    binarytext: true,
    ...symbolOptions(options),
  });
  if (symbol === undefined) throw new Error('the encoder gave no symbol');
  return 'sbs' in symbol ? linearModules(symbol.sbs) : matrixModules(symbol);
}

function symbolOptions({ format, errorLevel, columns, rowHeight }: BarcodeOptions): Record<string, unknown> {
  if (format === 'QRCode') return { eclevel: qrLevels[errorLevel ?? 1] };
  if (format === 'PDF417')
    return {
      eclevel: errorLevel ?? 3,
      rowmult: rowHeight ?? 3,
      ...(columns === undefined ? {} : { columns }),
    };
  return {};
}

/** Repeats the rows: the encoder returns each row once, together with its height. */
function matrixModules({ pixs, pixx, pixy }: { pixs: number[]; pixx: number; pixy: number }): Modules {
  const repeated = (pixy * pixx) / pixs.length;
  return { columns: pixx, rows: pixy, dark: (x, y) => pixs[Math.floor(y / repeated) * pixx + x] === 1 };
}

/** Expands the alternating widths of bars and spaces into columns. */
function linearModules(widths: readonly number[]): Modules {
  const bars = widths.flatMap((width, index) => new Array<boolean>(width).fill(index % 2 === 0));
  return { columns: bars.length, rows: barHeight, dark: (x) => bars[x] === true };
}

/** Draws runs of dark modules as rectangles, merging equal rows. */
function pathOf(modules: Modules): string {
  const { columns, rows } = modules;
  const runs = Array.from({ length: rows }, (_, y) => runsOfRow(modules, y));
  const parts: string[] = [];
  for (let top = 0; top < rows;) {
    const key = (runs[top] ?? []).join();
    let bottom = top + 1;
    while (bottom < rows && (runs[bottom] ?? []).join() === key) bottom += 1;
    for (const [x, width] of runs[top] ?? []) parts.push(`M${x} ${top}h${width}v${bottom - top}h${-width}z`);
    top = bottom;
  }
  if (columns === 0 || parts.length === 0) throw new Error('the encoder gave an empty symbol');
  return parts.join('');
}

function runsOfRow({ columns, dark }: Modules, y: number): [x: number, width: number][] {
  const runs: [number, number][] = [];
  for (let x = 0; x < columns; x += 1) {
    if (!dark(x, y)) continue;
    const start = x;
    while (x < columns && dark(x, y)) x += 1;
    runs.push([start, x - start]);
  }
  return runs;
}
