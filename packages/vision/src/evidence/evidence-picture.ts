import type { CardFinding, Evidence, EvidenceCode } from '@countersign/findings';
import type { Face } from '../faces/find-faces.ts';
import type { OpenedImage } from '../picture/open-image.ts';

/** An open picture that is examined for signs. */
export interface EvidencePicture {
  mediaId: string;
  subject: 'selfie' | 'document';
  image: OpenedImage;
  /** Widest first; the first is the person or the portrait. */
  faces: readonly Face[];
  /** The outline in a document picture; `null` if none was found. */
  card: CardFinding | null;
  /** Whether our own flow took the picture; the lack of metadata is then no sign. */
  ownCapture: boolean;
  /** Whether the person was supposed to hold a document into the picture, whose portrait is a second face. Default false. */
  holdsDocument?: boolean;
}

/** A sign without its picture, which the collector adds. */
export type Sign = Omit<Evidence, 'mediaId'> & { code: EvidenceCode };

/** Longest side in pixels for examining fine structure; most uploads do not contain finer detail. */
export const fineSide = 1920;
