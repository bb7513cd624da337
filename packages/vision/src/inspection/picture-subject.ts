import type { PictureSubject } from '../quality/measure-quality.ts';

/** What a picture with this upload context shows; close-ups of codes, and papers, contain no face to compare. */
export function subjectOf(context: string): PictureSubject {
  const side = context.replace(/-pre$/, '');
  if (side === 'face' || side === 'face-reference' || side === 'document-and-face') return 'selfie';
  if (isCloseUp(side) || side === 'address-front') return 'other';
  return /^(generic-)?document-/.test(side) ? 'document' : 'other';
}

/** Whether the context is a close-up of a bar code. */
export const isCloseUp = (context: string) => /-(qrcode|barcode)(-pre)?$/.test(context);

/** The context without the suffix that distinguishes captures of the same thing. */
export const thingOf = (context: string): string =>
  context.replace(/-(pre|qrcode|barcode|with-signature)(?=-|$)/g, '');
