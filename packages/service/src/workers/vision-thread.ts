/** Entry point of a vision thread: the only file of the service that loads the vision package. */
import { createInspector } from '@countersign/vision';
import { workerData } from 'piscina';
import type { PictureFindings } from '@countersign/core';
import type { VisionTask } from './vision-pool.ts';

const { modelsDir } = workerData as { modelsDir: string };
const inspector = createInspector({ modelsDir });

export default async function inspect(task: VisionTask): Promise<PictureFindings> {
  return (await inspector).inspect(task);
}
