/** A licence payload to build. */
export interface AamvaOptions {
  subfile: 'DL' | 'ID';
  /** Version of the card design standard, 1–10. */
  version: number;
  /** Text by three-letter element id, in the order in which it is written. */
  elements: Readonly<Record<string, string>>;
  jurisdiction: AamvaJurisdiction;
}

/** The parts of a payload that differ between issuers. */
export interface AamvaJurisdiction {
  /** Six digits. */
  issuer: string;
  /** 0–99; headers have it from version 2 of the standard on. */
  version?: number;
  /** Elements of the issuer's own subfile, whose id begins with Z; without it the payload has no such subfile. */
  own?: { subfile: string; elements: Readonly<Record<string, string>> };
  /** Separator between elements; the standard requires LF. */
  separator?: '\n' | '\r' | '\r\n';
  /** Writes wrong offsets into the header, as some issuers do. */
  wrongOffsets?: boolean;
  /** File type; the standard requires `ANSI `, the oldest cards have `AAMVA`. */
  fileType?: 'ANSI ' | 'AAMVA';
}

/** Returns the bytes of the PDF417 on a driving licence or identity card in the format of North American issuers. */
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
