/** Entry point of a vision thread: the only file of the service that loads the vision package. */
import {
  closeLoaders,
  createInspector,
  type Inspector,
  judgeCapture,
  PictureLate,
  prepareSelfie,
  scoreFaces,
} from '@countersign/vision';
import { workerData } from 'piscina';
import type { PartFailure, ThreadAnswer, ThreadSettings, VisionTask, WarmUp } from './vision-tasks.ts';

const { closeOtherLoaders, ...settings } = workerData as ThreadSettings;
if (closeOtherLoaders) closeLoaders();

const nothing = new Uint8Array();

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
    return { kind: 'done', ...(await look(opened, task)), failures };
  } catch (error) {
    if (error instanceof PictureLate) return { kind: 'late' };
    return { kind: 'failed', error: classOf(error) };
  }
}

type Looked = Pick<Extract<ThreadAnswer, { kind: 'done' }>, 'result' | 'picture'>;

async function look(inspector: Inspector, task: VisionTask): Promise<Looked> {
  const [one = nothing, other = nothing] = task.pictures.map(({ bytes }) => bytes);
  if (task.kind === 'inspect') return { result: await inspector.inspect(task) };
  if (task.kind === 'judge')
    return { result: await judgeCapture(inspector.models, one, { subject: task.subject }) };
  if (task.kind === 'compare-faces')
    return { result: { score: await scoreFaces(inspector.models, one, other) } };
  const picture = await prepareSelfie(one, task);
  return picture === null ? { result: { made: false } } : { result: { made: true }, picture };
}

/**
 * Milliseconds by the clock in which this process did not compute. Whoever looks at a picture computes all the time, so that what is
 * missing went to others; the process may have no view of the system that would say so. Threads side by side hide some of it.
 */
function waited(): number {
  const { user, system } = process.cpuUsage();
  return performance.now() - (user + system) / 1_000;
}

async function openInspector(): Promise<Inspector | ThreadAnswer> {
  try {
    return await createInspector({
      ...settings,
      waited,
      onFailure: (part, error) => failures.push({ part, error: classOf(error) }),
    });
  } catch (error) {
    // No picture was opened yet, so nothing of anybody's can stand in it.
    return { kind: 'broken', reason: error instanceof Error ? error.message : 'the models cannot be loaded' };
  }
}

const classOf = (error: unknown) => (error instanceof Error ? error.name : typeof error);
