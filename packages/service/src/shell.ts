import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Metrics } from './metrics.ts';
import type { KeyRing } from './signing/key-ring.ts';
import type { Vault } from './signing/vault.ts';
import type { BlobStore } from './storage/blobs/blob-store.ts';
import type { Database } from './storage/engine/database.ts';
import type { Wake } from './wake.ts';

/** Everything a use case or worker may need from outside; made once, in compose.ts. */
export interface Shell {
  config: Config;
  database: Database;
  blobs: BlobStore;
  vault: Vault;
  keyRing: KeyRing;
  wake: Wake;
  log: Logger;
  metrics: Metrics;
}
