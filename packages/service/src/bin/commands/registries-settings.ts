import { type CommandInput, exitCodes, optionalText, UsageError } from '@countersign/command-line';
import { X509Certificate } from 'node:crypto';
import fs from 'node:fs';
import {
  type ConnectorSettings,
  createRegistryHttp,
  isSimulator,
  type DatavalidOptions,
  openRegistries,
  placesOf,
  readRegistrySettings,
  readTemplateOptions,
  type Registries,
  registerTemplate,
  type RegistriesOptions,
  type RegistrySettings,
  RegistrySettingsError,
  resolveSecret,
  type TreatmentTemplate,
} from '@countersign/registries';
import type { CallContext } from '@countersign/core';
import type { Config } from '../../runtime/config.ts';
import { type CommandResult, done } from '../command.ts';

/** Every section of the file; a registry in none of them is not offered. @see spec/registries.md 8.1 */
const places = [
  'br',
  'mx.ine',
  'mx.curp',
  'mx.voterList',
  'co.CC',
  'co.TI',
  'co.CE',
  'co.NIT',
  'us',
] as const;
type Place = (typeof places)[number];

/** The result of a session if nothing is configured. @see spec/contract.md */
const withoutConnector: Record<Place, string> = {
  br: 'sessions are declined with 901',
  'mx.ine': 'sessions are declined with 901',
  'mx.curp': 'the query gives no answer',
  'mx.voterList': 'the query gives no answer',
  'co.CC': 'sessions are declined with 544',
  'co.TI': 'sessions are declined with 544',
  'co.CE': 'sessions are declined with 544',
  'co.NIT': 'sessions are declined with 544',
  us: 'sessions are declined with 901',
};

const readFile = (file: string): string => fs.readFileSync(file, 'utf8');
const readSecret = (reference: string): string => resolveSecret(reference, { env: process.env, readFile });
const options: RegistriesOptions = { readSecret, onCall: () => {} };

/** Rejects a configuration that cannot be used, without naming any secret. */
const unusable = (note: string): CommandResult => ({ exitCode: exitCodes.configuration, output: null, note });

/** The text of `--file`, otherwise of `REGISTRIES_FILE`; `null` if there is neither. @throws UsageError */
function settingsText({ registriesFile }: Config, input: CommandInput): string | null {
  const file = optionalText(input, 'file') ?? registriesFile;
  if (file === null) return null;
  try {
    return readFile(file);
  } catch {
    throw new UsageError('file of registry settings: cannot be read');
  }
}

/** A verb on settings: what it reads from the file, and what it does with that. */
interface SettingsVerb<Settings> {
  /** @throws RegistrySettingsError */
  read(text: string, simulatorUrl: string | null): Settings;
  /** @param settings `null` if there is no file */
  run(settings: Settings | null, input: CommandInput, config: Config): CommandResult | Promise<CommandResult>;
}

/** Runs a verb that reads the settings; errors in them become a result. */
async function onSettings<Settings>(
  config: Config,
  input: CommandInput,
  { read, run }: SettingsVerb<Settings>,
): Promise<CommandResult> {
  try {
    const text = settingsText(config, input);
    return await run(text === null ? null : read(text, config.simulatorUrl), input, config);
  } catch (error) {
    if (error instanceof RegistrySettingsError) return unusable(error.message);
    throw error;
  }
}

/** `registries check`: lists what is configured and what is missing. Sends nothing. */
export const checkRegistries = (config: Config, input: CommandInput): Promise<CommandResult> =>
  onSettings(config, input, { read: readRegistrySettings, run: check });

function check(settings: RegistrySettings | null, _input: CommandInput, config: Config): CommandResult {
  const configured = new Map(settings ? placesOf(settings) : []);
  const problems: string[] = [];
  const rows = places.map((place) => {
    const found = configured.get(place);
    if (found === undefined)
      return { place, connector: null, address: null, auth: null, notes: withoutConnector[place] };
    // The same reference may be used in several members.
    const missing = [...new Set(missingSecrets(found.options))];
    const certificate = missing.length === 0 ? certificateOf(found) : null;
    const wrong = certificate?.isWrong === true ? [certificate.text] : [];
    problems.push(...[...missing, ...wrong].map((reason) => `${place}: ${reason}`));
    if (config.environment === 'production' && isSimulator(found, config.simulatorUrl))
      problems.push(`${place}: production refuses the simulator`);
    const { connector, options: its } = found;
    const notes = [...missing, ...(certificate ? [certificate.text] : []), ...notesOn(found, config)].join(
      '; ',
    );
    return {
      place,
      connector,
      address: new URL(its.baseUrl).origin,
      auth: its.auth.type,
      notes: notes || null,
    };
  });
  if (settings && problems.length === 0) problems.push(...whyNotOpened(settings));
  const note = [...(settings ? [] : ['no registry is configured: REGISTRIES_FILE is not set']), ...problems];
  return {
    exitCode: problems.length > 0 ? exitCodes.configuration : exitCodes.done,
    output: rows,
    ...(note.length > 0 ? { note: note.join('\n') } : {}),
  };
}

/** Secrets that are referred to but missing. */
function missingSecrets(settings: object): string[] {
  return Object.values(settings).flatMap((value: unknown) => {
    if (typeof value === 'object' && value !== null) return missingSecrets(value);
    if (typeof value !== 'string' || !/^(env|file):./.test(value)) return [];
    try {
      readSecret(value);
      return [];
    } catch (error) {
      // Errors of this program name the variable; those of the system may quote more than the file's name.
      const isOurs = error instanceof Error && error.constructor === Error && !('code' in error);
      return [isOurs ? error.message : `the file ${value.slice('file:'.length)} cannot be read`];
    }
  });
}

