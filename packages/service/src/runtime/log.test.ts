import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';

function record(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown> {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  write(createLog('info', sink));
  const parsed = JSON.parse(lines[0] ?? '{}') as Record<string, unknown>;
  delete parsed['time'];
  return parsed;
}

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
});
