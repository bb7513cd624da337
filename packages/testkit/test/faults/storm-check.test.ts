import { describe, expect, it } from 'vitest';
import { checkStorm } from '../../src/storm/check.ts';
import type { Evidence, SessionPlan, StoredDecision } from '../../src/storm/history.ts';

const access = { apiUrl: 'http://127.0.0.1', apiKey: 'key', sharedSecret: 'secret' };
const plan: SessionPlan = { name: 'known', access, verification: () => ({}), approves: true };

const decided: StoredDecision = {
  attemptId: 'a1',
  ordinal: 1,
  kind: 'automatic',
  status: 'approved',
  final: true,
};

const sound = (): Evidence => ({
  history: [
    { plan, kind: 'create', outcome: 'ok', sessionId: 's1', mediaId: null, sha256: null },
    { plan, kind: 'upload', outcome: 'ok', sessionId: 's1', mediaId: 'm1', sha256: 'aa' },
    { plan, kind: 'submit', outcome: 'ok', sessionId: 's1', mediaId: null, sha256: null },
    { plan, kind: 'create', outcome: 'unknown', sessionId: null, mediaId: null, sha256: null },
  ],
  receipts: [
    { id: 'w1', type: 'decision', sessionId: 's1', sha256: 'dd', verified: true },
    { id: 'w1', type: 'decision', sessionId: 's1', sha256: 'dd', verified: true },
    { id: 'w2', type: 'event', sessionId: 's1', sha256: 'ee', verified: true },
    { id: 'w4', type: 'watchlist', sessionId: 's1', sha256: 'ff', verified: true },
  ],
  remains: {
    sessions: [{ id: 's1', integrationId: 'i1', status: 'approved', erased: false, decisions: [decided] }],
    undecided: 0,
    hidden: 0,
    jobs: 0,
    webhooks: [
      { id: 'w1', type: 'decision', sessionId: 's1', state: 'delivered' },
      { id: 'w2', type: 'event', sessionId: 's1', state: 'delivered' },
      { id: 'w4', type: 'watchlist-screening', sessionId: 's1', state: 'delivered' },
    ],
    brokenMedia: 0,
    orphans: 0,
    keys: [{ integrationId: 'i1', masters: 1, count: 2 }],
    screenings: [
      { sessionId: 's1', status: 'reviewed', hasUnacknowledgedChanges: false, hits: ['false_positive'] },
    ],
    stored: [{ place: 'table session', text: 'a tombstone' }],
    checks: [{ sessionId: 's1', registry: 'br', starts: 2, ended: true }],
    moves: [
      { sessionId: 's1', from: null, to: 'created' },
      { sessionId: 's1', from: 'created', to: 'submitted' },
      { sessionId: 's1', from: 'submitted', to: 'approved' },
    ],
  },
  answers: {
    decisions: new Map([['s1', 'dd']]),
    shown: new Map([['s1', new Set(['dd'])]]),
    media: new Map([['m1', 'aa']]),
    bodies: [{ apiKey: 'key', text: 'about Canary One' }],
  },
  counters: { 'br.validate': { calls: 2, duplicates: 1, outcomes: { '200': 2 } } },
  erased: ['Gone'],
  canaries: [{ apiKey: 'key', text: 'Canary One' }],
  limited: [{ perSecond: 2, acceptedAt: [0, 10, 20, 30, 1_500] }],
  usage: { before: { rssBytes: 100, descriptors: 20 }, after: { rssBytes: 119, descriptors: 30 } },
});

const violations = (change: (evidence: Evidence) => void) => {
  const evidence = sound();
  change(evidence);
  return checkStorm(evidence).map(({ invariant }) => invariant);
};

