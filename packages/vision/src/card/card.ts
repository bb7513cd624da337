export type { CardFinding as Card } from '@countersign/findings';
