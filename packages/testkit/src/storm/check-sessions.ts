import { acknowledged, type Evidence, type StoredDecision, type Violation } from './history.ts';

/** Writes, decisions, states and files: I1, I2, I6, I7, I8, I12, I15. */
export const checkSessions = (evidence: Evidence): Violation[] => [
  ...acknowledgedWrites(evidence),
  ...oneDecisionEach(evidence),
  ...legalChains(evidence),
  ...nothingLeft(evidence),
  ...auditReplays(evidence),
  ...screeningsReviewed(evidence),
  ...oneSessionPerKey(evidence),
];

function acknowledgedWrites({ history, answers }: Evidence): Violation[] {
  const lost: Violation[] = [];
  const deleted = new Set(
    history.filter(({ kind }) => kind === 'delete').map(({ sessionId }) => sessionId ?? ''),
  );
  for (const { sessionId } of acknowledged(history, 'create')) {
    if (!deleted.has(sessionId ?? '') && !answers.decisions.has(sessionId ?? ''))
      lost.push({ invariant: 'I1', detail: `session ${sessionId} was acknowledged and is gone` });
  }
  for (const { sessionId } of acknowledged(history, 'delete')) {
    if (answers.decisions.has(sessionId ?? ''))
      lost.push({ invariant: 'I1', detail: `session ${sessionId} was deleted and is there` });
  }
  for (const { sessionId, mediaId, sha256 } of acknowledged(history, 'upload')) {
    const found = answers.media.get(mediaId ?? '');
    if (!deleted.has(sessionId ?? '') && found !== sha256)
      lost.push({
        invariant: 'I1',
        detail: `medium ${mediaId} was acknowledged and is ${found ? 'changed' : 'gone'}`,
      });
  }
  return lost;
}

function oneDecisionEach({ history, remains }: Evidence): Violation[] {
  const sessions = new Map(remains.sessions.map((session) => [session.id, session]));
  return acknowledged(history, 'submit').flatMap(({ sessionId }) => {
    const session = sessions.get(sessionId ?? '');
    if (session?.erased) return [];
    const automatic = session?.decisions.filter(({ kind }) => kind === 'automatic') ?? [];
    const attempts = new Set(automatic.map(({ attemptId }) => attemptId));
    return automatic.length > 0 && attempts.size === automatic.length
      ? []
      : [
          {
            invariant: 'I2',
            detail: `submitted session ${sessionId} has ${automatic.length} automatic decisions about ${attempts.size} attempts`,
          },
        ];
  });
}

/** The allowed sequences of decisions in one attempt, by R9: kind and status of each. */
const legal: readonly RegExp[] = [
  /^automatic:(approved|declined|review|resubmission_requested|expired|abandoned)$/,
  /^automatic:review human:(approved|declined|resubmission_requested)$/,
  /^(automatic:review human|automatic):resubmission_requested timeout:(declined|abandoned)$/,
  /^(automatic:review human|automatic):resubmission_requested lifetime:abandoned$/,
  /^(timeout|lifetime):(expired|abandoned)$/,
];

function legalChains({ remains }: Evidence): Violation[] {
  return remains.sessions.flatMap(({ id, decisions }) => {
    const finals = decisions.filter(({ final }) => final).length;
    const broken = [...chainsOf(decisions)].filter(([, chain]) => !legal.some((form) => form.test(chain)));
    return [
      ...(finals > 1 ? [{ invariant: 'I2', detail: `session ${id} has several final decisions` }] : []),
      ...broken.map(([attemptId, chain]) => ({
        invariant: 'I2',
        detail: `attempt ${attemptId} has the decisions ${chain}`,
      })),
    ];
  });
}

function chainsOf(decisions: readonly StoredDecision[]): Map<string, string> {
  const chains = new Map<string, string>();
  for (const { attemptId, ordinal, kind, status } of decisions) {
    const before = chains.get(attemptId);
    const place = before === undefined ? 1 : before.split(' ').length + 1;
    const step = ordinal === place ? `${kind}:${status}` : `${ordinal}!${kind}:${status}`;
    chains.set(attemptId, before === undefined ? step : `${before} ${step}`);
  }
  return chains;
}

function nothingLeft({ remains }: Evidence): Violation[] {
  const counts: [string, string, number][] = [
    ['I2', 'attempts without a decision', remains.undecided],
    ['I2', 'attempts older than 15 minutes that nobody is shown', remains.hidden],
    ['I2', 'jobs left over', remains.jobs],
    ['I8', 'media without their bytes', remains.brokenMedia],
    ['I8', 'blobs without a row', remains.orphans],
  ];
  return counts
    .filter(([, , count]) => count > 0)
    .map(([invariant, what, count]) => ({ invariant, detail: `${count} ${what}` }));
}

/** Transitions of contract A-96, written out, because the checker must not use the code under test. */
const moves: Readonly<Record<string, readonly string[]>> = {
  '': ['created', 'submitted'],
  created: ['created', 'started', 'submitted', 'expired', 'abandoned'],
  started: ['submitted', 'abandoned'],
  submitted: ['approved', 'declined', 'resubmission_requested', 'review', 'expired', 'abandoned'],
  review: ['approved', 'declined', 'resubmission_requested'],
  resubmission_requested: ['submitted', 'declined', 'abandoned'],
};

/** Replaying a session's transitions results in its state. */
function auditReplays({ remains }: Evidence): Violation[] {
  const last = new Map<string, string | null>();
  const broken: Violation[] = [];
  for (const { sessionId, from, to } of remains.moves) {
    if (!moves[from ?? '']?.includes(to ?? ''))
      broken.push({ invariant: 'I6', detail: `session ${sessionId} moved from ${from} to ${to}` });
    if ((last.get(sessionId) ?? null) !== from)
      broken.push({
        invariant: 'I7',
        detail: `session ${sessionId} moved from ${from} while in ${last.get(sessionId)}`,
      });
    last.set(sessionId, to);
  }
  for (const { id, status } of remains.sessions) {
    if (last.get(id) !== status)
      broken.push({ invariant: 'I7', detail: `session ${id} is ${status}, its audit says ${last.get(id)}` });
  }
  return broken;
}

/** `reviewed` if and only if every hit is reviewed and every change acknowledged. */
function screeningsReviewed({ remains }: Evidence): Violation[] {
  return remains.screenings.flatMap(({ sessionId, status, hasUnacknowledgedChanges, hits }) => {
    const open = hits.filter((matchStatus) => matchStatus === 'potential_match').length;
    const done = hits.length > 0 && open === 0 && !hasUnacknowledgedChanges;
    return (status === 'reviewed') === done || status === 'in_progress'
      ? []
      : [
          {
            invariant: 'I12',
            detail: `the screening of ${sessionId} is ${status} with ${open} of ${hits.length} hits open`,
          },
        ];
  });
}

function oneSessionPerKey({ history }: Evidence): Violation[] {
  const sessions = new Map<string, Set<string>>();
  for (const { key, sessionId } of acknowledged(history, 'create')) {
    if (key === undefined || sessionId === null) continue;
    sessions.set(key, (sessions.get(key) ?? new Set()).add(sessionId));
  }
  return [...sessions]
    .filter(([, made]) => made.size > 1)
    .map(([key, made]) => ({
      invariant: 'I15',
      detail: `one Idempotency-Key (${key}) made ${made.size} sessions`,
    }));
}
