import { checkRegistries } from './check-registries.ts';
import type { Answers, Counters, HistoryEntry, Receipt, Remains } from './history.ts';

export interface Evidence {
  history: readonly HistoryEntry[];
  receipts: readonly Receipt[];
  remains: Remains;
  answers: Answers;
  counters: Counters;
}

/** Name of an invariant of the durability promise, and what breaks it. */
export interface Violation {
  invariant: string;
  detail: string;
}

/**
 * Judges a storm. Pure: planted violations in its test show that each rule can fail.
 * @returns nothing when every promise held
 */
export function checkStorm(evidence: Evidence): Violation[] {
  return [
    ...acknowledgedWrites(evidence),
    ...oneDecisionEach(evidence),
    ...deliveries(evidence),
    ...noTornState(evidence),
    ...auditReplays(evidence),
    ...checkRegistries(evidence),
  ];
}

const ok = (history: readonly HistoryEntry[], kind: HistoryEntry['kind']) =>
  history.filter((entry) => entry.kind === kind && entry.outcome === 'ok');

function acknowledgedWrites({ history, answers }: Evidence): Violation[] {
  const lost: Violation[] = [];
  for (const { sessionId } of ok(history, 'create')) {
    if (!answers.decisions.has(sessionId ?? ''))
      lost.push({ invariant: 'I1', detail: `session ${sessionId} was acknowledged and is gone` });
  }
  for (const { mediaId, sha256 } of ok(history, 'upload')) {
    const found = answers.media.get(mediaId ?? '');
    if (found !== sha256)
      lost.push({
        invariant: 'I1',
        detail: `medium ${mediaId} was acknowledged and is ${found ? 'changed' : 'gone'}`,
      });
  }
  return lost;
}

function oneDecisionEach({ history, remains }: Evidence): Violation[] {
  const sessions = new Map(remains.sessions.map((session) => [session.id, session]));
  const broken = ok(history, 'submit').flatMap(({ sessionId }) => {
    const automatic =
      sessions.get(sessionId ?? '')?.decisions.filter(({ kind }) => kind === 'automatic').length ?? 0;
    return automatic === 1
      ? []
      : [{ invariant: 'I2', detail: `submitted session ${sessionId} has ${automatic} decisions` }];
  });
  const finals = remains.sessions.filter(
    ({ decisions }) => decisions.filter(({ final }) => final).length > 1,
  );
  return [
    ...broken,
    ...finals.map(({ id }) => ({ invariant: 'I2', detail: `session ${id} has several final decisions` })),
  ];
}

function deliveries({ history, receipts, answers }: Evidence): Violation[] {
  const found: Violation[] = [];
  const bytesOf = new Map<string, string>();
  for (const { id, sha256, verified } of receipts) {
    if (!verified) found.push({ invariant: 'I4', detail: `webhook ${id} did not verify` });
    if ((bytesOf.get(id) ?? sha256) !== sha256)
      found.push({ invariant: 'I4', detail: `webhook ${id} changed its bytes` });
    bytesOf.set(id, sha256);
  }
  const decisions = receipts.filter(({ type }) => type === 'decision');
  for (const { sessionId } of ok(history, 'submit')) {
    const got = new Set(decisions.filter((receipt) => receipt.sessionId === sessionId).map(({ id }) => id));
    if (got.size !== 1)
      found.push({
        invariant: 'I4',
        detail: `session ${sessionId} was told in ${got.size} decision webhooks`,
      });
  }
  for (const { id, sessionId, sha256 } of decisions) {
    if (answers.decisions.get(sessionId) !== sha256) {
      found.push({ invariant: 'I3', detail: `webhook ${id} differs from GET decision of ${sessionId}` });
    }
  }
  return found;
}

function noTornState({ remains }: Evidence): Violation[] {
  const counts: [string, number][] = [
    ['attempts without a decision', remains.undecided],
    ['jobs left over', remains.jobs],
    ['webhooks not delivered', remains.webhooksDue],
    ['media without their bytes', remains.brokenMedia],
  ];
  return counts
    .filter(([, count]) => count > 0)
    .map(([what, count]) => ({ invariant: 'I8', detail: `${count} ${what}` }));
}

/** Replaying the moves of a session gives its state. */
function auditReplays({ remains }: Evidence): Violation[] {
  const last = new Map<string, string | null>();
  const broken: Violation[] = [];
  for (const { sessionId, from, to } of remains.moves) {
    if ((last.get(sessionId) ?? null) !== from) {
      broken.push({
        invariant: 'I6',
        detail: `session ${sessionId} moved from ${from} while in ${last.get(sessionId)}`,
      });
    }
    last.set(sessionId, to);
  }
  for (const { id, status } of remains.sessions) {
    if (last.get(id) !== status)
      broken.push({ invariant: 'I7', detail: `session ${id} is ${status}, its audit says ${last.get(id)}` });
  }
  return broken;
}
