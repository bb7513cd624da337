import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseKeyEncryptionKeys } from '../../src/encryption/key-encryption-keys.ts';
import { createKeyRing, type KeyRing } from '../../src/signing/key-ring.ts';
import { loadVault, type Vault } from '../../src/signing/vault.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { announceKeyHolder } from '../../src/storage/integration/key-holders.ts';
import { addKey } from '../../src/usecases/integration/add-key.ts';
import { configureIntegration } from '../../src/usecases/integration/configure-integration.ts';
import { createIntegration } from '../../src/usecases/integration/create-integration.ts';
import { deleteKey } from '../../src/usecases/integration/delete-key.ts';
import { listKeys } from '../../src/usecases/integration/list-keys.ts';
import { promoteKey } from '../../src/usecases/integration/promote-key.ts';
import { rewrapKeys } from '../../src/usecases/operator/rewrap-keys.ts';
import { describeEnginesOnce, openOwnDatabase, silent, testKekText, testKeys } from '../support/engines.ts';

const actor = 'cli';

interface Parts {
  database: Database;
  vault: Vault;
  keyRing: KeyRing;
}

async function start(open: () => Promise<Database>): Promise<Parts> {
  const database = await open();
  const vault = await loadVault(database, testKeys);
  return { database, vault, keyRing: createKeyRing({ database, vault, log: silent }) };
}

describeEnginesOnce('shared secret keys', (open) => {
  it('a new integration has one key, which is the master', async () => {
    const parts = await start(open);
    const { integrationId, keyId, secret } = await createIntegration(parts)({
      name: 'Shop',
      mode: 'test',
      actor,
    });
    expect(secret).toMatch(/^csk_[A-Za-z0-9_-]{43}$/);
    expect(await listKeys(parts)({ integrationId })).toEqual([
      {
        keyId,
        label: 'first',
        isMaster: true,
        createdAt: expect.any(String) as string,
        lastUsedAt: null,
        ageDays: 0,
      },
    ]);
  });

  it('a sixth key is refused (I10)', async () => {
    const parts = await start(open);
    const { integrationId } = await createIntegration(parts)({ name: 'Shop', mode: 'test', actor });
    for (let count = 2; count <= 5; count += 1) {
      expect(await addKey(parts)({ integrationId, label: `key ${count}`, actor })).toMatchObject({
        outcome: 'added',
      });
    }
    expect(await addKey(parts)({ integrationId, label: 'key 6', actor })).toEqual({
      outcome: 'too-many-keys',
    });
  });

  it('the master is not deleted until another key has been promoted', async () => {
    const parts = await start(open);
    const { integrationId, keyId: first } = await createIntegration(parts)({
      name: 'Shop',
      mode: 'test',
      actor,
    });
    expect(await deleteKey(parts)({ integrationId, keyId: first, actor })).toEqual({ outcome: 'is-master' });
    const second = await addKey(parts)({ integrationId, label: 'second', actor });
    if (second.outcome !== 'added') throw new Error(second.outcome);
    expect(await promoteKey(parts)({ integrationId, keyId: second.keyId, actor })).toEqual({
      outcome: 'promoted',
    });
    expect(await deleteKey(parts)({ integrationId, keyId: first, actor })).toEqual({ outcome: 'deleted' });
    expect(
      (await listKeys(parts)({ integrationId })).map(({ keyId, isMaster }) => ({ keyId, isMaster })),
    ).toEqual([{ keyId: second.keyId, isMaster: true }]);
  });

  it('keys of another integration are unknown', async () => {
    const parts = await start(open);
    const mine = await createIntegration(parts)({ name: 'Mine', mode: 'test', actor });
    const other = await createIntegration(parts)({ name: 'Other', mode: 'test', actor });
    const foreign = { integrationId: mine.integrationId, keyId: other.keyId, actor };
    expect(await promoteKey(parts)(foreign)).toEqual({ outcome: 'unknown-key' });
    expect(await deleteKey(parts)(foreign)).toEqual({ outcome: 'unknown-key' });
    expect(await addKey(parts)({ integrationId: randomUUID(), label: 'x', actor })).toEqual({
      outcome: 'unknown-integration',
    });
  });

  it('a sealed secret moved to another row does not open (S18)', async () => {
    const { vault } = await start(open);
    const owner = { integrationId: randomUUID(), keyId: randomUUID() };
    const sealed = vault.sealSecret(owner, 'csk_example_4f1d7a2c9b6e83051c47d0a9');
    expect(vault.openSecret({ ...owner, ...sealed })).toBe('csk_example_4f1d7a2c9b6e83051c47d0a9');
    expect(() => vault.openSecret({ ...owner, ...sealed, keyId: randomUUID() })).toThrow(
      'sealed shared-secret',
    );
    expect(() => vault.openSecret({ ...owner, ...sealed, integrationId: randomUUID() })).toThrow(
      'sealed shared-secret',
    );
  });

  it('exactly one master exists at every instant, whatever changes run at the same time (I10)', async () => {
    const parts = await start(open);
    const step = fc.record({ verb: fc.constantFrom('add', 'promote', 'delete'), pick: fc.nat(5) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 6 }),
        async (rounds) => {
          const { integrationId } = await createIntegration(parts)({ name: 'Property', mode: 'test', actor });
          for (const round of rounds) {
            const keys = await listKeys(parts)({ integrationId });
            await Promise.all(
              round.map(({ verb, pick }) => {
                const keyId = keys[pick % keys.length]?.keyId ?? '';
                if (verb === 'add') return addKey(parts)({ integrationId, label: 'more', actor });
                return verb === 'promote'
                  ? promoteKey(parts)({ integrationId, keyId, actor })
                  : deleteKey(parts)({ integrationId, keyId, actor });
              }),
            );
            const after = await listKeys(parts)({ integrationId });
            expect(after.filter(({ isMaster }) => isMaster)).toHaveLength(1);
            expect(after.length).toBeGreaterThanOrEqual(1);
            expect(after.length).toBeLessThanOrEqual(5);
          }
        },
      ),
      { numRuns: 15 },
    );
  });
});

