import type { Form } from '@countersign/findings';
import { type DataKey, unsealText } from './seal.ts';

/** Location of a sealed value: the database column, and the identifier of the row. */
export interface StoredAt {
  table: string;
  column: string;
  row: string;
}

/** A stored value has a shape that no release wrote. The message names row and member, and nothing of the value. */
export class StoredDamaged extends Error {
  constructor({ table, column, row }: StoredAt, fault: string) {
    super(`stored ${table}.${column} of ${row} is damaged: ${fault}`);
    this.name = 'StoredDamaged';
  }
}

/**
 * Opens a value sealed by `sealJson` and validates its shape.
 * @throws SealBroken; StoredDamaged when it has another shape
 */
export function unsealForm<Value>(
  dataKey: DataKey,
  { label, form, at }: { label: string; form: Form<Value>; at: StoredAt },
  sealed: Uint8Array,
): Value {
  const value = parsed(unsealText(dataKey, label, sealed), at);
  if (form.matches(value)) return value;
  throw new StoredDamaged(at, form.faultOf(value));
}

function parsed(text: string, at: StoredAt): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's error quotes its input.
    throw new StoredDamaged(at, 'the value: must be JSON');
  }
}
