import type { BarcodeFinding, FieldReadings } from '@countersign/findings';
import { readAamva } from './aamva.ts';
import type { BarcodeKind } from './barcode-reading.ts';
import { holdsColombianCard, readColombianCard } from './colombian-card.ts';
import { latin1 } from './payload-text.ts';

/** The parts of a payload that may be kept. */
export interface ParsedPayload {
  kind: BarcodeKind;
  /** Bytes. */
  length: number;
  fields: FieldReadings | null;
  version: string | null;
  truncated?: true;
  openDates?: NonNullable<BarcodeFinding['openDates']>;
  unofficial: boolean;
  /** Only on request, and never for kinds that contain biometric data. */
  text: string | null;
  /** Whether the payload contains biometric data, so that the decoder must wipe its copies too. */
  biometric: boolean;
}

/** Context of the payload. */
export interface PayloadContext {
  /** As named by the decoder. */
  format: string;
  /** Whether to return the text of kinds that may have one. */
  raw?: boolean;
}

/** Minimum length from which an unreadable QR code counts as the sealed one of a Brazilian licence. */
const sealedLength = 300;

/**
 * Extracts what may be kept from a payload and overwrites the given bytes, whatever their content. Works on bytes only, because the
 * conversion to text loses the field separators.
 */
export function parsePayload(bytes: Uint8Array, { format, raw = false }: PayloadContext): ParsedPayload {
  try {
    const parsed = parseKnown(bytes, format);
    const text = raw && !parsed.biometric ? textOf(bytes) : null;
    return { ...parsed, length: bytes.length, text };
  } finally {
    bytes.fill(0);
  }
}

function parseKnown(bytes: Uint8Array, format: string): Omit<ParsedPayload, 'length' | 'text'> {
  const other = { kind: 'other', fields: null, version: null, unofficial: false, biometric: false } as const;
  if (format === 'PDF417') {
    const fields = readColombianCard(bytes);
    if (fields) return { ...other, kind: 'co-cedula-pdf417', fields, unofficial: true, biometric: true };
  }
  // Checked first, before anything that would return the text, whatever else the payload looks like.
  if (holdsColombianCard(bytes)) return { ...other, biometric: true };
  const card = format === 'PDF417' ? readAamva(bytes) : null;
  if (card) return { ...other, kind: 'aamva', ...card };
  if (format === 'QRCode' && bytes.length >= sealedLength && !isText(bytes))
    return { ...other, kind: 'br-cnh-qr', unofficial: true };
  return other;
}

/** Whether the bytes are mostly printable, like web addresses and certificates. */
function isText(bytes: Uint8Array): boolean {
  let printable = 0;
  for (const byte of bytes)
    if ((byte >= 32 && byte < 127) || byte === 9 || byte === 10 || byte === 13) printable += 1;
  return printable > 0.85 * bytes.length;
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return latin1(bytes);
  }
}
