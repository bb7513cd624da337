import type { PortalAuditVerification } from '@countersign/contract';
import { useState } from 'react';
import { read, Refusal } from '../../service/api.ts';

/** What this page knows about a chain: how far it was verified, and the result. */
export interface Verified extends PortalAuditVerification {
  /** When the end was reached, ISO 8601; `null` during the verification. */
  at: string | null;
}

/** Verifies chains part by part, so that a long one shows its progress. */
export interface Verification {
  /** By integration; the organisation's own chain has an empty key. */
  found: ReadonlyMap<string, Verified>;
  busy: boolean;
  failure: Refusal | null;
  verify: (integrationIds: readonly (string | null)[]) => void;
}

/** The key of a chain in `found`. */
export const chainKey = (integrationId: string | null): string => integrationId ?? '';

/** Verifies chains on the service; keeps the results only on this page. */
export function useVerification(): Verification {
  const [found, setFound] = useState<ReadonlyMap<string, Verified>>(new Map());
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Refusal | null>(null);
  const show = (key: string, verified: Verified) =>
    setFound((before) => new Map([...before, [key, verified]]));
  const verifyOne = async (integrationId: string | null) => {
    const key = chainKey(integrationId);
    show(key, { through: 0, isEnd: false, broken: null, at: null });
    for (let after = 0; ;) {
      const query = { integration: integrationId ?? undefined, after: String(after) };
      const part = await read<PortalAuditVerification>('audit/verification', query);
      show(key, { ...part, at: part.isEnd ? new Date().toISOString() : null });
      if (part.isEnd) return;
      after = part.through;
    }
  };
  const verifyAll = async (integrationIds: readonly (string | null)[]) => {
    setBusy(true);
    setFailure(null);
    try {
      for (const id of integrationIds) await verifyOne(id);
    } catch (error) {
      setFailure(error instanceof Refusal ? error : new Refusal('internal'));
      // A chain that was not read to its end is not verified.
      setFound((before) => new Map([...before].filter(([, { at }]) => at !== null)));
    } finally {
      setBusy(false);
    }
  };
  return { found, busy, failure, verify: (ids) => void verifyAll(ids) };
}
