import type { Quad, Raster } from '../picture/raster.ts';
import { unwarp, type FlatCode } from './unwarp.ts';

/** A grey picture turned by a few degrees clockwise, in its own frame. */
export function turnPicture(picture: Raster, degrees: number): FlatCode {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const { width, height } = picture;
  const corners = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ].map(([x = 0, y = 0]) => {
    const [dx, dy] = [x - width / 2, y - height / 2];
    return [width / 2 + cos * dx + sin * dy, height / 2 - sin * dx + cos * dy];
  }) as unknown as Quad;
  return unwarp(picture, corners, { width, height, marginX: 0, marginY: 0 });
}
