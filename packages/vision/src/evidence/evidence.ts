export type { Evidence, EvidenceCode } from '@countersign/findings';
