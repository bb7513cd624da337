import type { ServiceContext } from '../../context.ts';
import { readVersion } from '../../runtime/version.ts';
import { settingTable } from '../../settings/settings-guide.ts';
import { listIntegrations } from './list-integrations.ts';

/** One setting of an integration, with what it does. */
export interface Capability {
  setting: string;
  value: unknown;
  default: unknown;
  isDefault: boolean;
  effect: string;
}

/** Capabilities and settings of an integration, for a support ticket: contains no key, secret or personal data. */
export interface CapabilityMatrix {
  integration: { integrationId: string; name: string; mode: 'test' | 'live'; active: boolean };
  release: string;
  /** ISO 8601, UTC. */
  exportedAt: string;
  capabilities: Capability[];
}

/** Every current setting of an integration; `null`: there is no such integration. */
export const exportCapabilities =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  async (wanted: string): Promise<CapabilityMatrix | null> => {
    const found = (await listIntegrations({ database })()).find(
      ({ integrationId }) => integrationId === wanted,
    );
    if (!found) return null;
    const { integrationId, name, mode, active, settings } = found;
    return {
      integration: { integrationId, name, mode, active },
      release: readVersion(),
      exportedAt: new Date().toISOString(),
      capabilities: settingTable().map(({ name: setting, fallback, effect }) => {
        const value = valueOf(settings, setting);
        const usual = fallback[mode] ?? null;
        const isDefault = JSON.stringify(value) === JSON.stringify(usual);
        return { setting, value, default: usual, isDefault, effect };
      }),
    };
  };

/** A value by `NAME` or `GROUP.MEMBER`; `null` if it is absent. */
function valueOf(settings: Readonly<Record<string, unknown>>, setting: string): unknown {
  const [group = '', member] = setting.split('.');
  const value = settings[group];
  return (member === undefined ? value : (value as Record<string, unknown>)[member]) ?? null;
}
