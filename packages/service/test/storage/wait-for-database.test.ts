import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nameDatabase, waitForDatabase } from '../../src/storage/engine/wait-for-database.ts';
import { Unavailable } from '../../src/runtime/unavailable.ts';

const url = 'postgres://someone:hidden-word@db.internal:5433/bank';

const refused = () =>
  new Unavailable('database unavailable', {
    cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
  });

describe('a database that is away at the start', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('is waited for, with one line of the log a minute that names it and the cause', async () => {
    const lines: Record<string, unknown>[] = [];
    const log = pino(
      { base: null, timestamp: false },
      { write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>) },
    );
    const beganAt = performance.now();
    const open = () =>
      performance.now() - beganAt < 150_000 ? Promise.reject(refused()) : Promise.resolve('opened');
    const opened = waitForDatabase(open, { url, log });
    await vi.advanceTimersByTimeAsync(152_000);
    expect(await opened).toBe('opened');
    const reason = 'database "bank" at db.internal:5433: connection refused';
    const line = (seconds: number) => ({ level: 50, reason, seconds, msg: 'waiting for the database' });
    expect(lines).toEqual([line(0), line(60), line(120)]);
  });

  it('is not waited for when it would lose acknowledged commits', async () => {
    const open = () => Promise.reject(new Error('refusing a database with fsync = off'));
    await expect(waitForDatabase(open, { url, log: pino({ level: 'silent' }) })).rejects.toThrow(
      'fsync = off',
    );
  });

  it.each([
    ['postgres://u:p@db.internal/bank', 'database "bank" at db.internal:5432'],
    ['postgres:///bank?host=/var/run/postgresql', 'database "bank" at /var/run/postgresql:5432'],
    ['postgres://[2001:db8::1]:6000/b%20ank', 'database "b ank" at [2001:db8::1]:6000'],
  ])('%s is called %s', (address, name) => {
    expect(nameDatabase(address)).toBe(name);
  });
});