describeEnginesOnce('the key ring', (open) => {
  it('finds an integration by its API key in any case, with its secrets in the order of verification', async () => {
    const parts = await start(open);
    const { integrationId, apiKey, keyId, secret } = await createIntegration(parts)({
      name: 'Shop',
      mode: 'test',
      actor,
    });
    const second = await addKey(parts)({ integrationId, label: 'second', actor });
    if (second.outcome !== 'added') throw new Error(second.outcome);
    await promoteKey(parts)({ integrationId, keyId: second.keyId, actor });
    const [found, ...more] = await parts.keyRing.findByApiKey(apiKey.toUpperCase());
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      integrationId,
      apiKey,
      mode: 'test',
      active: true,
      settings: { manualReview: true },
    });
    expect(found?.secrets).toEqual([
      { id: second.keyId, secret: second.secret, isMaster: true },
      { id: keyId, secret, isMaster: false },
    ]);
  });

  it('finds no unknown API key, and a new one at once', async () => {
    const parts = await start(open);
    const apiKey = randomUUID();
    expect(await parts.keyRing.findByApiKey(apiKey)).toEqual([]);
    const first = await createIntegration(parts)({ name: 'First', mode: 'test', apiKey, actor });
    const second = await createIntegration(parts)({ name: 'Second', mode: 'live', apiKey, actor });
    const found = await parts.keyRing.findByApiKey(apiKey);
    expect(new Set(found.map(({ integrationId }) => integrationId))).toEqual(
      new Set([first.integrationId, second.integrationId]),
    );
  });

  it('a change made by another process is in force after a refresh', async () => {
    const parts = await start(open);
    const elsewhere = { ...parts, keyRing: createKeyRing({ ...parts, log: silent }) };
    const { integrationId, apiKey } = await createIntegration(parts)({ name: 'Shop', mode: 'test', actor });
    expect((await parts.keyRing.findByApiKey(apiKey))[0]?.active).toBe(true);
    await configureIntegration(elsewhere)({ integrationId, active: false, actor });
    await parts.keyRing.refresh();
    expect((await parts.keyRing.findByApiKey(apiKey))[0]?.active).toBe(false);
  });

  it('notes the use of keys in one batch', async () => {
    const parts = await start(open);
    const { integrationId, keyId } = await createIntegration(parts)({ name: 'Shop', mode: 'test', actor });
    parts.keyRing.noteUse(integrationId, keyId);
    parts.keyRing.noteUse(integrationId, keyId);
    expect((await listKeys(parts)({ integrationId }))[0]?.lastUsedAt).toBeNull();
    await parts.keyRing.close();
    expect((await listKeys(parts)({ integrationId }))[0]?.lastUsedAt).toMatch(
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
    );
  });
});

