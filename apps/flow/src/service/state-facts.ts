import type { FlowState } from '@countersign/contract';

/** The person is taking pictures, here or on another device. */
export const isOpen = ({ session }: FlowState): boolean => session.status === 'started';
/** This is the computer of a handoff: it reports what another device does. */
export const isFollowing = ({ handoff }: FlowState): boolean =>
  handoff?.side === 'computer' && handoff.stage === 'confirmed';
/** The attempt was submitted, and no other is required. */
export const isSent = ({ session, ended }: FlowState): boolean =>
  session.status === 'submitted' || session.status === 'review' || ended === 'complete';

/** Number of the attempt to start: one more than that of an insufficient attempt. */
export const attemptToStart = ({ session }: FlowState): number =>
  session.status === 'resubmission_requested' ? session.attempt + 1 : session.attempt;

/** Whether details were among the steps of the attempt and are now complete. @param so the previous value */
export const isDetailed = (
  before: FlowState | null,
  { session, missing }: FlowState,
  so: boolean,
): boolean => {
  if (before === null || before.session.attempt !== session.attempt) return false;
  const hasFields = (steps: FlowState['missing']) => steps.some(({ kind }) => kind === 'fields');
  return so || (hasFields(before.missing) && !hasFields(missing));
};
