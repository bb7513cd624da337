import { describe, expect, it } from 'vitest';
import { registryVerdict } from './registry-verdict.ts';
import { columnsOf, registriesSpec, tableAfter } from '../../test/registry-documents.ts';

describe('the verdict of a registry check', () => {
  it('is approved without a code', () => {
    expect(registryVerdict(null)).toEqual({ status: 'approved', code: 9001, reasonCode: null, reason: null });
  });

  it('is declined with the text of its code', () => {
    expect(registryVerdict(904)).toEqual({
      status: 'declined',
      code: 9102,
      reasonCode: 904,
      reason: 'Voter card reported lost or stolen',
    });
  });

  it('requests resubmission with 202, and with 529 only where the row has it', () => {
    const again = { status: 'resubmission_requested', code: 9103 };
    expect(registryVerdict(202)).toEqual({ ...again, reasonCode: 202, reason: 'Face not clearly visible' });
    expect(registryVerdict(529).status).toBe('declined');
    expect(registryVerdict(529, 'resubmission_requested')).toEqual({
      ...again,
      reasonCode: 529,
      reason: 'National ID data could not be validated',
    });
  });

  it('refuses a status that its code does not go with', () => {
    expect(() => registryVerdict(902, 'resubmission_requested')).toThrow('902');
  });

  it('gives every code the text the specification fixes', () => {
    const fixed = columnsOf(tableAfter(registriesSpec, '**3.6'), ['reasonCode', 'reason']);
    expect(fixed).toHaveLength(10);
    for (const [code, text] of fixed.slice(1)) {
      const reasonCode = Number(code) as Parameters<typeof registryVerdict>[0];
      expect(`${code} ${registryVerdict(reasonCode).reason}`).toBe(`${code} ${text}`);
    }
  });
});
