import type { Logger } from 'pino';
import type { Config } from './runtime/config.ts';
import type { Metrics } from './runtime/metrics.ts';
import type { KeyRing } from './signing/key-ring.ts';
import type { Vault } from './signing/vault.ts';
import type { BlobStore } from './storage/blobs/blob-store.ts';
import type { Database } from './storage/engine/database.ts';
import type { Wake } from './runtime/wake.ts';

/** Dependencies of use cases and workers; created once, in create-context.ts. */
export interface ServiceContext {
  config: Config;
  database: Database;
  blobs: BlobStore;
  vault: Vault;
  keyRing: KeyRing;
  wake: Wake;
  log: Logger;
  metrics: Metrics;
}
