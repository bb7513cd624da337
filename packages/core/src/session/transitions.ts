import { limits } from '@countersign/contract';

/**
 * The life of a session and of an attempt: one row per row of the contract's tables, and one look-up for each. Every change of status is a
 * move taken from here.
 * @see spec/contract.md
 */

export type SessionStatus =
  | 'created'
  | 'started'
  | 'submitted'
  | 'review'
  | 'approved'
  | 'declined'
  | 'resubmission_requested'
  | 'expired'
  | 'abandoned';

export type SessionEvent =
  | 'create'
  | 'create_submitted'
  | 'open'
  | 'accept_first_screen'
  | 'submit'
  | 'pass_checks'
  | 'fail_check'
  | 'ask_again'
  | 'ask_again_on_last_attempt'
  | 'find_inconclusive'
  | 'force_expired'
  | 'force_abandoned'
  | 'review_approved'
  | 'review_declined'
  | 'review_ask_again'
  | 'review_ask_again_on_last_attempt'
  | 'end_window_of_registry_check'
  | 'end_window'
  | 'end_lifetime_unopened'
  | 'end_lifetime'
  | 'delete';

/** The webhook that a move causes; the code that makes the move enqueues it. */
export type Emission = 'event_started' | 'event_submitted' | 'decision';

export interface Transition<Status, Event> {
  /** `null` if it does not exist yet. */
  from: Status | null;
  on: Event;
  /** `null` if it ceases to exist. */
  to: Status | null;
  emit: Emission | null;
}

/** @see spec/contract.md A-96 */
export const sessionTransitions: readonly Transition<SessionStatus, SessionEvent>[] = [
  { from: null, on: 'create', to: 'created', emit: null },
  { from: null, on: 'create_submitted', to: 'submitted', emit: 'event_submitted' },
  { from: 'created', on: 'open', to: 'created', emit: null },
  { from: 'created', on: 'accept_first_screen', to: 'started', emit: 'event_started' },
  { from: 'created', on: 'submit', to: 'submitted', emit: 'event_submitted' },
  { from: 'started', on: 'submit', to: 'submitted', emit: 'event_submitted' },
  { from: 'submitted', on: 'pass_checks', to: 'approved', emit: 'decision' },
  { from: 'submitted', on: 'fail_check', to: 'declined', emit: 'decision' },
  { from: 'submitted', on: 'ask_again', to: 'resubmission_requested', emit: 'decision' },
  { from: 'submitted', on: 'ask_again_on_last_attempt', to: 'declined', emit: 'decision' },
  { from: 'submitted', on: 'find_inconclusive', to: 'review', emit: 'decision' },
  { from: 'submitted', on: 'force_expired', to: 'expired', emit: 'decision' },
  { from: 'submitted', on: 'force_abandoned', to: 'abandoned', emit: 'decision' },
  { from: 'review', on: 'review_approved', to: 'approved', emit: 'decision' },
  { from: 'review', on: 'review_declined', to: 'declined', emit: 'decision' },
  { from: 'review', on: 'review_ask_again', to: 'resubmission_requested', emit: 'decision' },
  { from: 'review', on: 'review_ask_again_on_last_attempt', to: 'declined', emit: 'decision' },
  { from: 'resubmission_requested', on: 'submit', to: 'submitted', emit: 'event_submitted' },
  { from: 'resubmission_requested', on: 'end_window_of_registry_check', to: 'declined', emit: 'decision' },
  { from: 'resubmission_requested', on: 'end_window', to: 'abandoned', emit: 'decision' },
  { from: 'created', on: 'end_lifetime_unopened', to: 'expired', emit: 'decision' },
  { from: 'created', on: 'end_lifetime', to: 'abandoned', emit: 'decision' },
  { from: 'started', on: 'end_lifetime', to: 'abandoned', emit: 'decision' },
  { from: 'resubmission_requested', on: 'end_lifetime', to: 'abandoned', emit: 'decision' },
  { from: 'created', on: 'delete', to: null, emit: null },
  { from: 'started', on: 'delete', to: null, emit: null },
  { from: 'resubmission_requested', on: 'delete', to: null, emit: null },
  { from: 'approved', on: 'delete', to: null, emit: null },
  { from: 'declined', on: 'delete', to: null, emit: null },
  { from: 'expired', on: 'delete', to: null, emit: null },
  { from: 'abandoned', on: 'delete', to: null, emit: null },
];

