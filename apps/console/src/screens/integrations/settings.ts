import type { SettingText } from '../../service/call.ts';

/** Of `integration show`. */
export interface ShownIntegration {
  integrationId: string;
  name: string;
  mode: 'test' | 'live';
  apiKey: string;
  active: boolean;
  settings: Readonly<Record<string, unknown>>;
  createdAt: string;
}

/** Whether settings are changed by two people. */
export const takesTwo = ({ settings }: Pick<ShownIntegration, 'settings'>): boolean =>
  settings['secondApprover'] === true;

/** A change that is not saved: a value as it is typed after `--set NAME=`, or a return to the default. */
export type Draft = { to: string } | 'default';

/** Changes by the name of the setting. */
export type Drafts = Readonly<Record<string, Draft>>;

/** A setting with what is in force. */
export interface Setting extends SettingText {
  value: unknown;
  usual: unknown;
  isUsual: boolean;
}

/** A change beside what is in force. */
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

/** Settings of an integration, in the order in which the service describes them. */
export const settingsOf = (
  { settings, mode }: Pick<ShownIntegration, 'settings' | 'mode'>,
  texts: readonly SettingText[],
): Setting[] =>
  texts.map((text) => {
    const [value, usual] = [valueOf(settings, text.name), text.fallback[mode]];
    return { ...text, value, usual, isUsual: JSON.stringify(value) === JSON.stringify(usual) };
  });

/** A value as people read it: texts bare, all else as JSON; `''` where there is none. */
export function valueText(value: unknown): string {
  if (value === undefined) return '';
  // Long lists break between their members.
  if (Array.isArray(value)) return `[${value.map((each) => JSON.stringify(each)).join(', ')}]`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Text that becomes the value: what is typed for a setting that holds a text stays one, also where it reads like a number. */
export const typedFor = ({ value, usual }: Setting, text: string): string =>
  typeof (value ?? usual) === 'string' ? JSON.stringify(text) : text;

/** What is typed, as it will be shown once it is in force. */
function typedText(typed: string): string {
  try {
    return valueText(JSON.parse(typed));
  } catch {
    return typed;
  }
}

/** Drafts beside what is in force; those that change nothing are left out. */
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

/** Whether decided sessions can be judged anew under other values of these. */
export const hasJudged = (names: readonly string[], texts: readonly SettingText[]): boolean =>
  texts.some(({ name, isJudged }) => isJudged && names.includes(name));

/** Options of `integration screening` that try the drafts which are rules of screening; `null` where none is. */
export function tryOptions(settings: readonly Setting[], drafts: Drafts) {
  const rules = Object.entries(drafts).filter(([name]) => name.startsWith('watchlist.'));
  if (rules.length === 0) return null;
  const typed = rules.map(([name, draft]) => {
    const usual = settings.find((setting) => setting.name === name)?.usual;
    return `${name}=${draft === 'default' ? JSON.stringify(usual) : draft.to}`;
  });
  return { set: typed, 'dry-run': true } as const;
}
