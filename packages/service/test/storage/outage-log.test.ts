import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { KeyVersionMissing } from '../../src/encryption/key-version-missing.ts';
import { Unavailable } from '../../src/runtime/unavailable.ts';
import { createOutageLog } from '../../src/storage/engine/outage-log.ts';
import { nameUnavailable } from '../../src/storage/engine/wait-for-database.ts';

describe('an outage of the database in the log', () => {
  it('is one line at its begin, one a minute, and one at its end, however many statements failed', async () => {
    const lines: Record<string, unknown>[] = [];
    const log = pino(
      { base: null, timestamp: false, formatters: { level: (level) => ({ level }) } },
      { write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>) },
    );
    let seconds = 0;
    const outages = createOutageLog(
      log,
      () => 'database "bank" at db:5432: connection refused',
      () => seconds * 1_000,
    );
    const fail = () => outages.note(Promise.reject(new Unavailable('database unavailable'))).catch(() => {});
    await outages.note(Promise.resolve());
    expect(lines).toEqual([]);
    for (; seconds < 90; seconds += 0.1) await fail();
    await outages.note(Promise.resolve());
    await outages.note(Promise.resolve());
    const reason = 'database "bank" at db:5432: connection refused';
    expect(lines).toEqual([
      { level: 'error', reason, seconds: 0, count: 1, msg: 'database unavailable' },
      { level: 'error', reason, seconds: 60, count: 601, msg: 'database unavailable' },
      {
        level: 'info',
        seconds: 90,
        count: expect.closeTo(900, -1) as number,
        msg: 'database available again',
      },
    ]);
  });

  it('continues while only reads are answered: a standby, or a full volume', async () => {
    const lines: Record<string, unknown>[] = [];
    let seconds = 0;
    const outages = createOutageLog(
      pino(
        { base: null, timestamp: false, formatters: { level: (level) => ({ level }) } },
        {
          write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>),
        },
      ),
      (error) => (nameUnavailable(error, 'postgres://db/bank') as Error).message,
      () => seconds * 1_000,
    );
    const cause = Object.assign(new Error('cannot execute INSERT'), { code: '25006' });
    const write = () =>
      outages.note(Promise.reject(new Unavailable('database unavailable', { cause }))).catch(() => {});
    const read = () => outages.note(Promise.resolve());
    for (; seconds < 10; seconds += 1) {
      await write();
      await read();
    }
    for (; seconds < 20; seconds += 1) await read();
    const reason = 'database "bank" at db:5432: read-only: a standby, or default_transaction_read_only is on';
    expect(lines).toEqual([
      { level: 'error', reason, seconds: 0, count: 1, msg: 'database unavailable' },
      { level: 'info', seconds: 14, count: 10, msg: 'database available again' },
    ]);
  });

  it('is nothing of a key-encryption key that lacks a version', async () => {
    const lines: string[] = [];
    const outages = createOutageLog(pino({}, { write: (line: string) => lines.push(line) }), () => '');
    await outages.note(Promise.reject(new KeyVersionMissing([2]))).catch(() => {});
    expect(lines).toEqual([]);
  });

  it('is nothing of a deadlock, nor of a statement that is wrong', async () => {
    const lines: string[] = [];
    const outages = createOutageLog(pino({}, { write: (line: string) => lines.push(line) }), () => '');
    for (const error of [new Unavailable('database contention'), new Error('syntax')])
      await expect(outages.note(Promise.reject(error))).rejects.toBe(error);
    expect(lines).toEqual([]);
  });
});
