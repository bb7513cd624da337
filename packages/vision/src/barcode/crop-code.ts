import type { OpenedImage } from '../picture/open-image.ts';
import { cornersOfBox, distance, mapQuad, scaleQuad } from '../picture/points.ts';
import type { Quad, Raster } from '../picture/raster.ts';
import type { FlatTry } from './code-tries.ts';
import { enhance } from './enhance.ts';
import type { LocatedPdf417 } from './locate-pdf417.ts';
import type { LocatedQr } from './locate-qr.ts';
import { unwarp, type FlatCode } from './unwarp.ts';

/** Longest side at which a picture is decoded again for a small symbol. */
const largestSide = 4000;
/** Sufficient number of pixels per module. */
const enoughModule = 3;
/** Maximum number of pixels of a rectified symbol. */
const maxFlatPixels = 1_500_000;

/** The grey picture from which a symbol is cropped, and the factor from positions in the first raster to positions in it. */
export interface CodeSource {
  raster: Raster;
  zoom: number;
}

/**
 * Returns a grey picture large enough for a symbol: the first one, or a larger one if the original has a higher resolution.
 * @param module pixels per module in `first`
 */
export async function sourceFor(image: OpenedImage, first: Raster, module: number): Promise<CodeSource> {
  const has = Math.max(first.width, first.height);
  const original = Math.min(largestSide, Math.max(image.width, image.height));
  const wanted = Math.min(original, Math.round((has * enoughModule) / module));
  if (wanted < has * 1.2) return { raster: first, zoom: 1 };
  // If decoding the picture again is too slow, the available size is used.
  const raster = await image.raster(wanted, 1).catch(() => first);
  return { raster, zoom: raster.width / first.width };
}

/** A rectified PDF417, prepared for an attempt; `null` if it would become too large. Quads are returned in pixels of `first`. */
export function flatPdf417(
  { raster, zoom }: CodeSource,
  { corners, module, inverted }: LocatedPdf417,
  { scale, enhancement, lean = 0 }: FlatTry,
): FlatCode | null {
  const [a, b, c, d] = corners;
  const columns = (distance(a, b) + distance(d, c)) / 2 / module;
  const rows = (distance(a, d) + distance(b, c)) / 2 / module;
  const size = { width: columns * scale, height: rows * scale, marginX: 8 * scale, marginY: 6 * scale };
  if ((size.width + 16 * scale) * (size.height + 12 * scale) > maxFlatPixels) return null;
  const flat = unwarp(raster, scaleQuad(leaning(corners, (lean * module) / 2), zoom), size);
  const backwards = enhancement?.flip === true;
  return {
    // For this format, the decoder does not read light bars on dark.
    picture: enhance(flat.picture, { ...enhancement, invert: inverted }),
    toSource: (quad) =>
      scaleQuad(flat.toSource(backwards ? flipped(quad, flat.picture.height) : quad), 1 / zoom),
  };
}

/** The surroundings of finder patterns, prepared for an attempt; `null` if they would become too large. */
export function flatQr(
  { raster, zoom }: CodeSource,
  { box, module }: LocatedQr,
  { scale, enhancement }: FlatTry,
): FlatCode | null {
  const [width, height] = [(box[2] / module) * scale, (box[3] / module) * scale];
  if (width * height > maxFlatPixels) return null;
  const flat = unwarp(raster, scaleQuad(cornersOfBox(box), zoom), { width, height, marginX: 0, marginY: 0 });
  return {
    picture: enhance(flat.picture, enhancement ?? {}),
    toSource: (quad) => scaleQuad(flat.toSource(quad), 1 / zoom),
  };
}

/** Moves the near side up and the far side down, along the guards. */
function leaning([a, b, c, d]: Quad, pixels: number): Quad {
  if (pixels === 0) return [a, b, c, d];
  const length = distance(a, d);
  const [x, y] = [((d[0] - a[0]) / length) * pixels, ((d[1] - a[1]) / length) * pixels];
  return [
    [a[0] - x, a[1] - y],
    [b[0] + x, b[1] + y],
    [c[0] + x, c[1] + y],
    [d[0] - x, d[1] - y],
  ];
}

function flipped(quad: Quad, height: number): Quad {
  return mapQuad(quad, ([x, y]) => [x, height - y]);
}
