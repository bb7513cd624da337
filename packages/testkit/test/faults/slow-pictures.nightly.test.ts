import { noPictures } from '@countersign/core';
import { createInspector } from '@countersign/vision';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, systemEngines } from '../../../service/test/support/engines.ts';
import { visionProcesses } from '../../../service/test/support/vision-processes.ts';
import { realFiles } from '../../../service/test/support/faulty-thread-file.ts';
import { jpegOfManyScans } from '../../../vision/test/many-scans.ts';
import { startTestService, type TestService } from '../../src/index.ts';

describe.each(systemEngines())('a picture that takes half a minute to decode [%s]', (engine) => {
  let service: TestService;
  let drop = async () => {};
  beforeAll(async () => {
    const database = engine === 'postgres' ? await createTestDatabase({ migrated: true }) : null;
    drop = database?.drop ?? drop;
    service = await startTestService({
      env: { VISION_PROCESS: 'child', VISION_THREADS: '1', VISION_TEXT_ENGINE: 'off' },
      ...(database ? { databaseUrl: database.url } : {}),
    });
  });
  afterAll(async () => {
    await service.close();
    await drop();
  });

  it('is requested again at once, and the process that read it continues (S12, S25)', async () => {
    const bytes = await jpegOfManyScans({ width: 6000, height: 6000 }, 13);
    expect(bytes.length).toBeLessThan(400_000);
    const { client } = await service.integrate({ mode: 'live' });
    const sessionId = await client.createSession({});
    await client.uploadMedia(sessionId, { context: 'face', bytes });
    await client.uploadMedia(sessionId, { context: 'document-front', bytes });
    const before = visionProcesses();
    const started = performance.now();
    await client.submit(sessionId);
    const { body } = await client.waitForDecision(sessionId);
    expect(body.verification).toMatchObject({
      status: 'resubmission_requested',
      code: 9103,
      reasonCode: 204,
    });
    // Tens of milliseconds on a quiet machine; decoding takes 30 s and ends the process at its deadline of 20 s.
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(visionProcesses()).toEqual(before);
  });
});

describe('an attempt without pictures', () => {
  it('has the same result as an inspection of nothing', async () => {
    const inspector = await createInspector({ modelsDir: realFiles.modelsDir, textEngine: 'off' });
    const found = await inspector.inspect({ pictures: [], today: '2026-11-20' });
    await inspector.close();
    expect({ ...found, models: [] }).toEqual({ ...noPictures, timings: {} });
  });
});
