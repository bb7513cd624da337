import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestIntegration, type TestService } from '../../src/index.ts';
import { slow } from '../support/colombian-personas.ts';
import { genuineWebhook, standalone, told } from '../support/registry-personas.ts';
import { colombian } from '../support/registry-sessions.ts';

// On one engine only: they wait for seconds of real time, the silent one for every repeated call.
describe.concurrent('Colombia’s slow personas at the public API', () => {
  let service: TestService;
  let colombia: TestIntegration;
  beforeAll(async () => {
    service = await startTestService();
    colombia = await standalone(service, 'CO');
  });
  afterAll(() => service.close());

  it.each(slow)('%s: %s', async (number, _who, verdict, registryValidation) => {
    const begun = performance.now();
    const verification = colombian(number);
    const { decision, webhook } = await told(service, colombia, { verification, selfie: false });
    expect(performance.now() - begun).toBeGreaterThan(7_000);
    expect(decision).toMatchObject(verdict);
    expect(decision['additionalVerifiedData']).toEqual({ registryValidation });
    expect(webhook).toEqual(genuineWebhook);
  });
});
