import { expect, it } from 'vitest';
import { findings, input, selfie } from '../../../test/identity-case.ts';
import { completeFindings } from './complete-findings.ts';
import { decideSession } from '../decide.ts';

it('findings of an earlier release can still be decided', () => {
  const { pictures, mrz, portrait, comparison, comparisonReason, notComputed, models } = findings;
  const earlier = {
    pictures: pictures.map(({ card: _card, side: _side, perceptualHash: _hash, ...picture }) => picture),
    mrz,
    portrait,
    comparison,
    comparisonReason,
    notComputed,
    models,
  };
  const complete = completeFindings(earlier);
  expect(complete).toMatchObject({
    evidence: [],
    liveness: { examined: 'none', challenge: null },
    cutShort: [],
  });
  expect(complete.pictures[0]).toEqual(selfie);
  expect(decideSession(input({ findings: complete }))).toMatchObject({ outcome: 'pass_checks' });
});

it('findings of today stay as they are', () => {
  expect(completeFindings(findings)).toEqual(findings);
});
