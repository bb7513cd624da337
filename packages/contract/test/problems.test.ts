import { describe, expect, it } from 'vitest';
import { feedbackProblemBody, Problem, problemBody, problems } from '../src/index.ts';
import { feedbackCodes, reservedProblemCodes } from '../src/problems.ts';
import { entry, examples, table } from './contract-text.ts';

describe('error catalogue, A-23', () => {
  it('has the status, code and text of every row of the contract, in its order', () => {
    const rows = table('A-23').map(([http, code, , message = '']) => [
      Number(http),
      code,
      message.replaceAll('`', ''),
    ]);
    expect(Object.values(problems).map(({ http, code, message }) => [http, code, message])).toEqual(rows);
  });

  it('never uses a reserved code', () => {
    const sentence =
      entry('A-23')
        .split('\n')
        .find((line) => line.includes('are reserved')) ?? '';
    expect(sentence.match(/\d{4}/g)).toEqual([...reservedProblemCodes]);
    const used: string[] = Object.values(problems).map(({ code }) => code);
    for (const code of reservedProblemCodes) expect(used).not.toContain(code);
  });

  it('has the body of A-22', () => {
    const problem = new Problem('parameter-invalid', { parameter: 'verification.document.idCardType' });
    expect(problemBody(problem)).toEqual(examples('A-22')[0]);
    expect(Object.keys(problemBody(problem))).toEqual(['status', 'code', 'message']);
  });

  it('keeps the text of disabled monitoring without a full stop', () => {
    expect(problemBody(new Problem('monitoring-already-disabled'))).toEqual(examples('A-70')[1]);
  });

  it('carries what the response needs', () => {
    const problem = new Problem('unavailable', { retryAfter: 3 });
    expect([problem.http, problem.code, problem.retryAfter, problem.parameter]).toEqual([
      503,
      '1101',
      3,
      null,
    ]);
    expect(problem).toBeInstanceOf(Error);
  });
});

describe('errors of the feedback API, A-83', () => {
  it('has no status', () => {
    expect(feedbackProblemBody(new Problem('body-signature-mismatch'))).toEqual(examples('A-83')[0]);
  });

  it('uses the words of the contract for two of them', () => {
    const rows = table('A-83').map(([http, word = '']) => [Number(http), word.replaceAll('`', '')]);
    const ours = (Object.keys(feedbackCodes) as (keyof typeof feedbackCodes)[]).map((name) => [
      problems[name].http,
      feedbackProblemBody(new Problem(name)).code,
    ]);
    expect(ours).toEqual(rows);
  });
});
