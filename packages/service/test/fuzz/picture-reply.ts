// A message of the picture process: what is taken is within bounds all the way down, and what is not is never quoted. S25
import assert from 'node:assert/strict';
import { faultOfReply, isReply } from '../../src/vision/reply-forms.ts';
import { seenPictures } from '../support/findings.ts';

const answering = (result: object) => ({
  kind: 'answer',
  id: 1,
  resident: 5,
  answer: { kind: 'done', result, failures: [{ part: 'evidence', error: 'TypeError' }] },
});
const messages = [
  answering({ kind: 'inspect', findings: seenPictures() }),
  answering({
    kind: 'judge',
    findings: {
      refusal: null,
      width: 9,
      height: 9,
      quality: [{ code: 'img.blur', value: 1, region: 'face' }],
      ms: 2,
    },
  }),
  answering({ kind: 'compare-faces', score: 50 }),
  answering({ kind: 'prepare-selfie', made: true }),
  { kind: 'answer', id: 1, resident: 5, answer: { kind: 'failed', error: 'RangeError' } },
  { kind: 'ready', resident: 5, models: ['face@1'] },
  { kind: 'died', resident: 5, id: 1 },
];

export const seeds = messages.map((message) => JSON.stringify(message));
export const words = [
  'Lovelace',
  '"Lovelace":1,',
  '1e999',
  '-1',
  'null',
  '[]',
  '{}',
  '"__proto__":{}',
  '\\u0000',
];
export const mostBytes = 16_384;
/** Finding the member at fault takes most of it. */
export const budget = { baseMs: 20, perByteUs: 5 };

// Compiles every form, so that no input is charged with it.
for (const message of messages) assert.ok(isReply(message));

export function fuzz(input: Buffer): void {
  let message: unknown;
  try {
    message = JSON.parse(input.toString('utf8'));
  } catch {
    return;
  }
  if (isReply(message)) return holds(message, 0);
  const fault = faultOfReply(message, input.length);
  assert.ok(fault.length < 1_000, 'a long reason');
  assert.ok(!fault.includes('Lovelace'), 'a reason that quotes the message');
}

function holds(value: unknown, depth: number): void {
  assert.ok(depth < 16, 'too deep');
  if (typeof value === 'number')
    assert.ok(Math.abs(value) <= Number.MAX_SAFE_INTEGER, 'a number without bounds');
  if (typeof value === 'string') assert.ok(value.length <= 400_000, 'a text without bounds');
  if (typeof value !== 'object' || value === null) return;
  const members: unknown[] = Object.values(value);
  assert.ok(members.length <= 16_384, 'a list without bounds');
  assert.ok(!Object.hasOwn(value, '__proto__'), 'a member that no schema names');
  for (const member of members) holds(member, depth + 1);
}
