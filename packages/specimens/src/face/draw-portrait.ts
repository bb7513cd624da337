import sharp, { type Sharp } from 'sharp';
import { css, svg } from '../svg.ts';
import { drawHead, softFilters } from './draw-head.ts';
import { faceLook, type FaceLook } from './face-look.ts';
import { faceShape, type Rgb } from './face-shape.ts';

/** Describes the portrait to draw. */
export interface PortraitOptions {
  /** Seed of the invented person's face. */
  seed: number;
  /** 0 (default) is the evenly lit document portrait; other numbers are other pictures of the same face. */
  variant?: number;
  /** Size in pixels (default 420 × 532). The drawing has the aspect ratio 15 : 19 and is cropped to fill the size. */
  width?: number;
  height?: number;
}

/**
 * Draws the face of an invented person as PNG. Drawn faces prove that the parts work together, but nothing about accuracy. Tests take
 * their seeds from `facePairs`, because a network may find the faces of arbitrary seeds alike.
 */
export async function drawPortrait(options: PortraitOptions): Promise<Buffer> {
  const { seed, variant = 0, width = 420, height = 532 } = options;
  const look = faceLook(seed, variant);
  const picture = svg`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 760" width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice"><defs>${softFilters()}</defs>${studio()}${drawHead(faceShape(seed), look)}</svg>`;
  return finish(picture, look, width / 600)
    .png()
    .toBuffer();
}

/** Draws a phone selfie of a drawn face before a room, as a JPEG of 960 × 1280 pixels. */
export async function drawSelfie(options: { seed: number; variant?: number }): Promise<Buffer> {
  const { seed, variant = 1 } = options;
  const look = faceLook(seed, variant);
  const head = svg`<g transform="translate(45 110) scale(1.45)">${drawHead(faceShape(seed), look)}</g>`;
  const picture = svg`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 1280" width="600" height="800"><defs>${softFilters()}</defs>${room(seed)}${head}</svg>`;
  // Two steps, because resizing the SVG would render it at the large size, and the cost of its blur filters grows with the area.
  const small = await finish(picture, look, 0.9).png({ compressionLevel: 0 }).toBuffer();
  return sharp(small).resize(960, 1280).jpeg({ quality: 88, chromaSubsampling: '4:2:0' }).toBuffer();
}

function studio(): string {
  return svg`<radialGradient id="studio" cx="0.5" cy="0.4" r="0.8"><stop offset="0" stop-color="rgb(226,229,233)"/><stop offset="1" stop-color="rgb(196,201,208)"/></radialGradient><rect width="600" height="760" fill="url(#studio)"/>`;
}

function room(seed: number): string {
  const walls: readonly Rgb[] = [
    [186, 178, 164],
    [160, 172, 178],
    [198, 188, 170],
    [150, 158, 148],
  ];
  const wall = walls[Math.abs(seed) % walls.length] ?? [186, 178, 164];
  return (
    svg`<linearGradient id="wall" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${css([wall[0] * 1.1, wall[1] * 1.1, wall[2] * 1.1])}"/><stop offset="1" stop-color="${css([wall[0] * 0.72, wall[1] * 0.72, wall[2] * 0.72])}"/></linearGradient><rect width="960" height="1280" fill="url(#wall)"/>` +
    svg`<g filter="url(#wide8)"><rect x="40" y="120" width="200" height="260" fill="rgb(96,84,70)"/><rect x="58" y="138" width="164" height="224" fill="rgb(178,190,186)"/><path d="M58,320 L120,240 L160,290 L190,250 L222,300 L222,362 L58,362 Z" fill="rgb(108,128,106)"/>` +
    svg`<rect x="760" y="60" width="240" height="700" fill="rgb(128,98,72)"/><rect x="776" y="80" width="220" height="200" fill="rgb(88,66,50)"/><rect x="790" y="120" width="30" height="160" fill="rgb(120,52,48)"/><rect x="824" y="140" width="24" height="140" fill="rgb(60,84,110)"/><rect x="852" y="112" width="34" height="168" fill="rgb(176,160,110)"/><rect x="776" y="320" width="220" height="200" fill="rgb(84,62,48)"/><rect x="800" y="360" width="40" height="160" fill="rgb(70,100,80)"/></g>`
  );
}

function finish(picture: string, look: FaceLook, scale: number): Sharp {
  const gain = look.gain;
  let image = sharp(Buffer.from(picture)).flatten({ background: '#ffffff' }).removeAlpha();
  if (look.blur * scale > 0.3) image = image.blur(look.blur * scale);
  if (gain === 1 && look.warmth === 0) return image;
  return image.linear([gain * (1 + look.warmth * 0.06), gain, gain * (1 - look.warmth * 0.08)], [0, 0, 0]);
}
