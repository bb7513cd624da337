/** Picture formats recognisable by their first bytes. */
export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'heic';

/** Format according to the first bytes of a file; `unsupported`: unknown. */
export type RecognisedFormat = PictureFormat | 'pdf' | 'unsupported';
