import { describe, expect, it } from 'vitest';
import { checkStorm, type Evidence } from '../src/storm/check.ts';
import type { SessionPlan } from '../src/storm/history.ts';

const access = { apiUrl: 'http://127.0.0.1', apiKey: 'key', sharedSecret: 'secret' };
const plan: SessionPlan = { name: 'known', access, verification: () => ({}), approves: true };

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
  ],
  remains: {
    sessions: [
      { id: 's1', status: 'approved', decisions: [{ kind: 'automatic', status: 'approved', final: true }] },
    ],
    undecided: 0,
    jobs: 0,
    webhooksDue: 0,
    brokenMedia: 0,
    checks: [{ sessionId: 's1', registry: 'br', starts: 2, ended: true }],
    moves: [
      { sessionId: 's1', from: null, to: 'created' },
      { sessionId: 's1', from: 'created', to: 'submitted' },
      { sessionId: 's1', from: 'submitted', to: 'approved' },
    ],
  },
  answers: { decisions: new Map([['s1', 'dd']]), media: new Map([['m1', 'aa']]) },
  counters: { 'br.validate': { calls: 2, duplicates: 1, outcomes: { '200': 2 } } },
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
      ({ remains }) => void remains.sessions[0]?.decisions.pop(),
    ],
    [
      'two final decisions',
      'I2',
      ({ remains }) =>
        void remains.sessions[0]?.decisions.push({ kind: 'lifetime', status: 'expired', final: true }),
    ],
    [
      'a webhook that differs from GET decision',
      'I3',
      ({ answers }) => void answers.decisions.set('s1', 'xx'),
    ],
    ['a decision never told', 'I4', (evidence) => void (evidence.receipts = evidence.receipts.slice(2))],
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
    ['an attempt left undecided', 'I8', ({ remains }) => void (remains.undecided = 1)],
    ['a medium without bytes', 'I8', ({ remains }) => void (remains.brokenMedia = 1)],
    ['a move from the wrong state', 'I6', ({ remains }) => void remains.moves.splice(1, 1)],
    ['a state the audit does not know', 'I7', ({ remains }) => void remains.moves.pop()],
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
      'a call that nobody wrote down',
      'R4',
      ({ remains }) => remains.checks.forEach((check) => (check.starts = 1)),
    ],
    [
      'a repetition that nobody wrote down',
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
