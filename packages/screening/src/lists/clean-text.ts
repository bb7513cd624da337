const [blank, lastPlain] = [0x20, 0x7e];
/** Control characters other than white space. */
const control = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/u;
const controls = new RegExp(control, 'gu');

/** Whether a text is words of ASCII with one blank between two, as nearly all are. A pattern takes several times as long. */
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

/** Control characters out, white space in runs of one blank, none outside. */
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

/** The same text, for what is kept: one that was cut out of a line would keep the line. */
export function inOwnMemory(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
