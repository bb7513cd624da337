import {
  type IntegrationSettings,
  type SettingGroup,
  settingGroups,
} from '../../settings/integration-settings.ts';
import type { ProposedChange } from '../../storage/integration/setting-proposals.ts';
import { type ChangedSettings, settingDifferences } from './configure-integration.ts';

type Values = Record<string, unknown>;

const isGroup = (name: string): name is SettingGroup => (settingGroups as readonly string[]).includes(name);

/** Changes of individual settings, including members of groups, so that a return to the default can be stored. */
export const changesOf = (settings: ChangedSettings): ProposedChange[] =>
  Object.entries(settings).flatMap(([name, value]) =>
    isGroup(name) && typeof value === 'object' && value !== null
      ? Object.entries(value).map(([member, each]) => changeOf(`${name}.${member}`, each))
      : [changeOf(name, value)],
  );

const changeOf = (name: string, value: unknown): ProposedChange =>
  value === undefined ? { name } : { name, to: value };

/** The same in the form that `configureIn` takes. */
export function settingsFrom(changes: readonly ProposedChange[]): ChangedSettings {
  const settings: Values = {};
  for (const { name, to } of changes) {
    const [group = '', member] = name.split('.');
    settings[group] =
      member === undefined ? to : { ...(settings[group] as object | undefined), [member]: to };
  }
  return settings;
}

/** Values that differ afterwards, by `NAME` or `GROUP.MEMBER`, in their JSON form. */
export function differingValues(
  before: IntegrationSettings,
  after: IntegrationSettings,
): { before: Values; after: Values } {
  const found = { before: {} as Values, after: {} as Values };
  const note = (name: string, from: unknown, to: unknown) => {
    if (JSON.stringify(from) === JSON.stringify(to)) return;
    found.before[name] = from;
    found.after[name] = to;
  };
  for (const [name, { from, to }] of Object.entries(settingDifferences(before, after))) {
    if (!isGroup(name)) note(name, from, to);
    else
      for (const member of Object.keys(to as object))
        note(`${name}.${member}`, (from as Values)[member], (to as Values)[member]);
  }
  return JSON.parse(JSON.stringify(found)) as typeof found;
}
