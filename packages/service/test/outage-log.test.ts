import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { Unavailable } from '../src/runtime/unavailable.ts';
import { createOutageLog } from '../src/storage/engine/outage-log.ts';

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

  it('is nothing of a deadlock, nor of a statement that is wrong', async () => {
    const lines: string[] = [];
    const outages = createOutageLog(pino({}, { write: (line: string) => lines.push(line) }), () => '');
    for (const error of [new Unavailable('database contention'), new Error('syntax')])
      await expect(outages.note(Promise.reject(error))).rejects.toBe(error);
    expect(lines).toEqual([]);
  });
});