describeEnginesOnce('the vault', (open) => {
  it('gives the same derived keys at every start, and different ones per purpose', async () => {
    const database = await open();
    const first = await loadVault(database, testKeys);
    const again = await loadVault(database, testKeys);
    expect(again.derive('session-token')).toEqual(first.derive('session-token'));
    expect(first.derive('session-token')).toHaveLength(32);
    expect(first.derive('session-token')).not.toEqual(first.derive('other'));
  });

  it('refuses to start with another key-encryption key (F37)', async () => {
    const database = await open();
    await loadVault(database, testKeys);
    const wrong = parseKeyEncryptionKeys(`1:${'0f1e2d3c4b5a69788796a5b4c3d2e1f0'.repeat(2)}`);
    await expect(loadVault(database, wrong)).rejects.toThrow(
      'key-encryption key: must be the key-encryption key that this database was created with; COUNTERSIGN_KEK_FILE or COUNTERSIGN_KEK names it',
    );
  });
});

const bothKeys = parseKeyEncryptionKeys(`${testKekText}\n2:${'00112233445566778899aabbccddeeff'.repeat(2)}`);
const newKeyOnly = parseKeyEncryptionKeys(`2:${'00112233445566778899aabbccddeeff'.repeat(2)}`);
const noTime = () => Promise.resolve();

describeEnginesOnce('the rotation of the key-encryption key', (_open, engine) => {
  it('wraps everything anew, after which the old key is not needed', async () => {
    const { database, close } = await openOwnDatabase(engine);
    try {
      const before = await loadVault(database, testKeys);
      const keyRing = createKeyRing({ database, vault: before, log: silent });
      const { integrationId, secret } = await createIntegration({ database, vault: before, keyRing })({
        name: 'Shop',
        mode: 'test',
        actor,
      });
      const sessionId = randomUUID();
      const made = before.newDataKey({ integrationId, sessionId });
      await insertSessionRow(database, { integrationId, sessionId, ...made });

      const rotating = await loadVault(database, bothKeys);
      // The old line taken away too early: a start names it, in place of refusing every request later.
      await expect(loadVault(database, newKeyOnly)).rejects.toThrow(
        'key-encryption key: must hold version 1, which data in this database is encrypted with; add the line for every process again, and remove it after "countersign keys rewrap"',
      );
      // Held by this process alone so far: another one could not read what is under it.
      expect(rotating.newDataKey({ integrationId, sessionId }).kekVersion).toBe(1);
      expect(await rewrapKeys({ database, vault: rotating, wait: noTime })()).toEqual({
        outcome: 'rewrapped',
        version: 2,
        sessions: 1,
        secrets: 1,
      });
      expect(rotating.newDataKey({ integrationId, sessionId }).kekVersion).toBe(2);
      expect(await rewrapKeys({ database, vault: rotating, wait: noTime })()).toEqual({
        outcome: 'rewrapped',
        version: 2,
        sessions: 0,
        secrets: 0,
      });

      const after = await loadVault(database, newKeyOnly);
      expect(after.derive('session-token')).toEqual(before.derive('session-token'));
      const ring = createKeyRing({ database, vault: after, log: silent });
      expect((await ring.ofIntegration(integrationId))?.secrets[0]?.secret).toBe(secret);
      const [row] = await database.query<{ wrapped: Uint8Array; version: number }>(
        'select data_key as wrapped, kek_version as version from session',
      );
      const opened = after.openDataKey({
        integrationId,
        sessionId,
        wrapped: row?.wrapped ?? new Uint8Array(),
        kekVersion: row?.version ?? 0,
      });
      expect(opened.key.equals(made.dataKey.key)).toBe(true);
      await expect(loadVault(database, testKeys)).rejects.toThrow('key-encryption key: must hold version 2');
    } finally {
      await close();
    }
  });
});