describe('the storm checker', () => {
  it('finds nothing in a sound storm with repeated deliveries', () => {
    expect(checkStorm(sound())).toEqual([]);
  });

  it.each<[string, string, (evidence: Evidence) => void]>([
    ['a lost session', 'I1', ({ answers }) => void answers.decisions.delete('s1')],
    ['a lost medium', 'I1', ({ answers }) => void answers.media.delete('m1')],
    ['a changed medium', 'I1', ({ answers }) => void answers.media.set('m1', 'ab')],
    [
      'a submitted session without a decision',
      'I2',
      ({ remains }) => remains.sessions.forEach((session) => (session.decisions = [])),
    ],
    [
      'two final decisions',
      'I2',
      ({ remains }) =>
        void remains.sessions[0]?.decisions.push({
          ...decided,
          attemptId: 'a2',
          kind: 'lifetime',
          status: 'expired',
        }),
    ],
    [
      'an automatic decision after an automatic one',
      'I2',
      ({ remains }) =>
        void remains.sessions[0]?.decisions.push({
          ...decided,
          ordinal: 2,
          status: 'declined',
          final: false,
        }),
    ],
    [
      'a chain of decisions with a gap',
      'I2',
      ({ remains }) =>
        remains.sessions.forEach((session) => (session.decisions = [{ ...decided, ordinal: 2 }])),
    ],
    ['an attempt that waits unseen', 'I2', ({ remains }) => void (remains.hidden = 1)],
    ['a job left over', 'I2', ({ remains }) => void (remains.jobs = 1)],
    [
      'a deleted session that is there',
      'I1',
      ({ history }) => history.forEach((entry) => entry.kind === 'submit' && (entry.kind = 'delete')),
    ],
    [
      'a decision body that changed between two starts',
      'I3',
      ({ answers }) => void answers.shown.set('s1', new Set(['dd', 'de'])),
    ],
    [
      'a webhook that was never delivered',
      'I4',
      ({ remains }) => remains.webhooks.forEach((webhook) => (webhook.state = 'due')),
    ],
    [
      'a webhook recorded as delivered that was not received',
      'I4',
      (evidence) => void (evidence.receipts = evidence.receipts.filter(({ id }) => id !== 'w2')),
    ],
    [
      'a webhook both withdrawn and sent',
      'I5',
      ({ remains }) => remains.webhooks.forEach((webhook) => (webhook.state = 'withdrawn')),
    ],
    ['a webhook of no row', 'I5', ({ remains }) => void remains.webhooks.shift()],
    ['a decision sent that GET never showed', 'I5', ({ answers }) => void answers.shown.set('s1', new Set())],
    ['a blob without a row', 'I8', ({ remains }) => void (remains.orphans = 1)],
    [
      'an erased name that is stored',
      'I9',
      ({ remains }) => void remains.stored.push({ place: 'table webhook', text: 'Someone Gone' }),
    ],
    [
      'an erased name that is stored in base64',
      'I9',
      ({ remains }) =>
        void remains.stored.push({ place: 'log', text: Buffer.from('Gone').toString('base64') }),
    ],
    [
      'an integration without a master',
      'I10',
      ({ remains }) => remains.keys.forEach((key) => (key.masters = 0)),
    ],
    ['a sixth key', 'I10', ({ remains }) => remains.keys.forEach((key) => (key.count = 6))],
    [
      "another tenant's value in an answer",
      'I11',
      ({ answers }) => void answers.bodies.push({ apiKey: 'other', text: 'about Canary One' }),
    ],
    [
      'a screening reviewed with an open hit',
      'I12',
      ({ remains }) => remains.screenings.forEach(({ hits }) => hits.push('potential_match')),
    ],
    [
      'a screening not reviewed although every hit is',
      'I12',
      ({ remains }) => remains.screenings.forEach((screening) => (screening.status = 'potential_match')),
    ],
    [
      'one transition of a screening sent twice',
      'I12',
      (evidence) =>
        void (evidence.receipts = [
          ...evidence.receipts,
          { id: 'w5', type: 'watchlist', sessionId: 's1', sha256: 'ff', verified: true },
        ]),
    ],
    [
      'more than two windows of a limit within a second',
      'I13',
      (evidence) => void (evidence.limited = [{ perSecond: 2, acceptedAt: [0, 1, 2, 3, 4] }]),
    ],
    [
      'memory that grew by more than a fifth',
      'I14',
      ({ usage }) => void (usage && (usage.after = { ...usage.after, rssBytes: 121 })),
    ],
    [
      'descriptors that were not given back',
      'I14',
      ({ usage }) => void (usage && (usage.after = { ...usage.after, descriptors: 40 })),
    ],
    [
      'two sessions of one key',
      'I15',
      (evidence) =>
        void (evidence.history = [
          ...evidence.history,
          ...['s1', 's2'].map((sessionId) => ({
            plan,
            kind: 'create' as const,
            outcome: 'ok' as const,
            sessionId,
            mediaId: null,
            sha256: null,
            key: 'k1',
          })),
        ]),
    ],
    [
      'a webhook that differs from GET decision',
      'I3',
      ({ answers }) => void answers.decisions.set('s1', 'xx'),
    ],
    ['a decision never sent', 'I4', (evidence) => void (evidence.receipts = evidence.receipts.slice(2))],
    [
      'two decision webhooks of one submission',
      'I4',
      (evidence) =>
        void (evidence.receipts = [
          ...evidence.receipts,
          { id: 'w3', type: 'decision', sessionId: 's1', sha256: 'dd', verified: true },
        ]),
    ],
    [
      'a webhook whose bytes change',
      'I4',
      (evidence) =>
        void (evidence.receipts = [
          ...evidence.receipts,
          { id: 'w2', type: 'event', sessionId: 's1', sha256: 'ef', verified: true },
        ]),
    ],
    [
      'a signature that does not verify',
      'I4',
      (evidence) =>
        void (evidence.receipts = evidence.receipts.map((receipt) => ({ ...receipt, verified: false }))),
    ],
    ['an attempt left undecided', 'I2', ({ remains }) => void (remains.undecided = 1)],
    ['a medium without bytes', 'I8', ({ remains }) => void (remains.brokenMedia = 1)],
    [
      'a move that the tables do not have',
      'I6',
      ({ remains }) => remains.moves.forEach((move) => (move.to = 'created')),
    ],
    ['a move from the wrong state', 'I7', ({ remains }) => void remains.moves.splice(1, 1)],
    ['a state that the audit does not have', 'I7', ({ remains }) => void remains.moves.pop()],
    [
      'an approval that the scenario does not promise',
      'R1',
      ({ history }) => history.forEach((entry) => (entry.plan = { ...plan, approves: false })),
    ],
    [
      'a check begun a third time',
      'R2',
      ({ remains }) => remains.checks.forEach((check) => (check.starts = 3)),
    ],
    [
      'a check without an end',
      'R3',
      ({ remains }) => remains.checks.forEach((check) => (check.ended = false)),
    ],
    [
      'a call that was not recorded',
      'R4',
      ({ remains }) => remains.checks.forEach((check) => (check.starts = 1)),
    ],
    [
      'a repetition that was not recorded',
      'R4',
      (evidence) => {
        const { remains } = evidence;
        remains.checks = [1, 1].map((starts) => ({ sessionId: 's1', registry: 'br', starts, ended: true }));
      },
    ],
    [
      'a consent token sent twice',
      'R5',
      (evidence) =>
        void (evidence.counters = {
          'br.validate': { calls: 2, duplicates: 1, outcomes: { '200': 1, '422': 1 } },
        }),
    ],
  ])('finds %s (%s)', (_, invariant, change) => {
    expect(violations(change)).toContain(invariant);
  });
});
