import sharp from 'sharp';
import { drawHead, softFilters } from '../face/draw-head.ts';
import { faceLook, type FaceLook } from '../face/face-look.ts';
import { faceShape, type FaceShape } from '../face/face-shape.ts';
import { css, shade, svg } from '../svg.ts';

/** The part of the drawing that a film needs, in units of the sheet. It shows more of the body than a portrait. */
export const sheetArea = { left: -100, top: 30, width: 800, height: 1270 } as const;

/** A drawn head on a transparent background. */
export interface HeadSheet {
  face: FaceShape;
  look: FaceLook;
  /** Pixels per unit of the sheet. */
  scale: number;
  width: number;
  height: number;
  /** RGBA. */
  data: Uint8Array;
  /** RGBA of the neck alone, continued behind the jaw; the same size as `data`. */
  neck: Uint8Array;
}

/** Draws the head and body of a seed, facing forward. */
export async function drawHeadSheet(
  seed: number,
  { variant, scale }: { variant: number; scale: number },
): Promise<HeadSheet> {
  const face = faceShape(seed);
  const look: FaceLook = { ...faceLook(seed, variant), tilt: 0, blur: 0 };
  const { left, top, width, height } = sheetArea;
  const body = svg`<path d="M-70,950 L670,950 L690,1330 L-90,1330 Z" fill="${css(face.clothes)}"/>`;
  const paint = (drawing: string) =>
    sharp(
      Buffer.from(
        svg`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}" width="${width * scale}" height="${height * scale}">${drawing}</svg>`,
      ),
    )
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
  const { data, info } = await paint(`<defs>${softFilters()}</defs>${body}${drawHead(face, look)}`);
  const neck = await paint(drawHiddenNeck(face));
  return { face, look, scale, width: info.width, height: info.height, data, neck: neck.data };
}

/** Draws the part of the neck that is hidden from the front, which the normal drawing lacks. */
function drawHiddenNeck({ jaw, skin, eyeY }: FaceShape): string {
  const half = jaw * 0.72;
  return (
    svg`<linearGradient id="neck" x1="0" y1="0" x2="0" y2="1"><stop offset="0.45" stop-color="${css(shade(skin, 0.42))}"/><stop offset="1" stop-color="${css(shade(skin, 0.72))}"/></linearGradient>` +
    svg`<rect x="${300 - half}" y="${eyeY + 40}" width="${2 * half}" height="${680 - eyeY - 40}" fill="url(#neck)"/>`
  );
}
