import { describe, expect, it } from 'vitest';
import { decideReason, judgeDefinition, userStatusCode } from './user-status.ts';

describe('the code of a label (A-44)', () => {
  it.each([
    ['Account opened', 'account_opened'],
    ['All documents received', 'all_documents_received'],
    ['KYC — step 2 / 3!', 'kyc_step_2_3_'],
    ['  Líder ', '_l_der_'],
    ['已开户', '_'],
  ])('of %j is %j', (label, code) => {
    expect(userStatusCode(label)).toBe(code);
  });
});

describe('the definition of a status (A-250)', () => {
  it.each([
    ['none', []],
    ['text', []],
    ['list', ['All documents received']],
    ['list', ['Late', 'Late again']],
  ] as const)('may have reasons of the form %s: %j', (reasonForm, reasons) => {
    expect(judgeDefinition({ name: 'Account opened', reasonForm, reasons })).toBeNull();
  });

  it.each([
    ['已开户', 'none', [], { member: 'name', fault: 'no-letters' }],
    ['—', 'text', [], { member: 'name', fault: 'no-letters' }],
    ['Opened', 'list', [], { member: 'reasons', fault: 'reasons-missing' }],
    ['Opened', 'list', ['Late', '…'], { member: 'reasons', fault: 'no-letters' }],
    ['Opened', 'list', ['Too late', 'too-late'], { member: 'reasons', fault: 'same-code' }],
    ['Opened', 'none', ['Late'], { member: 'reasons', fault: 'reasons-unused' }],
    ['Opened', 'text', ['Late'], { member: 'reasons', fault: 'reasons-unused' }],
  ] as const)('%j with reasons of the form %s, %j, is refused: %j', (name, reasonForm, reasons, fault) => {
    expect(judgeDefinition({ name, reasonForm, reasons })).toEqual(fault);
  });
});

describe('the reason of a status that is added (A-250)', () => {
  const reasons = ['All documents received', 'Called'];

  it('is one of the list, and is sent with its code', () => {
    expect(decideReason({ reasonForm: 'list', reasons }, 'All documents received')).toEqual({
      reason: 'All documents received',
      reasonCode: 'all_documents_received',
    });
  });

  it('is any words where they are typed, and has no code', () => {
    const typed = 'Opened after a call with the branch';
    expect(decideReason({ reasonForm: 'text', reasons: [] }, typed)).toEqual({
      reason: typed,
      reasonCode: null,
    });
  });

  it('is absent where the status takes none', () => {
    expect(decideReason({ reasonForm: 'none', reasons: [] }, null)).toEqual({
      reason: null,
      reasonCode: null,
    });
  });

  it.each([
    ['none', 'Called'],
    ['list', null],
    ['list', 'called'],
    ['text', null],
    ['text', ' \n '],
  ] as const)('of the form %s is refused: %j', (reasonForm, reason) => {
    expect(decideReason({ reasonForm, reasons }, reason)).toBeNull();
  });
});
