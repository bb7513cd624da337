import { expect, it } from 'vitest';
import { describeApiOnce } from '../support/describe-api.ts';
import { addPerson, goodPassword, me, openBrowser, portalOrigin } from '../support/portal-browser.ts';
import {
  type Deviation,
  flag,
  type PasskeyAlgorithm,
  SoftwareAuthenticator,
} from '../../../testkit/src/software-authenticator.ts';
import { add, ask, newest, refused, signIn, withPasskey } from '../support/passkey-person.ts';

describeApiOnce('passkeys of the portal', (given) => {
  it.each<PasskeyAlgorithm>(['P-256', 'Ed25519', 'RSA'])(
    'a passkey with %s signs an owner in without password and code',
    async (algorithm) => {
      const { api } = given;
      const { person, device } = await withPasskey(api, { role: 'owner', algorithm });
      const { browser, answer } = await signIn(api, device);
      expect([answer.status, answer.json.next]).toEqual([200, 'done']);
      expect(await me(browser)).toMatchObject({ user: { email: person.email }, role: 'owner', passkeys: 1 });
      expect(await newest(api, person)).toEqual({
        action: 'sign-in',
        details: { address: browser.address, device: 'Firefox on Linux', by: 'passkey' },
      });
    },
  );

  it('requests a discoverable passkey of this installation that verifies the person', async () => {
    const { api } = given;
    const person = await addPerson(api, { role: 'viewer' });
    await person.stepUp();
    const begun = (await person.browser.post('/me/passkeys/begin')).json;
    expect(begun.options).toEqual({
      rp: { id: 'id.example.com', name: 'Countersign' },
      user: {
        id: Buffer.from(person.id.replaceAll('-', ''), 'hex').toString('base64url'),
        name: person.email,
        displayName: 'Test viewer',
      },
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      pubKeyCredParams: [
        { type: 'public-key', alg: -8 },
        { type: 'public-key', alg: -7 },
        { type: 'public-key', alg: -257 },
      ],
      timeout: 300_000,
      excludeCredentials: [],
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    });
    const asked = await ask(openBrowser(api));
    expect(asked.options).toEqual({
      rpId: 'id.example.com',
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      timeout: 300_000,
      allowCredentials: [],
      userVerification: 'required',
    });
    expect(asked.options.challenge).not.toBe((await ask(openBrowser(api))).options.challenge);
  });

  it('lists one’s passkeys with their last use; removing one ends the other sign-ins and its own use', async () => {
    const { api } = given;
    const { person, device, id } = await withPasskey(api);
    const list = async () => (await person.browser.get('/me/passkeys')).json.rows;
    expect(await list()).toEqual([
      { id, name: 'Laptop', createdAt: expect.any(String), usedAt: null, backedUp: false },
    ]);
    const { browser: other } = await signIn(api, device);
    const [used] = await list();
    expect(used.usedAt).toMatch(/^2\d{3}-/);
    expect((await person.browser.call({ method: 'DELETE', path: `/me/passkeys/${id}` })).status).toBe(204);
    expect(await list()).toEqual([]);
    expect((await other.get('/me')).status).toBe(401);
    expect((await person.browser.get('/me')).status).toBe(200);
    const { answer } = await signIn(api, device);
    expect([answer.status, answer.json.error.code]).toEqual(refused);
    expect(await newest(api, person)).toEqual({
      action: 'remove-passkey',
      details: { passkey: id, name: 'Laptop' },
    });
  });

  it('keeps the password and the recovery codes beside passkeys', async () => {
    const { api } = given;
    const { person } = await withPasskey(api, { role: 'admin' });
    const browser = openBrowser(api);
    const first = await browser.post('/sign-in', { email: person.email, password: goodPassword });
    expect(first.json.next).toBe('totp');
    const [recoveryCode] = person.recoveryCodes;
    expect((await browser.post('/sign-in/totp', { recoveryCode })).status).toBe(200);
  });

  it('requires password and code before a passkey is added or removed', async () => {
    const { api, clock } = given;
    const { person, device, id } = await withPasskey(api);
    const begun = (await person.browser.post('/me/passkeys/begin')).json;
    await clock.advance({ minutes: 4 });
    const late = device.make(begun, 'Late');
    await clock.advance({ minutes: 7 });
    const { browser } = person;
    for (const answer of [
      await browser.post('/me/passkeys/begin'),
      await browser.post('/me/passkeys', late),
      await browser.call({ method: 'DELETE', path: `/me/passkeys/${id}` }),
    ])
      expect([answer.status, answer.json.error.code]).toEqual([403, 'step-up']);
  });

  it('removes no passkey of another person', async () => {
    const { api } = given;
    const { id } = await withPasskey(api);
    const { person: other } = await withPasskey(api);
    const { status, json } = await other.browser.call({ method: 'DELETE', path: `/me/passkeys/${id}` });
    expect([status, json.error.code]).toEqual([404, 'not-found']);
  });

  it('does not remove the last way to sign in', async () => {
    const { api } = given;
    const { person, id } = await withPasskey(api);
    // Everybody has a password today: what is written here is what a later way in without one would leave.
    await api.ctx.database.query('update portal_user set password_hash = null where id = $1', [person.id]);
    const { status, json } = await person.browser.call({ method: 'DELETE', path: `/me/passkeys/${id}` });
    expect([status, json.error.code]).toEqual([409, 'last-means']);
    expect((await person.browser.get('/me/passkeys')).json.rows).toHaveLength(1);
  });

  it('allows ten passkeys per person, and names the limit at the eleventh', async () => {
    const { api } = given;
    const { person } = await withPasskey(api);
    for (let at = 1; at < 10; at += 1)
      expect((await add(person, new SoftwareAuthenticator(portalOrigin), { name: `Key ${at}` })).status).toBe(
        201,
      );
    const { status, json } = await person.browser.post('/me/passkeys/begin');
    expect([status, json.error.code]).toEqual([409, 'too-many-passkeys']);
  });

  it('sends the existing passkeys, so that a device does not create a second one', async () => {
    const { api } = given;
    const { person, device } = await withPasskey(api);
    const { options } = (await person.browser.post('/me/passkeys/begin')).json;
    expect(options.excludeCredentials).toEqual([{ type: 'public-key', id: device.id.toString('base64url') }]);
  });

  it('refuses a credential that is registered already', async () => {
    const { api } = given;
    const { device } = await withPasskey(api);
    const { person: other } = await withPasskey(api);
    const { status, json } = await add(other, device.copy());
    expect([status, json.error.code]).toEqual(refused);
    expect(await newest(api, other)).toEqual({
      action: 'add-passkey-failed',
      details: { cause: 'credential' },
    });
  });

  it('are removed with the person', async () => {
    const { api } = given;
    const owner = await addPerson(api, { role: 'owner' });
    const { person, device } = await withPasskey(api);
    await owner.stepUp();
    const gone = await owner.browser.call({ method: 'DELETE', path: `/team/${person.id}` });
    expect(gone.status).toBe(204);
    const { answer } = await signIn(api, device);
    expect([answer.status, answer.json.error.code]).toEqual(refused);
    const kept = await api.ctx.database.query('select 1 from portal_passkey where user_id = $1', [person.id]);
    expect(kept).toEqual([]);
  });
});

