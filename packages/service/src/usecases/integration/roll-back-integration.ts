import type { ServiceContext } from '../../context.ts';
import { IntegrationSettings, settingGroups, settingsOf } from '../../settings/integration-settings.ts';
import type { Installation } from '../../settings/unsupported-settings.ts';
import { findLogo } from '../../storage/integration/brand-logos.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { type IntegrationRow, lockIntegration } from '../../storage/integration/integrations.ts';
import { listSettingChanges, type SettingChange } from '../../storage/integration/setting-changes.ts';
import { configureIn, type Configured, settingDifferences } from './configure-integration.ts';
import { proposeIn, type Proposed } from './propose-settings.ts';

export interface RollBackIntegration {
  integrationId: string;
  /** Restores the settings to their state before this change. */
  before: number;
  /** Only computes the result. */
  dryRun: boolean;
  /** Only proposes the change, for another person to approve. */
  propose: boolean;
  reason: string | null;
  installation: Installation;
  actor: string;
}

type Values = Record<string, unknown>;

export type RolledBack =
  | {
      outcome: 'rolled-back' | 'would-roll-back' | 'unchanged';
      /** Settings in force before and after, by name. */
      changed: Record<string, { from: unknown; to: unknown }>;
      /** Settings not restored: this release has no setting with that name, or the old logo is no longer stored. */
      kept: string[];
    }
  | { outcome: 'unknown-change' }
  | Proposed
  | Exclude<Configured, { outcome: 'configured' }>;

/** Changes of an integration's settings, name and activity, newest first. */
export const listChanges =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  ({ integrationId, limit }: { integrationId: string; limit: number }): Promise<SettingChange[]> =>
    listSettingChanges(database, { integrationId, since: null, limit });

/**
 * Restores the settings that changed since to their state before a change; name and activity are unaffected. This is a change
 * like any other: validated by the current rules, recorded, and undone in the same way.
 * @throws InvalidSetting if this release or installation does not accept an old value
 */
export const rollBackIntegration =
  ({ database, keyRing }: Pick<ServiceContext, 'database' | 'keyRing'>) =>
  async (input: RollBackIntegration): Promise<RolledBack> => {
    const rolledBack = await database.transaction((tx) => rollBackIn(tx, input));
    keyRing.forget();
    return rolledBack;
  };

async function rollBackIn(tx: Tx, input: RollBackIntegration): Promise<RolledBack> {
  const { integrationId, before, dryRun, reason, installation, actor } = input;
  const row = await lockIntegration(tx, integrationId);
  if (!row) return { outcome: 'unknown-integration' };
  const changes = await listSettingChanges(tx, { integrationId, since: before, limit: null });
  if (changes.at(-1)?.id !== before) return { outcome: 'unknown-change' };
  const { settings, kept } = await settingsBefore(tx, { row, changes });
  const now = settingsOf(row.mode, row.settings);
  const then = settingsOf(row.mode, merged(row.settings, settings));
  const changed = settingDifferences(now, then);
  if (Object.keys(changed).length === 0) return { outcome: 'unchanged', changed, kept };
  if (dryRun) return { outcome: 'would-roll-back', changed, kept };
  if (input.propose)
    return proposeIn(tx, row, {
      integrationId,
      settings,
      installation,
      actor,
      effectiveAt: null,
      reason: reason ?? `return to before change ${before}`,
    });
  const configured = await configureIn(tx, {
    integrationId,
    settings,
    installation,
    reason,
    rollsBackBefore: before,
    actor,
  });
  return configured.outcome === 'configured' ? { outcome: 'rolled-back', changed, kept } : configured;
}

/** Values in the form that `configureIn` takes. @param changes newest first */
async function settingsBefore(
  tx: Tx,
  { row, changes }: { row: IntegrationRow; changes: readonly SettingChange[] },
): Promise<{ settings: Values; kept: string[] }> {
  const settings: Values = {};
  // The oldest change of a setting holds the value from before all of them.
  for (const { details } of changes)
    for (const [name, { from }] of Object.entries(details.changed)) settings[name] = from;
  const kept = Object.keys(settings).filter((name) => !(name in IntegrationSettings.properties));
  for (const name of kept) delete settings[name];
  for (const group of settingGroups) {
    const then = settings[group] as Values | undefined;
    if (then === undefined) continue;
    const members = Object.keys(IntegrationSettings.properties[group].properties);
    const unknown = Object.keys(then).filter((member) => !members.includes(member));
    kept.push(...unknown.map((member) => `${group}.${member}`));
    settings[group] = Object.fromEntries(Object.entries(then).filter(([member]) => members.includes(member)));
  }
  const branding = settings['branding'] as { logo?: { digest: string } | null } | undefined;
  const digest = branding?.logo?.digest;
  if (branding && digest !== undefined) {
    const logo = await findLogo(tx, { integrationId: row.id, digest });
    if (logo === null) {
      delete branding.logo;
      kept.push('branding.logo');
    }
  }
  return { settings: withoutDefaults(row.mode, settings), kept };
}

/** Values equal to defaults follow the defaults again; those derived from other settings stay explicit. */
function withoutDefaults(mode: 'test' | 'live', settings: Values): Values {
  const usual = settingsOf(mode, {}) as unknown as Values;
  const isUsual = (value: unknown, fallback: unknown) => JSON.stringify(value) === JSON.stringify(fallback);
  const groups: readonly string[] = settingGroups;
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      if (name === 'livenessChallenge') return [name, value];
      if (!groups.includes(name)) return [name, isUsual(value, usual[name]) ? undefined : value];
      const members = Object.entries(value as Values).map(([member, each]) => [
        member,
        isUsual(each, (usual[name] as Values)[member]) ? undefined : each,
      ]);
      return [name, Object.fromEntries(members) as Values];
    }),
  );
}

/** Stored settings with these replaced. */
function merged(stored: Values, settings: Values): Values {
  const groups: readonly string[] = settingGroups;
  const next: Values = { ...stored };
  for (const [name, value] of Object.entries(settings))
    next[name] = groups.includes(name) ? { ...(stored[name] as object), ...(value as object) } : value;
  return JSON.parse(JSON.stringify(next)) as Values;
}
