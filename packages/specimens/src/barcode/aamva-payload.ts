/** A licence payload to build. */
export interface AamvaOptions {
  subfile: 'DL' | 'ID';
  /** Of the card design standard, 1–10. */
  version: number;
  /** Three-letter element id to text, in this order. */
  elements: Readonly<Record<string, string>>;
  jurisdiction: AamvaJurisdiction;
}

/** What differs from one issuer to the next. */
export interface AamvaJurisdiction {
  /** Six digits. */
  issuer: string;
  /** 0–99, left out of the header before version 2. */
  version?: number;
  /** Elements of the issuer's own subfile, whose id begins with Z; none without. */
  own?: { subfile: string; elements: Readonly<Record<string, string>> };
  /** Between elements; LF by the standard. */
  separator?: '\n' | '\r' | '\r\n';
  /** Some headers name offsets that do not hold. */
  wrongOffsets?: boolean;
  /** The file type, `ANSI ` by the standard; the oldest cards have `AAMVA`. */
  fileType?: 'ANSI ' | 'AAMVA';
}

/** The bytes of a driving licence's or identity card's PDF417 as North American issuers write it. */
export function aamvaPayload(options: AamvaOptions): Uint8Array {
  const { subfile, version, elements, jurisdiction } = options;
  const separator = jurisdiction.separator ?? '\n';
  const subfiles = [{ type: subfile as string, text: subfileText(subfile, elements, separator) }];
  if (jurisdiction.own)
    subfiles.push({
      type: jurisdiction.own.subfile,
      text: subfileText(jurisdiction.own.subfile, jurisdiction.own.elements, separator),
    });
  const start = headerStart(version, jurisdiction) + String(subfiles.length).padStart(2, '0');
  let offset = start.length + subfiles.length * 10;
  let directory = '';
  for (const { type, text } of subfiles) {
    const named = jurisdiction.wrongOffsets ? 0 : offset;
    directory += type + String(named).padStart(4, '0') + String(text.length).padStart(4, '0');
    offset += text.length;
  }
  return Uint8Array.from(
    Buffer.from(start + directory + subfiles.map(({ text }) => text).join(''), 'latin1'),
  );
}

function headerStart(version: number, jurisdiction: AamvaJurisdiction): string {
  const own = version < 2 ? '' : String(jurisdiction.version ?? 0).padStart(2, '0');
  const fileType = jurisdiction.fileType ?? 'ANSI ';
  return `@\n\x1e\r${fileType}${jurisdiction.issuer}${String(version).padStart(2, '0')}${own}`;
}

function subfileText(type: string, elements: Readonly<Record<string, string>>, separator: string): string {
  const lines = Object.entries(elements).map(([id, text]) => id + text);
  return `${type}${lines.join(separator)}\r`;
}
