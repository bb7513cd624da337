import type { Quad } from '../picture/raster.ts';

/** A document's outline in a picture. */
export interface Card {
  /** Pixels of the upright original, may lie outside the frame; the first corner is the top left of the document as it reads. */
  corners: Quad;
  /** By the sides' ratio: 85.6 × 54, 105 × 74 or 125 × 88 mm; `null` when none fits. */
  format: 'ID1' | 'ID2' | 'ID3' | null;
  /** The card's share of the picture, 0–1. */
  share: number;
  /** How far from straight above the camera was, degrees. */
  tilt: number;
  /** How far the corners lie outside the frame, as a share of the card's longer side; 0 when all are inside. */
  cut: number;
  /** How it lies in the picture: quarter turns clockwise that make it upright, `null` when unknown. */
  rotation: 0 | 90 | 180 | 270 | null;
  /** 0–1. */
  confidence: number;
  /** `outline`: edges were found. `frame`: the picture shows nothing but the document, as scans do. */
  source: 'outline' | 'frame';
}
