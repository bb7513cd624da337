import { mapPoint, projectPlane } from '../capture/homography.ts';
import type { Pixels } from '../capture/pixels.ts';
import type { HeadPose } from './film-plan.ts';
import { canvasOver, drawTriangle, type Corner, type Texture } from './rasterise.ts';

const columns = 18;
const rows = 24;
/** Distance, in widths of the print, at which the print fills four fifths of the picture's width. */
const near = 1.75;

/** Renders a print of a picture, held before the camera and tilted as a head would turn. */
export function renderFlat(
  print: Pixels,
  backdrop: Pixels,
  { pose, shake }: { pose: HeadPose; shake: readonly [x: number, y: number] },
): Pixels {
  const canvas = canvasOver(backdrop);
  const texture = opaque(print);
  const scale = backdrop.width / 360;
  const plane = projectPlane(print, backdrop, {
    // In a head turned to one side, that side is farther away.
    pitch: -pose.pitch,
    yaw: -pose.yaw,
    roll: pose.roll,
    distance: near / pose.size,
    centre: [backdrop.width / 2 + shake[0] * scale, backdrop.height * 0.5 + shake[1] * scale],
  });
  const corner = (column: number, row: number): Corner => {
    const [u, v] = [(print.width * column) / columns, (print.height * row) / rows];
    const [x, y] = mapPoint(plane, [u, v]);
    return [x, y, 1, u, v];
  };
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [a, b] = [corner(column, row), corner(column + 1, row)];
      const [c, d] = [corner(column, row + 1), corner(column + 1, row + 1)];
      drawTriangle(canvas, texture, [a, b, c]);
      drawTriangle(canvas, texture, [b, d, c]);
    }
  }
  return canvas;
}

function opaque({ width, height, data }: Pixels): Texture {
  const coloured = new Uint8Array(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel += 1)
    coloured.set(data.subarray(pixel * 3, pixel * 3 + 3), pixel * 4);
  return { width, height, data: coloured };
}
