import type { SettingText } from '../../service/call.ts';

/** Output of `integration show`. */
export interface ShownIntegration {
  integrationId: string;
  name: string;
  mode: 'test' | 'live';
  apiKey: string;
  active: boolean;
  settings: Readonly<Record<string, unknown>>;
  createdAt: string;
}

/** Whether changes of settings require two people. */
export const takesTwo = ({ settings }: Pick<ShownIntegration, 'settings'>): boolean =>
  settings['secondApprover'] === true;

/** An unsaved change: a value as typed after `--set NAME=`, or a reset to the default. */
export type Draft = { to: string } | 'default';

/** Drafts by name of the setting. */
export type Drafts = Readonly<Record<string, Draft>>;

/** A setting and its value in force. */
export interface Setting extends SettingText {
  value: unknown;
  usual: unknown;
  isUsual: boolean;
}

/** A draft compared with the value in force. */
export interface Difference {
  name: string;
  effect: string;
  before: string;
  after: string;
}

function valueOf(settings: Readonly<Record<string, unknown>>, name: string): unknown {
  const [group = '', member] = name.split('.');
  const value = settings[group];
  return member === undefined ? value : (value as Record<string, unknown> | null | undefined)?.[member];
}

/** Settings of an integration, in the service's order. */
export const settingsOf = (
  { settings, mode }: Pick<ShownIntegration, 'settings' | 'mode'>,
  texts: readonly SettingText[],
): Setting[] =>
  texts.map((text) => {
    const [value, usual] = [valueOf(settings, text.name), text.fallback[mode]];
    return { ...text, value, usual, isUsual: JSON.stringify(value) === JSON.stringify(usual) };
  });

/** Readable form of a value: strings without quotes, anything else as JSON; `''` if there is none. */
export function valueText(value: unknown): string {
  if (value === undefined) return '';
  // Spaces let long lists wrap between their members.
  if (Array.isArray(value)) return `[${value.map((each) => JSON.stringify(each)).join(', ')}]`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Converts input to the typed form of a value: input for a string setting stays a string, even if it looks like a number. */
export const typedFor = ({ value, usual }: Setting, text: string): string =>
  typeof (value ?? usual) === 'string' ? JSON.stringify(text) : text;

/** Shows typed input the way it will be shown once in force. */
function typedText(typed: string): string {
  try {
    return valueText(JSON.parse(typed));
  } catch {
    return typed;
  }
}

/** Drafts compared with the values in force, without those that change nothing. */
export const differencesOf = (settings: readonly Setting[], drafts: Drafts): Difference[] =>
  settings.flatMap((setting) => {
    const draft = drafts[setting.name];
    if (draft === undefined) return [];
    const before = valueText(setting.value);
    const after = draft === 'default' ? valueText(setting.usual) : typedText(draft.to);
    return before === after ? [] : [{ name: setting.name, effect: setting.effect, before, after }];
  });

/** Options of `integration configure`. */
export const configureOptions = (drafts: Drafts) => ({
  set: Object.entries(drafts).flatMap(([name, draft]) =>
    draft === 'default' ? [] : [`${name}=${draft.to}`],
  ),
  unset: Object.entries(drafts).flatMap(([name, draft]) => (draft === 'default' ? [name] : [])),
});

/** Whether changing any of these settings allows decided sessions to be re-evaluated. */
export const hasJudged = (names: readonly string[], texts: readonly SettingText[]): boolean =>
  texts.some(({ name, isJudged }) => isJudged && names.includes(name));

/** Options of `integration screening` that try the drafts of screening rules; `null` if there are none. */
export function tryOptions(settings: readonly Setting[], drafts: Drafts) {
  const rules = Object.entries(drafts).filter(([name]) => name.startsWith('watchlist.'));
  if (rules.length === 0) return null;
  const typed = rules.map(([name, draft]) => {
    const usual = settings.find((setting) => setting.name === name)?.usual;
    return `${name}=${draft === 'default' ? JSON.stringify(usual) : draft.to}`;
  });
  return { set: typed, 'dry-run': true } as const;
}
