import type { ServiceContext } from '../../context.ts';
import { addLinkKeyRotation } from '../../storage/integration/configuration.ts';

export interface RotatedSessionLinks {
  /** Number of keys so far, including the new one. */
  keys: number;
  /** When the new key comes into use for new tokens, `2026-11-20T10:00:10.000Z`; older tokens verify for 90 more days. */
  inUseFrom: string;
}

/** Uses another key for links of new sessions; existing links stay valid. @see spec/contract.md A-117 */
export const rotateSessionLinks =
  ({ database, keyRing, log }: Pick<ServiceContext, 'database' | 'keyRing' | 'log'>) =>
  async (): Promise<RotatedSessionLinks> => {
    const replacedAt = await addLinkKeyRotation(database);
    keyRing.forget();
    log.info({ event: 'session-link-key-rotated' }, 'session link key rotated');
    const inUseFrom = new Date((replacedAt.at(-1) ?? 0) * 1000).toISOString();
    return { keys: replacedAt.length + 1, inUseFrom };
  };
