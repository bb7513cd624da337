import { expect, it } from 'vitest';
import { describeApiOnce } from '../support/describe-api.ts';
import { addPerson, goodPassword, portalOrigin } from '../support/portal-browser.ts';
import {
  cbor,
  type Deviation,
  flag,
  SoftwareAuthenticator,
} from '../../../testkit/src/software-authenticator.ts';
import { add, newest, refused, signIn, withPasskey } from '../support/passkey-person.ts';

const otherKey = (entries: [number, number | Buffer][]) => ({ publicKey: new Map(entries) });

describeApiOnce('a new passkey that is invalid', (given) => {
  it.each<[string, Deviation, string]>([
    ['made on a page of another origin', { origin: 'https://evil.example' }, 'origin'],
    ['made for another host', { rpId: 'evil.example' }, 'rp-id'],
    ['made for another challenge', { challenge: 'A'.repeat(43) }, 'challenge'],
    ['that is a signature', { type: 'webauthn.get' }, 'type'],
    ['without the person verified', { flags: flag.present | flag.attested }, 'user-verification'],
    ['without the person present', { flags: flag.verified | flag.attested }, 'user-presence'],
    ['without a credential', { flags: flag.present | flag.verified }, 'malformed'],
    ['with an id of 1024 bytes in it', { idLength: 1_024 }, 'input'],
    ['that is no CBOR', { spoil: () => Buffer.from('not CBOR') }, 'malformed'],
    ['that is cut short', { spoil: (bytes) => bytes.subarray(0, 60) }, 'malformed'],
    ['of CBOR nested 4000 deep', { spoil: () => Buffer.alloc(4_000, 0x81) }, 'malformed'],
    [
      'of CBOR with a stated size of 4 GiB',
      { spoil: () => Buffer.from('bafffffffffffffffffffffffffff', 'hex') },
      'malformed',
    ],
    ['that is an empty map', { spoil: () => cbor(new Map()) }, 'malformed'],
    ['with a statement for "none"', { statement: new Map([['sig', Buffer.alloc(8)]]) }, 'attestation'],
    ['attested by a manufacturer', { format: 'tpm' }, 'attestation'],
    [
      'attested by another key',
      {
        format: 'packed',
        statement: new Map<string, number | Buffer>([
          ['alg', -7],
          ['sig', Buffer.alloc(70, 1)],
        ]),
      },
      'attestation',
    ],
    [
      'with a key off its curve',
      otherKey([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.alloc(32, 1)],
        [-3, Buffer.alloc(32, 1)],
      ]),
      'algorithm',
    ],
    [
      'with a key of P-384',
      otherKey([
        [1, 2],
        [3, -35],
        [-1, 2],
        [-2, Buffer.alloc(48, 1)],
        [-3, Buffer.alloc(48, 1)],
      ]),
      'algorithm',
    ],
    [
      'with a symmetric key',
      otherKey([
        [1, 4],
        [3, 5],
        [-1, Buffer.alloc(32, 1)],
      ]),
      'algorithm',
    ],
    [
      'with an RSA key of 512 bits',
      otherKey([
        [1, 3],
        [3, -257],
        [-1, Buffer.alloc(64, 255)],
        [-2, Buffer.of(1, 0, 1)],
      ]),
      'algorithm',
    ],
  ])('%s: it is refused, with the cause in the audit log', async (_, wrong, cause) => {
    const { api } = given;
    const person = await addPerson(api, { role: 'viewer' });
    await person.stepUp();
    const { status, json } = await add(person, new SoftwareAuthenticator(portalOrigin), { wrong });
    if (cause === 'input') expect([status, json.error.code]).toEqual([422, 'invalid']);
    else {
      expect([status, json.error.code]).toEqual(refused);
      expect(await newest(api, person)).toEqual({ action: 'add-passkey-failed', details: { cause } });
    }
    expect((await person.browser.get('/me/passkeys')).json.rows).toEqual([]);
  });

  it('refuses one whose inner id differs', async () => {
    const { api } = given;
    const person = await addPerson(api, { role: 'viewer' });
    await person.stepUp();
    const begun = (await person.browser.post('/me/passkeys/begin')).json;
    const body = new SoftwareAuthenticator(portalOrigin).make(begun, 'Laptop');
    const { status, json } = await person.browser.post('/me/passkeys', { ...body, id: 'AAAA' });
    expect([status, json.error.code]).toEqual(refused);
  });

  it('accepts one that is attested by its own key, which some devices send unprompted', async () => {
    const { api } = given;
    for (const algorithm of ['P-256', 'Ed25519'] as const) {
      const person = await addPerson(api, { role: 'viewer' });
      await person.stepUp();
      const device = new SoftwareAuthenticator(portalOrigin, algorithm);
      expect((await add(person, device, { wrong: { format: 'packed' } })).status).toBe(201);
      expect((await signIn(api, device)).answer.status).toBe(200);
    }
  });

  it('accepts one passkey per challenge, only in the sign-in that began it', async () => {
    const { api } = given;
    const { person, device } = await withPasskey(api);
    const begun = (await person.browser.post('/me/passkeys/begin')).json;
    const { browser: second } = await signIn(api, device);
    await second.post('/step-up', { password: goodPassword });
    const one = new SoftwareAuthenticator(portalOrigin);
    expect((await second.post('/me/passkeys', one.make(begun, 'Elsewhere'))).status).toBe(401);
    expect((await person.browser.post('/me/passkeys', one.make(begun, 'Here'))).status).toBe(201);
    const other = new SoftwareAuthenticator(portalOrigin);
    expect((await person.browser.post('/me/passkeys', other.make(begun, 'Again'))).status).toBe(401);
  });
});

describeApiOnce('confirming with a passkey', (given) => {
  it('counts as password and code do', async () => {
    const { api } = given;
    const { person, device } = await withPasskey(api, { role: 'owner' });
    const { browser } = await signIn(api, device);
    expect((await browser.post('/me/passkeys/begin')).json.error.code).toBe('step-up');
    const asked = (await browser.post('/step-up/passkey/begin')).json;
    expect(asked.options.allowCredentials).toEqual([
      { type: 'public-key', id: device.id.toString('base64url') },
    ]);
    // Where the credential was named, authenticators may leave the person out.
    const confirmed = await browser.post('/step-up/passkey', device.use(asked, { userHandle: null }));
    expect(confirmed.status).toBe(200);
    expect(await newest(api, person)).toEqual({ action: 'step-up', details: { by: 'passkey' } });
    expect((await browser.post('/me/passkeys/begin')).status).toBe(200);
  });

  it('refuses the passkey of another person', async () => {
    const { api } = given;
    const { device } = await withPasskey(api);
    const { person: other, device: own } = await withPasskey(api);
    const { browser } = await signIn(api, own);
    const asked = (await browser.post('/step-up/passkey/begin')).json;
    const { status, json } = await browser.post('/step-up/passkey', device.use(asked));
    expect([status, json.error.code]).toEqual(refused);
    expect(await newest(api, other)).toEqual({
      action: 'step-up-failed',
      details: { wrong: 'passkey', cause: 'user' },
    });
    expect((await browser.post('/me/passkeys/begin')).json.error.code).toBe('step-up');
  });

  it('refuses a signature made without verifying the person', async () => {
    const { api } = given;
    const { device } = await withPasskey(api);
    const { browser } = await signIn(api, device);
    const asked = (await browser.post('/step-up/passkey/begin')).json;
    const answer = await browser.post('/step-up/passkey', device.use(asked, { flags: flag.present }));
    expect([answer.status, answer.json.error.code]).toEqual(refused);
  });
});
