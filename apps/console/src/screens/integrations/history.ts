import type { ValueChange } from '../../parts/value-changes.tsx';
import { valueText } from './settings.ts';

/** Settings in force before and after a change, by name; groups are not split into members. */
export type ChangedSettings = Readonly<Record<string, { from?: unknown; to?: unknown }>>;

/** An entry of `integration history`. */
export interface PrintedSettingChange {
  change: number;
  at: string;
  actor: string;
  reason: string | null;
  /** Who proposed the change, if it was proposed first. */
  proposedBy: string | null;
  approvedBy: string | null;
  rollsBackBefore: number | null;
  active: boolean;
  name: { from: string; to: string } | null;
  changed: ChangedSettings;
}

/** Output of `integration rollback` as a dry run. */
export interface PrintedRollback {
  outcome: 'rolled-back' | 'would-roll-back' | 'unchanged';
  changed: ChangedSettings;
  kept: string[];
}

const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Changed settings, with the members of groups one by one. */
export const settingValues = (changed: ChangedSettings): ValueChange[] =>
  Object.entries(changed).flatMap(([name, { from, to }]) => {
    if (!isGroup(from) || !isGroup(to)) return [{ name, before: valueText(from), after: valueText(to) }];
    return Object.keys({ ...from, ...to }).flatMap((member) => {
      const [before, after] = [valueText(from[member]), valueText(to[member])];
      return before === after ? [] : [{ name: `${name}.${member}`, before, after }];
    });
  });

/** Everything that a change affected, including the name. */
export const changedValues = ({ name, changed }: PrintedSettingChange): ValueChange[] => [
  ...(name === null ? [] : [{ name: 'name', before: name.from, after: name.to }]),
  ...settingValues(changed),
];
