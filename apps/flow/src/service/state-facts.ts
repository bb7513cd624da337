import type { FlowState } from '@countersign/contract';

/** The person is taking pictures, here or on another device. */
export const isOpen = ({ session }: FlowState): boolean => session.status === 'started';
/** The computer's part of a handoff: another device does what this page reports. */
export const isFollowing = ({ handoff }: FlowState): boolean =>
  handoff?.side === 'computer' && handoff.stage === 'confirmed';
/** The attempt was handed in, and no other is wanted. */
export const isSent = ({ session, ended }: FlowState): boolean =>
  session.status === 'submitted' || session.status === 'review' || ended === 'complete';

/** Another attempt has the number after that of the one which was not enough. */
export const attemptToStart = ({ session }: FlowState): number =>
  session.status === 'resubmission_requested' ? session.attempt + 1 : session.attempt;

/** Whether details were among the steps of the attempt and are there now. @param so what was known before */
export const isDetailed = (
  before: FlowState | null,
  { session, missing }: FlowState,
  so: boolean,
): boolean => {
  if (before === null || before.session.attempt !== session.attempt) return false;
  const hasFields = (steps: FlowState['missing']) => steps.some(({ kind }) => kind === 'fields');
  return so || (hasFields(before.missing) && !hasFields(missing));
};
