import type { Face } from '../faces/find-faces.ts';
import type { OpenedImage } from '../picture/open-image.ts';

/** Mesh points of skin that masks and scarves leave uncovered: forehead, between the brows, under the eyes. */
const freePoints = [151, 9, 8, 108, 337, 69, 299, 118, 347, 101, 330, 6];
/** Points that a mask covers and a beard does not: tip and sides of the nose, and the cheeks beside it. */
const maskedPoints = [4, 5, 195, 50, 280, 205, 425, 36, 266, 187, 411];
/** Points that a scarf also covers: chin and beside the mouth. Lips are excluded because they have their own colour. */
const mouthPoints = [200, 199, 175, 204, 424, 214, 434, 32, 262];

/** Longest side in pixels at which faces are examined. */
const lookSide = 800;
/** Half the side of the patch averaged for a point, in widths of the face. */
const patch = 0.025;
/** Colour differences that light alone causes between parts of a face, in logarithms of channels and of brightness. */
const usual = { colour: 0.11, brightness: 0.55 };

type Colour = readonly [redGreen: number, blueGreen: number, brightness: number];

/**
 * How much of the lower face differs from the upper face, 0–1: the share of points on nose, cheeks and chin whose colour differs from the
 * same person's brows and cheekbones by more than light explains. No skin colour is assumed. On drawn faces, white, blue and black masks
 * over the nose gave 1, dark beards up to 0.65, light from one side up to 0.6: only values near 1 are significant. Scarves below the nose
 * and masks in exactly the colour of the skin are not detected.
 */
export async function coveredShare(image: OpenedImage, { mesh, width }: Face): Promise<number> {
  const raster = await image.raster(lookSide, 3);
  const scale = raster.width / image.width;
  const reach = Math.max(1, Math.round(width * patch * scale));
  const colourAt = (point: number): Colour | null => {
    const [x = 0, y = 0] = mesh.points[point] ?? [];
    return patchColour(raster, { x: Math.round(x * scale), y: Math.round(y * scale), reach });
  };
  const free = freePoints.map(colourAt).filter((colour) => colour !== null);
  const lower = [...maskedPoints, ...mouthPoints].map(colourAt).filter((colour) => colour !== null);
  if (free.length < 4 || lower.length === 0) return 0;
  const middle = ([0, 1, 2] as const).map((axis) => median(free.map((colour) => colour[axis])));
  const differs = (colour: Colour): boolean =>
    Math.hypot(colour[0] - middle[0]!, colour[1] - middle[1]!) > usual.colour + spread(free, middle) ||
    Math.abs(colour[2] - middle[2]!) > usual.brightness;
  return lower.filter(differs).length / lower.length;
}

/** How much the colour of the uncovered skin itself varies: coloured light, spots, hair on the forehead. */
function spread(colours: readonly Colour[], middle: readonly number[]): number {
  return median(colours.map((colour) => Math.hypot(colour[0] - middle[0]!, colour[1] - middle[1]!)));
}

function patchColour(
  { width, height, data }: { width: number; height: number; data: Uint8Array },
  { x, y, reach }: { x: number; y: number; reach: number },
): Colour | null {
  if (x - reach < 0 || y - reach < 0 || x + reach >= width || y + reach >= height) return null;
  const sums = [0, 0, 0];
  for (let row = y - reach; row <= y + reach; row += 1) {
    for (let column = x - reach; column <= x + reach; column += 1) {
      for (let channel = 0; channel < 3; channel += 1)
        sums[channel]! += data[(row * width + column) * 3 + channel]!;
    }
  }
  const count = (2 * reach + 1) ** 2;
  // Adds eight levels, so that noise in dark areas is not mistaken for colour.
  const [red = 0, green = 0, blue = 0] = sums.map((sum) => Math.log(sum / count + 8));
  return [red - green, blue - green, (red + green + blue) / 3];
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
