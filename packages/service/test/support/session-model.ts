/**
 * The life of a session as the contract's tables have it, written once more and without the service's own tables: what each operation
 * answers, and which webhooks are owed after it.
 * @see spec/contract.md
 */

/** First names that force an outcome on test integrations. */
export const forcedNames = {
  Approve: 'approved',
  Decline: 'declined',
  Resubmit: 'resubmission_requested',
  Review: 'review',
  Expire: 'expired',
  Abandon: 'abandoned',
} as const;
export type ForcedName = keyof typeof forcedNames;

const reviewVerdicts = {
  approve: 'approved',
  decline: 'declined',
  'ask-again': 'resubmission_requested',
} as const;
export type ReviewVerdict = keyof typeof reviewVerdicts;

const lifetimeSeconds = 7 * 86_400;
const windowSeconds = 300;
const mostAttempts = 10;
const notFound = '404/1101';

/** What an observer of a session sees. */
export interface Seen {
  /** Of the decision; `null` while there is none, `404/1101` once deleted. */
  decision: string | null;
  /** Statuses of its attempts, newest first. */
  attempts: string[];
  /** Webhooks that are due, in the order of their recording: `event submitted`, `decision approved`, … */
  owed: string[];
}

/** A session of the model. Times are seconds since its creation. */
export class SessionModel {
  private status = 'created';
  private opened = false;
  private deleted = false;
  private redacted = false;
  private held = false;
  private reported = false;
  private now = 0;
  private expiresAt = lifetimeSeconds;
  private windowEndsAt: number | null = null;
  /** Oldest first. */
  private readonly attempts = ['created'];
  private owed: string[] = [];

  private readonly outcome: string;

  constructor(firstName: ForcedName) {
    this.outcome = forcedNames[firstName];
  }

  seen(): Seen {
    const isDecided = !['created', 'started', 'submitted'].includes(this.status);
    const decision = this.deleted ? notFound : isDecided ? this.status : null;
    return {
      decision,
      attempts: this.deleted ? [] : this.attempts.toReversed(),
      owed: [...this.owed],
    };
  }

  advance(seconds: number): string {
    this.now += seconds;
    return 'done';
  }

  /** A picture, or collected data: the first one after a request to resubmit opens the next attempt. */
  input(): string {
    if (this.deleted) return notFound;
    if (!this.isOpen() || this.isOverdue()) return '409/1303';
    if (!this.hasOpenAttempt()) this.attempts.push('created');
    return '200';
  }

  submit(): string {
    if (this.deleted) return notFound;
    if (this.status === 'submitted') return '200';
    if (!this.isOpen() || this.isOverdue()) return '400/1304';
    if (!this.hasOpenAttempt()) this.attempts.push('created');
    this.move('submitted');
    this.windowEndsAt = null;
    this.owed.push('event submitted');
    return '200';
  }

  /** A page of the flow is opened. */
  open(): string {
    if (this.deleted) return '404/link-unknown';
    if (!this.isFinal() && !this.isOverdue()) this.opened = true;
    return '200';
  }

  /** A page is opened, and the first screen of the first attempt accepted; a repetition changes nothing. */
  start(): string {
    if (this.deleted) return this.open();
    const canStart = this.status === 'created' && !this.isOverdue();
    this.open();
    if (this.attempts.length > 1 || (this.status === 'created' && !canStart)) return '409/state-changed';
    if (!canStart) return '200';
    this.move('started');
    this.owed.push('event started');
    return '200';
  }

  /** A worker takes the job of the checks, if there is one. */
  check(): string {
    if (!this.deleted && this.status === 'submitted') this.decide(this.outcome);
    return 'done';
  }

  review(verdict: ReviewVerdict): string {
    if (this.deleted) return 'unknown-session';
    if (this.status !== 'review') return 'not-in-review';
    this.decide(reviewVerdicts[verdict]);
    return 'reviewed';
  }

  /** The upkeep ends what is overdue. */
  end(): string {
    if (this.deleted || !this.isOverdue()) return 'done';
    const isUnopened = this.status === 'created' && !this.opened;
    this.decide(isUnopened ? 'expired' : 'abandoned');
    return 'done';
  }

  remove(): string {
    if (this.deleted) return notFound;
    if (this.held) return '400/1304';
    if (this.status === 'submitted') return '400/1306';
    if (this.status === 'review') return '400/1305';
    const isUnopened = this.status === 'created' && !this.opened;
    this.owed = this.isFinal() ? [] : [`decision ${isUnopened ? 'expired' : 'abandoned'}`];
    this.deleted = true;
    return '200';
  }

  /** Everything personal goes; what shows how it was decided stays. */
  redact(): string {
    if (this.deleted) return 'unknown-session';
    if (this.redacted) return 'done';
    if (!this.isFinal()) return 'not-ended';
    if (this.held) return 'on-hold';
    if (this.owed.length > 0) return 'webhooks-waiting';
    this.redacted = true;
    return 'redacted';
  }

  hold(held: boolean): string {
    if (this.deleted) return 'unknown-session';
    if (this.held === held) return 'unchanged';
    this.held = held;
    return held ? 'held' : 'released';
  }

  report(): string {
    if (this.deleted) return 'The session was not found.';
    if (!['approved', 'declined', 'resubmission_requested'].includes(this.status))
      return 'The session cannot be reported in its present status.';
    if (this.reported) return 'The session has already been reported.';
    this.reported = true;
    return 'reported';
  }

  /** @returns what the client receives, in the order of the alphabet */
  deliver(): string {
    return this.owed.splice(0).toSorted().join(', ');
  }

  private isFinal(): boolean {
    return ['approved', 'declined', 'expired', 'abandoned'].includes(this.status);
  }

  private isOpen(): boolean {
    return ['created', 'started', 'resubmission_requested'].includes(this.status);
  }

  private isOverdue(): boolean {
    return this.isOpen() && Math.min(this.expiresAt, this.windowEndsAt ?? this.expiresAt) <= this.now;
  }

  private hasOpenAttempt(): boolean {
    return ['created', 'started'].includes(this.attempts.at(-1) ?? '');
  }

  private move(to: string): void {
    this.status = to;
    this.attempts[this.attempts.length - 1] = to;
  }

  private decide(outcome: string): void {
    const isLast = outcome === 'resubmission_requested' && this.attempts.length >= mostAttempts;
    const to = isLast ? 'declined' : outcome;
    this.move(to);
    this.owed.push(`decision ${to}`);
    this.windowEndsAt = null;
    if (to !== 'resubmission_requested') return;
    const windowEndsAt = this.now + windowSeconds;
    if (this.expiresAt <= this.now) this.expiresAt = windowEndsAt;
    this.windowEndsAt = Math.min(windowEndsAt, this.expiresAt);
  }
}
