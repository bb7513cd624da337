import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { VisionInterrupted, VisionKilled } from '../../src/vision/vision.ts';
import { openTestVision, type TestVision, type TestVisionOptions } from '../support/vision-setup.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function open(options: TestVisionOptions): Promise<TestVision> {
  const opened = await openTestVision(options);
  cleanups.push(() => opened.vision.close());
  return opened;
}

describe('a vision process under control of an attacker', () => {
  const answer = (rest: string) => `say {"kind":"answer","id":1,"resident":1${rest}}`;

  it.each([
    ['sends nothing', 'say null'],
    ['sends a number', 'say 7'],
    ['sends a kind that there is not', 'say {"kind":"constructor","resident":1}'],
    ['reports no memory', 'say {"kind":"ready","models":[]}'],
    ['reports its memory in words', 'say {"kind":"died","id":1,"resident":"much"}'],
    ['answers without an answer', answer('')],
    ['answers with nothing', answer(',"answer":null')],
    ['answers without a result', answer(',"answer":{"kind":"done"}')],
    ['answers in a form that there is not', answer(',"answer":{"kind":"approved"}')],
    ['sends what is no message', 'garble'],
    ['announces two million blocks', 'blocks 2000000'],
  ])('and that %s ends alone; the next task is done (S25)', async (_, command) => {
    const told: unknown[] = [];
    const { ask } = await open({ onBroken: (error) => told.push(error) });
    const before = performance.now();
    await expect(ask(command)).rejects.toThrow(VisionKilled);
    // Far from its own deadline of 20 s, and from what copying two million lists takes.
    expect(performance.now() - before).toBeLessThan(10_000);
    expect(await ask('wait 1')).toEqual({ waited: 1 });
    expect(told).toEqual([]);
  });

  it('cannot stop the service by calling its models broken, and its words are not repeated (S25)', async () => {
    const told: unknown[] = [];
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(line) });
    const { ask } = await open({ log, onBroken: (error) => told.push(error) });
    await expect(ask('say {"kind":"broken","reason":"Ada Lovelace","resident":1}')).rejects.toThrow(
      VisionInterrupted,
    );
    expect(await ask('wait 1')).toEqual({ waited: 1 });
    expect(told).toEqual([]);
    expect(lines.join('')).not.toContain('Lovelace');
  });

  const died = (id: number) => `{"kind":"died","id":${id},"resident":1}`;
  const tested = `{"kind":"tested","resident":1,"result":{"unreadable":[],"held":{"environment":true,"memory":true,"processes":true,"files":true,"network":true,"sockets":true,"writes":true}}}`;

  it.each([
    ['answers a task that it was not given yet', died(2)],
    ['answers a task that there never is', died(Number.MAX_SAFE_INTEGER)],
    ['gets ready a second time', '{"kind":"ready","models":[],"resident":1}'],
    ['reports its walls a second time', tested],
  ])('and that %s ends alone, at the first such message (S25)', async (_, message) => {
    const { ask, metric } = await open({});
    await expect(ask(`say ${message}`)).rejects.toThrow(VisionKilled);
    expect(await ask('wait 1')).toEqual({ waited: 1 });
    expect(await metric('countersign_vision_restarts_total', { cause: 'invalid' })).toBe(1);
  });

  it('answers once: a second answer ends it, with an alert (S25)', async () => {
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(line) });
    const { ask, metric } = await open({ log });
    await expect(ask(`recite [${died(1)},${died(1)}]`)).rejects.toThrow(VisionKilled);
    await expect.poll(() => metric('countersign_vision_restarts_total', { cause: 'invalid' })).toBe(1);
    expect(lines.join('')).toContain('it answered a task that it does not have');
    expect(await ask('wait 1')).toEqual({ waited: 1 });
  });

  it.each([
    ['a page', '<script>alert(1)</script>'],
    ['nothing', ''],
  ])('passes a registry no selfie that is not a JPEG: %s (S25)', async (_, bytes) => {
    const { vision, ask, metric } = await open({});
    const command = new Uint8Array(Buffer.from(`hand ${Buffer.from(bytes).toString('base64')}`));
    await expect(vision.prepareSelfie({ bytes: command })).rejects.toThrow(VisionKilled);
    expect(await ask('wait 1')).toEqual({ waited: 1 });
    expect(await metric('countersign_vision_restarts_total', { cause: 'invalid' })).toBe(1);
  });
});
