import type { Pixels } from '../capture/pixels.ts';

/** RGBA picture from which triangles take their colours. */
export interface Texture {
  width: number;
  height: number;
  data: Uint8Array;
}

/** A picture being drawn, with the depth of each pixel; greater is nearer. */
export interface Canvas extends Pixels {
  depth: Float32Array;
}

/** A corner on the canvas: x and y in pixels, depth, and texture coordinates in pixels. */
export type Corner = readonly [x: number, y: number, depth: number, u: number, v: number];

/** Returns an empty canvas over a backdrop of the same size. */
export function canvasOver(backdrop: Pixels): Canvas {
  const { width, height } = backdrop;
  return {
    width,
    height,
    data: Uint8Array.from(backdrop.data),
    depth: new Float32Array(width * height).fill(-Infinity),
  };
}

/** Draws a triangle with a depth test. Texture is interpolated without perspective, so triangles must be small. */
export function drawTriangle(
  canvas: Canvas,
  texture: Texture,
  [a, b, c]: readonly [Corner, Corner, Corner],
): void {
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
  if (area === 0) return;
  const left = Math.max(0, Math.ceil(Math.min(a[0], b[0], c[0]) - 0.5));
  const right = Math.min(canvas.width - 1, Math.floor(Math.max(a[0], b[0], c[0]) - 0.5));
  const top = Math.max(0, Math.ceil(Math.min(a[1], b[1], c[1]) - 0.5));
  const bottom = Math.min(canvas.height - 1, Math.floor(Math.max(a[1], b[1], c[1]) - 0.5));
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      const [px, py] = [x + 0.5, y + 0.5];
      const wb = ((px - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (py - a[1])) / area;
      const wc = ((b[0] - a[0]) * (py - a[1]) - (px - a[0]) * (b[1] - a[1])) / area;
      const wa = 1 - wb - wc;
      if (wa < 0 || wb < 0 || wc < 0) continue;
      const depth = wa * a[2] + wb * b[2] + wc * c[2];
      const at = y * canvas.width + x;
      if (depth <= (canvas.depth[at] ?? 0)) continue;
      const opacity = sample(canvas.data, at * 3, {
        texture,
        u: wa * a[3] + wb * b[3] + wc * c[3],
        v: wa * a[4] + wb * b[4] + wc * c[4],
      });
      if (opacity > 0.5) canvas.depth[at] = depth;
    }
  }
}

/** Blends the texture's colour into a pixel and returns the colour's opacity, 0–1. */
function sample(
  data: Uint8Array,
  at: number,
  { texture, u, v }: { texture: Texture; u: number; v: number },
): number {
  const x = Math.max(0, Math.min(texture.width - 1.001, u - 0.5));
  const y = Math.max(0, Math.min(texture.height - 1.001, v - 0.5));
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - left, y - top];
  const p = (top * texture.width + left) * 4;
  const row = texture.width * 4;
  const source = texture.data;
  const weights = [(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy] as const;
  const places = [p, p + 4, p + row, p + row + 4] as const;
  let opacity = 0;
  for (let corner = 0; corner < 4; corner += 1) opacity += weights[corner]! * source[places[corner]! + 3]!;
  if (opacity <= 0) return 0;
  const cover = opacity / 255;
  for (let channel = 0; channel < 3; channel += 1) {
    let colour = 0;
    for (let corner = 0; corner < 4; corner += 1)
      colour += weights[corner]! * source[places[corner]! + 3]! * source[places[corner]! + channel]!;
    data[at + channel] = data[at + channel]! * (1 - cover) + (colour / opacity) * cover;
  }
  return cover;
}
