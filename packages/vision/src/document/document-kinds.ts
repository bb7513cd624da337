export type { DocumentClass, DocumentKind } from '@countersign/findings';
