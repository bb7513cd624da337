import type { Schema } from '../../model/screening-types.ts';
import { kindOfSchema } from '../../names/kind-of-schema.ts';

/**
 * Whether entities of these schemata are compared at all: people with people, organisations with organisations, vessels and aircraft only
 * with their own kind, and unknown entities with all.
 */
export function schemasCompatible(a: Schema, b: Schema): boolean {
  if (a === 'Unknown' || b === 'Unknown') return true;
  const kind = kindOfSchema(a);
  return kind === 'vessel' ? a === b : kind === kindOfSchema(b);
}
