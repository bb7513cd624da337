import type { DocumentKind, PictureFinding, PictureFindings } from '@countersign/findings';
import { printedConfidence } from './field-values.ts';
import type { SessionData } from '../session-data.ts';

/**
 * Whether a verification needs the back of a document: it does if the zone or code is there. National licences have everything that is
 * read on the front.
 */
const hasCodedBack: Readonly<Record<DocumentKind, boolean>> = {
  passport: false,
  visa: false,
  'id-card': true,
  'residence-permit': true,
  'driving-licence': false,
  'mx-ine': true,
  'co-cedula-yellow': true,
  'co-cedula-digital': true,
  'br-cnh': false,
  'us-licence': true,
};

/** The same by the announced type, for documents that were not recognised. */
const announcedWithCodedBack = new Set(['ID_CARD', 'RESIDENCE_PERMIT']);

/** Countries, ISO 3166-1 alpha-2, whose driving licences have a bar code with all of their data on the back. */
const codedLicences: ReadonlySet<string> = new Set(['US', 'CA']);

/** Whether driving licences of a country have zone or code on the back. @see spec/contract.md */
export const isCodedLicence = (country: string | undefined): boolean => codedLicences.has(country ?? '');

/**
 * Whether this kind of document has a zone or code on its back. The recognised kind outranks the announced one.
 * @see spec/contract.md A-131
 */
export function isCodedOnBack(
  { documentClass }: Pick<PictureFindings, 'documentClass'>,
  { document }: Pick<SessionData, 'document'>,
): boolean {
  if (documentClass && documentClass.confidence >= printedConfidence) return hasCodedBack[documentClass.kind];
  if (document.type === 'DRIVERS_LICENSE') return isCodedLicence(document.country);
  return announcedWithCodedBack.has(document.type ?? '');
}

/** A face this wide, as a share of the picture, is a person in front of the camera: portraits on documents stay below half of it. */
const personShare = 0.25;

/** Whether a picture meant to show a document shows a person and no part of a document. @see spec/contract.md A-131 */
export function showsPerson(
  { mediaId, card, faces, width }: PictureFinding,
  { mrz, barcode, printed }: Pick<PictureFindings, 'mrz' | 'barcode' | 'printed'>,
): boolean {
  const wasRead = [mrz, barcode, printed].some((source) => source?.mediaId === mediaId);
  const [widest] = faces;
  return !wasRead && card === null && widest !== undefined && widest.width >= personShare * width;
}
