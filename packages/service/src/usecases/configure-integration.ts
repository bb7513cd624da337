import type { Shell } from '../shell.ts';
import { insertAudit } from '../storage/audit.ts';
import { lockIntegration, updateIntegration } from '../storage/integrations.ts';
import { type IntegrationSettings, settingsOf } from './integration-settings.ts';

export interface ConfigureIntegration {
  integrationId: string;
  name?: string;
  /** `false` stops the integration at once. @see spec/contract.md A-11 */
  active?: boolean;
  /** Settings to change; a member that is `undefined` goes back to the mode's default. */
  settings?: { [Name in keyof IntegrationSettings]?: IntegrationSettings[Name] | undefined };
  actor: string;
}

export type Configured =
  { outcome: 'configured'; settings: IntegrationSettings } | { outcome: 'unknown-integration' };

/** Changes an integration's name, settings, or whether it is active. @throws Error naming a wrong setting */
export const configureIntegration =
  ({ database, keyRing }: Pick<Shell, 'database' | 'keyRing'>) =>
  async (input: ConfigureIntegration): Promise<Configured> => {
    const configured = await database.transaction(async (tx): Promise<Configured> => {
      const row = await lockIntegration(tx, input.integrationId);
      if (!row) return { outcome: 'unknown-integration' };
      // Through JSON, so that members set to `undefined` vanish.
      const settings = JSON.parse(JSON.stringify({ ...row.settings, ...input.settings })) as Record<
        string,
        unknown
      >;
      const parsed = settingsOf(row.mode, settings);
      const next = { id: row.id, name: input.name ?? row.name, active: input.active ?? row.active, settings };
      await updateIntegration(tx, next);
      await insertAudit(tx, {
        integrationId: row.id,
        actor: input.actor,
        action: 'configure-integration',
        sessionId: null,
        details: { active: next.active, changed: Object.keys(input.settings ?? {}) },
      });
      return { outcome: 'configured', settings: parsed };
    });
    keyRing.forget(input.integrationId);
    return configured;
  };
