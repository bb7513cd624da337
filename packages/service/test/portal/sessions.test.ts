import { beforeAll, expect, it } from 'vitest';
import { hmacHex } from '../../src/signing/hmac.ts';
import { holdSession } from '../../src/usecases/operator/hold-session.ts';
import { onePixelPng } from '../support/api.ts';
import { decided, seeing, verify } from '../support/decide.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { seenPictures } from '../support/findings.ts';
import { listsOf, screenedSession, screeningOnly } from '../support/screening.ts';
import { newOrganisation, type TestOrganisation } from '../support/portal-organisation.ts';
import type { Person } from '../support/portal-browser.ts';

const rowsOf = async ({ browser }: Person, query: string) => {
  const answer = await browser.get(`/sessions${query}`);
  if (answer.status !== 200) throw new Error(answer.bytes.toString());
  return answer.json;
};
const idsOf = async (person: Person, query: string) => (await rowsOf(person, query)).rows.map(({ id }) => id);

describeApiOnce('sessions in the portal', (given) => {
  let own: TestOrganisation;
  let owner: Person;
  let viewer: Person;
  beforeAll(async () => {
    own = await newOrganisation(given.api, { settings: { manualReview: true, deletion: true } });
    owner = await own.add({ role: 'owner', reveal: true });
    viewer = await own.add({ role: 'viewer' });
  });

  it('are listed newest first, page by page, without personal data', async () => {
    const created = [];
    for (let at = 0; at < 5; at += 1)
      created.unshift(
        await own.client.createSession({ vendorData: `customer-00${at}`, person: { firstName: 'Liisa' } }),
      );
    const first = await rowsOf(viewer, '?limit=2');
    expect(first.rows.map(({ id }) => id)).toEqual(created.slice(0, 2));
    expect(first.rows[0]).toEqual({
      id: created[0],
      integrationId: own.client.integrationId,
      status: 'created',
      code: null,
      reasonCode: null,
      reason: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      changedAt: expect.stringMatching(/Z$/),
      attempts: 1,
      vendorData: '•••04',
      awaitsRegistry: false,
    });
    const second = await rowsOf(viewer, `?limit=2&cursor=${first.next ?? ''}`);
    expect(second.rows.map(({ id }) => id)).toEqual(created.slice(2, 4));
    const third = await rowsOf(viewer, `?limit=2&cursor=${second.next ?? ''}`);
    expect([third.rows.map(({ id }) => id), third.next]).toEqual([created.slice(4), null]);
  });

  it('are filtered by status, time and integration', async () => {
    const other = await own.integrate();
    const there = await other.createSession();
    const approved = await decided(given.api, own.client, 'Approve');
    const declined = await decided(given.api, own.client, 'Decline');
    expect(await idsOf(viewer, '?status=approved')).toEqual([approved]);
    expect(await idsOf(viewer, '?status=approved,declined')).toEqual([declined, approved]);
    expect(await idsOf(viewer, `?integration=${other.integrationId}`)).toEqual([there]);
    expect((await rowsOf(viewer, '?status=declined')).rows).toMatchObject([
      { id: declined, code: 9102, reasonCode: 102, attempts: 1 },
    ]);
    expect(await idsOf(viewer, '?until=2001-01-01T00:00:00Z')).toEqual([]);
    expect(await idsOf(viewer, '?since=2999-01-01T00:00:00Z')).toEqual([]);
    const odd = await viewer.browser.get('/sessions?status=approved,happy');
    expect([odd.status, odd.json.error.member]).toEqual([422, 'status']);
  });

  it('that wait for a person are listed oldest first, all others newest first, unless the other order is requested (A-281)', async () => {
    const client = await own.integrate({ settings: { manualReview: true } });
    const { integrationId: integration } = client;
    const waiting: string[] = [];
    for (let at = 0; at < 3; at += 1) waiting.push(await decided(given.api, client, 'Review'));
    const done = [await decided(given.api, client, 'Approve'), await decided(given.api, client, 'Approve')];
    const inOrder = (query: string) => idsOf(viewer, `?integration=${integration}${query}`);
    expect(await inOrder('&status=review')).toEqual(waiting);
    expect(await inOrder('&status=review&order=newest')).toEqual(waiting.toReversed());
    expect(await inOrder('&status=approved')).toEqual(done.toReversed());
    expect(await inOrder('&order=oldest')).toEqual([...waiting, ...done]);
    expect(await inOrder('&status=review,approved')).toEqual([...waiting, ...done].toReversed());
    // Page by page.
    const first = await rowsOf(viewer, `?integration=${integration}&status=review&limit=2`);
    const rest = await inOrder(`&status=review&limit=2&cursor=${first.next ?? ''}`);
    expect([...first.rows.map(({ id }) => id), ...rest]).toEqual(waiting);
    expect((await viewer.browser.get('/sessions?order=random')).status).toBe(422);
  });

  it('are found by id, by its beginning, and by the exact vendorData', async () => {
    const id = await own.client.createSession({
      vendorData: 'Order 47/b "x" <script>',
      endUserId: '7d9f2a61-6e0d-4b8e-8f57-2a9d3e4c5b61',
    });
    for (const q of [
      id,
      id.slice(0, 8),
      id.slice(0, 13),
      'Order 47/b "x" <script>',
      '7D9F2A61-6e0d-4b8e-8f57-2a9d3e4c5b61',
    ])
      expect([q, await idsOf(viewer, `?q=${encodeURIComponent(q)}`)]).toEqual([q, [id]]);
    for (const q of [id.slice(0, 7), 'Order 47/b', 'order 47/b "x" <script>', '%', "' or 1=1 --"])
      expect([q, await idsOf(viewer, `?q=${encodeURIComponent(q)}`)]).toEqual([q, []]);
    expect(await idsOf(viewer, `?q=${id}&status=approved`)).toEqual([]);
  });

  it.each([
    ['q', 'x'.repeat(1_001)],
    ['q', '\u0000'],
    ['limit', '0'],
    ['limit', '101'],
    ['cursor', 'AAAA'],
    ['cursor', "' or 1=1"],
    ['since', 'yesterday'],
    ['integration', '1'],
    ['unknown', '1'],
  ])('answer 422 to a wrong %s in the query, naming it', async (member, value) => {
    const answer = await viewer.browser.get(`/sessions?${member}=${encodeURIComponent(value)}`);
    expect([answer.status, answer.json.error.code]).toEqual([422, 'invalid']);
    if (member !== 'unknown') expect(answer.json.error.member).toBe(member);
  });

  it('show all details of a session, masked until revealed with a reason', async () => {
    const id = await own.client.createSession({
      vendorData: 'customer-77',
      person: { firstName: 'Liisa Mari', lastName: 'Maasikas', dateOfBirth: '1990-02-03' },
      document: { number: 'AB1234567' },
    });
    const media = (await own.client.upload(id, { context: 'face', content: onePixelPng })).json.image;
    const page = async (person: Person) => (await person.browser.get(`/sessions/${id}`)).json;
    const masked = await page(owner);
    expect(masked).toMatchObject({
      id,
      mode: 'test',
      status: 'created',
      vendorData: '•••77',
      revealedUntil: null,
      canReveal: true,
      canReview: false,
      canNote: true,
      canDelete: true,
      attemptList: [
        {
          ordinal: 1,
          status: 'created',
          decisions: [],
          media: [{ id: media.id, context: 'face', size: 70 }],
        },
      ],
      screening: null,
      registryChecks: [],
      webhooks: [],
      timeline: [{ action: 'upload-media' }, { action: 'create-session', to: 'created' }],
    });
    const field = (shown: typeof masked, name: string) =>
      [...shown.person, ...shown.document].find((each: { field: string }) => each.field === name);
    expect(field(masked, 'firstName')).toEqual({
      field: 'firstName',
      supplied: 'L••• M•••',
      read: null,
      agreement: 'one-source',
    });
    expect(field(masked, 'number')?.supplied).toBe('•••67');
    const bytes = JSON.stringify(masked);
    for (const personal of ['Liisa', 'Maasikas', '1990-02-03', 'AB1234567', 'customer'])
      expect([personal, bytes.includes(personal)]).toEqual([personal, false]);

    const picture = `/sessions/${id}/media/${media.id}`;
    expect((await owner.browser.get(picture)).json.error.code).toBe('reveal-required');
    expect((await owner.browser.get(`/sessions/${id}/decision`)).json.error.code).toBe('reveal-required');
    const withoutReason = await owner.browser.post(`/sessions/${id}/reveal`, { reason: '  ' });
    expect(withoutReason.json.error).toMatchObject({ code: 'invalid', member: 'reason' });
    expect(
      (await owner.browser.post(`/sessions/${id}/reveal`, { reason: 'Called by the client' })).status,
    ).toBe(200);
    const revealed = await page(owner);
    expect(field(revealed, 'firstName')?.supplied).toBe('Liisa Mari');
    expect(revealed.vendorData).toBe('customer-77');
    const seen = await owner.browser.get(picture);
    expect([seen.status, seen.bytes.toString('base64')]).toEqual([200, onePixelPng]);
    expect(seen.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': `inline; filename="${media.id}.png"`,
    });
    expect((await page(viewer)).vendorData).toBe('•••77');
    expect(revealed.timeline[0]).toMatchObject({
      actor: 'Test owner',
      action: 'reveal-session',
      note: 'Called by the client',
    });
    await given.clock.advance({ minutes: 16 });
    expect((await owner.browser.get(picture)).status).toBe(403);
  });

  it('return the decision in the same bytes and with the signature of the public API', async () => {
    const id = await decided(given.api, own.client, 'Decline');
    await owner.browser.post(`/sessions/${id}/reveal`, { reason: 'Check' });
    const answer = await owner.browser.get(`/sessions/${id}/decision`);
    expect(answer.bytes).toEqual((await own.client.decision(id)).bytes);
    expect(answer.headers['x-hmac-signature']).toBe(hmacHex(own.client.secret, answer.bytes));
    const actions = (await owner.browser.get(`/audit?session=${id}`)).json.rows;
    expect(actions.slice(0, 2).map(({ action }) => action)).toEqual(['view-decision', 'reveal-session']);
  });

  it('explain a hit’s score once the session is revealed, and show only the score before', async () => {
    const client = await own.integrate({ settings: screeningOnly() });
    const lists = listsOf('lists-1', { id: 'x-1', name: 'Dario Velmont', lists: ['SANCTIONS'] });
    const person = { firstName: 'Dario', lastName: 'Velmont' };
    const id = await screenedSession(given.api, client, { person, lists });
    const hitOf = async () => (await owner.browser.get(`/sessions/${id}`)).json.screening?.hits[0];
    expect(await hitOf()).toMatchObject({ name: 'D••• V•••', score: 100, explanation: null });
    await owner.browser.post(`/sessions/${id}/reveal`, { reason: 'Check' });
    expect(await hitOf()).toMatchObject({
      name: 'Dario Velmont',
      explanation: {
        score: 100,
        summary:
          'The names are the same; the birth date is unknown; the country is unknown. The list has nothing more that would settle it.',
      },
    });
  });

  it('in review name the check that left a doubt', async () => {
    const id = await own.client.createSession();
    await own.client.submit(id);
    const comparison = { distance: 0.45, score: 70, model: 'test-face@1', weak: false };
    await verify(given.api, id, seeing({ ...seenPictures(), comparison }));
    const page = (await viewer.browser.get(`/sessions/${id}`)).json;
    expect(page.status).toBe('review');
    expect(page.attemptList[0]?.decisions.map(({ decidedBy }) => decidedBy)).toEqual(['face_match']);
  });

  it('in review are decided once when two people decide at the same time', async () => {
    const id = await decided(given.api, own.client, 'Review');
    const reviewer = await own.add({ role: 'reviewer' });
    const review = ({ browser }: Person, body: object) => browser.post(`/sessions/${id}/review`, body);
    expect((await reviewer.browser.get(`/sessions/${id}`)).json.canReview).toBe(true);
    for (const body of [
      { decision: 'decline' },
      { decision: 'approve', reasonCode: 102 },
      { decision: 'decline', reasonCode: 201 },
    ])
      expect((await review(reviewer, body)).json.error).toMatchObject({
        code: 'invalid',
        member: 'reasonCode',
      });
    const decline = { decision: 'decline', reasonCode: 102, note: 'The photo was <b>replaced</b>' };
    const answers = await Promise.all([review(reviewer, decline), review(owner, { decision: 'approve' })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const page = (await reviewer.browser.get(`/sessions/${id}`)).json;
    const won = answers[0]?.status === 200 ? 'declined' : 'approved';
    expect([page.status, page.canReview]).toEqual([won, false]);
    expect(page.attemptList[0]?.decisions[0]).toMatchObject({ kind: 'human', status: won, final: true });
  });

  it('accept notes, which only people who may write notes can read', async () => {
    const id = await own.client.createSession();
    const text = `Robert'); drop table session; -- <script>alert(1)</script>\n\u202e`;
    expect((await owner.browser.post(`/sessions/${id}/notes`, { text })).status).toBe(204);
    const noteOf = async ({ browser }: Person) =>
      (await browser.get(`/sessions/${id}`)).json.timeline[0]?.note;
    expect(await noteOf(owner)).toBe(text);
    expect(await noteOf(viewer)).toBeNull();
  });

  it('are deleted after a step-up, and can no longer be found', async () => {
    const id = await own.client.createSession();
    const remove = () => owner.browser.call({ method: 'DELETE', path: `/sessions/${id}` });
    expect((await remove()).json.error.code).toBe('step-up');
    expect((await owner.stepUp()).status).toBe(200);
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    expect((await owner.browser.get(`/sessions/${id}`)).status).toBe(404);
    expect(await idsOf(owner, `?q=${id}`)).toEqual([]);
    const [row] = (await owner.browser.get(`/audit?session=${id}`)).json.rows;
    expect(row).toMatchObject({
      action: 'delete-session',
      actor: `portal:${owner.id}`,
      actorName: 'Test owner',
    });
  });

  it('are not deleted while they are on legal hold', async () => {
    const id = await own.client.createSession();
    const other = await own.add({ role: 'owner' });
    const remove = () => other.browser.call({ method: 'DELETE', path: `/sessions/${id}` });
    const hold = { integrationId: own.client.integrationId, sessionId: id, reason: 'Court', actor: 'cli' };
    await holdSession(given.api.ctx)({ ...hold, held: true });
    expect((await other.stepUp()).status).toBe(200);
    const refused = await remove();
    expect([refused.status, refused.json.error.code]).toEqual([409, 'on-hold']);
    await holdSession(given.api.ctx)({ ...hold, held: false });
    expect((await remove()).status).toBe(204);
  });

  it('are created just as over the public API', async () => {
    const { integrationId } = own.client;
    const body = {
      integrationId,
      person: { firstName: 'Approve', lastName: "O'Neil" },
      vendorData: 'from the portal',
    };
    const answer = await owner.browser.post('/sessions', body);
    expect(answer.status).toBe(201);
    expect(answer.json.url).toMatch(/^https:\/\/verify\.example\.com\/v\/[\w.-]+$/);
    expect(await idsOf(owner, '?q=from%20the%20portal')).toEqual([answer.json.id]);
    const [row] = (await owner.browser.get(`/audit?session=${answer.json.id}`)).json.rows;
    expect(row).toMatchObject({ action: 'create-session', actor: `portal:${owner.id}` });
    const callback = await owner.browser.post('/sessions', {
      integrationId,
      callback: 'javascript:alert(1)',
    });
    expect([callback.status, callback.json.error.code]).toEqual([422, 'invalid']);
    expect(callback.json.error.member).toContain('callback');
  });
});
