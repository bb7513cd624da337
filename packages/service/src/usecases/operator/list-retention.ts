import { retentionBounds } from '@countersign/contract';
import type { ServiceContext } from '../../context.ts';
import { type KeptData, listKeptData } from '../../storage/operator/retention-state.ts';
import type { IntegrationSettings } from '../../settings/integration-settings.ts';
import { listIntegrations } from '../integration/list-integrations.ts';

/** How long an integration keeps data, and what it currently keeps. */
export interface RetentionSchedule extends Omit<KeptData, 'integrationId'> {
  integrationId: string;
  name: string;
  mode: 'test' | 'live';
  /** Days; `null`: forever, or as long as the session. */
  sessionDays: number | null;
  pictureDays: number | null;
  descriptorDays: number;
  /** Upper limit for any setting. */
  descriptorDaysAtMost: number;
  webhookDays: number | null;
  /** Whether `DELETE /sessions/{sessionId}` is available. */
  deletion: boolean;
}

/** Schedules of one integration, or of all (`null`), oldest first. @see spec/contract.md A-240 */
export const listRetention =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  async (integrationId: string | null): Promise<RetentionSchedule[]> => {
    const kept = new Map(
      (await listKeptData(database, integrationId)).map((row) => [row.integrationId, row]),
    );
    const integrations = await listIntegrations({ database })();
    return integrations.flatMap((integration) => {
      const row = kept.get(integration.integrationId);
      return row === undefined ? [] : [scheduleOf(integration, row)];
    });
  };

function scheduleOf(
  { name, mode, settings }: { name: string; mode: 'test' | 'live'; settings: IntegrationSettings },
  { integrationId, ...kept }: KeptData,
): RetentionSchedule {
  const { sessionDays, pictureDays, descriptorDays, webhookDays } = settings.retention;
  return {
    integrationId,
    name,
    mode,
    sessionDays,
    pictureDays,
    descriptorDays,
    descriptorDaysAtMost: retentionBounds.descriptors,
    webhookDays,
    deletion: settings.deletion,
    ...kept,
  };
}
