const [blank, lastPlain] = [0x20, 0x7e];
/** Control characters other than white space. */
const control = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/u;
const controls = new RegExp(control, 'gu');

/**
 * Whether a text consists of ASCII words separated by single spaces, as nearly all do. A regular expression takes several times as long.
 */
export function isPlain(text: string): boolean {
  let afterBlank = true;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const isBlank = unit === blank;
    if (unit < blank || unit > lastPlain || (isBlank && afterBlank)) return false;
    afterBlank = isBlank;
  }
  return !afterBlank;
}

/** Removes control characters, and collapses and trims white space. */
export function cleanText(text: string): string {
  return !isPlain(text) && /[\p{Cc}\s]/u.test(text)
    ? text
        .replace(controls, '')
        .replace(/[\s\u0085]+/gu, ' ')
        .trim()
    : text;
}

/** Whether a text has control characters other than white space. */
export function hasControls(text: string): boolean {
  return control.test(text);
}

/** Copies a text that is kept: a substring of a line would keep the whole line in memory. */
export function inOwnMemory(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