export type AttemptStatus = SessionStatus;

export type AttemptEvent =
  | 'create'
  | 'redo_over_api'
  | 'redo_in_flow'
  | 'accept_first_screen'
  | 'submit'
  | 'pass_checks'
  | 'fail_check'
  | 'ask_again'
  | 'ask_again_on_last_attempt'
  | 'find_inconclusive'
  | 'force_expired'
  | 'force_abandoned'
  | 'review_approved'
  | 'review_declined'
  | 'review_ask_again'
  | 'review_ask_again_on_last_attempt'
  | 'session_expired'
  | 'session_abandoned'
  | 'session_declined_by_window';

/** @see spec/contract.md A-97 */
export const attemptTransitions: readonly Transition<AttemptStatus, AttemptEvent>[] = [
  { from: null, on: 'create', to: 'created', emit: null },
  { from: null, on: 'redo_over_api', to: 'created', emit: null },
  { from: null, on: 'redo_in_flow', to: 'started', emit: null },
  { from: 'created', on: 'accept_first_screen', to: 'started', emit: 'event_started' },
  { from: 'created', on: 'submit', to: 'submitted', emit: 'event_submitted' },
  { from: 'started', on: 'submit', to: 'submitted', emit: 'event_submitted' },
  { from: 'submitted', on: 'pass_checks', to: 'approved', emit: 'decision' },
  { from: 'submitted', on: 'fail_check', to: 'declined', emit: 'decision' },
  { from: 'submitted', on: 'ask_again', to: 'resubmission_requested', emit: 'decision' },
  { from: 'submitted', on: 'ask_again_on_last_attempt', to: 'declined', emit: 'decision' },
  { from: 'submitted', on: 'find_inconclusive', to: 'review', emit: 'decision' },
  { from: 'submitted', on: 'force_expired', to: 'expired', emit: 'decision' },
  { from: 'submitted', on: 'force_abandoned', to: 'abandoned', emit: 'decision' },
  { from: 'review', on: 'review_approved', to: 'approved', emit: 'decision' },
  { from: 'review', on: 'review_declined', to: 'declined', emit: 'decision' },
  { from: 'review', on: 'review_ask_again', to: 'resubmission_requested', emit: 'decision' },
  { from: 'review', on: 'review_ask_again_on_last_attempt', to: 'declined', emit: 'decision' },
  { from: 'created', on: 'session_expired', to: 'expired', emit: 'decision' },
  { from: 'created', on: 'session_abandoned', to: 'abandoned', emit: 'decision' },
  { from: 'started', on: 'session_abandoned', to: 'abandoned', emit: 'decision' },
  { from: 'created', on: 'session_declined_by_window', to: 'abandoned', emit: null },
  { from: 'started', on: 'session_declined_by_window', to: 'abandoned', emit: null },
  { from: 'resubmission_requested', on: 'session_declined_by_window', to: 'declined', emit: 'decision' },
  { from: 'resubmission_requested', on: 'session_abandoned', to: 'abandoned', emit: 'decision' },
];

/**
 * The move that an event causes from a status, or `null` if the event is not allowed there. A `null` status means that the session does not
 * exist yet.
 */
export function nextSession(status: SessionStatus | null, event: SessionEvent) {
  return sessionTransitions.find(({ from, on }) => from === status && on === event) ?? null;
}

/** As {@link nextSession}, for attempts. */
export function nextAttempt(status: AttemptStatus | null, event: AttemptEvent) {
  return attemptTransitions.find(({ from, on }) => from === status && on === event) ?? null;
}

const finalStatuses: readonly SessionStatus[] = ['approved', 'declined', 'expired', 'abandoned'];

/** Nothing leaves a final status except deletion. */
export function isFinal(status: SessionStatus): boolean {
  return finalStatuses.includes(status);
}

/** A session's lifetime ends only in these statuses; `submitted` and `review` end by a decision. */
export function lifetimeEvent(status: SessionStatus, opened: boolean): SessionEvent | null {
  const event = status === 'created' && !opened ? 'end_lifetime_unopened' : 'end_lifetime';
  return nextSession(status, event) ? event : null;
}

/** Number of attempts that a session may have. */
export const maximumAttempts = limits.attemptsPerSession;
