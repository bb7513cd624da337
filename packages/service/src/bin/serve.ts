import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningService, startService } from '../compose.ts';
import type { Config } from '../runtime/config.ts';
import { remarksOn } from '../runtime/config-remarks.ts';
import { metricsUrlOf, urlOf } from '../runtime/listening-address.ts';
import { type DevelopmentIntegration, seedDevelopment } from '../usecases/operator/seed-development.ts';
import { openControlSocket } from './control-socket.ts';
import { forbidCoreDumps, forgetNamedSecrets, hideEnvironment } from './harden-process.ts';

/** Longer than the service's own limit for finishing requests in flight (R19). */
const closeLimitMs = 28_000;
/** How long a process may continue after closing everything: an open connection or thread would otherwise keep it running forever. */
const drainLimitMs = 2_000;
/** Time limit of the first request of a development start, which is repeated while the service is busy. */
const firstRequestMs = 20_000;
/** How long a start may continue after a signal to stop: nothing is in flight yet, and interrupting a start is safe. */
const startLimitMs = 5_000;

/** Runs the service until SIGTERM or SIGINT, or until its models prove unusable; resolves to the exit code. */
export async function serve(config: Config): Promise<number> {
  const stopped = nextSignal();
  const limit = createTimeLimit();
  let starting = true;
  void stopped.then(() => starting && limit.set(startLimitMs));
  forbidCoreDumps();
  const isHidden = hideEnvironment();
  const service = await startService(config);
  for (const { name, meant } of config.misspelt)
    service.ctx.log.warn({ name, reason: `did you mean ${meant}?` }, 'environment variable is not read');
  for (const reason of remarksOn(config)) service.ctx.log.warn({ reason }, 'setting is likely wrong');
  if (config.registriesFile !== null) forgetNamedSecrets(fs.readFileSync(config.registriesFile, 'utf8'));
  if (!isHidden)
    service.ctx.log.warn(
      {},
      'process environment is readable by other processes of the same user; use files',
    );
  const control =
    config.databaseUrl === null
      ? await openControlSocket(config.dataDir, async (request) => {
          // Loaded with the first command: nothing else here needs the verbs.
          const { runOn } = await import('./run-command.ts');
          return runOn(service.ctx, request);
        })
      : null;
  // The lines for people; the service does not depend on them.
  process.stdout.on('error', (error) => service.ctx.log.warn({ error }, 'standard output cannot be written'));
  const ready = logServing(service);
  if (config.environment === 'development' && config.roles.includes('api'))
    await welcome(service).catch(async (error: unknown) => {
      // Anything still running would keep the process alive without a ready line.
      await control?.close();
      await service.close();
      throw error;
    });
  process.stdout.write(ready);
  starting = false;
  const end = await Promise.race([stopped, service.broken]);
  if (typeof end === 'string') service.ctx.log.info({ signal: end }, 'stopping');
  else service.ctx.log.fatal({ reason: end.message }, 'stopping: installation unusable');
  limit.set(closeLimitMs);
  await control?.close();
  await service.close();
  const exitCode = typeof end === 'string' ? 0 : 1;
  limit.set(drainLimitMs, () => {
    const reason = process.getActiveResourcesInfo().join(', ');
    service.ctx.log.warn({ reason }, 'process exits with resources still open');
    process.exit(exitCode);
  });
  return exitCode;
}

/** Logs the address of this process. @returns its ready line */
function logServing(service: RunningService): string {
  const { log, database, config } = service.ctx;
  const { host, port, roles } = config;
  const isApi = roles.includes('api');
  const address = addressOf(service);
  log.info(
    {
      ...(address === null ? {} : { url: address }),
      ...(isApi ? { host, port } : {}),
      engine: database.engine,
      pid: process.pid,
    },
    'serving',
  );
  return readyLine(address, isApi ? urlOf({ host, port }) : address);
}

/** The address of this process: its API as clients see it, otherwise the probes of its workers; `null`: none. */
const addressOf = ({ url, ctx: { config } }: RunningService): string | null =>
  config.roles.includes('api') ? url : metricsUrlOf(config);

/** @param listening the address the process itself listens on, which differs from the clients' behind a proxy */
const readyLine = (address: string | null, listening: string | null): string =>
  address === null
    ? 'countersign ready, without a port: METRICS_PORT must be set for /readyz and /metrics\n'
    : `countersign ready ${address}${address === listening ? '' : ` (listening on ${listening})`}\n`;

/** Ends this process after the most recently set number of milliseconds, whatever it is doing; does not keep the process alive. */
function createTimeLimit(): { set(ms: number, exit?: () => void): void } {
  let timer: NodeJS.Timeout | undefined;
  const set = (ms: number, exit = () => process.exit(1)) => {
    clearTimeout(timer);
    timer = setTimeout(exit, ms).unref();
  };
  return { set };
}

/** The first signal starts an orderly shutdown, the second ends the process at once. */
function nextSignal(): Promise<string> {
  return new Promise((resolve) => {
    let stopping = false;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (stopping) process.exit(130);
        stopping = true;
        resolve(signal);
      });
    }
  });
}

/** Development only: prints an integration to try, and a link to a new session. */
async function welcome({ ctx }: RunningService): Promise<void> {
  const { access, created } = await seedDevelopment(ctx)();
  const file = `${ctx.config.dataDir}/dev-integration.json`;
  const link = await createSessionLink({ ...access, apiUrl: ownUrlOf(ctx.config, access) });
  const lines = [
    ['Base URL', access.apiUrl],
    ['API key', access.apiKey],
    ['Shared secret', created ? `${access.sharedSecret}   (shown once; kept in ${file})` : `in ${file}`],
    ['Integration', access.integrationId],
    ['Portal', access.portalUrl],
    ['Portal sign-in', `${access.portalEmail}, password in ${file}`],
    ['Session link', link ?? 'none: the service was too busy; POST /v1/sessions creates one'],
  ];
  process.stdout.write(
    `\n${lines.map(([name = '', value]) => `  ${name.padEnd(14)} ${value}\n`).join('')}\n`,
  );
}

/** The API where this process listens: `PUBLIC_URL` may belong to a proxy that is not running yet. */
const ownUrlOf = (config: Config, { apiUrl }: DevelopmentIntegration): string =>
  urlOf(config) + new URL(apiUrl).pathname;

/**
 * Sends the request over HTTP, like a client: what is printed has been proven to work.
 * @returns `null` when clients kept the service busy throughout: no reason to stop it
 */
async function createSessionLink(access: DevelopmentIntegration): Promise<string | null> {
  try {
    return await requestSessionLink(access);
  } catch (error) {
    // `fetch` throws the reason of its signal, a timer throws an AbortError.
    if (error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name)) return null;
    throw error;
  }
}

async function requestSessionLink({ apiUrl, apiKey }: DevelopmentIntegration): Promise<string> {
  const signal = AbortSignal.timeout(firstRequestMs);
  const request = () =>
    fetch(`${apiUrl}/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-auth-client': apiKey },
      body: JSON.stringify({ verification: { vendorData: 'development start' } }),
      signal,
    });
  let response = await request();
  // Clients waiting for this start may have connected first.
  while (response.status === 503) {
    await sleep(250, undefined, { signal });
    response = await request();
  }
  if (!response.ok) throw new Error(`the service answered its own first request with ${response.status}`);
  const { verification } = (await response.json()) as { verification: { url: string } };
  return verification.url;
}
