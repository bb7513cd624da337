import type { Pixels } from '../capture/pixels.ts';
import type { HeadPose } from './film-plan.ts';
import { headRelief, turningShare } from './head-relief.ts';
import { sheetArea, type HeadSheet } from './head-sheet.ts';
import { canvasOver, drawTriangle, type Canvas, type Corner, type Texture } from './rasterise.ts';

/** The drawn head as a mesh of small squares. */
export interface HeadModel {
  sheet: HeadSheet;
  columns: number;
  rows: number;
  /** For each vertex: x, y and height in units of the sheet, and how far it turns with the head (0–1). */
  vertices: Float32Array;
  /** The same for the neck behind the jaw. */
  neck: Float32Array;
}

const mesh = 8;
/** Distance of the camera in half head widths, and the face's share of the picture's width at size 1. */
const camera = { distance: 5.6, share: 0.42 };

/** Builds a model with depth from a drawn head. */
export function modelHead(sheet: HeadSheet): HeadModel {
  const { face } = sheet;
  const relief = headRelief(face);
  const columns = Math.floor(sheetArea.width / mesh) + 1;
  const rows = Math.floor(sheetArea.height / mesh) + 1;
  const vertices = new Float32Array(columns * rows * 4);
  const neck = new Float32Array(columns * rows * 4);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const at = (row * columns + column) * 4;
      const x = sheetArea.left + column * mesh;
      const y = sheetArea.top + row * mesh;
      vertices.set([x, y, relief(x, y), turningShare(face, x, y)], at);
      neck.set([x, y, -face.cheek * (0.64 + 0.3 * ((x - 300) / face.jaw) ** 2), 0.15], at);
    }
  }
  return { sheet, columns, rows, vertices, neck };
}

/** Pose of the head, and the shift of the whole picture in pixels. */
export interface HeadView {
  pose: HeadPose;
  shift: readonly [x: number, y: number];
}

/** Draws the head over a backdrop. */
export function renderHead(model: HeadModel, backdrop: Pixels, view: HeadView): Pixels {
  const canvas = canvasOver(backdrop);
  const { sheet, vertices, neck } = model;
  drawSurface(canvas, {
    model,
    texture: sheet,
    corners: project(sheet, neck, { canvas, view }),
    ink: sheet.neck,
  });
  const front = project(sheet, vertices, { canvas, view });
  drawSurface(canvas, { model, texture: sheet, corners: front, ink: sheet.data });
  return canvas;
}

interface Surface {
  model: HeadModel;
  texture: Texture;
  corners: Corner[];
  /** RGBA, the same size as the texture. */
  ink: Uint8Array;
}

function drawSurface(canvas: Canvas, { model, texture: { width, height }, corners, ink }: Surface): void {
  const { columns, rows } = model;
  const texture: Texture = { width, height, data: ink };
  for (let row = 0; row + 1 < rows; row += 1) {
    for (let column = 0; column + 1 < columns; column += 1) {
      const at = row * columns + column;
      const [a, b, c, d] = [
        corners[at]!,
        corners[at + 1]!,
        corners[at + columns]!,
        corners[at + columns + 1]!,
      ];
      if (!hasInk(texture, a, d)) continue;
      drawTriangle(canvas, texture, [a, b, c]);
      drawTriangle(canvas, texture, [b, d, c]);
    }
  }
}

/** Returns whether a square of the texture has anything on it; empty squares are not drawn. */
function hasInk({ data, width, height }: Texture, first: Corner, last: Corner): boolean {
  const probe = (u: number, v: number): number => {
    const x = Math.max(0, Math.min(width - 1, Math.round(u)));
    const y = Math.max(0, Math.min(height - 1, Math.round(v)));
    return data[(y * width + x) * 4 + 3] ?? 0;
  };
  const [left, top, right, bottom] = [first[3], first[4], last[3], last[4]];
  const [middle, centre] = [(left + right) / 2, (top + bottom) / 2];
  return (
    probe(left, top) +
      probe(right, top) +
      probe(left, bottom) +
      probe(right, bottom) +
      probe(middle, centre) >
    0
  );
}

function project(
  sheet: HeadSheet,
  vertices: Float32Array,
  { canvas: { width, height }, view: { pose, shift } }: { canvas: Canvas; view: HeadView },
): Corner[] {
  const { cheek, chinY, eyeY } = sheet.face;
  const distance = (camera.distance * cheek) / pose.size;
  const focal = ((camera.share * width) / (2 * cheek)) * camera.distance * cheek;
  // The head pivots on the neck, below the skull and behind the face.
  const pivot = { y: chinY - 50, z: -0.3 * cheek };
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const corners: Corner[] = [];
  for (let at = 0; at < vertices.length; at += 4) {
    const [x, y, z, turning] = [vertices[at]!, vertices[at + 1]!, vertices[at + 2]!, vertices[at + 3]!];
    const [yaw, pitch, roll] = [pose.yaw, pose.pitch, pose.roll].map((angle) => radians(angle * turning)) as [
      number,
      number,
      number,
    ];
    const [x0, y0, z0] = [x - 300, y - pivot.y, z - pivot.z];
    const [x1, y1] = [x0 * Math.cos(roll) - y0 * Math.sin(roll), x0 * Math.sin(roll) + y0 * Math.cos(roll)];
    const [y2, z2] = [
      y1 * Math.cos(pitch) - z0 * Math.sin(pitch),
      y1 * Math.sin(pitch) + z0 * Math.cos(pitch),
    ];
    const [x3, z3] = [x1 * Math.cos(yaw) + z2 * Math.sin(yaw), z2 * Math.cos(yaw) - x1 * Math.sin(yaw)];
    const scale = focal / (distance - z3 - pivot.z);
    const down = y2 + pivot.y - eyeY - 40;
    corners.push([
      width / 2 + x3 * scale + shift[0],
      height * 0.47 + down * scale + shift[1],
      z3,
      (x - sheetArea.left) * sheet.scale,
      (y - sheetArea.top) * sheet.scale,
    ]);
  }
  return corners;
}
