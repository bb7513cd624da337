import { randomUUID } from 'node:crypto';
import { portalPersonaResults } from '@countersign/contract';
import { beforeAll, expect, it } from 'vitest';
import { describeApiOnce } from '../support/describe-api.ts';
import type { Person } from '../support/portal-browser.ts';
import { newOrganisation, type TestOrganisation } from '../support/portal-organisation.ts';

describeApiOnce('the sandbox in the portal (A-247)', (given) => {
  let own: TestOrganisation;
  let developer: Person;
  let path: string;
  beforeAll(async () => {
    own = await newOrganisation(given.api);
    developer = await own.add({ role: 'developer' });
    path = `/integrations/${own.client.integrationId}/sandbox`;
  });
  const advance = (seconds: number, once = randomUUID()) =>
    developer.browser.post(`${path}/clock`, { seconds, once });
  const createdAt = async (id: string) =>
    Date.parse((await developer.browser.get(`/sessions/${id}`)).json.createdAt);

  it('advances time once per press of the button, and lists who did it', async () => {
    const id = await own.client.createSession();
    const before = await createdAt(id);
    const once = randomUUID();
    expect((await advance(604_800, once)).json).toEqual({ seconds: 604_800 });
    expect((await advance(604_800, once)).json).toEqual({ seconds: 604_800 });
    expect(before - (await createdAt(id))).toBe(604_800_000);
    expect((await advance(300, once)).json.error.member).toBe('once');
    const { jumps } = (await developer.browser.get(path)).json;
    expect(jumps).toMatchObject([{ seconds: 604_800, by: 'Test developer' }]);
    const auditor = await own.add({ role: 'auditor' });
    const { rows } = (await auditor.browser.get('/audit?action=advance-clock')).json;
    expect(rows).toMatchObject([
      { integrationId: own.client.integrationId, actor: `portal:${developer.id}` },
    ]);
  });

  it('advances time by at most 366 days', async () => {
    expect((await advance(31_622_400)).status).toBe(200);
    for (const seconds of [0, -1, 1.5, 31_622_401])
      expect([seconds, (await advance(seconds)).status]).toEqual([seconds, 422]);
  });

  it('lists the names and numbers that determine a result', async () => {
    const { personas } = (await developer.browser.get(path)).json;
    expect(personas).toContainEqual({
      kind: 'decision',
      member: 'person.firstName',
      value: 'Decline',
      code: 'session-declined',
      result: 'declined, 9102, reason code 102',
    });
    expect(personas).toContainEqual({
      kind: 'registry',
      member: 'br',
      value: '90000000256',
      code: 'declined-902',
      result: 'declined 902',
    });
    // A code has one text, and is used.
    const texts = new Set(personas.map(({ code, result }) => `${code}: ${result}`));
    expect(texts.size).toBe(portalPersonaResults.length);
    expect(new Set(personas.map(({ kind }) => kind))).toEqual(new Set(['decision', 'screening', 'registry']));
  });

  it('is refused for a live integration, where time does not move', async () => {
    const live = await own.integrate({ mode: 'live' });
    const id = await live.createSession();
    const before = await createdAt(id);
    const console = `/integrations/${live.integrationId}/sandbox`;
    const shown = await developer.browser.get(console);
    const moved = await developer.browser.post(`${console}/clock`, { seconds: 300, once: randomUUID() });
    for (const { status, json } of [shown, moved])
      expect([status, json.error.code]).toEqual([409, 'live-integration']);
    expect(await createdAt(id)).toBe(before);
  });
});
