import type { Shell } from '../../shell.ts';
import { configureIntegration } from '../../usecases/configure-integration.ts';
import { createIntegration } from '../../usecases/create-integration.ts';
import { type GivenSettings, IntegrationSettings } from '../../usecases/integration-settings.ts';
import { listIntegrations } from '../../usecases/list-integrations.ts';
import {
  type Command,
  type CommandInput,
  type CommandResult,
  done,
  identifier,
  notDone,
  optionalText,
  pair,
  requiredText,
  texts,
  UsageError,
} from '../command.ts';

const actor = 'cli';
const settingOptions = {
  name: { type: 'string' },
  set: { type: 'string', multiple: true },
} as const;

/** Verbs on integrations. */
export const integrationCommands: Command[] = [
  {
    name: 'integration create',
    usage: '--name NAME --mode test|live [--set SETTING=VALUE …] [--api-key KEY]',
    about: 'creates an integration; prints its API key and, once, its shared secret',
    positionals: 0,
    options: { ...settingOptions, mode: { type: 'string' }, 'api-key': { type: 'string' } },
    run: create,
  },
  {
    name: 'integration list',
    usage: '',
    about: 'lists the integrations',
    positionals: 0,
    options: {},
    run: async (shell) => {
      const integrations = await listIntegrations(shell)();
      return done(
        integrations.map(({ integrationId, name, mode, apiKey, active, createdAt }) => ({
          integrationId,
          name,
          mode,
          apiKey,
          active,
          createdAt,
        })),
      );
    },
  },
  {
    name: 'integration show',
    usage: 'INTEGRATION',
    about: 'shows one integration with the settings in force',
    positionals: 1,
    options: {},
    run: async (shell, input) => {
      const id = identifier(input, 0);
      const found = (await listIntegrations(shell)()).find(({ integrationId }) => integrationId === id);
      return found ? done(found) : notDone('unknown-integration');
    },
  },
  {
    name: 'integration configure',
    usage: 'INTEGRATION [--name NAME] [--set SETTING=VALUE …] [--unset SETTING …]',
    about: 'changes settings; a value is JSON or plain text, a member of a group is GROUP.MEMBER',
    positionals: 1,
    options: { ...settingOptions, unset: { type: 'string', multiple: true } },
    run: configure,
  },
  {
    name: 'integration deactivate',
    usage: 'INTEGRATION',
    about: 'stops an integration at once',
    positionals: 1,
    options: {},
    run: (shell, input) => setActive(shell, input, false),
  },
  {
    name: 'integration activate',
    usage: 'INTEGRATION',
    about: 'lets a stopped integration work again',
    positionals: 1,
    options: {},
    run: (shell, input) => setActive(shell, input, true),
  },
];

async function create(shell: Shell, input: CommandInput): Promise<CommandResult> {
  const mode = requiredText(input, 'mode');
  if (mode !== 'test' && mode !== 'live') throw new UsageError('--mode is test or live');
  const apiKey = optionalText(input, 'api-key');
  const created = await createIntegration(shell)({
    name: requiredText(input, 'name'),
    mode,
    settings: readSettings(input),
    ...(apiKey === undefined ? {} : { apiKey }),
    actor,
  });
  return done(created, 'The secret is shown this once.');
}

async function configure(shell: Shell, input: CommandInput): Promise<CommandResult> {
  const name = optionalText(input, 'name');
  const changes: Record<string, unknown> = { ...readSettings(input) };
  for (const removed of texts(input, 'unset')) setIn(changes, removed, undefined);
  const configured = await configureIntegration(shell)({
    integrationId: identifier(input, 0),
    ...(name === undefined ? {} : { name }),
    settings: changes,
    actor,
  });
  return configured.outcome === 'configured' ? done(configured.settings) : notDone(configured.outcome);
}

async function setActive(shell: Shell, input: CommandInput, active: boolean): Promise<CommandResult> {
  const { outcome } = await configureIntegration(shell)({
    integrationId: identifier(input, 0),
    active,
    actor,
  });
  return outcome === 'configured' ? done({ active }) : notDone(outcome);
}

/** The use case judges the values; here only the names are checked, so that a typing error does not pass silently. */
function readSettings(input: CommandInput): GivenSettings {
  const settings: Record<string, unknown> = {};
  for (const text of texts(input, 'set')) {
    const [name, value] = pair(text);
    setIn(settings, name, jsonOrText(value));
  }
  return settings;
}

/** Sets a member by its name, one of a group by `group.member`. */
function setIn(settings: Record<string, unknown>, name: string, value: unknown): void {
  const [group = '', member, ...more] = name.split('.');
  const known = IntegrationSettings.properties as Record<string, object>;
  const isKnown = Object.hasOwn(known, group) && more.length === 0;
  if (isKnown && member === undefined) settings[group] = value;
  else if (isKnown && member !== undefined && Object.hasOwn(membersOf(known[group]), member))
    settings[group] = { ...(settings[group] as object | undefined), [member]: value };
  else
    throw new UsageError(
      `unknown setting ${name}; known are ${Object.keys(IntegrationSettings.properties).join(', ')}`,
    );
}

const membersOf = (schema: object | undefined): object =>
  schema && 'properties' in schema ? (schema.properties as object) : {};

function jsonOrText(value: string): unknown {
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
