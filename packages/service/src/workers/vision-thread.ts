/** Entry point of a vision thread: the only file of the service that loads the vision package. */
import type { PictureFindings } from '@countersign/core';
import { closeLoaders, createInspector } from '@countersign/vision';
import { workerData } from 'piscina';
import type { ThreadSettings, VisionResult, VisionTask } from './vision-pool.ts';

const { modelsDir, closeOtherLoaders } = workerData as ThreadSettings;
if (closeOtherLoaders) closeLoaders();

/** Parts that failed in the task at hand; a thread does one at a time. */
let failures: VisionResult['failures'] = [];
const inspector = createInspector({
  modelsDir,
  onFailure: (part, error) =>
    failures.push({ part, error: error instanceof Error ? error.name : typeof error }),
});

/** Looks at the pictures of one attempt. */
export default async function inspect(task: VisionTask): Promise<VisionResult> {
  failures = [];
  const findings: PictureFindings = await (await inspector).inspect(task);
  return { findings, failures };
}
