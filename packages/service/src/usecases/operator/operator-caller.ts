import type { ServiceContext } from '../../context.ts';
import { listIntegrations } from '../integration/list-integrations.ts';
import type { Caller } from '../session/caller.ts';

/** An operator acting as a client of the integration; `null` when it is unknown. @param operator the name, or `''` */
export async function operatorCaller(
  ctx: Pick<ServiceContext, 'database'>,
  { integrationId, operator }: { integrationId: string; operator: string },
): Promise<Caller | null> {
  const found = (await listIntegrations(ctx)()).find((one) => one.integrationId === integrationId);
  if (!found) return null;
  return { integrationId, keyId: null, mode: found.mode, settings: found.settings, operator };
}
