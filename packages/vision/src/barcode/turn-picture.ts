import { cornersOfBox, mapQuad } from '../picture/points.ts';
import type { Raster } from '../picture/raster.ts';
import { unwarp, type FlatCode } from './unwarp.ts';

/** A grey picture turned by a few degrees clockwise, in its own frame. */
export function turnPicture(picture: Raster, degrees: number): FlatCode {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const { width, height } = picture;
  const corners = mapQuad(cornersOfBox([0, 0, width, height]), ([x, y]) => {
    const [dx, dy] = [x - width / 2, y - height / 2];
    return [width / 2 + cos * dx + sin * dy, height / 2 - sin * dx + cos * dy];
  });
  return unwarp(picture, corners, { width, height, marginX: 0, marginY: 0 });
}
