import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { sendMails } from '../../src/usecases/portal/mail/send-mails.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { sharedClock } from '../support/clock.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { describeAloneOnce } from '../support/engines.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { newest } from '../support/passkey-person.ts';
import { addPerson, goodPassword, me, openBrowser, type Person } from '../support/portal-browser.ts';

const newAddress = () => `new-${randomUUID()}@example.com`;
const linkForm = /https:\/\/id\.example\.com\/portal\/email\/([\w-]{43})/;

describeAloneOnce('changing an e-mail address', (open) => {
  const clock = sharedClock(open);
  let server: MailServer;
  let api: TestApi;
  beforeAll(async () => {
    server = await startMailServer();
    api = await startApi(await open(), { SMTP_URL: server.url, MAIL_FROM: 'identity@example.com' });
  });
  afterEach(() => {
    server.taken = [];
  });
  afterAll(async () => {
    await api.close();
    await server.close();
  });

  const send = () => sendMails(api.ctx)(new AbortController().signal);
  const request = (person: Person, email: string) => person.browser.post('/me/email', { email });
  /** Somebody who has requested it, with the token that the new mailbox got. */
  const requested = async (email = newAddress(), language = 'en') => {
    const person = await addPerson(api, { role: 'viewer' });
    await person.browser.call({ method: 'PATCH', path: '/me', body: { language } });
    await person.stepUp();
    expect((await request(person, email)).status).toBe(204);
    await send();
    const [, token = ''] = linkForm.exec(server.taken.at(-1)?.source ?? '') ?? [];
    return { person, email, path: `/email-changes/${token}` };
  };

  it('takes effect only when the new mailbox confirms it', async () => {
    const { person, email, path } = await requested();
    expect(server.taken).toMatchObject([{ to: [email] }]);
    expect(server.taken[0]?.source).toMatch(/^Subject: Confirm your new e-mail address/m);
    const anybody = openBrowser(api);
    expect((await anybody.get(path)).json).toMatchObject({ email });
    expect((await me(person.browser)).user).toMatchObject({ email: person.email });
    expect((await anybody.post(path)).status).toBe(204);
    expect((await me(person.browser)).user).toMatchObject({ email });
    expect(await newest(api, person)).toEqual({
      action: 'change-email',
      details: { from: person.email, to: email },
    });
    const signIn = (address: string) =>
      openBrowser(api).post('/sign-in', { email: address, password: goodPassword });
    expect((await signIn(email)).status).toBe(200);
    expect((await signIn(person.email)).json.error.code).toBe('wrong-credentials');
  });

  it('notifies the old address, and keeps the other sign-ins', async () => {
    const { person, email, path } = await requested();
    const other = openBrowser(api);
    await other.post('/sign-in', { email: person.email, password: goodPassword });
    server.taken = [];
    await openBrowser(api).post(path);
    await send();
    expect(server.taken).toMatchObject([{ to: [person.email] }]);
    expect(server.taken[0]?.source).toContain(email);
    expect((await other.get('/me')).status).toBe(200);
  });

  it('may be requested six times, then at growing intervals (S16)', async () => {
    const person = await addPerson(api, { role: 'viewer' });
    await person.stepUp();
    const answers: number[] = [];
    for (let time = 0; time < 7; time += 1) answers.push((await request(person, newAddress())).status);
    expect(answers).toEqual([204, 204, 204, 204, 204, 204, 429]);
    await send();
    expect(server.taken.length).toBeLessThanOrEqual(6);
    await clock.advance({ seconds: 61 });
    expect((await request(person, newAddress())).status).toBe(204);
    expect((await request(person, newAddress())).headers['retry-after']).toBe('120');
  });

  it('is void once the password changes: an intruder may have requested it (S16)', async () => {
    const { person, path } = await requested();
    const body = { current: goodPassword, next: 'another horse battery' };
    expect((await person.browser.post('/me/password', body)).status).toBe(204);
    expect((await openBrowser(api).post(path)).status).toBe(404);
    expect((await me(person.browser)).user).toMatchObject({ email: person.email });
  });

  it('works once, within 24 hours', async () => {
    const { path } = await requested();
    expect((await openBrowser(api).post(path)).status).toBe(204);
    expect((await openBrowser(api).post(path)).status).toBe(404);
    const late = await requested();
    await clock.advance({ hours: 24, seconds: 1 });
    expect((await openBrowser(api).get(late.path)).status).toBe(404);
    expect((await openBrowser(api).post(late.path)).status).toBe(404);
  });

  it('is replaced by a later request, whose e-mail alone is sent', async () => {
    const { person, path } = await requested();
    await request(person, newAddress());
    const last = newAddress();
    await request(person, last);
    server.taken = [];
    await send();
    expect(server.taken.flatMap(({ to }) => to)).toEqual([last]);
    expect((await openBrowser(api).post(path)).status).toBe(404);
  });

  it('gives the same answer for an address in use, and sends nothing to it', async () => {
    const taken = await addPerson(api, { role: 'viewer' });
    const person = await addPerson(api, { role: 'viewer' });
    await person.stepUp();
    expect((await request(person, taken.email.toUpperCase())).status).toBe(204);
    await send();
    expect(server.taken).toEqual([]);
  });

  it('is refused when the address has been taken since', async () => {
    const { person, email, path } = await requested();
    const { person: second, path: secondPath } = await requested(email);
    expect((await openBrowser(api).post(secondPath)).status).toBe(204);
    const { status, json } = await openBrowser(api).post(path);
    expect([status, json.error.code]).toEqual([409, 'already-member']);
    expect((await me(person.browser)).user).toMatchObject({ email: person.email });
    expect((await me(second.browser)).user).toMatchObject({ email });
  });

  it('succeeds for one person when two confirm the same address at once', async () => {
    const email = newAddress();
    const first = await requested(email);
    const second = await requested(email);
    const answers = await Promise.all([first, second].map(({ path }) => openBrowser(api).post(path)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  });

  it('needs a step-up, and an address that differs from the current one', async () => {
    const person = await addPerson(api, { role: 'viewer' });
    expect((await request(person, newAddress())).json.error.code).toBe('step-up');
    await person.stepUp();
    const { status, json } = await request(person, person.email);
    expect([status, json.error.member]).toEqual([422, 'email']);
  });

  it('is dropped with a person who is removed', async () => {
    const { person, path } = await requested();
    const owner = await addPerson(api, { role: 'owner' });
    await owner.stepUp();
    expect((await owner.browser.call({ method: 'DELETE', path: `/team/${person.id}` })).status).toBe(204);
    expect((await openBrowser(api).post(path)).status).toBe(404);
  });

  it.each([
    ['es', /^Subject: =\?UTF-8\?Q\?Confirme_su_nueva_direcci/m],
    ['pt-BR', /^Subject: =\?UTF-8\?Q\?Confirme_seu_novo_endere/m],
  ])('is announced in the language of the person: %s', async (language, subject) => {
    await requested(newAddress(), language);
    expect(server.taken.map(({ source }) => source)).toEqual([expect.stringMatching(subject)]);
  });
});

describeApiOnce('changing an e-mail address without a mail server', (given) => {
  it('is refused, with advice for the operator', async () => {
    const person = await addPerson(given.api, { role: 'viewer' });
    await person.stepUp();
    const { status, json } = await person.browser.post('/me/email', { email: newAddress() });
    expect([status, json.error]).toEqual([
      409,
      {
        code: 'no-mail',
        message:
          'This installation sends no e-mail, so a new address cannot be confirmed. Your operator can set SMTP_URL.',
      },
    ]);
  });
});
