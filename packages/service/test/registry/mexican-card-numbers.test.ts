import { afterAll, beforeAll, expect, it } from 'vitest';
import { onePixelPng } from '../support/api.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import {
  consented,
  createTestRegistryClients,
  seenCard,
  type ShownCard,
  type TestDesk,
} from '../support/mexican-queries.ts';
import { runCheck } from '../support/registry-jobs.ts';

describeApiOnce('the request to INE about a card (registries 8.3)', (given) => {
  let registryClients: TestDesk;
  beforeAll(async () => {
    registryClients = await createTestRegistryClients();
  });
  afterAll(() => registryClients.close());

  /** Names below `datos` of the one question about a card; `null`: no picture of it was handed in. */
  const screeningInputOf = async (card: ShownCard | null): Promise<string[]> => {
    const client = await given.api.integrate({
      settings: { registry: 'MX_INE', identityVerification: false },
    });
    const sessionId = await client.createSession({
      document: { number: '999900001', country: 'MX', type: 'ID_CARD' },
      consents: consented,
    });
    await client.upload(sessionId, { context: 'face', content: onePixelPng });
    if (card) await client.upload(sessionId, { context: 'document-back', content: onePixelPng });
    await client.submit(sessionId);
    await registryClients.simulator.control.reset();
    const findings = card && seenCard(card);
    await runCheck(given.api, sessionId, {
      registry: 'mx',
      registryClients: registryClients.registryClients,
      ...(findings && { findings }),
    });
    const calls = registryClients.simulator.control.calls({ route: 'mx.ine' });
    expect(calls).toHaveLength(1);
    return calls.flatMap(({ keys }) => keys.filter((key) => key.startsWith('datos.'))).sort();
  };

  it('holds the OCR and the emission number that were read beside the CIC', async () => {
    const keys = await screeningInputOf({ cic: '999900001' });
    expect(keys).toEqual(expect.arrayContaining(['datos.cic', 'datos.numeroEmisionCredencial', 'datos.ocr']));
  });

  it('holds no number that could not be read', async () => {
    const keys = await screeningInputOf({ cic: '999900001', ocr: '' });
    expect(keys).toContain('datos.cic');
    expect(keys).not.toContain('datos.ocr');
  });

  it('holds the CIC alone where no picture of the card was submitted', async () => {
    expect(await screeningInputOf(null)).toEqual(['datos.cic']);
  });
});
