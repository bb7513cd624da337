import { reasonCodes, type ReasonStatus } from '@countersign/contract';
import type { RegistryVerdict } from './verdict.ts';

const codes = { approved: 9001, declined: 9102, resubmission_requested: 9103 } as const;

/**
 * The verdict for a reason code, with the catalogue's text.
 * @param reasonCode `null`: approved
 * @param status one of its statuses, for a code with two (529); by default the catalogue's first
 * @throws {Error} the catalogue does not have the code with that status
 * @see spec/registries.md 3.6
 */
export function registryVerdict(
  reasonCode: RegistryVerdict['reasonCode'],
  status?: ReasonStatus,
): RegistryVerdict {
  if (reasonCode === null) {
    return { status: 'approved', code: codes.approved, reasonCode, reason: null };
  }
  const { statuses, text } = reasonCodes[reasonCode];
  const given = statuses.find((one) => status === undefined || one === status);
  if (!given) throw new Error(`reason code ${reasonCode} does not go with ${status}`);
  return { status: given, code: codes[given], reasonCode, reason: text };
}
