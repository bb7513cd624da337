import type { UserDefinedData } from '@countersign/contract';
import { type DataKey, unsealText } from '../../encryption/seal.ts';
import type { StatusEntryRow } from '../../storage/session/user-statuses.ts';

/** Label under which the reason of a status on an attempt is sealed. */
export const reasonLabel = (entryId: string): string => `user-status:${entryId}`;

/** A status on an attempt as clients receive it. @throws SealBroken @see spec/contract.md A-44 */
export const userDefinedData = (
  dataKey: DataKey,
  { id, name, code, reason, reasonCode, createdAt }: StatusEntryRow,
): UserDefinedData => ({
  status: name,
  statusCode: code,
  reason: reason === null ? null : unsealText(dataKey, reasonLabel(id), reason),
  reasonCode,
  createdAt,
});
