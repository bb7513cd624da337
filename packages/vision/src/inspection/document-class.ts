import type { BarcodeReading } from '../barcode/barcode-reading.ts';
import type { CardFinding, DocumentClass, DocumentKind } from '@countersign/findings';
import type { Face } from '../faces/find-faces.ts';
import type { MrzReading } from '../mrz/reading.ts';
import type { PrintedReading } from '../printed/printed-reading.ts';
import { sideLength } from '../card/card-pose.ts';

/** The findings from the sources of one document. */
export interface DocumentSources {
  mrz: MrzReading | null;
  barcode: BarcodeReading | null;
  printed: PrintedReading | null;
}

/** The kind of document by its zone, otherwise its code, otherwise its print. */
export function classifyDocument({ mrz, barcode, printed }: DocumentSources): DocumentClass | null {
  if (mrz) return classOfZone(mrz);
  return (barcode && classOfBarcode(barcode)) ?? printed?.documentClass ?? null;
}

/** The kind of document whose print to expect: like {@link classifyDocument}, or what a sealed code suggests without proving it. */
export function likelyKind(sources: Omit<DocumentSources, 'printed'>): DocumentKind | null {
  const known = classifyDocument({ ...sources, printed: null });
  return known?.kind ?? (sources.barcode?.kind === 'br-cnh-qr' ? 'br-cnh' : null);
}

/** Codes of cards that states use for residence permits; the United States print `C1` and `C2`. */
const permitCodes = new Set(['IR', 'AR', 'CR', 'RP', 'IT', 'AT', 'C1', 'C2']);

/** National cards that are separate kinds, by state and document code. */
const nationalKinds: Readonly<Record<string, DocumentKind>> = {
  'MEX ID': 'mx-ine',
  'COL IC': 'co-cedula-digital',
};

function classOfZone({ fields, confidence }: MrzReading): DocumentClass {
  const { documentCode, issuingState } = fields;
  const kind = nationalKinds[`${issuingState} ${documentCode}`] ?? kindOfCode(documentCode);
  return { kind, issuingState: issuingState || null, confidence, source: 'mrz' };
}

function kindOfCode(code: string): DocumentKind {
  if (code.startsWith('P')) return 'passport';
  if (code.startsWith('V')) return 'visa';
  if (code.startsWith('D')) return 'driving-licence';
  return code.startsWith('R') || permitCodes.has(code) ? 'residence-permit' : 'id-card';
}

function classOfBarcode({ kind, fields }: BarcodeReading): DocumentClass | null {
  const issuingState = fields?.issuingState?.value ?? null;
  const of = (document: DocumentKind, state: string | null): DocumentClass => ({
    kind: document,
    issuingState: state,
    confidence: 1,
    source: 'barcode',
  });
  switch (kind) {
    case 'co-cedula-pdf417':
      return of('co-cedula-yellow', 'COL');
    case 'aamva':
      if (fields?.documentCode?.value === 'ID') return of('id-card', issuingState);
      return of(issuingState === 'USA' ? 'us-licence' : 'driving-licence', issuingState);
    default:
      return null;
  }
}

/** Minimum width of a portrait, as a share of its card; smaller faces on a back are ghost images. */
const portraitShare = 0.12;

/**
 * Which side of a document a picture shows. Zones of three lines and the codes of licences and cédulas are on backs, other zones are next
 * to the portrait.
 * @returns `null` if unknown
 */
export function sideOf(
  { mrz, barcode, printed }: DocumentSources,
  { portrait, card }: { portrait: Face | undefined; card: CardFinding | null },
): 'front' | 'back' | null {
  if (mrz) return mrz.format === 'TD1' ? 'back' : 'front';
  if (barcode?.kind === 'aamva' || barcode?.kind === 'co-cedula-pdf417') return 'back';
  if (printed?.side) return printed.side;
  if (portrait === undefined || card === null) return null;
  const width = Math.max(sideLength(card.corners, 0), sideLength(card.corners, 1));
  return portrait.width >= portraitShare * width ? 'front' : null;
}
