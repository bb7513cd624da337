import { exitCodes } from '@countersign/command-line';
import fs from 'node:fs/promises';
import { namesKey, readKeyEncryptionKeys } from '../encryption/read-key-encryption-keys.ts';
import { remarksOn } from '../runtime/config-remarks.ts';
import { requireFreePorts } from '../runtime/require-free-ports.ts';
import { requireOperatorDirectories } from '../runtime/require-operator-directories.ts';
import type { Config } from '../runtime/config.ts';
import { ConfigError } from '../runtime/config-error.ts';
import { requireFittingKeys } from '../signing/vault.ts';
import { createLog } from '../runtime/log.ts';
import { hasDatabase } from '../storage/engine/require-installation.ts';
import { Unavailable } from '../runtime/unavailable.ts';
import { requireDirectory, requireMigrated } from '../storage/engine/require-installation.ts';
import { openDatabase } from '../storage/engine/open-database.ts';
import { nameDatabase, nameUnavailable } from '../storage/engine/wait-for-database.ts';
import type { CommandResult } from './command.ts';

interface Check {
  check: string;
  /** `not checked`: another check has to pass first, or the check would disturb a running service. */
  result: 'ok' | 'wrong' | 'unavailable' | 'not checked';
  detail: string | null;
}

/** The result of one check. @returns text for a result that is right */
type Look = (config: Config) => Promise<string | null>;

const looks: readonly (readonly [check: string, look: Look])[] = [
  ['key-encryption key', lookAtKey],
  ['data directory', lookAtDirectories],
  ['database', lookAtDatabase],
  ['ports', lookAtPorts],
  ['registries', lookAtRegistries],
];

/** Checks everything that a start depends on, without changing anything. @param read throws errors in the settings */
export async function checkConfig(read: () => Config): Promise<CommandResult> {
  let config: Config;
  try {
    config = read();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const wrong = error.problems.map((detail): Check => ({ check: 'settings', result: 'wrong', detail }));
    return resultOf(wrong);
  }
  const checks: Check[] = [{ check: 'settings', result: 'ok', detail: settingsDetail(config) }];
  for (const [check, look] of looks) checks.push(await outcomeOf(check, look, config));
  return resultOf(checks);
}

async function outcomeOf(check: string, look: Look, config: Config): Promise<Check> {
  try {
    return { check, result: 'ok', detail: await look(config) };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { check, result: error instanceof Unavailable ? 'unavailable' : 'wrong', detail };
  }
}

function resultOf(checks: Check[]): CommandResult {
  const has = (result: Check['result']) => checks.some((one) => one.result === result);
  const exitCode = has('wrong')
    ? exitCodes.configuration
    : has('unavailable')
      ? exitCodes.unavailable
      : exitCodes.done;
  return { exitCode, output: checks };
}

function settingsDetail(config: Config): string {
  const { environment, misspelt } = config;
  const names = misspelt.map(({ name, meant }) => `${name} is not used; did you mean ${meant}?`);
  return [environment, ...names, ...remarksOn(config)].join('; ');
}

/** Compared with the database if it can be read: a well-formed key may still be that of another installation. */
async function lookAtKey(config: Config): Promise<string | null> {
  if (!namesKey(config) && !hasDatabase(config))
    return 'none yet: the first start in development creates one';
  const keys = readKeyEncryptionKeys(config, { mayMake: false });
  const version = `version ${keys.current}`;
  const { databaseUrl: url } = config;
  // Only the process that serves the embedded database may open it.
  if (url === null) return version;
  const notCompared = `${version}; not compared with the database`;
  const database = await open(config, url).catch(() => null);
  if (database === null) return notCompared;
  try {
    const inForce = await requireFittingKeys(database, keys);
    if (inForce === null || inForce === keys.current) return version;
    return `version ${inForce} in use; ${version} is available too, and "keys rewrap" activates it`;
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    return notCompared;
  } finally {
    await database.close();
  }
}

const open = (config: Config, url: string) =>
  openDatabase({
    url,
    relaxDurability: config.relaxDurability,
    connections: 1,
    log: createLog('silent'),
  }).catch((error: unknown) => {
    throw nameUnavailable(error, url);
  });

async function lookAtDirectories(config: Config): Promise<string> {
  await requireOperatorDirectories(config);
  return await requireWritable(config.dataDir);
}

async function requireWritable(directory: string): Promise<string> {
  const found = await fs.stat(directory).catch(() => null);
  if (found === null) throw new ConfigError(`${directory}: must exist`);
  await fs.access(directory, fs.constants.W_OK).catch(() => {
    throw new ConfigError(`${directory}: must be writable by this user`);
  });
  return directory;
}

async function lookAtDatabase(config: Config): Promise<string | null> {
  requireDirectory(config);
  if (config.databaseUrl === null) return 'embedded';
  const url = config.databaseUrl;
  const database = await open(config, url);
  try {
    await requireMigrated(database, config);
    const [read] = await database.query<{ only: boolean }>(
      `select current_setting('transaction_read_only') = 'on' as only`,
    );
    if (read?.only === true)
      throw new Unavailable(
        `${nameDatabase(url)}: read-only: a standby, or default_transaction_read_only is on`,
      );
    return 'migrated to this release';
  } finally {
    await database.close();
  }
}

/** A running service holds its ports, which is no fault of the settings. */
async function lookAtPorts(config: Config): Promise<string | null> {
  const inUse = await requireFreePorts(config).then(
    () => null,
    (error: unknown) => error as Error,
  );
  if (inUse === null) return 'free';
  if (/another program listens/.test(inUse.message) && (await isServing(config)))
    return 'in use by this service';
  throw inUse;
}

async function isServing({ host, port }: Config): Promise<boolean> {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host;
  const url = `http://${name.includes(':') ? `[${name}]` : name}:${port}/healthz`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  return answer?.ok === true;
}

async function lookAtRegistries(config: Config): Promise<string | null> {
  const { requireRegistrySettings } = await import('../compose.ts');
  requireRegistrySettings(config);
  return config.registriesFile ?? 'none configured';
}
