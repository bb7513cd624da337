import { scaleBox } from '../picture/points.ts';
import type { EvidencePicture, Sign } from './evidence-picture.ts';
import { ramp, roundStrength } from './ramp.ts';
import { findStraightFrame, type StraightFrame } from './straight-frame.ts';

const side = 256;

/**
 * `live.edges`: straight edges that form a frame around the face, like the edges of a device or a sheet. Value: share of the frame's
 * outline that is an edge, 0–1. The lower side counts most, because no edge behind a person continues across it. Known false alarms:
 * doors, windows and pictures on walls combined with the edge of a table in front of the person.
 */
export async function liveEdges({ image, faces }: EvidencePicture): Promise<Sign[]> {
  const [face] = faces;
  if (!face) return [];
  const raster = await image.raster(side, 1);
  const scale = raster.width / image.width;
  const box = scaleBox(face.box, scale);
  const frame = findStraightFrame(raster, box);
  if (frame === null) return [];
  const strength = roundStrength(closedness(frame));
  if (strength < 0.1) return [];
  return [
    {
      code: 'live.edges',
      strength,
      value: Math.round((frame.sides.reduce((sum, share) => sum + share, 0) / 4) * 100) / 100,
      region: 'face',
      sentence: 'Straight edges close to a frame round the face, like the edges of a device or a sheet.',
    },
  ];
}

function closedness({ sides, beyond }: StraightFrame): number {
  const [top, right, bottom, left] = sides.map((share) => ramp(share, 0.52, 0.88)) as [
    number,
    number,
    number,
    number,
  ];
  const others = [top, right, left].toSorted((a, b) => b - a);
  const second = others[1] ?? 0;
  const third = others[2] ?? 0;
  const closed = Math.min(bottom, second) * (0.6 + 0.4 * third);
  // A door also shows three sides without the lower one.
  const open = 0.4 * Math.min(top, left, right);
  return Math.max(closed, open) * (1 - ramp(beyond, 0.6, 0.85));
}
