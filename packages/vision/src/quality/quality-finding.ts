export type { QualityFinding } from '@countersign/findings';
