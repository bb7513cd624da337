import { readFile } from 'node:fs/promises';
import {
  type CommandInput,
  exitCodes,
  nearest,
  optionalText,
  requiredText,
  texts,
  UsageError,
} from '@countersign/command-line';
import { type GivenSettings, IntegrationSettings } from '../../settings/integration-settings.ts';
import { installationOf } from '../../settings/installation.ts';
import type { ServiceContext } from '../../context.ts';
import { NameTaken } from '../../storage/integration/integration-names.ts';
import { configureIntegration } from '../../usecases/integration/configure-integration.ts';
import { createIntegration, OrganisationSuspended } from '../../usecases/integration/create-integration.ts';
import { listIntegrations } from '../../usecases/integration/list-integrations.ts';
import { readLogo } from '../../usecases/integration/read-logo.ts';
import { type Command, type CommandResult, done, exampleId, identifier, notDone, pair } from '../command.ts';
import { actorOption, historyOptions, reasonOf, reasonOption } from '../read-options.ts';
import { errorCode } from '../../runtime/error-code.ts';

/** Options that name settings. */
export const settingOptions = {
  name: { type: 'string', value: 'NAME', about: 'name of the integration' },
  set: {
    type: 'string',
    value: 'SETTING=VALUE',
    multiple: true,
    about: 'setting and value, JSON or plain text; GROUP.MEMBER for a member of a group',
  },
  unset: { type: 'string', value: 'SETTING', multiple: true, about: 'setting to return to its default' },
} as const;

/** Verbs on integrations. */
export const integrationCommands: Command[] = [
  {
    name: 'integration create',
    about: 'creates an integration; prints its API key and, once only, its shared secret',
    arguments: [],
    options: {
      name: { ...settingOptions.name, need: 'required' },
      mode: {
        type: 'string',
        value: 'test|live',
        need: 'required',
        about: 'test for invented people, live for real ones',
      },
      set: settingOptions.set,
      'api-key': { type: 'string', value: 'APIKEY', about: 'API key to use; default a random one' },
      by: historyOptions.by,
    },
    example: 'integration create --name Shop --mode live',
    run: create,
  },
  {
    name: 'integration list',
    about: 'lists the integrations',
    arguments: [],
    options: {},
    example: 'integration list',
    run: async (ctx) => {
      const integrations = await listIntegrations(ctx)();
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
    about: 'prints one integration with its settings in force',
    arguments: ['INTEGRATION'],
    options: {},
    example: `integration show ${exampleId.integration}`,
    run: async (ctx, input) => {
      const id = identifier(input, 0);
      const found = (await listIntegrations(ctx)()).find(({ integrationId }) => integrationId === id);
      return found ? done(found) : notDone('unknown-integration');
    },
  },
  {
    name: 'integration configure',
    about: 'changes settings of an integration; prints all settings in force',
    arguments: ['INTEGRATION'],
    options: {
      ...settingOptions,
      logo: {
        type: 'string',
        value: 'FILE',
        about: 'PNG with the logo for the hosted flow, at most 128 KiB; --unset branding.logo removes it',
      },
      reason: reasonOption,
      by: historyOptions.by,
    },
    example: `integration configure ${exampleId.integration} --set riskLabels=true --unset watchlist.lists --reason "change 4711"`,
    run: configure,
  },
  {
    name: 'integration deactivate',
    about: 'stops an integration: rejects its requests at once',
    arguments: ['INTEGRATION'],
    options: { reason: reasonOption, by: historyOptions.by },
    example: `integration deactivate ${exampleId.integration}`,
    run: (ctx, input) => setActive(ctx, input, false),
  },
  {
    name: 'integration activate',
    about: 'restarts a stopped integration',
    arguments: ['INTEGRATION'],
    options: { reason: reasonOption, by: historyOptions.by },
    example: `integration activate ${exampleId.integration}`,
    run: (ctx, input) => setActive(ctx, input, true),
  },
];

async function create(ctx: ServiceContext, input: CommandInput): Promise<CommandResult> {
  const mode = requiredText(input, 'mode');
  if (mode !== 'test' && mode !== 'live') throw new UsageError(`--mode: must be test or live, not ${mode}`);
  const apiKey = optionalText(input, 'api-key');
  const name = requiredText(input, 'name');
  return unlessRefused(name, async () => {
    const created = await createIntegration(ctx)({
      name,
      uniqueName: true,
      mode,
      settings: readSettings(input),
      installation: await installationOf(ctx.config),
      ...(apiKey === undefined ? {} : { apiKey }),
      actor: actorOption(input),
    });
    return done(created, 'The secret is shown only once.');
  });
}

async function configure(ctx: ServiceContext, input: CommandInput): Promise<CommandResult> {
  const name = optionalText(input, 'name');
  const changes = changesIn(input);
  const logo = optionalText(input, 'logo');
  return unlessRefused(name ?? '', async () => {
    const configured = await configureIntegration(ctx)({
      integrationId: identifier(input, 0),
      uniqueName: true,
      ...(logo === undefined ? {} : { logo: await readLogo(await logoFile(logo)) }),
      ...(name === undefined ? {} : { name }),
      settings: changes,
      installation: await installationOf(ctx.config),
      reason: reasonOf(input),
      actor: actorOption(input),
    });
    return configured.outcome === 'configured' ? done(configured.settings) : notDone(configured.outcome);
  });
}

/** The changes in `--set` and `--unset`. @throws UsageError */
export function changesIn(input: CommandInput): GivenSettings {
  const changes: Record<string, unknown> = { ...readSettings(input) };
  for (const removed of texts(input, 'unset')) setIn(changes, removed, undefined);
  return changes;
}

/**
 * The result of a command, or why it did nothing: another integration has the name (every command accepts names, so it would be ambiguous),
 * or the organisation is suspended.
 */
async function unlessRefused(name: string, work: () => Promise<CommandResult>): Promise<CommandResult> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OrganisationSuspended) return notDone('organisation-suspended');
    if (!(error instanceof NameTaken)) throw error;
    return {
      exitCode: exitCodes.rejected,
      output: { outcome: 'name-taken' },
      note: `--name: must be a name that no integration has, in any letter case, not ${name}; ${error.other.name} is ${error.other.id}`,
    };
  }
}

