import { bodyObject } from './members.ts';
import { Problem } from './problems.ts';
import { isCalendarDate, isJsonObject, oneOf, suppliedValue } from './rules.ts';

/** Contexts under which a client may upload, in the contract's order. @see spec/contract.md A-35 */
export const uploadContexts = [
  'face',
  'face-reference',
  'document-front',
  'document-back',
  'document-front-qrcode',
  'document-back-qrcode',
  'document-back-barcode',
  'document-front-with-signature',
  'generic-document-front',
  'face-pre',
  'document-front-pre',
  'document-back-pre',
  'document-front-qrcode-pre',
  'document-back-qrcode-pre',
  'document-back-barcode-pre',
  'document-front-with-signature-pre',
] as const;

/**
 * Contexts that no check inspects: rejected, so that their pictures are never mistaken for verified ones. Lists may show those of
 * earlier releases. @see spec/contract.md
 */
export const unjudgedContexts = ['document-and-face', 'address-front', 'document-and-face-pre'] as const;

/** Contexts of pictures produced only by the service. @see spec/contract.md A-35 */
export const serviceContexts = [
  'face-cropped',
  'document-front-face-cropped',
  'face-nfc',
  'registry-face',
] as const;

/** Contexts of videos; they appear in lists only. @see spec/contract.md A-35 */
export const videoContexts = [
  'selfid_video',
  'face-pre-video',
  'document-front-pre-video',
  'document-back-pre-video',
  'document-and-face-pre-video',
  'document-back-barcode-pre-video',
] as const;

/** Every context a media file can have. @see spec/contract.md A-35 */
export const mediaContexts = [
  ...uploadContexts,
  ...unjudgedContexts,
  ...serviceContexts,
  ...videoContexts,
] as const;

export type UploadContext = (typeof uploadContexts)[number];

/** Types of stored media, with the file name extension of each. @see spec/contract.md */
export const mediaTypes = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
} as const;

const extensions: Readonly<Record<string, string>> = mediaTypes;

/** File name extension for a stored type, without the dot; `bin` for an unknown type. */
export const extensionOf = (mimetype: string): string => extensions[mimetype] ?? 'bin';

/** The small members of an upload; the content itself is validated by its own reader. */
export interface UploadMedia {
  context: UploadContext;
  /** ISO 8601 date-time as sent; `null` when not sent. It is checked and then ignored. */
  timestamp: string | null;
}

const dateTimeForm =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:[.,]\d+)?(?:Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)$/;

/** True for an ISO 8601 date-time with seconds and a zone. @see spec/contract.md A-36 */
export function isDateTime(text: string): boolean {
  const match = dateTimeForm.exec(text);
  return match !== null && isCalendarDate(match[1] ?? '');
}

/**
 * Reads the body of POST …/media. The content may be the original, or any placeholder string if it was read from the stream:
 * only its presence and JSON type are checked here; `judgeContent` checks its characters and bytes.
 * @param judgeContent called at the content's turn in the order of the table; throws the content's problem, if any
 * @throws Problem of the first violated row
 * @see spec/contract.md A-36
 */
export function parseUploadMedia(
  body: unknown,
  judgeContent: (content: string) => void = () => {},
): UploadMedia {
  const image = imageOf(body);
  const context = contextOf(image);
  const content = suppliedValue(image, 'content', null);
  if (content === undefined) throw new Problem('image-property-missing', { parameter: 'image.content' });
  if (typeof content !== 'string') throw new Problem('image-not-base64');
  judgeContent(content);
  return { context, timestamp: timestampOf(image) };
}

function imageOf(body: unknown): Readonly<Record<string, unknown>> {
  const image = suppliedValue(bodyObject(body), 'image', null);
  if (image === undefined) throw new Problem('image-property-missing', { parameter: 'image' });
  if (!isJsonObject(image)) throw new Problem('parameter-invalid', { parameter: 'image' });
  return image;
}

function contextOf(image: Readonly<Record<string, unknown>>): UploadContext {
  const context = suppliedValue(image, 'context', oneOf(uploadContexts));
  if (context === undefined) throw new Problem('image-property-missing', { parameter: 'image.context' });
  const known = uploadContexts.find((name) => name === context);
  if (!known) throw new Problem('image-context-unsupported');
  return known;
}

function timestampOf(image: Readonly<Record<string, unknown>>): string | null {
  const timestamp = suppliedValue(image, 'timestamp', oneOf([]));
  if (timestamp === undefined) return null;
  if (typeof timestamp !== 'string') throw new Problem('parameter-invalid', { parameter: 'image.timestamp' });
  if (!isDateTime(timestamp)) throw new Problem('timestamp-invalid', { parameter: 'image.timestamp' });
  return timestamp;
}
