import type { Evidence } from '@countersign/findings';
import { describe, expect, it } from 'vitest';
import { decide, input, sign } from '../../test/identity-case.ts';
import { readingOf } from './document/document-reading.ts';
import { insightsOf } from './insights.ts';

const pasted = (strength: number) => sign('doc.portrait_pasted', strength);
const ghost = (strength: number) => sign('doc.ghost_differs', strength);
const elsewhere = (one: Evidence): Evidence => ({ ...one, mediaId: 'm-back' });

const again = ['ask_again', 204];
const review = ['find_inconclusive', null];
const approved = ['pass_checks', null];

/** The limit is 0.7 unless a row sets another. */
const rows: [situation: string, evidence: Evidence[], limit: number | null, outcome: unknown[]][] = [
  ['no sign', [], 0.7, approved],
  ['no sign, where every sign counts', [], 0, approved],
  ['a portrait that was surely saved otherwise', [pasted(0.7)], 0.7, again],
  ['a ghost that surely differs', [ghost(0.7)], 0.7, again],
  ['a smooth portrait', [pasted(0.45)], 0.7, approved],
  ['a ghost that may differ', [ghost(0.5)], 0.7, approved],
  ['both: 1 − 0.55 × 0.5', [pasted(0.45), ghost(0.5)], 0.7, again],
  ['both, too weak together: 1 − 0.55 × 0.6', [pasted(0.45), ghost(0.4)], 0.7, approved],
  ['both, of which one is next to nothing', [pasted(0.68), ghost(0.2)], 0.7, approved],
  ['both, on two pictures', [pasted(0.45), elsewhere(ghost(0.5))], 0.7, approved],
  ['one sign of two pictures', [pasted(0.6), elsewhere(pasted(0.6))], 0.7, approved],
  ['a smooth portrait in an edited file', [pasted(0.45), sign('doc.edited', 0.6)], 0.7, approved],
  ['both, where signs only inform', [pasted(1), ghost(0.8)], null, approved],
]; // prettier-ignore

describe('signs of an exchanged portrait (A-367)', () => {
  it.each(rows)('%s', (_, evidence, evidenceReview, outcome) => {
    const changes = { findings: { evidence } };
    expect(decide({ ...changes, policy: { evidenceReview } })).toEqual(outcome);
    const reviewed = decide({ ...changes, policy: { evidenceReview, manualReview: true } });
    expect(reviewed).toEqual(outcome === again ? review : approved);
    const given = input({ ...changes, policy: { evidenceReview } });
    const reading = readingOf(given.findings, given.session);
    const insights = insightsOf({ ...given, reading, results: [] });
    expect(insights.find(({ label }) => label === 'validDocumentAppearance')?.result).toBe(
      outcome === again ? 'no' : 'unknown',
    );
  });
});
