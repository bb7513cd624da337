import { describe, expect, it, onTestFinished } from 'vitest';
import { VisionLate } from '../../src/vision/vision.ts';
import { openInlineThreads } from '../../src/vision/vision-inline.ts';
import type { ThreadPool } from '../../src/vision/vision-pool.ts';
import type { VisionTask } from '../../src/vision/vision-tasks.ts';
import { faultyThread, realFiles } from '../support/faulty-thread-file.ts';
import { pictureOf } from '../support/vision-setup.ts';
import { until } from '../support/vision-processes.ts';

describe('threads of the service itself', () => {
  const task = (command: string): VisionTask => ({
    kind: 'inspect',
    pictures: [pictureOf(command)],
    today: '2026-11-20',
    inspection: {},
    final: false,
    patience: 1,
  });

  const settings = async (thread: Promise<string>) => ({
    thread: await thread,
    threads: 1,
    modelsDir: realFiles.modelsDir,
    slotsDir: null,
    textEngine: 'off' as const,
    closeOtherLoaders: false,
    shared: true,
  });

  it('abandon a picture after its time, and start no other one before that one is done', async () => {
    const executor = openInlineThreads({
      settings: await settings(faultyThread()),
      eager: true,
      onBroken: () => {},
      deadlineMs: 1_000,
    });
    onTestFinished(() => executor.close());
    let room = 0;
    await executor.start(() => {
      room += 1;
    });
    await expect(executor.run(task('wait 3000'), 'verify')).rejects.toThrow(VisionLate);
    expect({ hasRoom: executor.hasRoom('verify'), room }).toEqual({ hasRoom: false, room: 0 });
    await until('its thread is done', () => room > 0);
    expect({ hasRoom: executor.hasRoom('verify'), room }).toEqual({ hasRoom: true, room: 1 });
    const answer = await executor.run(task('wait 1'), 'verify');
    expect(answer.kind).toBe('done');
  });

  it('are those that several services were given, until the last of them ends', async () => {
    let opened: ThreadPool | undefined;
    const asked: unknown[] = [];
    const open = async () =>
      openInlineThreads({
        settings: await settings(faultyThread()),
        eager: false,
        onBroken: () => {},
        sharePool: (wanted, openPool) => {
          asked.push(wanted);
          opened ??= openPool();
          return { ...opened, close: () => Promise.resolve() };
        },
      });
    onTestFinished(() => opened?.close());
    const [first, second] = [await open(), await open()];
    expect(asked).toEqual([await settings(faultyThread()), await settings(faultyThread())]);
    expect((await first.run(task('wait 1'), 'verify')).kind).toBe('done');
    await first.close();
    expect((await second.run(task('wait 1'), 'verify')).kind).toBe('done');
  });
});
