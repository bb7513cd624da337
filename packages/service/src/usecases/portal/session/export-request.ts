import { createSecretKey } from 'node:crypto';
import type { SessionStatus } from '@countersign/contract';
import { sealWith, unsealWith } from '../../../encryption/seal.ts';
import type { Vault } from '../../../signing/vault.ts';

/** Parameters of an export; stored sealed. */
export interface ExportWish {
  /** `null`: every status. */
  statuses: SessionStatus[] | null;
  since: string | null;
  until: string | null;
  /** Only sessions with undecided hits; absent in exports of earlier releases. */
  waitingHits?: boolean;
  /** Only sessions with an open proposal; absent likewise. */
  waitingProposals?: boolean;
  q: string | null;
  /** Words of a name; absent in exports of earlier releases. */
  name?: string | null;
  /** Set for an export with personal data. */
  reason: string | null;
}

type Deriving = Pick<Vault, 'derive'>;

const wishKey = (vault: Deriving) => createSecretKey(vault.derive('portal export'));
const labelOf = (exportId: string): string => `portal export\0${exportId}`;

export const sealWish = (vault: Deriving, exportId: string, wish: ExportWish): Uint8Array =>
  sealWith(wishKey(vault), labelOf(exportId), Buffer.from(JSON.stringify(wish)));

/** @throws SealBroken if the row belongs to another installation, or was modified */
export const openWish = (vault: Deriving, exportId: string, sealed: Uint8Array): ExportWish =>
  JSON.parse(unsealWith(wishKey(vault), labelOf(exportId), sealed).toString('utf8')) as ExportWish;

/** Stored in place of a line of a session that could not be read: nothing can be sealed under a key that is damaged. */
export const noLine: Uint8Array = new Uint8Array();

/** Label a line is sealed under, with the data key of its session. */
export const lineLabel = (exportId: string, sessionId: string): string => `export:${exportId}:${sessionId}`;
