import { isInstalled } from '@countersign/browser-kit';
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient, startTestService, type TestService } from '../../src/index.ts';
import { flowStories, playFlowStory } from '../../src/demo/flow-story.ts';
import { printUnread } from '../support/print-unread.ts';
import { sharePool } from '../support/shared-threads.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: printUnread, vision: { sharePool } });
});
afterAll(() => service?.close());

interface CreatedSession {
  sessionId: string;
  url: string;
}

const createSession = async () =>
  (await (await fetch(`${service.url}/demo/sessions`, { method: 'POST' })).json()) as CreatedSession;

const decisionOf = async (sessionId: string) =>
  ((await (await fetch(`${service.url}/demo/decision?session=${sessionId}`)).json()) as { decision: unknown })
    .decision;

/** The shop's own access, as its server has it. */
async function shopClient(): Promise<{ client: ApiClient; secret: string; webhookUrl: string }> {
  const { ctx, url } = service;
  const [row] = await ctx.database.query<{ id: string; url: string }>(
    `select i.id, e.url from integration i join webhook_endpoint e on e.integration_id = i.id
     where i.name = 'Demo shop' and e.type = 'decision'`,
  );
  const keys = await ctx.keyRing.ofIntegration(row?.id ?? '');
  const secret = keys?.secrets[0]?.secret ?? '';
  const access = { apiUrl: `${url}/v1`, apiKey: keys?.apiKey ?? '', sharedSecret: secret };
  return { client: new ApiClient(access), secret, webhookUrl: row?.url ?? '' };
}

describe('the demo page', () => {
  it('admits nothing but itself, the flow and the camera of the flow', async () => {
    const { status, headers } = await fetch(`${service.url}/demo`);
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; frame-src ${service.url}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(headers.get('permissions-policy')).toBe(`camera=(self "${service.url}")`);
  });

  it('creates sessions of one test integration, and has no decision until a webhook has come', async () => {
    const first = await createSession();
    const second = await createSession();
    expect(first.sessionId).not.toBe(second.sessionId);
    expect(first.url.startsWith(`${service.url}/v/`)).toBe(true);
    expect(await service.ctx.database.query(`select mode from integration where name = 'Demo shop'`)).toEqual(
      [{ mode: 'test' }],
    );
    expect(await decisionOf(first.sessionId)).toBeNull();
    expect(await decisionOf('')).toBeNull();
  });

  it('shows the decision of a webhook whose signature is right, and of no other', async () => {
    const { sessionId } = await createSession();
    const { client, secret, webhookUrl } = await shopClient();
    const forged = JSON.stringify({
      status: 'success',
      verification: { id: sessionId, status: 'approved', reason: null },
    });
    const send = (body: string, signature: string, apiKey = client.access.apiKey) =>
      fetch(webhookUrl, {
        method: 'POST',
        headers: { 'x-auth-client': apiKey, 'x-hmac-signature': signature },
        body,
      });
    const sign = (body: string, key: string) => createHmac('sha256', key).update(body).digest('hex');
    expect((await send(forged, '')).status).toBe(401);
    expect((await send(forged, sign(forged, 'another secret'))).status).toBe(401);
    expect((await send(`${forged} `, sign(forged, secret))).status).toBe(401);
    expect((await send(forged, sign(forged, secret), 'another key')).status).toBe(401);
    expect((await send('{', sign('{', secret))).status).toBe(400);
    expect(await decisionOf(sessionId)).toBeNull();
    await client.submit(sessionId);
    await expect
      .poll(() => decisionOf(sessionId), { timeout: 60_000, interval: 100 })
      .toEqual({
        status: 'resubmission_requested',
        reason: expect.any(String) as string,
      });
  });

  it.each(['/demo/../etc/passwd', '/demo/nothing', '/demo/sessions'])(
    'has nothing at GET %s',
    async (path) => {
      expect((await fetch(`${service.url}${path}`)).status).toBe(404);
    },
  );
});

describe.skipIf(!isInstalled('chromium'))('a person before the camera on the demo page (Chromium)', () => {
  it('is approved from pictures the camera took, and the shop verifies it; a forged end opens nothing', async () => {
    const result = await playFlowStory({ ...flowStories.phone, url: service.url, print: () => {} });
    // The page waits for the service or for its own scripts, and the primer is shown while the browser has not answered yet whether the
    // camera may be used; a decision may be there before anybody saw that it was waited for; and a selfie may be taken between two
    // looks, of which the approval is the proof.
    const fleeting = new Set(['F0', 'F4', 'F7', 'F10']);
    expect(result.screens.filter((screen) => !fleeting.has(screen))).toEqual(['F1', 'F3', 'F5', 'F9', 'F11']);
    expect(result.decision).toBe('approved');
    expect(result.forged).toBe(
      'The SDK ignored the message, which did not come from its frame. The forged call reached the page and opened nothing: the shop’s server has no decision.',
    );
    expect(result.events.filter((line) => line.startsWith('Event '))).toEqual([
      'Event FINISHED',
      'Event STARTED',
      'Event SUBMITTED',
      'Event FINISHED',
    ]);
    expect(result.violations).toEqual([]);
    console.log(`demo page: verified ${result.seconds.toFixed(1)} s after it was opened`);
  }, 300_000);
});
