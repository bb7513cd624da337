import { describe, expect, it } from 'vitest';
import { redactResponse } from './redact-response.ts';

const headers = { 'x-hmac-signature': 'ab'.repeat(32), 'webhook-signature': 'v1,QUJD v1,REVG' };

describe('A receiver’s answer in the log', () => {
  it.each([
    ['ok', 'ok'],
    ['two\nlines\tand a tab', 'two\nlines\tand a tab'],
    ['bell\u0007 escape\u001b[31m nul\u0000', 'bell  escape [31m nul'],
    ['right-to-left \u202e override', 'right-to-left   override'],
    [`you sent ${'ab'.repeat(32)}`, 'you sent [signature]'],
    ['you sent v1,QUJD v1,REVG', 'you sent v1,[signature] v1,[signature]'],
    ['', null],
    [' \u0000 ', null],
    [null, null],
  ])('%j becomes %j', (text, expected) => {
    expect(redactResponse(text, headers)).toBe(expected);
  });
});
