import { Writable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { createLog } from './log.ts';
import { Unavailable } from './unavailable.ts';

function recordAll(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  write(createLog('info', { destination: sink }));
  return lines.map((line) => {
    const { time, ...parsed } = JSON.parse(line) as Record<string, unknown>;
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    return parsed;
  });
}

const record = (write: (log: ReturnType<typeof createLog>) => void) => recordAll(write)[0] ?? {};

describe('the log', () => {
  it('lets only listed members pass (S21)', () => {
    const line = record((log) =>
      log.info({ sessionId: '5043de43', firstName: 'Liisa', body: '{}', ms: 3 }, 'decided'),
    );
    expect(line).toEqual({ level: 'info', sessionId: '5043de43', ms: 3, msg: 'decided' });
  });

  it('lets only listed members of a child pass', () => {
    const line = record((log) => log.child({ requestId: 'r1', secret: 'csk_example' }).info('handled'));
    expect(line).toEqual({ level: 'info', requestId: 'r1', msg: 'handled' });
  });

  it('leaves out a member without a value', () => {
    const integrationId: string | undefined = undefined;
    const line = record((log) => log.info({ integrationId, reason: null, ms: 3 }, 'refused'));
    expect(line).toEqual({ level: 'info', reason: null, ms: 3, msg: 'refused' });
  });

  it('keeps the origin of an address, not its path', () => {
    const line = record((log) => log.info({ url: 'https://example.com/v/token?x=1' }, 'sent'));
    expect(line).toEqual({ level: 'info', url: 'https://example.com', msg: 'sent' });
  });

  it.each([
    [
      'as a member',
      (log: ReturnType<typeof createLog>) =>
        log.error({ err: new TypeError('Maasikas is not a date') }, 'failed'),
    ],
    ['alone', (log: ReturnType<typeof createLog>) => log.error(new TypeError('Maasikas is not a date'))],
    [
      'as a member without words',
      (log: ReturnType<typeof createLog>) => log.error({ error: new TypeError('Maasikas is not a date') }),
    ],
  ])('names an error without its message, given %s', (_name, write) => {
    const line = record(write);
    expect(JSON.stringify(line)).not.toContain('Maasikas');
    expect(line['error']).toMatchObject({ name: 'TypeError' });
  });

  it('writes about something unavailable once a minute and kind, without a stack', () => {
    const lines = recordAll((log) => {
      for (let times = 0; times < 1_000; times += 1)
        log.warn({ err: new Unavailable('database unavailable') }, 'job claim failed');
      log.warn({ err: new Unavailable('database unavailable') }, 'lease not renewed');
      log.info('stopping');
    });
    const error = { name: 'Unavailable', message: 'database unavailable' };
    expect(lines).toEqual([
      { level: 'warn', error, msg: 'job claim failed' },
      { level: 'warn', error, msg: 'lease not renewed' },
      { level: 'info', msg: 'stopping' },
    ]);
  });

  it('adds up the counts of an outage’s dropped lines', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const lines = recordAll((log) => {
      for (const count of [1, 10, 20]) {
        log.warn({ err: new Unavailable('database unavailable'), count }, 'API: dependency unavailable');
        vi.advanceTimersByTime(45_000);
      }
    });
    vi.useRealTimers();
    expect(lines.map(({ count }) => count)).toEqual([1, 30]);
  });
});
