import { describe, expect, it, onTestFinished } from 'vitest';
import { VisionLate } from '../src/vision/vision.ts';
import { openInlineThreads } from '../src/vision/vision-inline.ts';
import type { VisionTask } from '../src/vision/vision-tasks.ts';
import { faultyThread, realFiles } from './support/faulty-thread-file.ts';
import { pictureOf } from './support/vision-setup.ts';
import { until } from './support/vision-processes.ts';

describe('threads of the service itself', () => {
  const task = (command: string): VisionTask => ({
    kind: 'inspect',
    pictures: [pictureOf(command)],
    today: '2026-11-20',
    inspection: {},
    final: false,
    patience: 1,
  });

  it('give a picture up after its time, and look at no other one before that one is done', async () => {
    const executor = openInlineThreads({
      settings: {
        thread: await faultyThread(),
        threads: 1,
        modelsDir: realFiles.modelsDir,
        slotsDir: null,
        textEngine: 'off',
        closeOtherLoaders: false,
        shared: true,
      },
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
});
