import { Unavailable } from '../runtime/unavailable.ts';

/**
 * Something is wrapped under a version of the key-encryption key that this process does not have: it was removed too early, or not
 * configured yet.
 */
export class KeyVersionMissing extends Unavailable {
  constructor(versions: readonly number[]) {
    const named = `version${versions.length === 1 ? '' : 's'} ${versions.join(', ')}`;
    super(
      `key-encryption key: must hold ${named}, which data in this database is encrypted with; add the line for every process again, and remove it after "countersign keys rewrap"`,
    );
  }
}
