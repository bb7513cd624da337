import fs from 'node:fs/promises';
import path from 'node:path';
import { Gauge, type Registry } from 'prom-client';
import type { Config } from './config.ts';

/** Directories by the name used in metrics. */
export type MeasuredDirectories = Readonly<Record<string, string>>;

/** Directories that a process with this configuration writes to. */
export const measuredDirectories = ({
  roles,
  dataDir,
  screeningDir,
}: Pick<Config, 'roles' | 'dataDir' | 'screeningDir'>): MeasuredDirectories => ({
  data: dataDir,
  blobs: path.join(dataDir, 'blobs'),
  ...(roles.includes('worker') ? { screening: screeningDir } : {}),
});

/**
 * Registers gauges of free disk space for some directories, measured on collection. A directory that cannot be
 * measured, because it does not exist yet, has no value.
 */
export function createDiskMetrics(registry: Registry, directories: MeasuredDirectories): void {
  const gauge = new Gauge({
    name: 'countersign_disk_free_bytes',
    help: 'Space that this process may still fill on the disk of a directory.',
    labelNames: ['directory'] as const,
    registers: [],
    async collect() {
      this.reset();
      for (const [directory, at] of Object.entries(directories)) {
        const free = await freeBytes(at);
        if (free !== null) this.set({ directory }, free);
      }
    },
  });
  registry.registerMetric(gauge);
}

/** Bytes; `null` if the directory cannot be measured. */
async function freeBytes(directory: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await fs.statfs(directory);
    return bavail * bsize;
  } catch {
    return null;
  }
}
