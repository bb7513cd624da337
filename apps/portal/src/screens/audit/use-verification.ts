import type { PortalAuditVerification } from '@countersign/contract';
import { useState } from 'react';
import { read, Refusal } from '../../service/api.ts';

/** What is known about a chain on this page: how far it was looked at, and what was found. */
export interface Verified extends PortalAuditVerification {
  /** When the end was reached, ISO 8601; `null` while it is being verified. */
  at: string | null;
}

/** Verifies chains, part by part, so that a long one shows how far it is. */
export interface Verification {
  /** By integration; the organisation's own under an empty text. */
  found: ReadonlyMap<string, Verified>;
  busy: boolean;
  failure: Refusal | null;
  verify: (integrationIds: readonly (string | null)[]) => void;
}

/** What a chain is found under. */
export const chainKey = (integrationId: string | null): string => integrationId ?? '';

/** Verification of chains, as the service does it; nothing of it is kept. */
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
      // What was not looked at to its end is not verified.
      setFound((before) => new Map([...before].filter(([, { at }]) => at !== null)));
    } finally {
      setBusy(false);
    }
  };
  return { found, busy, failure, verify: (ids) => void verifyAll(ids) };
}
