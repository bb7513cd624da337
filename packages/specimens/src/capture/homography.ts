/** A 3 × 3 matrix, row by row. It maps (x, y, 1) to (X, Y, W), which is the point (X / W, Y / W). */
export type Homography = readonly [
  number, number, number,
  number, number, number,
  number, number, number,
]; // prettier-ignore

/** A point in pixels. */
export type Point = readonly [x: number, y: number];

/** Pose of a flat object before the camera. Angles are in degrees. */
export interface Pose {
  /** Tilt of the top edge away from the camera. */
  pitch: number;
  /** Turn of one side away from the camera. */
  yaw: number;
  /** Clockwise rotation within the picture. */
  roll: number;
  /** Distance of the object's centre in object widths, for a camera with a focal length of 1.1 picture widths. */
  distance: number;
  /** Where the object's centre appears, in pixels. */
  centre: Point;
}

/** Width and height in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Returns the projection of a flat object of size `thing` into a picture of size `picture`. */
export function projectPlane(thing: Size, picture: Size, pose: Pose): Homography {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const [cp, sp] = [Math.cos(radians(pose.pitch)), Math.sin(radians(pose.pitch))];
  const [cy, sy] = [Math.cos(radians(pose.yaw)), Math.sin(radians(pose.yaw))];
  const [cr, sr] = [Math.cos(radians(pose.roll)), Math.sin(radians(pose.roll))];
  // Columns of the matrix pitch · yaw · roll for the axes of the plane.
  const across = [cy * cr, cp * sr + sp * sy * cr, sp * sr - cp * sy * cr] as const;
  const down = [-cy * sr, cp * cr - sp * sy * sr, sp * cr + cp * sy * sr] as const;
  const focal = 1.1 * Math.max(picture.width, picture.height);
  const depth = pose.distance * thing.width;
  const [cx, cyy] = pose.centre;
  const column = (axis: readonly [number, number, number]): [number, number, number] => [
    focal * axis[0] + cx * axis[2],
    focal * axis[1] + cyy * axis[2],
    axis[2],
  ];
  const a = column(across);
  const b = column(down);
  const middle = [-thing.width / 2, -thing.height / 2] as const;
  const shift = (row: 0 | 1 | 2): number =>
    a[row] * middle[0] + b[row] * middle[1] + depth * (row === 0 ? cx : row === 1 ? cyy : 1);
  return [a[0], b[0], shift(0), a[1], b[1], shift(1), a[2], b[2], shift(2)];
}

/** Maps a point. */
export function mapPoint(h: Homography, [x, y]: Point): Point {
  const w = h[6] * x + h[7] * y + h[8];
  return [(h[0] * x + h[1] * y + h[2]) / w, (h[3] * x + h[4] * y + h[5]) / w];
}

/** Inverts a homography. Throws when it has no inverse. */
export function invert(h: Homography): Homography {
  const [a, b, c, d, e, f, g, i, j] = h;
  const A = e * j - f * i;
  const B = c * i - b * j;
  const C = b * f - c * e;
  const determinant = a * A + d * B + g * C;
  if (determinant === 0) throw new RangeError('the plane is seen from its edge');
  const k = 1 / determinant;
  return [
    A * k,
    B * k,
    C * k,
    (f * g - d * j) * k,
    (a * j - c * g) * k,
    (c * d - a * f) * k,
    (d * i - e * g) * k,
    (b * g - a * i) * k,
    (a * e - b * d) * k,
  ];
}

/** Maps the four corners of a box, clockwise from its original top left. */
export function mapBox(
  h: Homography,
  [x, y, width, height]: readonly [number, number, number, number],
): Point[] {
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ].map(([px = 0, py = 0]) => mapPoint(h, [px, py]));
}
