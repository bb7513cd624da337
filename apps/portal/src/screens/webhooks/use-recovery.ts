import type { PortalRecoverable, PortalRecovered } from '@countersign/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { change, read, Refusal } from '../../service/api.ts';

/** Progress of a recovery. */
export interface Recovery {
  /** The count, with its integration and time; `null` before. */
  counted: (PortalRecoverable & { integrationId: string; since: string }) | null;
  /** Number of webhooks queued so far; `null` before the recovery starts. */
  queued: number | null;
  /** `stopped`: by the person, before its end. */
  state: 'idle' | 'counting' | 'running' | 'stopped' | 'done';
  failure: Refusal | null;
  count: (integrationId: string, since: string) => void;
  start: () => void;
  stop: () => void;
  /** Discards the count. */
  reset: () => void;
}

const asRefusal = (error: unknown): Refusal => (error instanceof Refusal ? error : new Refusal('internal'));

/** Sends one part after the other. @returns whether the end was reached */
async function sendAll(
  { integrationId, since, until }: NonNullable<Recovery['counted']>,
  { show, isStopped }: { show: (sent: number) => void; isStopped: () => boolean },
): Promise<boolean> {
  const path = `integrations/${integrationId}/webhooks/recover`;
  for (let sent = 0; !isStopped();) {
    const { count, more } = await change<PortalRecovered>('POST', path, { since, until });
    sent += count;
    show(sent);
    if (!more) return true;
  }
  return false;
}

/** Counts failed webhooks and resends them in parts, so that it can show progress and be stopped. */
export function useRecovery(): Recovery {
  const client = useQueryClient();
  const isStopped = useRef(false);
  const [counted, setCounted] = useState<Recovery['counted']>(null);
  const [queued, setQueued] = useState<number | null>(null);
  const [state, setState] = useState<Recovery['state']>('idle');
  const [failure, setFailure] = useState<Refusal | null>(null);
  const begin = (next: Recovery['state']) => {
    isStopped.current = false;
    setState(next);
    setQueued(null);
    setFailure(null);
  };
  const fail = (error: unknown) => {
    setFailure(asRefusal(error));
    setState('idle');
  };
  const find = async (integrationId: string, since: string) => {
    begin('counting');
    const found = await read<PortalRecoverable>(`integrations/${integrationId}/webhooks/failed`, { since });
    setCounted({ ...found, integrationId, since });
    setState('idle');
  };
  const run = async () => {
    if (counted === null) return;
    // A stopped recovery continues counting where it was.
    const before = state === 'stopped' ? (queued ?? 0) : 0;
    begin('running');
    const isEnd = await sendAll(counted, {
      show: (count) => setQueued(before + count),
      isStopped: () => isStopped.current,
    });
    setState(isEnd ? 'done' : 'stopped');
    await client.invalidateQueries({ queryKey: ['webhooks'] });
  };
  return {
    counted,
    queued,
    state,
    failure,
    count: (integrationId, since) => void find(integrationId, since).catch(fail),
    start: () => void run().catch(fail),
    stop: () => {
      isStopped.current = true;
    },
    reset: () => {
      setCounted(null);
      begin('idle');
    },
  };
}