/** @throws UsageError */
async function logoFile(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new UsageError(
      `--logo: must be a file that the service can read, not ${path} (${errorCode(error)})`,
    );
  }
}

async function setActive(ctx: ServiceContext, input: CommandInput, active: boolean): Promise<CommandResult> {
  const { outcome } = await configureIntegration(ctx)({
    integrationId: identifier(input, 0),
    active,
    reason: reasonOf(input),
    actor: actorOption(input),
  });
  return outcome === 'configured' ? done({ active }) : notDone(outcome);
}

/** The use case validates the values; only the names are checked here, so that a typing error does not pass silently. */
function readSettings(input: CommandInput): GivenSettings {
  const settings: Record<string, unknown> = {};
  for (const text of texts(input, 'set')) {
    const [name, value] = pair(text);
    setIn(settings, name, jsonOrText(value));
  }
  return settings;
}

/** Sets a member by its name, or a member of a group by `group.member`. */
function setIn(settings: Record<string, unknown>, name: string, value: unknown): void {
  const [group = '', member, ...more] = name.split('.');
  const known = IntegrationSettings.properties as Record<string, object>;
  const isKnown = Object.hasOwn(known, group) && more.length === 0;
  if (isKnown && member === undefined) settings[group] = value;
  else if (isKnown && member !== undefined && Object.hasOwn(membersOf(known[group]), member))
    settings[group] = { ...(settings[group] as object | undefined), [member]: value };
  else throw unknownSetting(name, known);
}

function unknownSetting(name: string, known: Readonly<Record<string, object>>): UsageError {
  const members = Object.entries(known).flatMap(([group, schema]) =>
    Object.keys(membersOf(schema)).map((member) => `${group}.${member}`),
  );
  const meant = nearest(name, [...Object.keys(known), ...members]);
  return new UsageError(
    meant === null
      ? `unknown setting ${name}; expected one of: ${Object.keys(known).join(', ')}`
      : `unknown setting ${name}; did you mean ${meant}?`,
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
