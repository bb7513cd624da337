import type { CardFinding } from '@countersign/findings';
import type { Face } from '../faces/find-faces.ts';
import type { MrzReading } from '../mrz/reading.ts';
import type { OpenedImage } from '../picture/open-image.ts';
import type { PictureSubject } from '../quality/measure-quality.ts';
import type { Picture } from './picture-findings.ts';

/** A picture that was opened, with the first results. */
export interface Seen {
  picture: Picture;
  image: OpenedImage;
  subject: PictureSubject;
  /** `null` if the search failed. */
  faces: Face[] | null;
  card: CardFinding | null;
  /** The zone of a side with a portrait; other sides are searched for a zone after their codes. */
  mrz: MrzReading | null;
  /**
   * Whether a side with a portrait has not been searched for a zone yet, because it is more likely on another side, which is examined
   * first.
   */
  isZoneElsewhere: boolean;
}

/** Whether it is a document side with a face on it. */
export const hasPortrait = ({ subject, faces }: Pick<Seen, 'subject' | 'faces'>): boolean =>
  subject === 'document' && (faces?.length ?? 0) > 0;
