/** Picture formats distinguished by their first bytes. */
export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'heic';

/** What the first bytes of a file show; `unsupported`: no known format. */
export type RecognisedFormat = PictureFormat | 'pdf' | 'unsupported';
