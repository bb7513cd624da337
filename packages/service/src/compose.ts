/** The only file that imports all parts: creates the context, starts the parts that this process's roles need, and stops them in order. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import type { ResolveName } from '@countersign/outbound';
import { type Config, readConfig } from './runtime/config.ts';
import { startMetricsServer } from './http/metrics-server.ts';
import { requireOpenFiles } from './runtime/open-files.ts';
import { requireFreePorts } from './runtime/require-free-ports.ts';
import { requireOperatorDirectories } from './runtime/require-operator-directories.ts';
import { createHttpServer } from './http/server.ts';
import { installationFile } from './runtime/installation-files.ts';
import { createLog } from './runtime/log.ts';
import { createMetrics } from './runtime/metrics.ts';
import { Unavailable } from './runtime/unavailable.ts';
import { createOutboundClient, type OutboundClient } from './outbound/outbound-client.ts';
import { outboundPolicyOf } from './outbound/outbound-policy.ts';
import type { ServiceContext } from './context.ts';
import { createContext } from './create-context.ts';
import { registryJobKind } from './storage/job/jobs.ts';
import { requireSpace } from './storage/engine/require-space.ts';
import { publicUseCases } from './usecases/public-api.ts';
import { addressesOf } from './usecases/session/session-link.ts';
import { inventedList } from './watchlists/invented-list.ts';
import { createListsMetrics } from './watchlists/lists-metrics.ts';
import { LiveLists } from './watchlists/live-lists.ts';
import { ListsRefresher } from './watchlists/refresh-lists.ts';
import { type CheckParts, checkRegistry } from './workers/registry/check-registry.ts';
import { startDeliverWebhook } from './workers/deliver-webhook.ts';
import { createFairShares, type FairShares } from './runtime/fair-shares.ts';
import { eraseSession } from './workers/erase-session.ts';
import { type JobLane, startJobWorker } from './workers/job-worker.ts';
import { monitorSession, screenSession } from './workers/watchlist/screen-session.ts';
import { customerThreads } from './workers/watchlist/concerned-customers.ts';
import { startMonitoring } from './workers/watchlist/monitor-run.ts';
import {
  createRegistryClients,
  requireRegistrySettings,
} from './workers/registry/create-registry-clients.ts';
import { queryRegistry } from './workers/registry/query-registry.ts';
import type { ScreeningEngine } from './usecases/watchlist/run-screening.ts';
import { startOutageWatch } from './workers/registry/report-outages.ts';
import { startUpkeep } from './workers/upkeep.ts';
import { judgePictures } from './workers/judge-pictures.ts';
import { verifySession } from './workers/session/verify-session.ts';
import type { Vision, VisionBroken } from './vision/vision.ts';
import { openVision } from './vision/vision-opening.ts';
import type { SharePool } from './vision/vision-pool.ts';
import type { VisionLimits } from './vision/vision-supervisor.ts';
import { announceKeys } from './workers/announce-keys.ts';
import { watchClock } from './workers/watch-clock.ts';
import { watchQueues } from './workers/watch-queues.ts';

export { requireRegistrySettings };

/** A service that accepts requests, processes jobs, or both. */
export interface RunningService {
  /** `{base_url}`, also where another process answers it. */
  url: string;
  ctx: ServiceContext;
  /** Resolves when the service cannot continue; its starter must close it and report the error. */
  broken: Promise<Error>;
  /** Finishes what is in progress, releases leases and closes everything; takes at most about 25 s. */
  close(): Promise<void>;
}

/** Replaced by tests: only the far end of the network, and the destination of the log. */
export interface ServiceOptions {
  log?: Logger;
  resolveName?: ResolveName;
  certificateAuthorities?: string;
  /** This process also draws specimens, so it needs the picture loaders that a service must not have. */
  drawsPictures?: boolean;
  /** Lists loaded elsewhere. Absent: those of the watchlist directory. */
  screening?: ScreeningEngine;
  /** A thread file that fails on demand, shorter limits, and a thread pool shared by the services of one process. */
  vision?: { thread?: string; limits?: Partial<VisionLimits>; sharePool?: SharePool };
}

/** The processing of pictures, and its scheduling. */
interface Pictures {
  vision: Vision;
  shares: FairShares;
}

interface Stoppable {
  stop(): Promise<void>;
}
/** Milliseconds between a worker's polls of its queue. Work from the same process is noticed at once, work from others by `watchQueues`. */
const pollMs = 2_000;

/**
 * Starts the service in this process.
 * @throws ConfigError, DirectoryLocked, Unavailable, or Error with the reason why this installation must not run
 */
