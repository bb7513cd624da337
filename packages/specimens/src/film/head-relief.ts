import type { FaceShape } from '../face/face-shape.ts';

/** Height of the drawn head towards the camera, measured from the plane of the ears, in units of the 600 × 760 sheet. */
export type Relief = (x: number, y: number) => number;

/** Returns the relief of a drawn face: skull, nose, brows, sockets, lips and chin, with neck, hair and shoulders behind. */
export function headRelief(face: FaceShape): Relief {
  const depth = face.cheek * 1.15;
  return (x, y) => {
    const across = Math.abs(x - 300);
    const half = halfWidth(face, y);
    const outside = Math.max(across - half, y - face.chinY, face.crownY - y);
    if (outside > 0) return -0.5 * face.cheek * smoothStep(outside / 44);
    const round = Math.sqrt(Math.max(0, 1 - (across / half) ** 2.2));
    return depth * round * profile(face, y) + features(face, x, y) * Math.min(1, round * 1.4);
  };
}

/** Returns how far a point of the drawing turns with the head: 1 for skull and ears, 0 for neck and shoulders. */
export function turningShare(face: FaceShape, x: number, y: number): number {
  const inside = Math.abs(x - 300) <= halfWidth(face, y) + 2 && y <= face.chinY;
  return inside ? 1 : 1 - smoothStep((y - face.mouthY + 40) / 70);
}

/** Returns half the width of skull and jaw at a height; 0 above the crown and below the chin. */
function halfWidth({ cheek, jaw, crownY, eyeY, mouthY, chinY }: FaceShape, y: number): number {
  const jawY = mouthY + 10;
  if (y <= crownY || y >= chinY) return 0;
  if (y < eyeY) return cheek * Math.sqrt(Math.max(0, 1 - ((eyeY - y) / (eyeY - crownY)) ** 2.2));
  if (y < jawY) return cheek + (jaw * 0.97 - cheek) * smoothStep((y - eyeY) / (jawY - eyeY));
  return jaw * 0.97 * Math.sqrt(1 - ((y - jawY) / (chinY - jawY)) ** 2);
}

/** Returns the share of the depth along the middle of the face: the forehead recedes to the crown, the chin protrudes. */
function profile({ crownY, eyeY, chinY }: FaceShape, y: number): number {
  if (y < eyeY) return Math.sqrt(1 - 0.96 * ((eyeY - y) / (eyeY - crownY)) ** 3);
  return 1 - 0.14 * ((y - eyeY) / (chinY - eyeY)) ** 2;
}

function features(face: FaceShape, x: number, y: number): number {
  const unit = face.cheek;
  const bump = (at: readonly [number, number], spread: readonly [number, number]): number =>
    Math.exp(-0.5 * (((x - at[0]) / spread[0]) ** 2 + ((y - at[1]) / spread[1]) ** 2));
  const sockets = [-1, 1].map((side) => bump([300 + side * face.eyeX, face.eyeY], [face.eyeWidth * 0.9, 17]));
  const brows = [-1, 1].map((side) => bump([300 + side * face.eyeX, face.browY], [face.eyeWidth * 1.3, 13]));
  const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
  return (
    unit *
    (nose(face, x, y) -
      0.09 * sum(sockets) +
      0.05 * sum(brows) +
      0.07 * bump([300, face.mouthY], [face.mouthWidth * 0.7, 18]) +
      0.09 * bump([300, face.chinY - 26], [face.chin * 0.6, 16]))
  );
}

/** Returns the height of the nose, a ridge that rises from between the eyes to the tip and then falls steeply. */
function nose({ eyeY, noseY, noseWing, noseBridge }: FaceShape, x: number, y: number): number {
  const tip = noseY - 10;
  const along = (y - eyeY + 12) / (tip - eyeY + 12);
  if (along < 0) return 0;
  const height = along <= 1 ? 0.06 + 0.3 * along ** 1.2 : 0.36 * Math.exp(-(((y - tip) / 13) ** 2));
  const width = noseBridge + (noseWing * 0.62 - noseBridge) * Math.min(1, along) ** 2 + 3;
  return height * Math.min(1, along * 4) * Math.exp(-0.5 * ((x - 300) / width) ** 2);
}

/** Returns 0 below 0, 1 above 1, and a smooth transition in between. */
function smoothStep(share: number): number {
  const t = Math.max(0, Math.min(1, share));
  return t * t * (3 - 2 * t);
}
