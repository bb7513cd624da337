import type { TSchema } from 'typebox';
import { variables, type Variable } from '../runtime/variables.ts';
import { IntegrationSettings, settingsOf } from './integration-settings.ts';
import { isJudged } from './judged-settings.ts';
import { choicesOf, describeForm, membersOf } from './setting-form.ts';
import { settingTexts } from './setting-texts.ts';

/** A value as printed in the guide. */
const valueText = (value: unknown): string =>
  value === undefined ? 'absent' : `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;

const escaped = (text: string): string => text.replaceAll('|', String.raw`\|`);

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows.map((row) => row.map(escaped))]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

function variableRows(testsOnly: boolean): string[][] {
  return Object.entries<Variable>(variables)
    .filter(([, variable]) => (variable.testsOnly === true) === testsOnly)
    .map(([name, { form, fallback, example, effect, secret }]) => [
      `\`${name}\``,
      form,
      fallback,
      secret && example.startsWith('(') ? example : `\`${example}\``,
      effect,
    ]);
}

/** The schema and the default of a setting by its name, `group.member` for a member of a group. */
function lookUp(name: string, mode: 'test' | 'live'): { schema: TSchema | undefined; value: unknown } {
  const [first = '', member] = name.split('.');
  const schema = membersOf(IntegrationSettings)[first];
  const value: unknown = (settingsOf(mode, {}) as Record<string, unknown>)[first];
  if (member === undefined) return { schema, value };
  return {
    schema: schema && membersOf(schema)[member],
    value: (value as Record<string, unknown>)[member],
  };
}

/** A setting of integrations as described on a page. */
export interface DescribedSetting {
  /** `group.member` for a member of a group. */
  name: string;
  /** What a value must be. */
  form: string;
  /** Its values, if there are few; otherwise null. */
  choices: unknown[] | null;
  /** Default by mode of the integration; absent if there is none. */
  fallback: { live?: unknown; test?: unknown };
  effect: string;
  /** Whether decided sessions can be decided again with another value. */
  isJudged: boolean;
}

/** Every setting of integrations, as the guide lists them. */
export const settingTable = (): DescribedSetting[] =>
  Object.entries(settingTexts).map(([name, effect]) => {
    const live = lookUp(name, 'live');
    const { value: test } = lookUp(name, 'test');
    if (live.schema === undefined) throw new Error(`${name}: must be a setting of an integration`);
    const { schema } = live;
    return {
      name,
      form: describeForm(schema),
      choices: choicesOf(schema),
      fallback: { live: live.value, test },
      effect,
      isJudged: isJudged(name),
    };
  });

function settingRow({ name, form, fallback: { live, test }, effect }: DescribedSetting): string[] {
  const same = JSON.stringify(live) === JSON.stringify(test);
  return [
    `\`${name}\``,
    form,
    same ? valueText(live) : `${valueText(live)}; test ${valueText(test)}`,
    effect,
  ];
}

/** Every setting that the guide must describe, groups by their members. */
export const settingNames = (): string[] =>
  Object.entries(membersOf(IntegrationSettings)).flatMap(([name, schema]) => {
    const members = Object.keys(membersOf(schema));
    return members.length === 0 ? [name] : members.map((member) => `${name}.${member}`);
  });

/** Generates `docs/guides/settings.md` from the tables that the service itself uses. */
export const settingsGuide = (): string => `# Settings

This reference lists every environment variable of a process and every setting of an integration, for operators. It is generated from the service's own tables by \`npm run settings-docs\`; change them there.

## Of a process

These environment variables are read at the start. If any are invalid, the process prints all of them at once with the allowed form and exits with status 6 before it does anything else. An unknown variable that begins with \`COUNTERSIGN_\` is invalid too. \`countersign config check\` checks the variables, the key, the directories, the database, the ports and the registries without starting the service.

${tableOf(['Variable', 'Must be', 'Default', 'Example', 'Effect'], variableRows(false))}

These variables are for tests only; production rejects them:

${tableOf(['Variable', 'Must be', 'Default', 'Example', 'Effect'], variableRows(true))}

## Of an integration

\`\`\`
bin/countersign integration configure INTEGRATION --set minimumAge=18 --set 'origins=["https://shop.example.com"]' --unset watchlist.lists
\`\`\`

A change takes effect in every process within two seconds and is recorded in the audit log with the values before and after. An invalid value is rejected with the allowed form (exit status 3). \`integration show\` prints the settings in force.

${tableOf(['Setting', 'Must be', 'Default', 'Effect'], settingTable().map(settingRow))}
`;