export async function startService(config: Config, options: ServiceOptions = {}): Promise<RunningService> {
  requireOpenFiles();
  await requireSpace(config.dataDir);
  await requireSpace(path.join(config.dataDir, 'blobs'));
  if (config.roles.includes('worker')) await requireSpace(config.screeningDir);
  await requireOperatorDirectories(config);
  await requireFreePorts(config);
  if (config.roles.includes('worker')) requireRegistrySettings(config);
  const ctx = await createContext({ ...config }, { ...options, waits: true });
  // Before anything is served: rotating a key relies on every serving process being registered.
  const running: Stoppable[] = [watchClock(ctx), await announceKeys(ctx)];
  let breakDown: (error: VisionBroken) => void = () => {};
  const broken = new Promise<Error>((resolve) => (breakDown = resolve));
  try {
    if (config.roles.includes('worker')) {
      const shares = createFairShares();
      const vision = await createPictures(
        { ...ctx, secrets: secretsOf(config) },
        { ...options, shares, onBroken: breakDown },
      );
      // First in the list, so that it is also closed if the workers cannot start; it is closed after them.
      running.push({ stop: () => vision.close() });
      running.unshift(...startWorkers(ctx, { ...options, pictures: { vision, shares } }));
    }
    if (config.roles.includes('api')) running.unshift(await startApi(ctx));
    // Stopped first, so that a load balancer probing this port sees at once that the process is closing.
    if (config.metricsPort !== null) running.unshift(await startMetrics(ctx, config.metricsPort));
  } catch (error) {
    await closeAll(ctx, running);
    throw error;
  }
  return { url: addressesOf(ctx.config).api, ctx, broken, close: () => closeAll(ctx, running) };
}

async function startApi(ctx: ServiceContext): Promise<Stoppable> {
  const { config } = ctx;
  const server = createHttpServer(ctx, publicUseCases(ctx));
  await server.listen({ host: config.host, port: config.port });
  const address = server.server.address();
  // Port 0 means any free port: links and answers contain the assigned one.
  if (config.port === 0 && address !== null && typeof address === 'object') config.port = address.port;
  return { stop: () => server.close() };
}

const startMetrics = async (ctx: ServiceContext, port: number): Promise<Stoppable> => {
  const server = await startMetricsServer(ctx, port);
  return { stop: () => server.close() };
};

function startWorkers(
  ctx: ServiceContext,
  { pictures: { vision, shares }, ...options }: ServiceOptions & { pictures: Pictures },
): Stoppable[] {
  const { config } = ctx;
  const outbound = createOutbound(config, options);
  const registryClients = createRegistryClients(ctx, { ...options, comparer: vision });
  const verifying = verifySession(ctx, vision);
  const deciding = startJobWorker(ctx, {
    lanes: [
      {
        name: 'verify-session',
        // One integration may claim one job more than can run, while others always have room, so that no thread waits for the database.
        concurrency: 2 * config.vision.threads + 1,
        perIntegration: config.vision.threads + 1,
        shares,
        handle: verifying,
      },
      { name: 'verify-quick', concurrency: quickAtATime, handle: verifying },
      { name: 'verify-alone', concurrency: 1, handle: verifying },
      { name: 'judge-picture', concurrency: 2 * config.vision.threads, handle: judgePictures(ctx, vision) },
      ...registryLanes({ ctx, vision, registryClients }),
    ],
    pollMs,
  });
  const erasing = startJobWorker(ctx, {
    lanes: [{ name: 'erase-session', concurrency: 4, handle: eraseSession(ctx) }],
    pollMs,
  });
  const screening = options.screening ? startScreening(ctx, options.screening) : screenOnLists(ctx);
  return [
    {
      stop: async () => {
        vision.refuse();
        registryClients.refuse();
        await Promise.all([deciding.stop(), erasing.stop(), screening.stop()]);
      },
    },
    watchQueues(ctx),
    startUpkeep(ctx),
    startOutageWatch(ctx, registryClients),
    startDeliverWebhook(ctx, { outbound, pollMs }),
    { stop: () => registryClients.close() },
    { stop: () => outbound.close() },
  ];
}

/** How many decisions without pictures run at a time: each takes a few statements. */
const quickAtATime = 8;
/** How many queries to one registry run at a time: the limit of its connector. */
const questionsAtATime = 16;

/** A lane for each registry, and another for its sandbox, so that one that hangs does not delay the others. */
function registryLanes(parts: CheckParts): JobLane[] {
  const handlers = {
    'check-br': checkRegistry(parts, 'br'),
    'check-mx': checkRegistry(parts, 'mx'),
    'check-co': checkRegistry(parts, 'co'),
    'check-us': checkRegistry(parts, 'us'),
    'query-mx': queryRegistry(parts.ctx, parts.registryClients),
  } as const;
  return (Object.keys(handlers) as (keyof typeof handlers)[]).flatMap((task) =>
    (['live', 'test'] as const).map((mode) => ({
      name: registryJobKind(task, mode),
      concurrency: questionsAtATime,
      handle: handlers[task],
    })),
  );
}

