/** Entry point of a vision thread: the only file of the service that loads the vision package. */
import { closeLoaders, createInspector, type Inspector, judgeCapture } from '@countersign/vision';
import { workerData } from 'piscina';
import type { PartFailure, ThreadAnswer, ThreadSettings, VisionTask, WarmUp } from './vision-tasks.ts';

const { closeOtherLoaders, ...settings } = workerData as ThreadSettings;
if (closeOtherLoaders) closeLoaders();

/** Parts that failed in the task at hand; a thread does one at a time. */
let failures: PartFailure[] = [];
const opening = openInspector();

/** Looks at the pictures of one task. */
export default async function work(task: VisionTask | WarmUp): Promise<ThreadAnswer> {
  const opened = await opening;
  if ('kind' in opened) return opened;
  if (task.kind === 'warm-up') return { kind: 'warm', models: Object.values(opened.models.ids) };
  failures = [];
  try {
    return { kind: 'done', result: await look(opened, task), failures };
  } catch (error) {
    return { kind: 'failed', error: classOf(error) };
  }
}

function look(inspector: Inspector, task: VisionTask) {
  if (task.kind === 'inspect') return inspector.inspect(task);
  const bytes = task.pictures[0]?.bytes ?? new Uint8Array();
  return judgeCapture(inspector.models, bytes, { subject: task.subject });
}

async function openInspector(): Promise<Inspector | ThreadAnswer> {
  try {
    return await createInspector({
      ...settings,
      onFailure: (part, error) => failures.push({ part, error: classOf(error) }),
    });
  } catch (error) {
    // No picture was opened yet, so nothing of anybody's can stand in it.
    return { kind: 'broken', reason: error instanceof Error ? error.message : 'the models cannot be loaded' };
  }
}

const classOf = (error: unknown) => (error instanceof Error ? error.name : typeof error);