/** The certificate that is presented to a gateway; `null` if it cannot be parsed. */
function certificateOf({ options: { auth } }: ConnectorSettings): { isWrong: boolean; text: string } | null {
  if (auth.type !== 'mtls') return null;
  try {
    const { validTo } = new X509Certificate(readSecret(auth.cert));
    const end = new Date(validTo);
    const day = end.toISOString().slice(0, 10);
    return end.getTime() < Date.now()
      ? {
          isWrong: true,
          text: `auth.cert: must be valid; it expired on ${day}: request a new one from the registry`,
        }
      : { isWrong: false, text: `certificate until ${day}` };
  } catch {
    return { isWrong: true, text: 'auth.cert: must be a certificate (PEM)' };
  }
}

/** Expiry of a certificate that is presented to a gateway; `null` if this process cannot read it. */
export interface RegistryCertificate {
  place: string;
  ends: Date | null;
}

/** The certificates of the settings in `REGISTRIES_FILE`. @throws RegistrySettingsError, or the error of a file that cannot be read */
export function registryCertificates({ registriesFile, simulatorUrl }: Config): RegistryCertificate[] {
  if (registriesFile === null) return [];
  const settings = readRegistrySettings(readFile(registriesFile), simulatorUrl);
  return placesOf(settings).flatMap(
    ([
      place,
      {
        options: { auth },
      },
    ]): RegistryCertificate[] => {
      if (auth.type !== 'mtls') return [];
      try {
        return [{ place, ends: new Date(new X509Certificate(readSecret(auth.cert)).validTo) }];
      } catch {
        return [{ place, ends: null }];
      }
    },
  );
}

function whyNotOpened(settings: RegistrySettings): string[] {
  try {
    void openRegistries(settings, options).close();
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : 'the registries cannot be opened'];
  }
}

/** Notes on settings that are allowed but worth attention. */
function notesOn(settings: ConnectorSettings, { environment, simulatorUrl }: Config): string[] {
  const { connector, options: its } = settings;
  const simulated = isSimulator(settings, simulatorUrl);
  const isUnencrypted = its.baseUrl.startsWith('http:') && !simulated;
  return [
    ...(simulated
      ? [environment === 'production' ? 'the simulator: production refuses it' : 'the simulator']
      : []),
    ...(isUnencrypted ? ['not encrypted'] : []),
    ...(its.resilience.breaker === null && !simulated ? ['no breaker'] : []),
    ...(connector === 'datavalid' && its.consultaCpf === null
      ? ['consultaCpf is off: deceased and cancelled numbers are not recognised']
      : []),
    ...(connector === 'ine-json' && its.verifySignature === 'none'
      ? ['signatures of answers are not verified']
      : []),
  ];
}

/** Time limit of a probe, in milliseconds. */
const probeMs = 15_000;

const callContext = (correlationId: string): CallContext => ({
  signal: AbortSignal.timeout(probeMs),
  deadline: new Date(Date.now() + probeMs).toISOString(),
  correlationId,
});

const connectorAt = (registries: Registries, place: string) =>
  ({
    br: registries.br,
    'mx.ine': registries.mxIne,
    'mx.curp': registries.mxCurp,
    'mx.voterList': registries.mxVoterList,
    'co.CC': registries.co.CC,
    'co.TI': registries.co.TI,
    'co.CE': registries.co.CE,
    'co.NIT': registries.co.NIT,
    us: registries.us,
  })[place as Place];

/** `registries probe`: checks that each configured gateway is reachable. Sends no personal data. */
export const probeRegistries = (config: Config, input: CommandInput): Promise<CommandResult> =>
  onSettings(config, input, { read: readRegistrySettings, run: probe });

async function probe(settings: RegistrySettings | null): Promise<CommandResult> {
  if (settings === null) return unusable('no registry is configured: REGISTRIES_FILE is not set');
  const registries = openRegistries(settings, options);
  try {
    const rows = await Promise.all(
      placesOf(settings).map(async ([place, { connector }]) => ({
        place,
        connector,
        answer: await connectorAt(registries, place).probe(callContext('probe')),
      })),
    );
    const isDown = rows.some(({ answer }) => answer === 'down');
    return { exitCode: isDown ? exitCodes.finding : exitCodes.done, output: rows };
  } finally {
    await registries.close();
  }
}

/**
 * `registries template`: registers a treatment template with Serpro; every registration creates another one. The settings need no `consent`
 * yet, which names the template.
 */
export const registerTreatment = (config: Config, input: CommandInput): Promise<CommandResult> =>
  onSettings(config, input, { read: readTemplateOptions, run: register });

/** @throws UsageError, RegistrySettingsError */
async function register(its: DatavalidOptions | null, input: CommandInput): Promise<CommandResult> {
  if (its === null) return unusable('br has no connector "datavalid"');
  const template = readTemplate(input.positionals[0] ?? '');
  const http = createRegistryHttp(its, { ...options, connector: 'datavalid' });
  try {
    const result = await registerTemplate(http, template, {
      product: its.product,
      context: callContext('template'),
    });
    if (result.kind === 'answered')
      return done(
        result.answer,
        'name it as br.options.consent.idTemplate; do not register it again, which would create another template',
      );
    const cause = 'cause' in result ? result.cause : null;
    const note = 'Serpro did not register the template';
    return { exitCode: exitCodes.failure, output: { kind: result.kind, cause }, note };
  } finally {
    await http.close();
  }
}

/** Serpro validates the content when it is registered. @throws UsageError */
function readTemplate(file: string): TreatmentTemplate {
  try {
    return JSON.parse(readFile(file)) as TreatmentTemplate;
  } catch {
    throw new UsageError('template: cannot be read as JSON');
  }
}