/** Screenings begin once the current lists are in memory, so that none fails during a start. */
function screenOnLists(ctx: ServiceContext): Stoppable {
  const { lists, refresher } = loadLists(ctx);
  let screening: Stoppable | null = null;
  let monitoring: Stoppable | null = null;
  let stopped = false;
  const begin = async () => {
    await lists.start();
    if (stopped) return;
    screening = startScreening(ctx, lists);
    // The lists in use, and earlier ones by their files.
    const watched = { current: () => lists.inUse(), open: (id: string) => lists.open(id).catch(() => null) };
    monitoring = startMonitoring(ctx, { engine: lists, lists: watched, threads: customerThreads() });
  };
  const started = begin();
  refresher.start();
  return {
    stop: async () => {
      stopped = true;
      await Promise.all([started, lists.stop(), refresher.stop()]);
      await Promise.all([screening?.stop(), monitoring?.stop()]);
    },
  };
}

function loadLists({ config, log, metrics }: ServiceContext): {
  lists: LiveLists;
  refresher: ListsRefresher;
} {
  const program = installationFile('dist/countersign.mjs');
  const directory = config.screeningDir;
  const refresher = new ListsRefresher({ directory, minutes: config.screeningRefreshMinutes, program, log });
  const figures = createListsMetrics(metrics.registry, () => lists.current());
  const lists: LiveLists = new LiveLists({
    directory,
    reader: pathToFileURL(installationFile('dist/snapshot-thread.mjs')),
    // Invented people must never be part of an answer about real ones.
    bundled: config.environment === 'development' ? inventedList() : null,
    log,
    onSwap: () => figures.swaps.inc(),
    onStaleScreening: () => figures.staleScreenings.inc(),
    onUnreadable: () => {
      figures.unusable.inc();
      void refresher.refresh({ offline: true });
    },
  });
  return { lists, refresher };
}

/** One at a time for each: a screening takes milliseconds, and all run on this thread. */
const startScreening = (ctx: ServiceContext, engine: ScreeningEngine): Stoppable =>
  startJobWorker(ctx, {
    lanes: [
      { name: 'screen-session', concurrency: 1, handle: screenSession(ctx, engine) },
      { name: 'monitor-session', concurrency: 1, handle: monitorSession(ctx, engine) },
    ],
    pollMs,
  });

/** Files and values that the picture process must not read: the keys, the embedded database and the stored pictures. */
function secretsOf({ dataDir, kek }: Config): string[] {
  const inside = ['', 'kek', 'database', 'blobs'].map((name) => path.join(dataDir, name));
  return [...inside, ...(kek.file === null ? [] : [path.resolve(kek.file)])];
}

/** @throws VisionBroken if a model or a slot cannot be used: such an installation must not run */
function createPictures(
  {
    config,
    log,
    metrics,
    secrets,
  }: Pick<ServiceContext, 'log' | 'metrics'> & { config: Pick<Config, 'vision'>; secrets: readonly string[] },
  {
    drawsPictures = false,
    vision = {},
    shares,
    onBroken,
  }: ServiceOptions & { shares?: FairShares; onBroken: (error: VisionBroken) => void },
): Promise<Vision> {
  return openVision({
    config: config.vision,
    files: {
      entry: installationFile('dist/vision-process.mjs'),
      thread: vision.thread ?? installationFile('dist/vision-thread.mjs'),
      modelsDir: path.dirname(installationFile('packages/vision/models/manifest.json')),
    },
    drawsPictures,
    secrets,
    limits: vision.limits ?? {},
    ...(vision.sharePool ? { sharePool: vision.sharePool } : {}),
    ...(shares ? { shares } : {}),
    onBroken,
    log,
    metrics,
  });
}

/** Compares faces in a separate process, for programs other than the service. @throws VisionBroken if the models cannot be used */
export function createComparer(
  onBroken: (error: VisionBroken) => void,
): Promise<Pick<Vision, 'compareFaces' | 'close'>> {
  const vision = { ...readConfig({}).vision, threads: 1, textEngine: 'off' } as const;
  return createPictures(
    { config: { vision }, log: createLog('silent'), metrics: createMetrics(), secrets: [] },
    { onBroken },
  );
}

function createOutbound(
  config: Config,
  { resolveName, certificateAuthorities }: ServiceOptions,
): OutboundClient {
  const policy = outboundPolicyOf(config, Object.values(addressesOf(config)));
  const trusting = certificateAuthorities === undefined ? policy : { ...policy, certificateAuthorities };
  return createOutboundClient(trusting, resolveName ? { resolve: resolveName } : {});
}

/**
 * Stops in this order: new requests, new work, deliveries, then the parts that these depend on. Each part is stopped even if an earlier one
 * failed. A database that is down is no failure here: unwritten results are recovered when their lease ends.
 */
async function closeAll(ctx: ServiceContext, running: Stoppable[]): Promise<void> {
  const failures: unknown[] = [];
  for (const part of [...running, { stop: ctx.keyRing.close }, { stop: () => ctx.database.close() }])
    await part.stop().catch((error: unknown) => {
      if (error instanceof Unavailable)
        ctx.log.warn({ reason: error.message }, 'stopping without the database');
      else failures.push(error);
    });
  if (failures.length > 0) throw failures[0];
}
