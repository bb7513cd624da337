import type { Logger } from 'pino';
import type { Config } from '../runtime/config.ts';
import type { Metrics } from '../runtime/metrics.ts';
import type { FairShares } from '../runtime/fair-shares.ts';
import type { Vision, VisionBroken } from './vision.ts';
import { reportIsolation } from './sandbox/isolation.ts';
import { noIsolation } from './sandbox/walls.ts';
import { openInlineThreads } from './vision-inline.ts';
import type { SharePool } from './vision-pool.ts';
import { createVision } from './vision-scheduler.ts';
import { type VisionLimits, visionLimits, VisionSupervisor } from './vision-supervisor.ts';

export interface VisionOptions {
  config: Config['vision'];
  /** Absolute paths of the bundled `vision-process.mjs` and `vision-thread.mjs`, and the directory of the built-in models. */
  files: { entry: string; thread: string; modelsDir: string };
  /** This process draws pictures itself: its threads keep the other picture loaders open, and start with the first picture. */
  drawsPictures: boolean;
  /** Files and directories with keys and stored pictures, absolute: the picture process must not be able to read them. */
  secrets: readonly string[];
  /** Overrides of the limits, for tests with shorter ones. */
  limits?: Partial<VisionLimits>;
  /** Shared threads, for tests that start many services in one process. */
  sharePool?: SharePool;
  /** The models can no longer be used: the service must stop. */
  onBroken: (error: VisionBroken) => void;
  /** Charged with the thread time used by each integration. */
  shares?: FairShares;
  log: Logger;
  metrics: Metrics;
}

/**
 * Opens the only access to picture reading: in a separate process, or in threads of this one.
 * @throws NotIsolated when required walls do not hold; VisionBroken when models or slots are unusable; Error with the reason why the process does not start
 */
export function openVision(options: VisionOptions): Promise<Vision> {
  const { config, files, drawsPictures, limits, sharePool, shares, onBroken, log, metrics } = options;
  const isChild = config.process === 'child';
  if (!isChild) reportIsolation(noIsolation, 'VISION_PROCESS=inline', { log, metrics });
  const { entry, thread, modelsDir } = files;
  const settings = {
    thread,
    threads: config.threads,
    modelsDir,
    slotsDir: config.models,
    textEngine: config.textEngine,
    closeOtherLoaders: isChild || !drawsPictures,
    shared: !isChild,
  };
  const executor = isChild
    ? new VisionSupervisor({
        entry,
        settings,
        limits: { ...visionLimits, ...limits },
        sandbox: { mode: config.sandbox, user: config.user, secrets: options.secrets },
        onBroken,
        log,
        metrics,
      })
    : openInlineThreads({
        settings,
        eager: !drawsPictures,
        onBroken,
        ...(sharePool ? { sharePool } : {}),
      });
  return createVision({ threads: config.threads, executor, ...(shares ? { shares } : {}), log, metrics });
}
