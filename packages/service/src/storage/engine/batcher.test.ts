import { describe, expect, it } from 'vitest';
import { createBatcher } from './batcher.ts';

/** Statements that the test completes. */
function startStatements() {
  const sent: { items: readonly number[]; succeed(): void; fail(error: Error): void }[] = [];
  const together = (items: readonly number[]) =>
    new Promise<number[]>((resolve, reject) => {
      sent.push({ items, succeed: () => resolve(items.map((item) => item * 10)), fail: reject });
    });
  return { sent, together, contents: () => sent.map(({ items }) => items) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('callers that share statements', () => {
  it('go together when they come together, and each gets its own result', async () => {
    const { sent, together, contents } = startStatements();
    const find = createBatcher({ together, statements: 2, items: 10 });
    const found = Promise.all([find(1), find(2), find(3)]);
    await turn();
    expect(contents()).toEqual([[1, 2, 3]]);
    sent[0]?.succeed();
    expect(await found).toEqual([10, 20, 30]);
  });

  it('wait for the next statement while enough are on their way, and never join one already sent', async () => {
    const { sent, together, contents } = startStatements();
    const find = createBatcher({ together, statements: 1, items: 10 });
    const first = find(1);
    await turn();
    const later = Promise.all([find(2), find(3)]);
    await turn();
    expect(contents()).toEqual([[1]]);
    sent[0]?.succeed();
    expect(await first).toBe(10);
    await turn();
    expect(contents()).toEqual([[1], [2, 3]]);
    sent[1]?.succeed();
    expect(await later).toEqual([20, 30]);
  });

  it('pass by a statement that hangs', async () => {
    const { sent, together } = startStatements();
    const find = createBatcher({ together, statements: 2, items: 10 });
    void find(1);
    await turn();
    const second = find(2);
    await turn();
    sent[1]?.succeed();
    expect(await second).toBe(20);
  });

  it('are divided when they are more than one statement takes', async () => {
    const { together, contents } = startStatements();
    const find = createBatcher({ together, statements: 2, items: 2 });
    for (const item of [1, 2, 3, 4, 5]) void find(item);
    await turn();
    expect(contents()).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('all receive a failure, and later ones are not delayed by it', async () => {
    const { sent, together } = startStatements();
    const find = createBatcher({ together, statements: 1, items: 10 });
    const found = Promise.allSettled([find(1), find(2)]);
    await turn();
    const next = find(3);
    const reason = new Error('away');
    sent[0]?.fail(reason);
    expect(await found).toEqual([
      { status: 'rejected', reason },
      { status: 'rejected', reason },
    ]);
    await turn();
    sent[1]?.succeed();
    expect(await next).toBe(30);
  });

  it('are retried separately after a failure where that makes sense', async () => {
    const { sent, together } = startStatements();
    const apart = (item: number, error: unknown) =>
      item === 2 ? Promise.reject(error) : Promise.resolve(-item);
    const find = createBatcher({ together, apart, statements: 1, items: 10 });
    const found = Promise.allSettled([find(1), find(2)]);
    await turn();
    const reason = new Error('duplicate');
    sent[0]?.fail(reason);
    expect(await found).toEqual([
      { status: 'fulfilled', value: -1 },
      { status: 'rejected', reason },
    ]);
  });

  it('fail when a statement lost one of them', async () => {
    const find = createBatcher({ together: () => Promise.resolve([1]), statements: 1, items: 10 });
    await expect(Promise.all([find(1), find(2)])).rejects.toThrow('lost a result');
  });
});
