import fs from 'node:fs/promises';
import type { ServiceContext } from '../../context.ts';
import { readVersion } from '../../runtime/version.ts';
import { readDatabaseFacts } from '../../storage/engine/database-facts.ts';
import { readMigrationState } from '../../storage/engine/migrate.ts';
import { listSecretVersionsBeside } from '../../storage/integration/wrapped-keys.ts';
import { listRegistryOutages } from '../../storage/registry/registry-outages.ts';
import { explainFault, readBackupState } from './backup-state.ts';
import { explainOutage } from './list-alerts.ts';

/** One part of an installation: `warning` should be fixed soon, `fault` now; `info` is neither right nor wrong. */
export interface SystemPart {
  part: string;
  state: 'ok' | 'info' | 'warning' | 'fault';
  detail: string;
}

type Context = Pick<ServiceContext, 'config' | 'database' | 'vault'>;

/** Milliseconds. If clocks differ by more, the order of events is wrong; webhook receivers reject differences beyond five minutes. */
const [skewWarning, skewFault] = [2_000, 30_000];
/** Free share of the disk below which there is a warning or a fault. */
const [diskWarning, diskFault] = [0.15, 0.05];
/** A statement takes milliseconds; more than this means a distant or overloaded database. */
const slowMs = 250;

/** State of the installation's parts that are not monitored elsewhere. Changes nothing and calls only the database. */
export const readSystem = (ctx: Context) => async (): Promise<SystemPart[]> => [
  { part: 'release', state: 'ok', detail: `${readVersion()} on Node ${process.versions.node}` },
  ...(await databaseParts(ctx)),
  await migrationPart(ctx),
  await storagePart(ctx),
  await keyPart(ctx),
  proxyPart(ctx),
  mailPart(ctx),
  ...(await backupParts(ctx)),
  ...(await registryParts(ctx)),
];

async function databaseParts({ config, database }: Context): Promise<SystemPart[]> {
  const { version, bytes, latencyMs, skewMs } = await readDatabaseFacts(database);
  const engine = config.databaseUrl === null ? 'embedded, PostgreSQL' : 'PostgreSQL';
  const ms = Math.max(1, Math.round(latencyMs));
  const size = sizeText(bytes);
  const distance = Math.abs(skewMs);
  return [
    {
      part: 'database',
      state: latencyMs > slowMs ? 'warning' : 'ok',
      detail: `${engine} ${version}, ${size}; answered within ${ms} ms`,
    },
    {
      part: 'clock',
      state: distance > skewFault ? 'fault' : distance > skewWarning ? 'warning' : 'ok',
      detail:
        distance > skewWarning
          ? `the database is ${secondsText(distance)} ${skewMs > 0 ? 'ahead of' : 'behind'} this machine: synchronise both, e.g. with chrony`
          : `the database and this machine differ by ${Math.round(distance)} ms`,
    },
  ];
}

const secondsText = (ms: number): string => `${Math.round(ms / 1_000)} s`;

async function migrationPart({ database }: Context): Promise<SystemPart> {
  const found = await readMigrationState(database);
  switch (found.kind) {
    case 'current':
      return { part: 'migrations', state: 'ok', detail: `all applied, the newest is ${found.newest}` };
    case 'behind':
      return {
        part: 'migrations',
        state: 'fault',
        detail: `${found.missing.join(', ')} not applied: run "migrate"`,
      };
    case 'ahead':
      return { part: 'migrations', state: 'fault', detail: `${found.newer.join(', ')} of a newer release` };
    default:
      return { part: 'migrations', state: 'fault', detail: 'the database is empty' };
  }
}

async function storagePart({ config }: Context): Promise<SystemPart> {
  const { bsize, blocks, bavail, files, ffree } = await fs.statfs(config.dataDir);
  // Some file systems create entries as needed, and report none.
  const free = Math.min(bavail / Math.max(1, blocks), files === 0 ? 1 : ffree / files);
  const state = free < diskFault ? 'fault' : free < diskWarning ? 'warning' : 'ok';
  const share = `${Math.floor(free * 100)} % free`;
  return {
    part: 'storage',
    state,
    detail: `${config.dataDir}: ${sizeText(bavail * bsize)} of ${sizeText(blocks * bsize)}, ${share}${
      state === 'ok' ? '' : ': free some space, or move DATA_DIR to a larger disk'
    }`,
  };
}

/** Shared secrets are the last to be wrapped again: if none is under an older key, no session is either. */
async function keyPart({ database, vault }: Context): Promise<SystemPart> {
  const older = await listSecretVersionsBeside(database, [vault.version]);
  const inForce = `new keys are wrapped under version ${vault.version}`;
  const left = [
    ...(older.length === 0 ? [] : [`others are under ${older.join(', ')}`]),
    ...(vault.newest === vault.version ? [] : [`version ${vault.newest} is held and not in force`]),
  ];
  return left.length === 0
    ? { part: 'key encryption', state: 'ok', detail: `${inForce}, and no older one is in use` }
    : {
        part: 'key encryption',
        state: 'warning',
        detail: `${inForce}; ${left.join('; ')}: run "keys rewrap"`,
      };
}

function proxyPart({ config }: Context): SystemPart {
  const { trustedProxies } = config;
  return {
    part: 'trusted proxies',
    state: 'info',
    detail:
      trustedProxies.length === 0
        ? 'none: client addresses are those that connect, and X-Forwarded-For is ignored'
        : `${trustedProxies.join(', ')}: behind them the last address in X-Forwarded-For counts that is none of theirs`,
  };
}

const mailPart = ({ config: { mail } }: Context): SystemPart =>
  mail === null
    ? { part: 'mail server', state: 'info', detail: 'none is sent: SMTP_URL is not set' }
    : { part: 'mail server', state: 'ok', detail: `over ${new URL(mail.url).host}, from ${mail.from}` };

async function backupParts(ctx: Context): Promise<SystemPart[]> {
  const state = await readBackupState(ctx)();
  if (state === null)
    return [{ part: 'backups', state: 'info', detail: 'made by other means: BACKUP_MAX_AGE_HOURS is 0' }];
  if (state.faults.length > 0)
    return state.faults.map((fault) => ({
      part: 'backups',
      state: 'fault',
      detail: explainFault(fault, state),
    }));
  // A new installation has none for a while, which is no fault.
  if (!state.isWritten)
    return [{ part: 'backups', state: 'info', detail: 'none so far: create one with "backup"' }];
  const tried = state.isVerified
    ? `the newest one with a verified restore is of ${state.verifiedAt}`
    : 'no restore was tried so far: run "restore --verify", then "backups verified"';
  return [{ part: 'backups', state: 'ok', detail: `newest of ${state.writtenAt}; ${tried}` }];
}

async function registryParts({ database }: Context): Promise<SystemPart[]> {
  const outages = await listRegistryOutages(database);
  if (outages.length === 0)
    return [{ part: 'registries', state: 'ok', detail: 'no calls to live registries are held back' }];
  return outages.map((outage) => ({
    part: 'registries',
    state: 'fault',
    detail: `${explainOutage(outage)}; since ${outage.since}`,
  }));
}

const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];

/** A size in three digits, by powers of 1024. */
function sizeText(bytes: number): string {
  let [size, at] = [bytes, 0];
  for (; size >= 1_000 && at < units.length - 1; at += 1) size /= 1_024;
  return `${size >= 100 || at === 0 ? Math.round(size) : size.toPrecision(2)} ${units[at]}`;
}
