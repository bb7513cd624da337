import fs from 'node:fs';
import {
  type CallRecord,
  openRegistries,
  readRegistrySettings,
  type Registries,
  type RegistriesOptions,
  type RegistrySettings,
  resolveSecret,
  sandboxSettings,
  usesSimulator,
} from '@countersign/registries';
import { type Simulator, type SimulatorOptions, startSimulator } from '@countersign/registry-simulator';
import type { Config } from '../../runtime/config.ts';
import { ConfigError } from '../../runtime/config-error.ts';
import type { ServiceContext } from '../../context.ts';
import { comparedWith, readPortraits } from '../../storage/registry/registry-portraits.ts';
import type { Vision } from '../../vision/vision.ts';
import type { RegistryClients } from './registry-clients.ts';

/** Milliseconds that a stopping process waits for outstanding answers; the whole stop takes 25 s at most. */
const waitAtEndMs = 12_000;

/** Options for the clients of the registries. */
interface RegistryClientOptions {
  certificateAuthorities?: string;
  /** Compares faces with the simulator's portraits; without it there are no portraits. */
  comparer?: Pick<Vision, 'compareFaces'>;
}

/**
 * Opens the connectors of the registries.
 * @throws ConfigError if the operator's file is not valid, a secret is missing, or production would call the simulator
 * @see spec/registries.md 8.1, 15
 */
export function createRegistryClients(
  ctx: Pick<ServiceContext, 'config' | 'log' | 'metrics'>,
  { certificateAuthorities, comparer }: RegistryClientOptions = {},
): RegistryClients {
  const { config } = ctx;
  const trusting = certificateAuthorities === undefined ? {} : { certificateAuthorities };
  const live = openLive(config, { ...optionsFor(ctx, 'live'), ...trusting });
  const sandbox = openSandbox(ctx, facesOf(config, comparer));
  const ending = new AbortController();
  let countdown: NodeJS.Timeout | undefined;
  return {
    registriesOf: (mode) => (mode === 'test' ? sandbox.open() : Promise.resolve(live)),
    ending: ending.signal,
    refuse: () => (countdown ??= setTimeout(() => ending.abort(), waitAtEndMs).unref()),
    async close() {
      clearTimeout(countdown);
      ending.abort();
      await Promise.all([live.close(), sandbox.close()]);
    },
  };
}

/** No connector at all: every query is answered `technical`, `unsupported`. */
const nothingConfigured: RegistrySettings = {
  br: null,
  mx: { ine: null, curp: null, voterList: null },
  co: { CC: null, TI: null, CE: null, NIT: null },
  us: null,
};

const openLive = (config: Config, options: RegistriesOptions): Registries =>
  blamingFile(() => openRegistries(liveSettings(config), options));

/** Validates the operator's file without connecting. @throws ConfigError */
export const requireRegistrySettings = (config: Config): void => void blamingFile(() => liveSettings(config));

function blamingFile<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new ConfigError(
      `REGISTRIES_FILE: ${error instanceof Error ? error.message.trim() : 'cannot be used'}`,
    );
  }
}

function liveSettings({ registriesFile, simulatorUrl, environment }: Config): RegistrySettings {
  if (registriesFile === null) return nothingConfigured;
  if (!fs.existsSync(registriesFile)) throw new Error(`${registriesFile}: must exist; there is no such file`);
  const settings = readRegistrySettings(fs.readFileSync(registriesFile, 'utf8'), simulatorUrl);
  if (environment === 'production' && usesSimulator(settings, simulatorUrl))
    throw new Error('must not name the simulator in production');
  return settings;
}

/** Portraits are read at the start, so that a missing directory prevents it. */
function facesOf(
  { simulatorUrl, simulatorPortraits }: Config,
  comparer: RegistryClientOptions['comparer'],
): Faces {
  if (simulatorUrl !== null || simulatorPortraits === null) return {};
  const portraits = readPortraits(simulatorPortraits);
  return comparer === undefined ? {} : comparedWith(portraits, comparer);
}

type Faces = Pick<SimulatorOptions, 'portraits' | 'compareFaces'>;

interface Sandbox {
  open(): Promise<Registries>;
  close(): Promise<void>;
}

/** The registries of test integrations, opened with their first call; a failed start is repeated with the next one. */
function openSandbox(ctx: Pick<ServiceContext, 'config' | 'log' | 'metrics'>, faces: Faces): Sandbox {
  const { simulatorUrl } = ctx.config;
  let simulator: Simulator | null = null;
  let opening: Promise<Registries> | null = null;
  const open = async () => {
    if (simulatorUrl === null) simulator ??= await startSimulator(faces);
    const url = simulatorUrl ?? simulator?.url ?? '';
    return openRegistries(sandboxSettings(url), optionsFor(ctx, 'test'));
  };
  return {
    open: () => {
      opening ??= open().catch((error: unknown) => {
        opening = null;
        throw error;
      });
      return opening;
    },
    async close() {
      await (await opening?.catch(() => null))?.close();
      await simulator?.close();
    },
  };
}

function optionsFor(
  { log, metrics }: Pick<ServiceContext, 'log' | 'metrics'>,
  mode: 'test' | 'live',
): RegistriesOptions {
  return {
    readSecret: (reference) =>
      resolveSecret(reference, { env: process.env, readFile: (file) => fs.readFileSync(file, 'utf8') }),
    onCall: (record) => {
      countCall(metrics, record, mode);
      const { compared, breakerAfter: _gauge, ...call } = record;
      log.info({ ...call, ...countsOf(compared), mode }, 'registry called');
    },
    onBug: ({ connector, route, errorClass }) =>
      log.error({ connector, route, errorClass, mode }, 'registry response not readable'),
  };
}

/** Counts compared and matching fields; which ones matched is not logged. @see spec/registries.md 11 */
const countsOf = (compared: CallRecord['compared']) =>
  compared && {
    compared: [...compared.equal, ...compared.different].toSorted(),
    equal: compared.equal.length,
    different: compared.different.length,
  };

/** The state of a breaker as a number: 0 lets calls through, 1 holds them back. */
const breakerFigure = { closed: 0, trial: 0.5, open: 1 } as const;

function countCall(metrics: ServiceContext['metrics'], record: CallRecord, mode: 'test' | 'live'): void {
  const { connector, route, kind, cause, ms, breakerAfter } = record;
  metrics.registryCalls.inc({ mode, connector, route, kind, cause: cause ?? 'none' });
  metrics.registrySeconds.observe({ mode, route }, ms / 1_000);
  metrics.registryBreaker.set({ mode, connector, route }, breakerFigure[breakerAfter]);
}
