import type { CardFinding, Evidence, EvidenceCode } from '@countersign/findings';
import type { Face } from '../faces/find-faces.ts';
import type { OpenedImage } from '../picture/open-image.ts';

/** A picture whose signs are looked for while it is open. */
export interface EvidencePicture {
  mediaId: string;
  subject: 'selfie' | 'document';
  image: OpenedImage;
  /** Widest first; the first is the person or the portrait. */
  faces: readonly Face[];
  /** Its outline on a document picture, `null` when none was found. */
  card: CardFinding | null;
  /** True when our own flow took it: it then carries no metadata, which is no sign. */
  ownCapture: boolean;
  /** True when the person was to hold a document into the picture, whose portrait is a second face. Default false. */
  holdsDocument?: boolean;
}

/** What a sign measured; the picture is added by who collects. */
export type Sign = Omit<Evidence, 'mediaId'> & { code: EvidenceCode };

/** Longest side in pixels at which fine structure is looked at; finer detail than this most uploads do not carry. */
export const fineSide = 1920;