describeApiOnce('a passkey’s signature that is invalid', (given) => {
  it.each<[string, Deviation, string]>([
    ['of a page of another origin', { origin: 'https://id.example.com.evil.example' }, 'origin'],
    ['of a page at another port', { origin: 'https://id.example.com:8443' }, 'origin'],
    ['of a page without TLS', { origin: 'http://id.example.com' }, 'origin'],
    ['of a page in a frame of another site', { crossOrigin: true }, 'origin'],
    ['for another host', { rpId: 'example.com' }, 'rp-id'],
    ['of another challenge', { challenge: 'A'.repeat(43) }, 'challenge'],
    ['that is meant for adding one', { type: 'webauthn.create' }, 'type'],
    ['without the person verified', { flags: flag.present }, 'user-verification'],
    ['without the person present', { flags: flag.verified }, 'user-presence'],
    ['of a device with a copy that can have none', { flags: 5 | flag.backedUp }, 'malformed'],
    ['without the person named', { userHandle: null }, 'user'],
    ['that names another person', { userHandle: Buffer.alloc(16, 1).toString('base64url') }, 'user'],
    [
      'over other bytes',
      { spoil: (bytes) => Buffer.concat([bytes.subarray(0, 36), Buffer.of(9)]) },
      'signature',
    ],
    ['over bytes that are cut short', { spoil: (bytes) => bytes.subarray(0, 36) }, 'malformed'],
    ['over bytes with more behind them', { spoil: (bytes) => Buffer.concat([bytes, bytes]) }, 'malformed'],
    [
      'with extensions that are no CBOR',
      { flags: 5 | 128, spoil: (bytes) => Buffer.concat([bytes, Buffer.of(255)]) },
      'malformed',
    ],
  ])('%s: it is refused, with the cause in the audit log', async (_, wrong, cause) => {
    const { api } = given;
    const { person, device } = await withPasskey(api);
    const { browser, answer } = await signIn(api, device, wrong);
    expect([answer.status, answer.json.error.code]).toEqual(refused);
    expect([browser.cookie, answer.headers['set-cookie']]).toEqual([null, undefined]);
    expect(await newest(api, person)).toEqual({
      action: 'sign-in-failed',
      details: { wrong: 'passkey', cause, address: browser.address },
    });
    expect((await signIn(api, device)).answer.status).toBe(200);
  });

  it('refuses a signature by another device in the same words as an unknown passkey', async () => {
    const { api } = given;
    const { device } = await withPasskey(api);
    const { device: mine } = await withPasskey(api);
    const forged = new SoftwareAuthenticator(portalOrigin);
    Object.assign(forged, { id: device.id, userHandle: device.userHandle });
    const unknown = new SoftwareAuthenticator(portalOrigin);
    unknown.userHandle = device.userHandle;
    const swapped = mine.copy();
    swapped.userHandle = device.userHandle;
    const bodies = [];
    for (const each of [forged, unknown, swapped]) {
      const { answer } = await signIn(api, each);
      expect(answer.status).toBe(401);
      bodies.push(answer.bytes.toString());
    }
    expect(new Set(bodies)).toEqual(
      new Set([
        '{"error":{"code":"wrong-passkey","message":"passkey: must be one of this account, used on this page within five minutes. Try again, or use your password."}}',
      ]),
    );
  });

  it('accepts a challenge once, even when two answers arrive at the same time', async () => {
    const { api } = given;
    const { device } = await withPasskey(api);
    device.counts = false;
    const browser = openBrowser(api);
    const body = device.use(await ask(browser));
    const both = await Promise.all([1, 2].map(() => openBrowser(api).post('/sign-in/passkey', body)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    const replayed = await openBrowser(api).post('/sign-in/passkey', body);
    expect([replayed.status, replayed.json.error.code]).toEqual(refused);
  });

  it('uses up a challenge with a wrong answer', async () => {
    const { api } = given;
    const { device } = await withPasskey(api);
    const browser = openBrowser(api);
    const asked = await ask(browser);
    const wrong = await browser.post('/sign-in/passkey', device.use(asked, { flags: flag.present }));
    expect(wrong.status).toBe(401);
    expect((await browser.post('/sign-in/passkey', device.use(asked))).status).toBe(401);
  });

  it('keeps a challenge valid for five minutes', async () => {
    const { api, clock } = given;
    const { device } = await withPasskey(api);
    for (const [seconds, status] of [
      [290, 200],
      [301, 401],
    ] as const) {
      const browser = openBrowser(api);
      const asked = await ask(browser);
      await clock.advance({ seconds });
      const answer = await browser.post('/sign-in/passkey', device.use(asked));
      expect([seconds, answer.status]).toEqual([seconds, status]);
    }
  });

  it('accepts a challenge only for its purpose and its person', async () => {
    const { api } = given;
    const { person, device } = await withPasskey(api);
    const { browser } = person;
    const forStepUp = (await browser.post('/step-up/passkey/begin')).json;
    expect((await browser.post('/sign-in/passkey', device.use(forStepUp))).status).toBe(401);
    expect((await browser.post('/step-up/passkey', device.use(await ask(browser)))).status).toBe(401);
    const { browser: second } = await signIn(api, device);
    expect((await second.post('/step-up/passkey', device.use(forStepUp))).status).toBe(401);
    expect((await browser.post('/step-up/passkey', device.use(forStepUp))).status).toBe(200);
  });

  it('refuses a signature counter that does not increase: the device was cloned', async () => {
    const { api } = given;
    const { person, device } = await withPasskey(api);
    const copy = device.copy();
    expect((await signIn(api, device)).answer.status).toBe(200);
    expect((await signIn(api, device)).answer.status).toBe(200);
    for (const counter of [0, 1, 2]) {
      const { browser, answer } = await signIn(api, copy, { counter });
      expect([counter, answer.status]).toEqual([counter, 401]);
      expect(await newest(api, person)).toEqual({
        action: 'sign-in-failed',
        details: { wrong: 'passkey', cause: 'counter', address: browser.address },
      });
    }
    expect((await signIn(api, device)).answer.status).toBe(200);
  });

  it('accepts devices that never count', async () => {
    const { api } = given;
    const { device } = await withPasskey(api);
    device.counts = false;
    for (let turn = 0; turn < 2; turn += 1)
      expect((await signIn(api, device, { counter: 0 })).answer.status).toBe(200);
  });

  it('locks a person’s passkeys, but not the password, after six failures from any address', async () => {
    const { api } = given;
    const { person, device } = await withPasskey(api);
    const statuses = [];
    for (let at = 0; at < 6; at += 1)
      statuses.push((await signIn(api, device, { rpId: 'evil.example' })).answer.status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401]);
    const { answer } = await signIn(api, device);
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '15']);
    const byPassword = await openBrowser(api).post('/sign-in', {
      email: person.email,
      password: goodPassword,
    });
    expect(byPassword.status).toBe(200);
  });

  it('delays an address after many unknown passkeys, and after many unfinished sign-ins', async () => {
    const { api, clock } = given;
    const { device } = await withPasskey(api);
    const browser = openBrowser(api);
    const statuses = new Set<number>();
    for (let at = 0; at < 31; at += 1) {
      const unknown = new SoftwareAuthenticator(portalOrigin);
      unknown.userHandle = device.userHandle;
      statuses.add((await browser.post('/sign-in/passkey', unknown.use(await ask(browser)))).status);
    }
    expect([...statuses]).toEqual([401]);
    const locked = await browser.post('/sign-in/passkey', device.use(await ask(browser)));
    expect(locked.status).toBe(429);
    const begun = openBrowser(api);
    for (let at = 0; at < 60; at += 1) expect((await begun.post('/sign-in/passkey/begin')).status).toBe(200);
    const full = await begun.post('/sign-in/passkey/begin');
    expect([full.status, full.json.error.code]).toEqual([429, 'too-many']);
    await clock.advance({ minutes: 5 });
    expect((await begun.post('/sign-in/passkey/begin')).status).toBe(200);
  });

  it.each<[string, object]>([
    ['an id of 1024 bytes', { id: Buffer.alloc(1_024, 7).toString('base64url') }],
    ['an empty id', { id: '' }],
    ['an id with other letters', { id: 'ab+/' }],
    ['client data of more than 4096 bytes', { clientData: 'A'.repeat(5_500) }],
    ['authenticator data of more than 4096 bytes', { authenticatorData: 'A'.repeat(5_500) }],
    ['a signature of more than 1024 bytes', { signature: 'A'.repeat(1_400) }],
    ['a member that is not allowed', { publicKey: 'AAAA' }],
  ])('%s is refused as input', async (_, wrong) => {
    const browser = openBrowser(given.api);
    const body = { ...new SoftwareAuthenticator(portalOrigin).use(await ask(browser)), ...wrong };
    const { status, json } = await browser.post('/sign-in/passkey', body);
    expect([status, json.error.code]).toEqual([422, 'invalid']);
  });
});
