import { randomUUID } from 'node:crypto';
import type { PortalRole } from '@countersign/contract';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { IdentityProvider } from '../../../testkit/src/identity-provider.ts';
import { sendMails } from '../../src/usecases/portal/mail/send-mails.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { describeAloneOnce } from '../support/engines.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { newest, signIn as signInByPasskey, withPasskey } from '../support/passkey-person.ts';
import { addPerson, goodPassword, me, openBrowser, type PortalBrowser } from '../support/portal-browser.ts';
import {
  finish,
  goThrough,
  inviteTo,
  signInBySso,
  type SsoOrganisation,
  withSso,
} from '../support/sso-organisation.ts';

const chosen = 'another good password';

describeAloneOnce('the first password of an account', (open) => {
  let server: MailServer;
  let api: TestApi;
  let provider: IdentityProvider;
  let organisation: SsoOrganisation;
  beforeAll(async () => {
    server = await startMailServer();
    api = await startApi(await open(), { SMTP_URL: server.url, MAIL_FROM: 'identity@example.com' });
    provider = await new IdentityProvider().start();
    organisation = await withSso(api, provider);
  });
  afterEach(() => {
    server.taken = [];
  });
  afterAll(async () => {
    await api.close();
    await provider.close();
    await server.close();
  });

  const set = (browser: PortalBrowser, next = chosen) =>
    browser.post('/me/password', { current: null, next });
  const signIn = (email: string, password: string) => openBrowser(api).post('/sign-in', { email, password });
  /** Sends what waits. @returns what went to an address */
  const mailsTo = async (email: string) => {
    await sendMails(api.ctx)(new AbortController().signal);
    return server.taken.filter(({ to }) => to.includes(email));
  };
  /** Somebody whose account was made by single sign-on. */
  const fromProvider = async (
    role: PortalRole,
    { own = organisation, language = 'en' }: { own?: SsoOrganisation; language?: string } = {},
  ) => {
    const email = `new-${randomUUID()}@example.com`;
    const path = await inviteTo(api, own, { email, role });
    const browser = openBrowser(api);
    const account = { subject: randomUUID(), name: 'Ada Harju', email, emailVerified: true };
    const body = { language };
    await finish(browser, await goThrough(browser, { path: `${path}/sso/begin`, body, provider, account }));
    const { user, password } = await me(browser);
    expect(password).toBe(false);
    return { browser, email, account, id: user.id };
  };
  type FromProvider = Awaited<ReturnType<typeof fromProvider>>;
  const confirm = async ({ browser, account }: Pick<FromProvider, 'browser' | 'account'>) => {
    const brought = await goThrough(browser, { path: '/step-up/sso/begin', body: {}, provider, account });
    expect((await finish(browser, brought)).json).toMatchObject({ purpose: 'step-up' });
  };

  it('is set after confirmation at the provider, ends the other sign-ins, and can sign in', async () => {
    const person = await fromProvider('reviewer');
    const other = (await signInBySso(api, organisation, person.account)).browser;
    const refused = await set(person.browser);
    expect([refused.status, refused.json.error.code]).toEqual([403, 'step-up']);
    await confirm(person);
    expect((await set(person.browser)).status).toBe(204);
    expect(await newest(api, person)).toEqual({ action: 'set-password', details: {} });
    expect((await me(person.browser)).password).toBe(true);
    expect((await other.get('/me')).status).toBe(401);
    expect((await signIn(person.email, chosen)).json.next).toBe('done');
    // Single sign-on goes on beside it.
    expect((await signInBySso(api, organisation, person.account)).answer.status).toBe(200);
  });

  it('is set after confirmation by passkey', async () => {
    const { person, device } = await withPasskey(api);
    await api.ctx.database.query('update portal_user set password_hash = null where id = $1', [person.id]);
    const { browser } = await signInByPasskey(api, device);
    expect((await set(browser)).json.error.code).toBe('step-up');
    const wanted = (await browser.post('/step-up/passkey/begin')).json;
    expect((await browser.post('/step-up/passkey', device.use(wanted))).status).toBe(200);
    expect((await set(browser)).status).toBe(204);
    expect((await signIn(person.email, chosen)).json.next).toBe('done');
  });

  it('follows the usual rules', async () => {
    const person = await fromProvider('viewer');
    await confirm(person);
    expect((await set(person.browser, 'eleven char')).json.error).toMatchObject({
      code: 'invalid',
      member: 'next',
    });
    expect((await me(person.browser)).password).toBe(false);
  });

  it('cannot be set where there is one: changing it takes the current password', async () => {
    const person = await addPerson(api, { role: 'viewer' });
    await person.stepUp();
    const { status, json } = await set(person.browser);
    expect([status, json.error]).toEqual([
      422,
      {
        code: 'invalid',
        message: 'current: must be the password of the account, which has one',
        member: 'current',
      },
    ]);
    expect((await signIn(person.email, goodPassword)).status).toBe(200);
  });

  it('requires codes first where the role needs them: otherwise anyone with the password could set them up', async () => {
    const person = await fromProvider('admin');
    await confirm(person);
    const { status, json } = await set(person.browser);
    expect([status, json.error.code]).toEqual([409, 'no-codes']);
    const withCodes = await organisation.own.add({ role: 'admin' });
    await withCodes.stepUp();
    await api.ctx.database.query('update portal_user set password_hash = null where id = $1', [withCodes.id]);
    expect((await set(withCodes.browser)).status).toBe(204);
    expect((await signIn(withCodes.email, chosen)).json.next).toBe('totp');
  });

  it('is refused to people who must use single sign-on', async () => {
    const own = await withSso(api, provider);
    const person = await fromProvider('viewer', { own });
    expect((await me(person.browser)).sso).toMatchObject({ required: false });
    expect((await own.configure({ required: true })).status).toBe(204);
    const { browser } = await signInBySso(api, own, person.account);
    expect((await me(browser)).sso).toMatchObject({ required: true });
    await confirm({ browser, account: person.account });
    const { status, json } = await set(browser);
    expect([status, json.error.code]).toEqual([403, 'sso-required']);
  });

  it.each([
    [
      'en',
      /^Subject: Your account now has a password/m,
      /^Subject: The password of your account was changed/m,
    ],
    [
      'es',
      /^Subject: =\?UTF-8\?Q\?Su_cuenta_tiene_ahora_una_contrase/m,
      /^Subject: =\?UTF-8\?Q\?Ha_cambiado_la_contrase/m,
    ],
    ['pt-BR', /^Subject: Sua conta agora tem uma senha/m, /^Subject: A senha da sua conta foi alterada/m],
  ])('and every later one are announced by e-mail to the account: %s', async (language, first, later) => {
    const person = await fromProvider('viewer', { language });
    await confirm(person);
    await set(person.browser);
    const change = { current: chosen, next: 'a third good password' };
    expect((await person.browser.post('/me/password', change)).status).toBe(204);
    const mails = await mailsTo(person.email);
    expect(mails.map(({ source }) => source)).toEqual([
      expect.stringMatching(first),
      expect.stringMatching(later),
    ]);
    for (const { source } of mails) expect(source).not.toMatch(/good password/);
  });
});
