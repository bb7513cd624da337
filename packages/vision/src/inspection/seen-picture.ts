import type { CardFinding } from '@countersign/findings';
import type { Face } from '../faces/find-faces.ts';
import type { MrzReading } from '../mrz/reading.ts';
import type { OpenedImage } from '../picture/open-image.ts';
import type { PictureSubject } from '../quality/measure-quality.ts';
import type { Picture } from './picture-findings.ts';

/** A picture that was opened, and what was found on it first. */
export interface Seen {
  picture: Picture;
  image: OpenedImage;
  subject: PictureSubject;
  /** `null` when the search failed. */
  faces: Face[] | null;
  card: CardFinding | null;
  /** The zone of a side with a portrait; other sides are searched for one after their codes. */
  mrz: MrzReading | null;
  /** A side with a portrait was not searched for a zone yet: it is likelier on another side, which is looked at first. */
  isZoneElsewhere: boolean;
}

/** A side of a document with a face on it. */
export const hasPortrait = ({ subject, faces }: Pick<Seen, 'subject' | 'faces'>): boolean =>
  subject === 'document' && (faces?.length ?? 0) > 0;
