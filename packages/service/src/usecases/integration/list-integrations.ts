import { type IntegrationSettings, settingsOf } from '../../settings/integration-settings.ts';
import type { ServiceContext } from '../../context.ts';
import { listIntegrations as listRows } from '../../storage/integration/integrations.ts';

export interface ListedIntegration {
  integrationId: string;
  name: string;
  mode: 'test' | 'live';
  apiKey: string;
  active: boolean;
  settings: IntegrationSettings;
  createdAt: string;
}

/** Every integration of the installation, oldest first, with its current settings. */
export const listIntegrations =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  async (): Promise<ListedIntegration[]> => {
    const rows = await listRows(database);
    return rows.map(({ id, settings, ...row }) => ({
      integrationId: id,
      ...row,
      settings: settingsOf(row.mode, settings),
    }));
  };
