/** Kinds of documents that pictures are sorted into; whether one is accepted is policy. */
export type DocumentKind =
  | 'passport'
  | 'visa'
  | 'id-card'
  | 'residence-permit'
  | 'driving-licence'
  | 'mx-ine'
  | 'co-cedula-yellow'
  | 'co-cedula-digital'
  | 'br-cnh'
  | 'us-licence';

/** What a document picture seems to show, from its zone, codes, print and outline. */
export interface DocumentClass {
  kind: DocumentKind;
  /** ISO 3166-1 alpha-3 or a special code such as `UTO`; `null` when unknown. */
  issuingState: string | null;
  /** 0–1. */
  confidence: number;
  /** By what it was recognised: `mrz`, `barcode`, `printed`, `outline`. */
  source: 'mrz' | 'barcode' | 'printed' | 'outline';
}
