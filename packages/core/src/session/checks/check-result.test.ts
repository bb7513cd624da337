import { uploadContexts } from '@countersign/contract';
import { expect, it } from 'vitest';
import { judgedContexts } from './check-result.ts';

it('a decision uses every picture that a client may upload (A-163)', () => {
  expect(uploadContexts.filter((context) => !judgedContexts.includes(context))).toEqual([]);
});
