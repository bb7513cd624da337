export type { FieldName, FieldReading, FieldReadings } from '@countersign/findings';