describeEnginesOnce('a process that serves without the new key-encryption key', (_open, engine) => {
  const other = parseKeyEncryptionKeys(`${testKekText}\n2:${'ffeeddccbbaa99887766554433221100'.repeat(2)}`);
  it.each([
    ['lacks the version', testKeys, 'nothing'],
    ['has another key of that version', other, 'another-key'],
  ] as const)('keeps it from being put in force while it %s', async (_, held, holds) => {
    const { database, close } = await openOwnDatabase(engine);
    try {
      await loadVault(database, testKeys);
      const serving = await loadVault(database, held);
      const holder = { roles: 'api', host: 'api-1', pid: 4711 };
      await announceKeyHolder(database, randomUUID(), { ...holder, marks: serving.marks() });
      const vault = await loadVault(database, bothKeys);
      expect(await rewrapKeys({ database, vault, wait: noTime })()).toEqual({
        outcome: 'not-held',
        version: 2,
        lacking: [{ ...holder, holds }],
      });
      expect((await loadVault(database, testKeys)).version).toBe(1);
      // It ended without a word, 20 s ago.
      await database.query(
        `update installation set value = (value::jsonb || jsonb_build_object('at', extract(epoch from clock_timestamp()) - 21))::text
           where name like 'key-holder/%'`,
      );
      expect(await rewrapKeys({ database, vault, wait: noTime })()).toMatchObject({ outcome: 'rewrapped' });
    } finally {
      await close();
    }
  });
});

const manyKeys: Parameters<typeof describeEnginesOnce>[1] = (_open, engine) => {
  it('reads each row once in a pass, continues where it was interrupted, and finds what is created meanwhile', async () => {
    const { database, close } = await openOwnDatabase(engine);
    try {
      const before = await loadVault(database, testKeys);
      const integrationId = randomUUID();
      const insertOld = async () => {
        const sessionId = randomUUID();
        await insertSessionRow(database, {
          integrationId,
          sessionId,
          ...before.newDataKey({ integrationId, sessionId }),
        });
      };
      for (let made = 0; made < 450; made += 1) await insertOld();
      const vault = await loadVault(database, bothKeys);
      const progress: number[] = [];
      const breaking = rewrapKeys({ database, vault, wait: noTime })((done) => {
        progress.push(done);
        if (done === 200) throw new Error('broken off');
      });
      await expect(breaking).rejects.toThrow('broken off');
      // A process that has not looked yet goes on creating sessions under the version before.
      await insertOld();
      const waited: number[] = [];
      const wait = async (ms: number) => {
        waited.push(ms);
        await insertOld();
      };
      const rest = await rewrapKeys({ database, vault, wait })((done) => progress.push(done));
      expect(rest).toEqual({ outcome: 'rewrapped', version: 2, sessions: 252, secrets: 0 });
      expect(progress).toEqual([200, 200, 251, 251, 251, 252, 252, 252, 0]);
      // Until 12 s after the version was put in force.
      expect(waited).toHaveLength(1);
      expect(waited[0]).toBeLessThan(12_000);
      const left = await database.query('select 1 from session where kek_version <> 2');
      expect(left).toEqual([]);
    } finally {
      await close();
    }
  });
};
// The statements are those of the rotation above.
describeEnginesOnce('a rotation of many session keys', manyKeys);

interface SessionKeyRow {
  integrationId: string;
  sessionId: string;
  wrapped: Uint8Array;
  kekVersion: number;
}

async function insertSessionRow(database: Database, row: SessionKeyRow): Promise<void> {
  await database.query(
    `insert into session (integration_id, id, status, expires_at, data_key, kek_version, attempt_id, token_issued_at)
     values ($1, $2, 'created', now() + interval '7 days', $3, $4, $5, 0)`,
    [row.integrationId, row.sessionId, row.wrapped, row.kekVersion, randomUUID()],
  );
}

describe('key-encryption keys', () => {
  it.each([
    ['an empty text', '', 'is empty'],
    ['a short key', 'c2hvcnQ=', 'line 1: expected 32 bytes'],
    [
      'a word instead of random bytes',
      Buffer.from('this-is-the-example-key-change-m').toString('base64'),
      'line 1: this is a placeholder',
    ],
    ['32 equal bytes', '00'.repeat(32), 'line 1: this is a placeholder'],
    [
      'a run of bytes',
      Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('hex'),
      'line 1: this is a placeholder',
    ],
    ['a version given twice', `${testKekText}\n${testKekText}`, 'line 2: version given twice'],
  ])('refuses %s', (_name, text, message) => {
    expect(() => parseKeyEncryptionKeys(text)).toThrow(message);
  });
});
