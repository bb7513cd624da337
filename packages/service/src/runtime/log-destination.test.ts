import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BackgroundLog } from './log-destination.ts';

function opened(file: string): number {
  const descriptor = fs.openSync(file, 'a');
  onTestFinished(() => fs.closeSync(descriptor));
  return descriptor;
}

function newFile(): string {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-log-'));
  onTestFinished(() => fs.rmSync(directory, { recursive: true }));
  return path.join(directory, 'log');
}

describe('the destination of a log', () => {
  it('gets every line once and in order, in the background and at the end of the process', async () => {
    const file = newFile();
    const log = new BackgroundLog(opened(file), 1_000);
    log.write('one\n');
    await expect.poll(() => fs.readFileSync(file, 'utf8')).toBe('one\n');
    log.write('two é\n');
    await expect.poll(() => fs.readFileSync(file, 'utf8')).toBe('one\ntwo é\n');
    log.write('three\n');
    log.write('four\n');
    log.flushSync();
    await expect
      .poll(() => fs.readFileSync(file, 'utf8'))
      .toMatch(/^one\ntwo é\n(three\nfour|four\nthree)\n$/);
  });

  it.runIf(fs.existsSync('/dev/full'))(
    'may be full: writing does not fail, and the end of the process is not delayed',
    async () => {
      const log = new BackgroundLog(opened('/dev/full'), 1_000);
      for (let n = 0; n < 5; n += 1) {
        log.write(`line ${n}\n`);
        await sleep(5);
      }
      const before = performance.now();
      log.flushSync();
      log.flushSync();
      expect(performance.now() - before).toBeLessThan(1_000);
    },
  );

  it('gets the number of the lines for which there was no room', async () => {
    const file = newFile();
    const log = new BackgroundLog(opened(file), 12);
    // The first is being written when the others come.
    for (const line of ['first\n', 'second\n', 'third\n', 'fourth\n']) log.write(line);
    await expect.poll(() => fs.readFileSync(file, 'utf8').split('\n')).toHaveLength(4);
    const [one, two, lost = ''] = fs.readFileSync(file, 'utf8').split('\n');
    expect([one, two]).toEqual(['first', 'second']);
    expect(JSON.parse(lost)).toEqual({
      level: 'warn',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
      count: 2,
      msg: 'log lines lost: the log could not be written',
    });
  });

  it('may be a pipe whose reader is gone', async () => {
    const file = newFile();
    execFileSync('mkfifo', [file]);
    const reader = fs.openSync(file, 'r+');
    const log = new BackgroundLog(opened(file), 1_000);
    fs.closeSync(reader);
    for (let n = 0; n < 5; n += 1) {
      log.write(`line ${n}\n`);
      await sleep(5);
    }
    log.flushSync();
    // Whoever reads from now on gets nothing, and is not waited for.
    const late = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
    onTestFinished(() => fs.closeSync(late));
    log.write('later\n');
    await sleep(20);
    expect(() => fs.readSync(late, Buffer.alloc(10))).toThrow('EAGAIN');
  });
});
