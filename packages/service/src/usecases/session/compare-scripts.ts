import type { CompareScripts } from '@countersign/core';
import { compareWrittenNames } from '@countersign/screening';

/** Compares names that clients supply in another script in the same way as screening. @see spec/contract.md A-316 */
export const compareScripts: CompareScripts = compareWrittenNames;
