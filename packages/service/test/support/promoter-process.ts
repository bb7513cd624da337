// A process to be killed: promotes the two keys of an integration in turn, for ever, and says which one is the master now.
// argv: directory of the embedded database or address of PostgreSQL, integration, key, key.
import { pino } from 'pino';
import { createKeyRing } from '../../src/signing/key-ring.ts';
import { parseKeyEncryptionKeys } from '../../src/encryption/key-encryption-keys.ts';
import { loadVault } from '../../src/signing/vault.ts';
import { openDatabase } from '../../src/storage/engine/open-database.ts';
import { promoteKey } from '../../src/usecases/integration/promote-key.ts';

const [where = '', integrationId = '', kek = '', ...keyIds] = process.argv.slice(2);
const log = pino({ level: 'silent' });
const database = await openDatabase({
  ...(where.includes('://') ? { url: where } : { dataDir: where }),
  log,
});
const vault = await loadVault(database, parseKeyEncryptionKeys(kek));
const keyRing = createKeyRing({ database, vault, log });
for (;;) {
  for (const keyId of keyIds) {
    await promoteKey({ database, keyRing })({ integrationId, keyId, actor: 'test' });
    process.stdout.write(`${keyId}\n`);
  }
}
