import type { CompareScripts } from '@countersign/core';
import { compareWrittenNames } from '@countersign/screening';

/** Names that clients supply in another script are compared as screening compares them. @see spec/contract.md A-316 */
export const compareScripts: CompareScripts = compareWrittenNames;
