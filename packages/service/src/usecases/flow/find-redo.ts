import type { FlowProblem } from '@countersign/contract';
import { redoOf } from '@countersign/core';
import type { DataKey } from '../../encryption/seal.ts';
import { findResubmissionRequest } from '../../storage/session/decisions.ts';
import type { Queryable } from '../../storage/integration/live-caller.ts';
import { openStoredFindings } from '../session/stored-findings.ts';
import { isFlowContext } from './flow-pictures.ts';

/** What has to be taken again. */
export interface FoundRedo {
  /** The attempt whose decision requested the resubmission; `null` if unknown. */
  attemptId: string | null;
  problems: FlowProblem[];
  /** Whether pictures of a context have to be taken again. */
  again(context: string): boolean;
}

/** What a session's request for resubmission requires. @see spec/contract.md A-184 */
export async function findRedo(
  db: Queryable,
  key: { integrationId: string; sessionId: string },
  dataKey: DataKey,
): Promise<FoundRedo> {
  const request = await findResubmissionRequest(db, key);
  if (request === null) return { attemptId: null, problems: [], again: () => true };
  const findings = openStoredFindings(dataKey, request.attemptId, request.findings);
  const { contexts, problems } = redoOf({ code: request.reasonCode, pictures: findings?.pictures ?? [] });
  return {
    attemptId: request.attemptId,
    problems,
    again: (context) => contexts === null || (contexts as readonly string[]).includes(context),
  };
}

/**
 * Contexts whose pictures of the last attempt are reused in the next one.
 * @param sent contexts that the next attempt already has, if it was opened over the API
 */
export const keptContexts =
  ({ again }: FoundRedo, sent: readonly { context: string }[]) =>
  (context: string): boolean =>
    isFlowContext(context) && !again(context) && !sent.some((picture) => picture.context === context);
