/** Vision processes for tests: the built program, with a thread that fails on demand. */
import type { Logger } from 'pino';
import { createMetrics } from '../../src/runtime/metrics.ts';
import type { Vision, VisionBroken } from '../../src/vision/vision.ts';
import { openVision } from '../../src/vision/vision-opening.ts';
import type { VisionLimits } from '../../src/vision/vision-supervisor.ts';
import { silent } from './engines.ts';
import { faultyThread, realFiles } from './faulty-thread-file.ts';
import { saidIn } from './said-findings.ts';

export interface TestVisionOptions {
  threads?: number;
  process?: 'child' | 'inline';
  /** Directory of the operator's models. */
  models?: string;
  /** Default: as strong as this machine grants. */
  sandbox?: 'auto' | 'required' | 'off';
  /** Files and directories it must not read, absolute. */
  secrets?: readonly string[];
  /** Default: none. */
  textEngine?: 'auto' | 'native' | 'bundled' | 'off';
  limits?: Partial<VisionLimits>;
  files?: Partial<typeof realFiles>;
  drawsPictures?: boolean;
  log?: Logger;
  onBroken?: (error: VisionBroken) => void;
}

export interface TestVision {
  vision: Vision;
  /** Does what the command says. @returns what was said of it @see faulty-vision-thread.ts */
  ask(command: string, options?: Parameters<Vision['inspect']>[2]): Promise<unknown>;
  /** Value of a counter or gauge by its labels. */
  metric(name: string, labels: Record<string, string>): Promise<number>;
  /** How many tasks of a kind ended so. */
  outcomes(kind: string, outcome: string): Promise<number>;
}

/** Opens the vision side with the thread that fails on demand, in a process of its own. */
export async function openTestVision(options: TestVisionOptions = {}): Promise<TestVision> {
  const metrics = createMetrics();
  const vision = await openVision({
    config: {
      process: options.process ?? 'child',
      threads: options.threads ?? 1,
      models: options.models ?? null,
      textEngine: options.textEngine ?? 'off',
      sandbox: options.sandbox ?? 'auto',
      user: { uid: 65_534, gid: 65_534 },
    },
    files: { ...realFiles, thread: await faultyThread(), ...options.files },
    drawsPictures: options.drawsPictures ?? true,
    secrets: options.secrets ?? [],
    limits: { retryMs: { first: 20, most: 100 }, ...options.limits },
    onBroken: options.onBroken ?? (() => {}),
    log: options.log ?? silent,
    metrics,
  });
  return {
    vision,
    ask: async (command, inspection) =>
      saidIn(await vision.inspect([pictureOf(command)], '2026-11-20', inspection)),
    async metric(name, labels) {
      const values = (await metrics.registry.getSingleMetric(name)?.get())?.values ?? [];
      const fits = (found: object) =>
        Object.entries(labels).every(([label, value]) => Reflect.get(found, label) === value);
      return values.find(({ labels: found }) => fits(found))?.value ?? 0;
    },
    async outcomes(kind, outcome) {
      const { values } = await metrics.visionSeconds.get();
      const counts = values.filter(({ metricName }) => metricName?.endsWith('_count'));
      return counts.find(({ labels }) => labels.kind === kind && labels.outcome === outcome)?.value ?? 0;
    },
  };
}

export function pictureOf(command: string) {
  return { mediaId: 'm-1', context: 'face', bytes: new Uint8Array(Buffer.from(command)) };
}
