import type { ServiceContext } from '../../context.ts';
import { addLinkKeyRotation } from '../../storage/integration/configuration.ts';

export interface RotatedSessionLinks {
  /** Keys there have been, the new one included. */
  keys: number;
  /** From when tokens are made with the new key, `2026-11-20T10:00:10.000Z`; older ones verify for 90 days more. */
  inUseFrom: string;
}

/** Gives the links of new sessions another key; those of sessions there are stay as they are. @see spec/contract.md A-117 */
export const rotateSessionLinks =
  ({ database, keyRing, log }: Pick<ServiceContext, 'database' | 'keyRing' | 'log'>) =>
  async (): Promise<RotatedSessionLinks> => {
    const replacedAt = await addLinkKeyRotation(database);
    keyRing.forget();
    log.info({ event: 'session-link-key-rotated' }, 'session link key rotated');
    const inUseFrom = new Date((replacedAt.at(-1) ?? 0) * 1000).toISOString();
    return { keys: replacedAt.length + 1, inUseFrom };
  };
